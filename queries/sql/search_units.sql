-- Units whose name, keywords and faction hold every word; of one faction when $faction_id is given.
-- Units whose name starts with the words come first. $words and $start are written as unit.name_norm is.
SELECT
    unit.name AS unit,
    faction.name AS faction,
    unit.faction_id || '/' || unit.unit_id AS id,
    unit.min_models AS models_from,
    unit.max_models AS models_to,
    min(points_tier.cost) AS points,
    any_value(model_profile.t) AS toughness,
    any_value(model_profile.sv) AS save,
    any_value(model_profile.inv) AS invulnerable,
    any_value(model_profile.w) AS wounds,
    array_to_string(unit.keywords, ', ') AS keywords,
    unit.is_legends AS legends,
    source.name || ' ' || source.version AS source,
    unit.dataslate,
    unit.prov AS provenance
FROM unit
JOIN faction ON faction.edition = unit.edition AND faction.faction_id = unit.faction_id
LEFT JOIN source ON source.source_id = unit.source_id
LEFT JOIN model_profile ON model_profile.unit_key = unit.unit_key AND model_profile.line = 1
LEFT JOIN points_tier
    ON points_tier.unit_key = unit.unit_key
    AND points_tier.host_faction IS NULL
    AND points_tier.copies_min = 1
    AND unit.min_models BETWEEN points_tier.models_min AND points_tier.models_max
WHERE unit.edition = $edition
    AND unit.game_mode = 'standard'
    AND ($faction_id IS NULL OR unit.faction_id = $faction_id)
    AND coalesce(
        list_bool_and(
            list_transform(
                $words,
                lambda word: contains(
                    unit.name_norm || ' ' || lower(array_to_string(unit.keywords, ' ') || ' ' || faction.name), word
                )
            )
        ),
        true
    )
GROUP BY ALL
ORDER BY NOT starts_with(any_value(unit.name_norm), $start), unit.name, faction.name, id
