"""Judge the moves and lines of play that a search on its own game, or the starting call, returns or stores."""
