"""Shrink trees with the passes that shrink counterexamples."""

from collections.abc import Callable

from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.verify.shrink.shrinker import Shrinker
from prunecheck.verify.shrink.tree_passes import TREE_PASSES, tree_size


def shrink_tree(tree: ExplicitTree[Number], fails: Callable[[ExplicitTree[Number]], bool]) -> ExplicitTree[Number]:
    """Shrink `tree` as long as the result fails."""
    return Shrinker(tree, lambda candidate: candidate if fails(candidate) else None, tree_size).shrink(TREE_PASSES)
