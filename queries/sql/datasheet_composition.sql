SELECT unit_key, line, model_name, min, max, is_leader, profile_line
FROM composition
WHERE starts_with(unit_key, $scope)
ORDER BY unit_key, line
