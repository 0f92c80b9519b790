"""Counts and costs of every variant on named workloads: a committed table, an asv suite, a speed comparison."""
