"""The speed of searches on the same nodes: C++ written by hand, our forms compiled and in plain Python, libraries."""
