"""Judge the moves and the lines of play that a search on its own game, or its starting call, returns or stores."""
