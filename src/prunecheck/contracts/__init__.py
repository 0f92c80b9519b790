"""The contracts that searches are checked against, and which contract implies which.

This package imports no variant.
"""
