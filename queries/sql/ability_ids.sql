-- Faction and id of every ability of an edition.
SELECT faction_id, ability_id
FROM ability
WHERE edition = $edition
ORDER BY ability_key
