-- Which weapons each unit can have.
SELECT unit_key, weapon_key
FROM unit_weapon
WHERE starts_with(unit_key, $scope)
ORDER BY unit_key, weapon_key
