-- The enhancements of an edition and the keywords that they ask of who has them.
SELECT DISTINCT detachment_id, name, required_keywords, excluded_keywords
FROM enhancement
WHERE edition = $edition
ORDER BY detachment_id, name
