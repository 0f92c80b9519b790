"""Mutation testing of our own searches: every small mutation must fail a test, or be listed as equivalent."""
