-- What the whole unit carries by default, at each legal size.
SELECT unit_key, models, item_id, weapon_key, count, prov
FROM loadout
WHERE starts_with(unit_key, $scope) AND loadout = 'default'
ORDER BY unit_key, models, item_id
