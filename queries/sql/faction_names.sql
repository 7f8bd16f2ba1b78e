-- The names of an edition's factions by their ids, chapters included.
SELECT faction_id, name
FROM faction
WHERE edition = $edition
ORDER BY faction_id
