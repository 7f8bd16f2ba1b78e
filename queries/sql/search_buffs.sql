-- Rules whose name, owner and kind hold every word: abilities of datasheets, or those of an army, as $abilities says.
-- A faction given finds its own and the core rules. $words and $start are written as unit.name_norm is.
WITH plain AS (
    SELECT
        *,
        trim(
            regexp_replace(regexp_replace(strip_accents(lower(name)), '[''`’]', '', 'g'), '[^a-z0-9]+', ' ', 'g')
        ) AS name_norm,
        regexp_replace(
            regexp_replace(strip_accents(lower(owner || ' ' || kind)), '[''`’]', '', 'g'), '[^a-z0-9]+', ' ', 'g'
        ) AS about
    FROM buff
    WHERE edition = $edition
        AND (kind IN ('datasheet ability', 'core ability')) = $abilities
        AND ($faction_id IS NULL OR faction_id IS NULL OR faction_id = $faction_id)
)
SELECT
    name AS rule,
    owner AS "of",
    kind,
    status,
    coalesce(reason, missing, '') AS note,
    CASE side WHEN 'attacker' THEN 'attacking' ELSE 'attacked' END AS acts_when,
    phase,
    cp,
    points,
    array_to_string(labels, ', ') AS asks_for,
    array_to_string(choices, ', ') AS choices,
    buff_id AS id
FROM plain
WHERE coalesce(
        list_bool_and(list_transform($words, lambda word: contains(name_norm || ' ' || about, word))), true
    )
ORDER BY NOT starts_with(name_norm, $start), name, buff_id
