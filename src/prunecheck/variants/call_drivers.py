"""Wrap every kind of driver as a search from MAX's point of view; each driver calls a form."""

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
    """A root driver that takes no window."""

    def __call__(self, tree: Tree[N, Number], node: N, search: Search, /) -> Choice:
        """The value of `node`, and the chosen move."""


class ViewDriver(Protocol):
    """A driver that runs a search on a view of the tree, in the same window."""

    def __call__(self, tree: Tree[N, Number], node: N, search: Search, alpha: Number, beta: Number, /) -> Number:
        """The value of `node` in that view."""


class WindowDriver(Protocol):
    """A root driver that takes a window."""

    def __call__(self, tree: Tree[N, Number], node: N, search: Search, alpha: Number, beta: Number, /) -> Choice:
        """The value of `node`, and the chosen move."""


def driving(driver: Driver, form: Search) -> AnySearch:
    """A search that calls a driver without a window; the driver calls `form`."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Choice:
        return driver(tree, node, form)

    return search


def driving_in_window(driver: WindowDriver, form: Search) -> AnySearch:
    """A search that calls a driver with a window; the driver calls `form`."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Choice:
        return driver(tree, node, form, alpha, beta)

    return search


def aspiring(form: Search, guess: Number, margin: Number) -> Search:
    """A search that calls `form` in an aspiration window around a fixed guess."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return aspiration(tree, node, form, guess, margin).value

    return search


def aspiring_gradually(form: Search, guess: Number, margins: Sequence[Number]) -> Search:
    """A search that calls `form` in an aspiration window around a fixed guess, widened step by step."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return gradual_aspiration(tree, node, form, guess, margins).value

    return search


def viewing(driver: ViewDriver, form: Search) -> Search:
    """A search that calls a driver, which runs `form` on a view of the tree."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return driver(tree, node, form, alpha, beta)

    return search


def deepened(form: Search, margin: Number) -> Search:
    """A search that calls `form` in iterative deepening, to the end of the tree."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return deepening(tree, node, form, None, margin)[-1].value

    return search


def deepened_with_table(search: MemorySearch) -> AnySearch:
    """A search by iterative deepening to the end of the tree, with a new table for each call."""

    def call(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Choice:
        return deepening_with_table(tree, node, search, None, Table())

    return call
