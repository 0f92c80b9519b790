"""Turn verdicts into reports: text for people, JSON for programs, and regression tests to paste."""
