"""The shrinker judges as few candidates as it can."""

from prunecheck import ExplicitTree, Number, from_nested
from prunecheck.verify.shrink.shrinker import Shrinker
from prunecheck.verify.shrink.tree_passes import TREE_PASSES, tree_size


def test_no_candidate_is_judged_twice() -> None:
    """Several passes propose the same tree, and a pass proposes it again after a success."""
    first: ExplicitTree[Number] = from_nested([[[3, 5], [2, [9, 4]]], [[7, 0], 6, [8, 1]]])
    judged: list[ExplicitTree[Number]] = []

    def fails(tree: ExplicitTree[Number]) -> ExplicitTree[Number] | None:
        judged.append(tree)
        return tree if len(set(tree.leaf_values)) > 2 else None

    shrinker = Shrinker(first, fails, tree_size)
    smallest = shrinker.shrink(TREE_PASSES)
    assert len(smallest.leaf_values) == 3
    assert len(judged) == len({first, *judged}) - 1 == shrinker.tries
