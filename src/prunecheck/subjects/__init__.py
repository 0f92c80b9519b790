"""The search under test: a Python function, class or method, an external program, or a search from a library."""
