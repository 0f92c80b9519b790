"""Forms: search functions that return a value for a node and, in most cases, a window.

The functions contain no code for counting nodes.
"""
