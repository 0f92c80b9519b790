"""Published numbers on how much alpha-beta saves, each compared with a measurement by searches of the catalogue."""
