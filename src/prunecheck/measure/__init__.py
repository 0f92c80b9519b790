"""Measure the cost of any search on any workload: exact counts, growth with depth, and time."""
