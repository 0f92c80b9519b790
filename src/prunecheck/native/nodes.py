"""Nodes of a tree as Python has them, and as compiled code has them: only those of explicit trees differ."""

from collections import OrderedDict
from typing import Any

from prunecheck.trees.compact import CompactTree, compact
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.views.recorded import Recorded

_MOST_KEPT = 16

_kept: "OrderedDict[int, tuple[ExplicitTree[Any], CompactTree[Any], list[int]]]" = OrderedDict()


def compacted(tree: ExplicitTree[Any]) -> tuple[CompactTree[Any], list[int]]:
    """`compact(tree)`; the last results are kept, since many searches of one tree are usual."""
    known = _kept.get(id(tree))
    if known is None:
        known = _kept[id(tree)] = (tree, *compact(tree))
        if len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
    else:
        _kept.move_to_end(id(tree))
    return known[1:]


def node_for_compiled(tree: Any, node: Any) -> Any:
    """A node of `tree` in the form of compiled code."""
    if isinstance(tree, ExplicitTree):
        return compacted(tree)[1].index(node)
    if isinstance(tree, Cut):
        inner, left = node
        return node_for_compiled(tree.inner, inner), left
    behind = inner_tree(tree)
    return node if behind is None else node_for_compiled(behind, node)


def node_for_python(tree: Any, node: Any) -> Any:
    """A node of compiled code as `tree` has it."""
    if isinstance(tree, ExplicitTree):
        return compacted(tree)[1][node]
    if isinstance(tree, Cut):
        inner, left = node
        return node_for_python(tree.inner, inner), left
    behind = inner_tree(tree)
    return node if behind is None else node_for_python(behind, node)


def inner_tree(tree: Any) -> Any:
    """The tree behind a view; None if `tree` is not one."""
    return tree.quiet if isinstance(tree, Recorded) else getattr(tree, "inner", None)
