-- Weapon profiles whose name, abilities and bearers hold every word; of one faction when $faction_id is given.
-- $words and $start are written as unit.name_norm is: lower case, without accents and apostrophes.
WITH found AS (
    SELECT
        weapon_profile.*,
        string_agg(DISTINCT unit.name, ', ' ORDER BY unit.name) AS carried_by,
        string_agg(DISTINCT unit.name_norm, ' ') AS bearers,
        trim(
            regexp_replace(
                regexp_replace(strip_accents(lower(weapon_profile.weapon_name)), '[''`’]', '', 'g'), '[^a-z0-9]+', ' ', 'g'
            )
        ) AS name_norm
    FROM weapon_profile
    JOIN unit_weapon ON unit_weapon.weapon_key = weapon_profile.weapon_key
    JOIN unit ON unit.unit_key = unit_weapon.unit_key AND unit.game_mode = 'standard'
    WHERE weapon_profile.edition = $edition
        AND ($faction_id IS NULL OR weapon_profile.faction_id = $faction_id)
    GROUP BY ALL
)
SELECT
    found.weapon_name AS weapon,
    coalesce(found.profile_name, '') AS profile,
    faction.name AS faction,
    CASE WHEN found.is_melee THEN 'melee' ELSE 'ranged' END AS type,
    found.range_in AS range,
    found.attacks AS "A",
    found.skill,
    found.strength AS "S",
    found.ap AS "AP",
    found.damage AS "D",
    array_to_string(found.abilities, ', ') AS abilities,
    found.carried_by,
    source.name || ' ' || source.version AS source,
    found.dataslate,
    found.prov AS provenance
FROM found
JOIN faction ON faction.edition = found.edition AND faction.faction_id = found.faction_id
LEFT JOIN source ON source.source_id = found.source_id
WHERE coalesce(
        list_bool_and(
            list_transform(
                $words,
                lambda word: contains(
                    found.name_norm || ' ' || found.bearers || ' ' || array_to_string(found.abilities, ' '), word
                )
            )
        ),
        true
    )
ORDER BY NOT starts_with(found.name_norm, $start), found.weapon_name, faction.name, found.weapon_key, found.profile_no
