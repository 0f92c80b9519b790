"""Run a search on trees of its own game in which leaves get new values, and describe the trees' positions."""
