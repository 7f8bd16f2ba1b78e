-- Keywords that units of more than three factions have: they tell of no faction.
SELECT keyword
FROM (SELECT unnest(keywords) AS keyword, faction_id FROM unit WHERE edition = $edition)
GROUP BY keyword
HAVING count(DISTINCT faction_id) > 3
ORDER BY keyword
