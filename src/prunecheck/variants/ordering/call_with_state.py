"""Wrap searches that learn a move order.

Either later searches use the learned order, too, or each search learns from scratch.
"""

from collections.abc import Callable

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import Search
from prunecheck.trees.views.named import named
from prunecheck.variants.call_forms import for_mover
from prunecheck.variants.ordering.history import History, history
from prunecheck.variants.ordering.killers import Killers, killers


def with_killers(known: Killers) -> Search:
    """A search that uses and changes the killer moves in `known`."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return killers(named(tree), node, alpha, beta, 0, known)

    return for_mover(search)


def with_history(known: History, depth: int = 0) -> Search:
    """A search that uses and changes the history scores in `known`, and weights moves by the search depth `depth`."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return history(named(tree), node, alpha, beta, depth, known)

    return for_mover(search)


def made_for_each_call(make: Callable[[], Search]) -> Search:
    """A search that gets a new search from `make` in each call, so that nothing learned in earlier calls is used."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return make()(tree, node, alpha, beta)

    return search
