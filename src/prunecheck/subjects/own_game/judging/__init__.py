"""Show trees to a search on its own game: choose their shapes and values, and read its answers and moves."""
