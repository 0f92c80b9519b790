"""What searches cost: exact counts, growth with depth, and time, of any search on any workload."""
