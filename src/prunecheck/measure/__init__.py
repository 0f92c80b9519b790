"""Measure the cost of searches: exact counts, growth with depth, and time, for any search on any workload."""
