-- Units that a player may mean: by faction/unit, by bare id, or by name (compared as unit.name_norm is written).
SELECT
    unit.unit_key,
    unit.faction_id || '/' || unit.unit_id AS reference,
    unit.game_mode = 'standard' AS is_standard
FROM unit
LEFT JOIN faction
    ON faction.edition = unit.edition
    AND faction.parent_faction_id = unit.faction_id
WHERE unit.edition = $edition
    AND (
        unit.faction_id || '/' || unit.unit_id = lower($reference)
        OR faction.faction_id || '/' || unit.unit_id = lower($reference)
        OR unit.unit_id = lower($reference)
        OR unit.name_norm = trim(
            regexp_replace(regexp_replace(strip_accents(lower($reference)), '[''`’]', '', 'g'), '[^a-z0-9]+', ' ', 'g')
        )
    )
GROUP BY ALL
ORDER BY reference
