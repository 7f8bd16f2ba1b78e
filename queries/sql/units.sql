-- The units of an edition, or of one faction when $faction_id is given.
-- points: the first copy at the smallest legal size, null without a price.
SELECT
    unit.faction_id,
    unit.unit_id,
    unit.faction_id || '/' || unit.unit_id AS reference,
    unit.name,
    unit.role,
    unit.attachment_role,
    unit.is_legends,
    unit.game_mode,
    unit.min_models,
    unit.max_models,
    unit.keywords,
    unit.faction_keywords,
    min(points_tier.cost) AS points
FROM unit
LEFT JOIN points_tier
    ON points_tier.unit_key = unit.unit_key
    AND points_tier.host_faction IS NULL
    AND points_tier.copies_min = 1
    AND unit.min_models BETWEEN points_tier.models_min AND points_tier.models_max
WHERE unit.edition = $edition
    AND ($faction_id IS NULL OR unit.faction_id = $faction_id)
    AND (unit.game_mode = 'standard' OR $combat_patrol)
    AND (NOT unit.is_legends OR $legends)
GROUP BY ALL
ORDER BY unit.faction_id, unit.name, unit.unit_id
