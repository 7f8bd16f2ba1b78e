-- Weapon profiles whose name holds a text, or all for an empty one; of one faction when $faction_id is given.
SELECT
    faction.name AS faction,
    weapon_profile.weapon_name AS weapon,
    weapon_profile.profile_name AS profile,
    CASE WHEN weapon_profile.is_melee THEN 'melee' ELSE 'ranged' END AS type,
    weapon_profile.range_in AS range,
    weapon_profile.attacks,
    weapon_profile.skill,
    weapon_profile.strength,
    weapon_profile.ap,
    weapon_profile.damage,
    array_to_string(weapon_profile.abilities, ', ') AS abilities,
    string_agg(DISTINCT unit.name, ', ' ORDER BY unit.name) AS carried_by,
    source.name || ' ' || source.version AS source,
    weapon_profile.prov AS provenance
FROM weapon_profile
JOIN faction ON faction.edition = weapon_profile.edition AND faction.faction_id = weapon_profile.faction_id
JOIN unit_weapon ON unit_weapon.weapon_key = weapon_profile.weapon_key
JOIN unit ON unit.unit_key = unit_weapon.unit_key AND unit.game_mode = 'standard'
LEFT JOIN source ON source.source_id = weapon_profile.source_id
WHERE weapon_profile.edition = $edition
    AND ($faction_id IS NULL OR weapon_profile.faction_id = $faction_id)
    AND contains(lower(strip_accents(weapon_profile.weapon_name)), lower(strip_accents($text)))
GROUP BY ALL
ORDER BY ALL
