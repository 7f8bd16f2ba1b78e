-- From here on no statement reads or writes a file.
SET enable_external_access = false
