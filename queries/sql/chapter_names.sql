-- The names of the chapters of an edition.
SELECT DISTINCT name
FROM faction
WHERE edition = $edition AND parent_faction_id IS NOT NULL
ORDER BY name
