SELECT unit_key, keyword, required_faction_keyword
FROM conditional_keyword
WHERE starts_with(unit_key, $scope)
ORDER BY unit_key, keyword, required_faction_keyword
