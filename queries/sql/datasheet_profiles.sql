SELECT unit_key, line, name, m, t, sv, w, ld, oc, inv, inv_ranged, inv_melee
FROM model_profile
WHERE starts_with(unit_key, $scope)
ORDER BY unit_key, line
