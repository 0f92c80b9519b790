"""The search under test, however it comes: a Python callable, a class, a method, or a program over a pipe."""
