"""Measure every variant on named workloads: a committed table of counts, an asv suite, a speed comparison."""
