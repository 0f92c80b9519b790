"""Run a search in a child process, with limits on time, memory and output."""
