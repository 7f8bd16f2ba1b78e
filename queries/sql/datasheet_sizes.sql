SELECT unit_key, models, line, count
FROM composition_size
WHERE starts_with(unit_key, $scope)
ORDER BY unit_key, models, line
