"""Find out by trial how a search wants to be called."""
