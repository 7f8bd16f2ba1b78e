-- The mortal wounds that the buffs of an edition deal beside attacks.
SELECT buff_id, hurt, rolls, faces, leadership, mortals, most, psychic, conditions, choice
FROM buff_pool
WHERE edition = $edition
ORDER BY buff_id, seq
