-- The abilities of a unit, with what the buff library makes of them.
SELECT
    ability.name AS ability,
    ability.ability_type AS type,
    coalesce(any_value(buff.status), 'no effect on an attack') AS status,
    coalesce(any_value(coalesce(buff.reason, buff.missing)), '') AS note,
    unit_ability.prov AS provenance
FROM unit_ability
JOIN ability ON ability.ability_key = unit_ability.ability_key
LEFT JOIN buff
    ON buff.edition = ability.edition
    AND buff.name = ability.name
    AND list_contains(buff.datasheets, $reference)
WHERE unit_ability.unit_key = $unit_key
GROUP BY ALL
ORDER BY ability.name, ability.ability_type
