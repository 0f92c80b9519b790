"""Turn verdicts into reports: text for people, data for programs, and regression tests to paste."""
