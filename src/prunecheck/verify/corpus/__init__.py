"""Trees and sequences that are always tried first."""
