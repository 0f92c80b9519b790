"""What a mutant is, and how each likely cause is called from the viewpoint of MAX."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar, overload

from prunecheck import Number, Search, Tree
from prunecheck.contracts.contract import Contract
from prunecheck.trees.protocol import N
from prunecheck.trees.search import AnySearch
from prunecheck.trees.views.mirrored import mover
from prunecheck.variants.calling import for_mover


class PlayerForm(Protocol):
    """A form with a MAX and a MIN branch that is told who moves."""

    def __call__(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, is_max: bool, /) -> Number:
        """The value found for `node`, for MAX."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A bug: found within `within` drawn trees by `caught_by`; `nodes` are those of the smallest tree that shows it.

    Of trees with finite values alone: an infinite leaf may need fewer. A node that is reached twice with the same
    player to move counts once.
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
    """Enter a bug in the table, under the name of its function; `called` makes a search of it."""

    def enter(form: Any) -> Any:
        name = form.__name__
        MUTANTS[name] = Mutant(name, called(form), caught_by, within, nodes)
        return form

    return enter


def as_it_is(form: AnySearch) -> AnySearch:
    """For a form in MAX's viewpoint."""
    return form


def for_max_at_root(form: PlayerForm) -> Search:
    """For a form that is told who moves: MAX, whoever it is."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return form(tree, node, alpha, beta, True)

    return search


def for_player_at_root(form: PlayerForm) -> Search:
    """For a form that is told who moves."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return form(tree, node, alpha, beta, tree.is_max(node))

    return search


def on_values_of_max(form: Search) -> Search:
    """The bug of a caller: a negamax form on the tree as it is, not as its mover sees it."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return form(tree, node, alpha, beta) if tree.is_max(node) else -form(tree, node, -beta, -alpha)

    return search


def in_the_window_of_max(form: Search) -> Search:
    """The bug of a caller: the result is turned for MIN, the window is not."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        found = form(mover(tree), node, alpha, beta)
        return found if tree.is_max(node) else -found

    return search
