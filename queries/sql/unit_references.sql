-- Every unit of an edition as a scenario may name it.
SELECT faction_id || '/' || unit_id AS reference
FROM unit
WHERE edition = $edition
ORDER BY reference
