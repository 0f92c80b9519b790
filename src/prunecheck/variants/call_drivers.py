"""Wrap drivers (functions that call another search at the root) as searches with values from MAX's point of view."""

from collections.abc import Sequence
from typing import Protocol

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import AnySearch, Choice, Search
from prunecheck.variants.drivers.aspiration import aspiration
from prunecheck.variants.drivers.deepening import deepening
from prunecheck.variants.drivers.deepening_with_table import deepening_with_table
from prunecheck.variants.drivers.gradual_aspiration import gradual_aspiration
from prunecheck.variants.memory.call_with_table import MemorySearch
from prunecheck.variants.memory.table import Table


class Driver(Protocol):
    """The type of a driver, a function that calls another search to search the root. It takes no window."""

    def __call__(self, tree: Tree[N, Number], node: N, search: Search, /) -> Choice:
        """The value of `node`, computed by calls of `search`, and the chosen move."""


class ViewDriver(Protocol):
    """The type of a driver that runs a search on a changed tree (a view), in the same window."""

    def __call__(self, tree: Tree[N, Number], node: N, search: Search, alpha: Number, beta: Number, /) -> Number:
        """The value that `search` returns for `node` in a view of `tree`."""


class WindowDriver(Protocol):
    """The type of a driver, a function that calls another search to search the root in a window."""

    def __call__(self, tree: Tree[N, Number], node: N, search: Search, alpha: Number, beta: Number, /) -> Choice:
        """The value of `node`, computed by calls of `search`, and the chosen move."""


def driving(driver: Driver, form: Search) -> AnySearch:
    """Turn a driver that takes no window into a search; the driver calls the search `form`."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Choice:
        return driver(tree, node, form)

    return search


def driving_in_window(driver: WindowDriver, form: Search) -> AnySearch:
    """Turn a driver that takes a window into a search; the driver calls the search `form`."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Choice:
        return driver(tree, node, form, alpha, beta)

    return search


def aspiring(form: Search, guess: Number, margin: Number) -> Search:
    """An aspiration search, which calls the search `form` in a narrow window around a fixed guess."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return aspiration(tree, node, form, guess, margin).value

    return search


def aspiring_gradually(form: Search, guess: Number, margins: Sequence[Number]) -> Search:
    """An aspiration search, which calls the search `form` in a window around a fixed guess.

    The window is widened step by step.
    """

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return gradual_aspiration(tree, node, form, guess, margins).value

    return search


def viewing(driver: ViewDriver, form: Search) -> Search:
    """Turn a driver into a search; the driver runs the search `form` on a changed tree (a view)."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return driver(tree, node, form, alpha, beta)

    return search


def deepened(form: Search, margin: Number) -> Search:
    """A search that calls the search `form` in iterative deepening, until the whole tree is searched."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return deepening(tree, node, form, None, margin)[-1].value

    return search


def deepened_with_table(search: MemorySearch) -> AnySearch:
    """A search by iterative deepening until the whole tree is searched. Each search starts with an empty table."""

    def call(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Choice:
        return deepening_with_table(tree, node, search, None, Table())

    return call
