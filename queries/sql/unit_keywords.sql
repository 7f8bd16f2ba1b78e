-- The name and the keywords of every unit of an edition, those that an army may give it among them.
SELECT
    name,
    keywords || faction_keywords || coalesce(list(keyword) FILTER (WHERE keyword IS NOT NULL), []) AS words
FROM unit
LEFT JOIN conditional_keyword USING (unit_key)
WHERE edition = $edition
GROUP BY unit_key, name, keywords, faction_keywords
ORDER BY unit_key
