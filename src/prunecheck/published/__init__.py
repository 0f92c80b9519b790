"""Published figures for the savings of alpha-beta, each with a measurement by the catalogue's searches."""
