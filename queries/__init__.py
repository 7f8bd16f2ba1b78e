"""Questions to the catalogue: every SQL statement (queries/sql, one a file) and the thin functions that run them."""
