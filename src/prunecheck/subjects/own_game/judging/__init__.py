"""Show trees to a search on its own game: their shapes and values, the answers, and the names of its moves."""
