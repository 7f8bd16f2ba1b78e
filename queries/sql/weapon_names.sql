-- Name of every weapon profile of an edition: the weapon's, and the profile's where it has one of its own.
SELECT DISTINCT weapon_name, coalesce(profile_name, '')
FROM weapon_profile
WHERE edition = $edition
ORDER BY ALL
