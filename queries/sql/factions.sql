-- The factions of an edition that have units to show.
SELECT faction.faction_id, faction.name, faction.parent_faction_id, count(*) AS units
FROM faction
JOIN unit USING (edition, faction_id)
WHERE faction.edition = $edition
GROUP BY ALL
ORDER BY faction.name
