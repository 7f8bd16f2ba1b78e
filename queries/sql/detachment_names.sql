-- The names of an edition's detachments by their ids; chapters repeat those of their codex.
SELECT detachment_id, any_value(name) AS name
FROM detachment
WHERE edition = $edition
GROUP BY detachment_id
ORDER BY detachment_id
