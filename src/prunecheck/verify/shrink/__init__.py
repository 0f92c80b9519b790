"""Shrink counterexamples step by step. Each kind of step on trees or on sequences of calls is a pass with a name."""
