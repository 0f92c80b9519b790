"""Judge sequences of searches that share a table; positions have values by remaining depth."""
