-- Rules whose name or owner holds a text, or all for an empty one; a faction given finds its own and the core rules.
SELECT
    name AS rule,
    buff_id AS id,
    kind,
    owner,
    side,
    phase,
    cp,
    points,
    status,
    coalesce(reason, missing) AS note,
    array_to_string(labels, ', ') AS asks_for,
    array_to_string(choices, ', ') AS choices
FROM buff
WHERE edition = $edition
    AND ($faction_id IS NULL OR faction_id IS NULL OR faction_id = $faction_id)
    AND contains(lower(strip_accents(name || ' ' || owner)), lower(strip_accents($text)))
ORDER BY name, buff_id
