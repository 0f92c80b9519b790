"""Judge a search that is hard-wired to its own game, by recording its recursion from one starting call."""
