"""Reports: turn verdicts into text for people, data for machines, and tests to paste."""
