-- What one model of each composition line carries.
SELECT unit_key, line, item_id, weapon_key, count
FROM composition_weapon
WHERE starts_with(unit_key, $scope)
ORDER BY unit_key, line, item_id
