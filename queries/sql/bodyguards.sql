-- The units that a leader or support unit may join.
SELECT bodyguard_id
FROM leader_attachment
WHERE edition = $edition AND leader_id = $leader_id
ORDER BY bodyguard_id
