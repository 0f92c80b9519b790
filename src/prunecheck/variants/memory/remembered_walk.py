"""A tree with a transposition table, as one mutable position on which moves are made and taken back."""

from collections.abc import Callable
from typing import Any

from prunecheck.trees.protocol import N, Number
from prunecheck.trees.walked import Walked
from prunecheck.variants.call_forms import on_moves
from prunecheck.variants.memory.lookups import Lookup, lookup_in_windows
from prunecheck.variants.memory.remembered import Remembered, remembered_mover


class RememberedWalk(Walked[N, Number]):
    """A mutable position in a tree with a transposition table; moves are child indices.

    Bounds are from the point of view of the player to move, values from MAX's.
    """

    def __init__(self, tree: Remembered[N], node: N) -> None:
        """Start at `node`, before any move."""
        super().__init__(tree, node)
        self._mover = remembered_mover(tree)

    def bounds(self, node: N, /) -> tuple[Number, Number]:
        """The known bounds on the value of the current position, for the player to move."""
        return self._mover.bounds(node)

    def remember(self, node: N, lower: Number, upper: Number, move: int, /) -> None:
        """Store bounds on the value of the current position; `node` is its node in the tree."""
        self._mover.remember(node, lower, upper, move)


def lookup_on_moves(form: Callable[..., Number]) -> Lookup:
    """Make a function that looks the current position up before it calls `form`, as in `lookup_in_windows`."""

    def of_node(position: RememberedWalk[Any], _node: Any, alpha: Number, beta: Number, /) -> Number:
        return form(position, alpha, beta)

    around: Any = lookup_in_windows(of_node)[0]  # type: ignore[arg-type]  # a position that answers as a memory

    def with_table(position: RememberedWalk[Any], alpha: Number, beta: Number, /) -> Number:
        found: Number = around(position, position.node, alpha, beta)
        return found

    return with_table, on_moves(with_table, RememberedWalk)  # type: ignore[arg-type]  # as above
