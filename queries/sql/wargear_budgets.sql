-- How many of a list of items a unit may have in all; per_models 0 is for the unit as a whole.
SELECT items, count, per_models, duplicate_limit
FROM wargear_budget
WHERE unit_key = $unit_key
ORDER BY budget_no
