-- Every buff of an edition, in the order of its ids.
SELECT
    buff_id, name, kind, side, status, aliases, owner, faction_id, detachment_id, datasheets, cp, points, phase,
    conditions, toggles, labels, choices, reason, missing, passive, elsewhere, counted, sources
FROM buff
WHERE edition = $edition
ORDER BY buff_id
