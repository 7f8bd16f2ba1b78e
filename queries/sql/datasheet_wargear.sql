-- What each unit can carry that is no weapon of its own: printed, or by an option.
WITH item AS (
    SELECT unit_key, item_id
    FROM composition_weapon
    WHERE weapon_key IS NULL AND starts_with(unit_key, $scope)
    UNION
    SELECT unit_key, unnest(items)
    FROM wargear_option
    WHERE starts_with(unit_key, $scope)
)
SELECT item.unit_key, item.item_id, wargear.name
FROM item
JOIN wargear ON wargear.item_id = item.item_id AND wargear.edition = split_part(item.unit_key, '/', 1)
WHERE NOT EXISTS (
    FROM unit_weapon
    WHERE unit_weapon.unit_key = item.unit_key AND split_part(unit_weapon.weapon_key, '/', 3) = item.item_id
)
ORDER BY item.unit_key, item.item_id
