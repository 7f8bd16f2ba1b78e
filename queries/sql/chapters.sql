-- The chapters of an edition and the factions they belong to.
SELECT faction_id, parent_faction_id
FROM faction
WHERE edition = $edition AND parent_faction_id IS NOT NULL
ORDER BY faction_id, parent_faction_id
