SELECT unit_key, models_min, models_max, copies_min, copies_max, cost, host_faction
FROM points_tier
WHERE starts_with(unit_key, $scope)
ORDER BY unit_key, copies_min, models_min
