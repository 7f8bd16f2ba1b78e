SELECT unit_key, item_id, effect, value, whole_unit
FROM wargear_effect
WHERE starts_with(unit_key, $scope)
ORDER BY unit_key, item_id, effect
