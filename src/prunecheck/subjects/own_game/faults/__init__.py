"""Find bugs that the recorded calls of a search reveal, such as state that is not restored or wrong table entries."""
