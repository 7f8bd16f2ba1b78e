-- The keywords that mark an army of this faction, those of its parent included.
SELECT DISTINCT unnest(keywords) AS keyword
FROM faction
WHERE edition = $edition
    AND (
        faction_id = $faction_id
        OR faction_id IN (SELECT parent_faction_id FROM faction WHERE edition = $edition AND faction_id = $faction_id)
    )
ORDER BY keyword
