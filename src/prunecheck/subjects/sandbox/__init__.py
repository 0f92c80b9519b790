"""Run a search where it can do no harm: child processes, time limits, memory limits."""
