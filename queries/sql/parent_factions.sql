-- The factions that a faction belongs to: chapters have the rules of their parent too.
SELECT parent_faction_id
FROM faction
WHERE edition = $edition AND faction_id = $faction_id AND parent_faction_id IS NOT NULL
ORDER BY parent_faction_id
