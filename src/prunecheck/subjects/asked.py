"""What a search under test is asked: the tree as it is, the node to start from, and the plies it may go down."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.views.cut import Cut


@dataclass(frozen=True, slots=True)
class Asked:
    """`tree` is searched from `node`, to `depth` plies below it, or without limit where that is None.

    `tree` is not cut and asking it logs nothing; `logged(node, depth)` is the node under which what is read of it
    is logged, given the plies left there.
    """

    tree: Tree[Any, Number]
    node: Any
    depth: int | None
    logged: Callable[[Any, int], Hashable]


def quiet(log: Tree[Any, Number]) -> Tree[Any, Number]:
    """The tree that a view logs the questions of, or the tree itself: the same nodes, and nothing is logged."""
    found: Tree[Any, Number] = getattr(log, "quiet", log)
    return found


def asked_whole(log: Tree[Any, Number], node: Any) -> Asked:
    """What a search is asked that knows nothing of depth: a tree that is cut ends there."""
    return Asked(quiet(log), node, None, _as_it_is)


def _as_it_is(node: Any, _left: int) -> Any:
    return node


def asked(log: Tree[Any, Number], node: Any) -> Asked:
    """What a search that counts its depth itself is asked, when the judge asks for `node` of a tree that may be cut.

    >>> from prunecheck import from_nested
    >>> from prunecheck.trees.views.cut import cut
    >>> asked(cut(from_nested([[3, 5], [2, 9]]), 1), (0, 1)).depth
    1
    """
    inner = quiet(log)
    if isinstance(inner, Cut):
        start, depth = node
        return Asked(inner.inner, start, depth, lambda below, left: (below, left))
    return asked_whole(log, node)
