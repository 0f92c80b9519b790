"""Theorems and false beliefs about alpha-beta and related searches, as statements that can be checked on trees.

>>> from prunecheck import FULL, from_nested
>>> THEOREMS["hughes-is-f1"].objection(from_nested([[3, 5], [2, 9]]), FULL) is None
True
>>> belief = BELIEFS["hughes-is-alpha-beta"]
>>> belief.tree, belief.statement.objection(belief.tree, belief.window)
(<ExplicitTree [0, [[[0, 0]]]], MAX to move>, 'hughes evaluates 3 leaves, f2 2')
"""

from prunecheck.theorems.beliefs import BELIEFS
from prunecheck.theorems.statement import Belief, Statement
from prunecheck.theorems.theorems import THEOREMS

__all__ = ["BELIEFS", "THEOREMS", "Belief", "Statement"]
