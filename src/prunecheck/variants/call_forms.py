"""Wrap search functions (forms) of every kind as searches with a window and values from MAX's point of view.

For search functions with more parameters, see `call_drivers`, `memory.call_with_table`, `ordering.call_with_state` and
`selective.call_with_plies`.
"""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Protocol, overload

from prunecheck.errors import PreconditionError, TreeError
from prunecheck.trees.moves import Moves
from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import AnySearch, Search
from prunecheck.trees.views.mirrored import mover
from prunecheck.trees.walked import Walked


class NodeForm(Protocol):
    """The type of a search function that takes no window."""

    def __call__(self, tree: Tree[N, Number], node: N, /) -> Number:
        """The value of `node`."""


class BoundForm(Protocol):
    """The type of a search function that takes an upper bound instead of a window."""

    def __call__(self, tree: Tree[N, Number], node: N, bound: Number, /) -> Number:
        """The value of `node` if that is below `bound`, otherwise some value that is not below `bound`."""


def without_window(form: NodeForm) -> Search:
    """Turn a search function that takes no window into a search that takes a window and ignores it."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return form(tree, node)

    return search


def without_window_for_mover(form: NodeForm) -> Search:
    """Turn a negamax function that takes no window into a search that takes a window and ignores it."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        found = form(mover(tree), node)
        return found if tree.is_max(node) else -found

    return search


def with_bound_for_mover(form: BoundForm) -> Search:
    """Make a search from a negamax function that only takes an upper bound."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return form(mover(tree), node, beta) if tree.is_max(node) else -form(mover(tree), node, -alpha)

    return search


def for_mover(form: Search) -> Search:
    """Turn a negamax function that takes a window into a search with values from MAX's point of view."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        if tree.is_max(node):
            return form(mover(tree), node, alpha, beta)
        return -form(mover(tree), node, -beta, -alpha)

    return search


def by_player(for_max: Search, for_min: Search) -> Search:
    """A search that calls `for_max` if MAX is to move at the start node, and `for_min` if MIN is to move."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        if tree.is_max(node):
            return for_max(tree, node, alpha, beta)
        return for_min(tree, node, alpha, beta)

    return search


class MovesForm(Protocol):
    """The type of a negamax function that makes and unmakes moves on one position."""

    def __call__(self, position: Moves[int, Number], alpha: Number, beta: Number, /) -> Number:
        """The value of the position, for the player to move."""


def on_moves(form: MovesForm, walk: Callable[[Any, Any], Any] = Walked) -> Search:
    """Turn a negamax function that makes and unmakes moves into a search. `walk(tree, node)` makes the start position.

    The search raises TreeError if the function has not taken every move back, even if the function itself ended with an
    error.
    """

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        position = walk(tree, node)
        try:
            if tree.is_max(node):
                return form(position, alpha, beta)
            return -form(position, -beta, -alpha)
        finally:
            if position.made:
                raise TreeError(f"the search did not take back {position.made} of its moves")

    return search


@overload
def guarded(search: Search, name: str) -> Search: ...
@overload
def guarded(search: AnySearch, name: str) -> AnySearch: ...
def guarded(search: Any, name: str) -> Any:
    """Wrap a search so that it raises a clear error, PreconditionError, if a tree is too deep for its recursion."""

    def guard(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Any:
        try:
            return search(tree, node, alpha, beta)
        except RecursionError:
            raise PreconditionError(
                f"{name} is recursive, and the tree is deeper than Python's recursion limit; use explicit_stack, or "
                "raise the limit with sys.setrecursionlimit"
            ) from None

    update_wrapper(guard, search)  # so that `inspect.unwrap` finds the search itself
    return guard
