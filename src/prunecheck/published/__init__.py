"""Published figures on the savings by alpha-beta, each compared with a measurement by catalogue searches."""
