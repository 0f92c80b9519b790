"""The Hypothesis strategy that generates windows: narrow or open, with ends at leaf values and between them."""

from hypothesis import strategies as st

from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import Window, windows_of_same_kind


def windows(tree: ExplicitTree[Number]) -> st.SearchStrategy[Window[Number]]:
    """A strategy that generates a window whose ends are at, between or beyond the leaf values of `tree`.

    Windows shrink towards (-inf, inf).
    """
    return st.sampled_from(windows_of_same_kind(tree.leaf_values))
