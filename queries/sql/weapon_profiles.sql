-- The profiles of all weapons that the units of $scope can have.
SELECT
    weapon_key, weapon_id, weapon_name, profile_name, is_melee, range_in, attacks, skill, strength, ap, damage, abilities,
    target_any, conversion_over, is_extra_attacks, is_one_shot, prov
FROM weapon_profile
WHERE weapon_key IN (SELECT weapon_key FROM unit_weapon WHERE starts_with(unit_key, $scope))
ORDER BY weapon_key, profile_no
