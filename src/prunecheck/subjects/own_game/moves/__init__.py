"""Judge the best moves and lines of play that a search, or the starting call that runs it, returns or stores."""
