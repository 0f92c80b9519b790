"""Move ordering that is learned while searching, which never changes a value."""
