"""The phases in which prunecheck checks a search, in the order in which they run."""
