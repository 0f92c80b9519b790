"""Judge searches that share a table, with values by position and remaining depth."""
