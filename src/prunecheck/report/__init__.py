"""Turn verdicts into reports: text for people, data for programs, and tests to paste."""
