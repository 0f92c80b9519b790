"""Call the searches that learn an order from MAX's point of view, with state that is kept, or new for each call."""

from collections.abc import Callable

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import AnySearch, Choice, Search
from prunecheck.trees.views.named import named
from prunecheck.variants.calling import for_mover
from prunecheck.variants.memory.calling import MemorySearch
from prunecheck.variants.memory.table import Table
from prunecheck.variants.ordering.deepening_with_table import deepening_with_table
from prunecheck.variants.ordering.history import History, history
from prunecheck.variants.ordering.killers import Killers, killers


def with_killers(known: Killers) -> Search:
    """A search that uses and changes these killers."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return killers(named(tree), node, alpha, beta, 0, known)

    return for_mover(search)


def with_history(known: History, depth: int = 0) -> Search:
    """A search that uses and changes this history; `depth` is that of the search, for the weight of moves."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return history(named(tree), node, alpha, beta, depth, known)

    return for_mover(search)


def made_for_each_call(make: Callable[[], Search]) -> Search:
    """A search that calls a new one from `make` each time, so it keeps nothing between calls."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return make()(tree, node, alpha, beta)

    return search


def deepened_with_table(search: MemorySearch) -> AnySearch:
    """Call iterative deepening to the end of the tree, with a new table for each call."""

    def call(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Choice:
        return deepening_with_table(tree, node, search, None, Table())

    return call
