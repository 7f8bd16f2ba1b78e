SELECT unit_key, fnp, fnp_mortal, fnp_psychic, stealth, damage_reduction, halve_damage, lone_operative
FROM defence
WHERE starts_with(unit_key, $scope)
ORDER BY unit_key
