-- Every faction of an edition, those without units of their own included.
SELECT faction_id
FROM faction
WHERE edition = $edition
ORDER BY faction_id
