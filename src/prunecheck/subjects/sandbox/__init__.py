"""A search where it can do no harm: a child process, and limits of time, memory and output."""
