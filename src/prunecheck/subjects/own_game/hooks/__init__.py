"""Run a user's program with hooks on its recursive functions, so that each call can be recorded or replaced."""
