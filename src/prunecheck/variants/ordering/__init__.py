"""Move ordering that is learned while searching, and drivers that use it; none of it ever changes a value."""
