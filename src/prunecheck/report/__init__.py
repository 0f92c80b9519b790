"""Turn the results of a check into reports: text for people, JSON for programs, and regression tests to paste."""
