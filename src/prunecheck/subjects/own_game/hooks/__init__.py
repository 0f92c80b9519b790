"""Run a user's program with hooks on its recursive functions. The hooks can record or replace each call."""
