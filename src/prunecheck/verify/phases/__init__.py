"""The phases of a verification, in the order in which they run."""
