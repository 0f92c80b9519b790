"""The dashboard: exact counts of the last commits, as pages that open from disk without a network."""
