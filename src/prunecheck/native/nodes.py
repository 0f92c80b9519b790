"""Convert nodes between Python and compiled code.

Except in explicit trees and in 8 x 8 Othello, nodes are the same in Python and in compiled code.
"""

from collections import OrderedDict
from typing import Any, Final

from prunecheck.errors import TreeError
from prunecheck.trees.compact import CompactTree, compact
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.games.othello import Othello
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.views.recorded import Recorded

_MOST_KEPT = 16
WORDS: Final = 2**64  # the number of different words of 64 bits

_kept: "OrderedDict[int, tuple[ExplicitTree[Any], CompactTree[Any], list[int], dict[int, int]]]" = OrderedDict()


def compacted(tree: ExplicitTree[Any]) -> tuple[CompactTree[Any], list[int]]:
    """Return `compact(tree)`: a compact copy of `tree`, and the original of each node in the copy.

    The copies of the last few trees are cached, since a tree is often searched many times.
    """
    return _numbered(tree)[:2]


def _numbered(tree: ExplicitTree[Any]) -> tuple[CompactTree[Any], list[int], dict[int, int]]:
    """Return a compact copy of `tree`, the original of each node in the copy, and the copy of each original node."""
    known = _kept.get(id(tree))
    if known is None:
        inner, originals = compact(tree)
        places = {node: place for place, node in reversed(list(enumerate(originals)))}
        known = _kept[id(tree)] = (tree, inner, originals, places)
        if len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
    else:
        _kept.move_to_end(id(tree))
    return known[1:]


def node_for_compiled(tree: Any, node: Any) -> Any:
    """Convert a node of `tree` to compiled code.

    Raises: TreeError for a node that does not exist in a tree of arrays.
    """
    if isinstance(tree, ExplicitTree):
        place = _numbered(tree)[2].get(node) if isinstance(node, int) else None
        if place is None:
            raise _no_node(node)
        return place
    if isinstance(tree, CompactTree) and not (isinstance(node, int) and 0 <= node < len(tree)):
        raise _no_node(node)
    if isinstance(tree, Cut):
        inner, left = node
        return node_for_compiled(tree.inner, inner), left
    if isinstance(tree, Othello):
        own, other, black = node
        return signed(own), signed(other), black
    behind = inner_tree(tree)
    return node if behind is None else node_for_compiled(behind, node)


def _no_node(node: Any) -> TreeError:
    return TreeError(f"the tree has no node {node!r} below its root; use `tree.root`, or a node of `tree.children`")


def node_for_python(tree: Any, node: Any) -> Any:
    """Convert a node from compiled code to a node of `tree`."""
    if isinstance(tree, ExplicitTree):
        return compacted(tree)[1][node]
    if isinstance(tree, Cut):
        inner, left = node
        return node_for_python(tree.inner, inner), left
    if isinstance(tree, Othello):
        own, other, black = node
        return own % WORDS, other % WORDS, black
    behind = inner_tree(tree)
    return node if behind is None else node_for_python(behind, node)


def key_for_python(game: Any, key: Any) -> Any:
    """Convert a key from compiled code, which may be negative, to a key of `game`.

    Keys of 8 x 8 Othello use all 64 bits.
    """
    return tuple(bits % WORDS for bits in key) if isinstance(game, Othello) else key


def signed(bits: int) -> int:
    """Interpret 64 bits as a signed number, as compiled code does."""
    return bits - WORDS if bits >= WORDS // 2 else bits


def inner_tree(tree: Any) -> Any:
    """The tree inside a view, or None if `tree` is not a view."""
    return tree.quiet if isinstance(tree, Recorded) else getattr(tree, "inner", None)


def innermost(tree: Any) -> Any:
    """The tree inside all views."""
    while (behind := inner_tree(tree)) is not None:
        tree = behind
    return tree
