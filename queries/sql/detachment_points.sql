-- What each detachment costs of an army's detachment points; where factions differ, the least.
SELECT detachment_id, min(detachment_points) AS points
FROM detachment
WHERE edition = $edition AND detachment_points IS NOT NULL AND game_mode = 'standard'
GROUP BY detachment_id
ORDER BY detachment_id
