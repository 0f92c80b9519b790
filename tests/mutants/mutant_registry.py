"""The registry of mutants, and functions that call each kind of mutant from MAX's point of view."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar, overload

from prunecheck import Number, Search, Tree
from prunecheck.contracts.contract import Contract
from prunecheck.trees.protocol import N
from prunecheck.trees.search import AnySearch
from prunecheck.trees.views.mirrored import mover
from prunecheck.variants.call_forms import for_mover


class PlayerForm(Protocol):
    """A form with a MAX and a MIN branch, and an argument for the side to move."""

    def __call__(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, is_max: bool, /) -> Number:
        """The value of `node`, for MAX."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A bug that `caught_by` must find within this number of random trees; its smallest witness has `nodes` nodes.

    Only witnesses with finite leaves count, since a tree with an infinite leaf may need fewer nodes. A node that is
    reached twice with the same player to move counts once.
    """

    name: str
    search: AnySearch
    caught_by: Contract
    within: int
    nodes: int


MUTANTS: Final[dict[str, Mutant]] = {}

S = TypeVar("S", bound=AnySearch)
F = TypeVar("F")


@overload
def mutant(*, caught_by: Contract, within: int, nodes: int) -> Callable[[S], S]: ...
@overload
def mutant(*, caught_by: Contract, within: int, nodes: int, called: Callable[[F], AnySearch]) -> Callable[[F], F]: ...
def mutant(
    *, caught_by: Contract, within: int, nodes: int, called: Callable[[Any], AnySearch] = for_mover
) -> Callable[[Any], Any]:
    """Register a bug under the name of its function; `called` turns the function into a search."""

    def enter(form: Any) -> Any:
        name = form.__name__
        MUTANTS[name] = Mutant(name, called(form), caught_by, within, nodes)
        return form

    return enter


def as_it_is(form: AnySearch) -> AnySearch:
    """Call a form with MAX's values."""
    return form


def for_max_at_root(form: PlayerForm) -> Search:
    """Call a form that takes the side to move, always with MAX at the root."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return form(tree, node, alpha, beta, True)

    return search


def for_player_at_root(form: PlayerForm) -> Search:
    """Call a form with an argument for the side to move."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return form(tree, node, alpha, beta, tree.is_max(node))

    return search


def on_values_of_max(form: Search) -> Search:
    """A bug of a caller: a negamax form is called with MAX's values."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return form(tree, node, alpha, beta) if tree.is_max(node) else -form(tree, node, -beta, -alpha)

    return search


def in_the_window_of_max(form: Search) -> Search:
    """A bug of a caller: the result is negated for MIN, but the window is not."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        found = form(mover(tree), node, alpha, beta)
        return found if tree.is_max(node) else -found

    return search
