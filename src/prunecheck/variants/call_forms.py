"""Call every kind of form from MAX's point of view.

Searches that take more arguments are called in `call_drivers`, `memory.call_with_table`, `ordering.call_with_state` and
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
    """A form that takes no window."""

    def __call__(self, tree: Tree[N, Number], node: N, /) -> Number:
        """The value of `node`."""


class BoundForm(Protocol):
    """A form that takes an upper bound only."""

    def __call__(self, tree: Tree[N, Number], node: N, bound: Number, /) -> Number:
        """The value of `node`, or some value not below `bound`."""


def without_window(form: NodeForm) -> Search:
    """Call a form that takes no window."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return form(tree, node)

    return search


def without_window_for_mover(form: NodeForm) -> Search:
    """Call a negamax form that takes no window."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        found = form(mover(tree), node)
        return found if tree.is_max(node) else -found

    return search


def with_bound_for_mover(form: BoundForm) -> Search:
    """Call a negamax form that takes only an upper bound, for the side to move."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return form(mover(tree), node, beta) if tree.is_max(node) else -form(mover(tree), node, -alpha)

    return search


def for_mover(form: Search) -> Search:
    """Call a negamax form with a window."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        if tree.is_max(node):
            return form(mover(tree), node, alpha, beta)
        return -form(mover(tree), node, -beta, -alpha)

    return search


def by_player(for_max: Search, for_min: Search) -> Search:
    """Call one function if MAX is to move, and the other if MIN is."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        if tree.is_max(node):
            return for_max(tree, node, alpha, beta)
        return for_min(tree, node, alpha, beta)

    return search


class MovesForm(Protocol):
    """A negamax form that makes and takes back moves on one position."""

    def __call__(self, position: Moves[int, Number], alpha: Number, beta: Number, /) -> Number:
        """The value of the position, for the player to move."""


def on_moves(form: MovesForm, walk: Callable[[Any, Any], Any] = Walked) -> Search:
    """Call a form that makes moves, on `walk(tree, node)`.

    Raises: TreeError if the form does not take every move back, even after an error.
    """

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        position = walk(tree, node)
        try:
            if tree.is_max(node):
                return form(position, alpha, beta)
            return -form(position, -beta, -alpha)
        finally:
            if position.made:
                raise TreeError(f"{position.made} of the moves made are not taken back")

    return search


@overload
def guarded(search: Search, name: str) -> Search: ...
@overload
def guarded(search: AnySearch, name: str) -> AnySearch: ...
def guarded(search: Any, name: str) -> Any:
    """The same search, with a clear error if a tree is too deep for its recursion.

    Raises: PreconditionError in place of RecursionError.
    """

    def guard(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Any:
        try:
            return search(tree, node, alpha, beta)
        except RecursionError:
            raise PreconditionError(
                f"{name} is recursive and the tree is deeper than Python's limit; "
                "use explicit_stack, or raise sys.setrecursionlimit"
            ) from None

    update_wrapper(guard, search)  # so that `inspect.unwrap` finds the search itself
    return guard
