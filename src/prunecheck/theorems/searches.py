"""The searches that theorems name: the variants of the catalogue, and MTD(f) with a perfect first guess."""

from functools import lru_cache
from typing import Final

from prunecheck.catalog import variant
from prunecheck.contracts.evidence import run
from prunecheck.oracle.minimax import value
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.search import AnySearch, value_of
from prunecheck.trees.window import Window
from prunecheck.variants.memory.by_node import by_node
from prunecheck.variants.null_windows.mtd_f import mtd_f

MTD_AT_V: Final = "mtd_f with f = v"  # the oracle supplies v


def search_of(name: str, tree: ExplicitTree[Number]) -> AnySearch:
    """The search called `name`, to be run on `tree`. Raises: UnknownNameError if no search has this name."""
    return by_node(mtd_f, value(tree, tree.root)) if name == MTD_AT_V else variant(name).search


@lru_cache(maxsize=1024)
def leaves_of(name: str, tree: ExplicitTree[Number], window: Window[Number]) -> tuple[int, ...]:
    """The leaves that a search evaluates, in order. A leaf that is evaluated twice is listed twice."""
    done = run(search_of(name, tree), tree, window)
    assert done.failure is None, f"{name} on {tree!r} in {window}: {done.failure}"
    return tuple(done.leaves)


def result_of(name: str, tree: ExplicitTree[Number], window: Window[Number], *, node: int | None = None) -> Number:
    """The value that the search `name` returns for `node` or, if `node` is None, for the root of the tree."""
    search = search_of(name, tree)
    return value_of(search(tree, tree.root if node is None else node, window.alpha, window.beta))
