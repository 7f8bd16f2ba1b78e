-- $scope: "11e/" or "11e/orks/"; the same in all datasheet statements.
SELECT
    unit_key, edition, faction_id, unit_id, name, role, attachment_role, is_legends, game_mode, min_models, max_models,
    keywords, faction_keywords, prov
FROM unit
WHERE starts_with(unit_key, $scope)
ORDER BY unit_key
