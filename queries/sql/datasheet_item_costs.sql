-- What weapons and wargear cost on top of the unit's price, each.
SELECT unit_key, item_id, weapon_key, cost
FROM wargear_cost
WHERE starts_with(unit_key, $scope)
ORDER BY unit_key, item_id
