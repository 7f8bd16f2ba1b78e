-- What the buffs of an edition change.
SELECT buff_id, change, value, conditions, choice, bearer_only, characters_only
FROM buff_effect
WHERE edition = $edition
ORDER BY buff_id, seq
