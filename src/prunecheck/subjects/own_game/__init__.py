"""Judge a search that only works on its own game, by recording its recursion from one starting call."""
