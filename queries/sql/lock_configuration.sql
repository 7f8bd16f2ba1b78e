-- From here on no setting changes, the one above included.
SET lock_configuration = true
