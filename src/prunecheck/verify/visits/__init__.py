"""Count which leaves a search evaluates, over many trees."""
