"""Conditions that a tree must satisfy for a statement to hold."""

from typing import Final

from prunecheck.oracle.minimax import values
from prunecheck.theorems.statement import Condition
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.walk import heights

NO_DEEP_CUTOFF_TO: Final = 3  # plies; a deep cutoff needs a bound from three plies above the node that it ends


def uniform_size(tree: ExplicitTree[Number]) -> tuple[int, int] | None:
    """The branching and the depth of a uniform tree. Returns None if the tree is not uniform.

    >>> from prunecheck import from_nested
    >>> uniform_size(from_nested([[3, 5], [2, 9]])), uniform_size(from_nested([3, [2, 9]]))
    ((2, 2), None)
    """
    level, depth, widths = [tree.root], 0, set[int]()
    while not all(tree.is_terminal(node) for node in level):
        widths |= {len(tree.children(node)) for node in level}
        level, depth = [child for node in level for child in tree.children(node)], depth + 1
    return (widths.pop(), depth) if len(widths) == 1 and 0 not in widths else None


def _in_order(tree: ExplicitTree[Number], *, best_first: bool) -> bool:
    """True if all children are sorted for the side to move: best first or, if `best_first` is False, worst first."""
    known = values(tree, tree.root)
    for node in known:
        falls = tree.is_max(node) == best_first
        below = [known[child] if falls else -known[child] for child in tree.children(node)]
        if below != sorted(below, reverse=True):
            return False
    return True


FINITE: Final = Condition("finite leaves", lambda tree: not {INF, -INF} & set(tree.leaf_values))
DISTINCT: Final = Condition("distinct leaves", lambda tree: len(set(tree.leaf_values)) == len(tree.leaf_values))
UP_TO_DEPTH_3: Final = Condition(
    f"depth at most {NO_DEEP_CUTOFF_TO}", lambda tree: heights(tree, tree.root)[tree.root] <= NO_DEEP_CUTOFF_TO
)
UNIFORM: Final = Condition("uniform tree", lambda tree: uniform_size(tree) is not None)
BEST_FIRST: Final = Condition("best child first at each node", lambda tree: _in_order(tree, best_first=True))
WORST_FIRST: Final = Condition("worst child first at each node", lambda tree: _in_order(tree, best_first=False))
STATIC_VALUES: Final = Condition("interior nodes have static values", lambda tree: tree.has_static_values)
INNER_ROOT: Final = Condition("the root has children", lambda tree: not tree.is_terminal(tree.root))
