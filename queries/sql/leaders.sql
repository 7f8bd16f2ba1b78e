-- The leaders and support units that may join a unit: of its own faction or of the faction's parent.
SELECT DISTINCT unit.faction_id || '/' || unit.unit_id AS reference, unit.name
FROM leader_attachment
JOIN unit ON unit.edition = leader_attachment.edition AND unit.unit_id = leader_attachment.leader_id
LEFT JOIN faction AS own ON own.edition = unit.edition AND own.faction_id = $faction_id
WHERE leader_attachment.edition = $edition
    AND leader_attachment.bodyguard_id = $unit_id
    AND unit.game_mode = 'standard'
    AND NOT unit.is_legends
    AND unit.faction_id IN ($faction_id, own.parent_faction_id)
ORDER BY unit.name, reference
