"""Published figures for the savings of alpha-beta, each compared with a measurement by searches of the catalogue."""
