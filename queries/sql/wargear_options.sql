-- What the models of a unit may take or swap, one row a choice.
SELECT replaces, items, model_name, any_number, max_count, per_n_models
FROM wargear_option
WHERE unit_key = $unit_key
ORDER BY option_no, choice_no
