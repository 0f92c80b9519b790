"""Published figures for what alpha-beta saves, each beside what the searches of the catalogue do."""
