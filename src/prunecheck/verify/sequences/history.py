"""Searches that keep something from call to call, with a record of what they were asked."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from prunecheck.subjects.subject import Subject, quiet
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import AnySearch, Choice
from prunecheck.trees.views.cut import Cut, cut
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.records import Step


def earlier_calls(tree: ExplicitTree[Number], depth: int | None) -> Iterator[tuple[Window[Number], int | None]]:
    """The windows and depths of the searches before one of a tree to a depth: less deep, then in narrower windows."""
    for less in range(1, depth or 0):
        yield FULL, less
    values = sorted(set(tree.leaf_values))
    middle = values[len(values) // 2]
    for low, high in ((-INF, middle), (middle, INF), (values[0], values[-1])):
        if low < high:
            yield Window(low, high), depth


class History:
    """A search that notes in `steps` what it is asked, in order; one that `clears` is told to forget between trees."""

    def __init__(self, search: AnySearch, *, clears: bool = False) -> None:
        """Nothing is noted so far."""
        self.steps: list[Step] = []
        self._search = search
        self._clears = clears
        self._last: object = None  # tree

    def __call__(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        """The answer of the search for `node`, which is the root."""
        whole, depth = _whole(quiet(tree))
        if self._clears and self._last is not None and self._last is not whole:
            self.steps.append(Step(None))
        self._last = whole
        self.steps.append(Step(whole, Window(alpha, beta), depth))
        return self._search(tree, node, alpha, beta)


class ReusedInstance(History):
    """One instance of a subject for all calls, opened at the first.

    Before the first search of a tree come the earlier calls: what it keeps of them must do no harm. A table that it
    shows grows from tree to tree, and is not looked at here.
    """

    def __init__(self, subject: Subject) -> None:
        """Nothing is opened or searched so far."""
        super().__init__(self._first)
        self._subject = subject.with_traits(gives_table=False)
        self._tree: object = None

    def __call__(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        """The answer of the one instance for `node`."""
        bare: Tree[Any, Number] = quiet(tree)
        if bare is not self._tree:
            self._tree = bare
            with suppress(Exception):  # it will fail again where that is judged
                self._search_before(bare)
        return super().__call__(tree, node, alpha, beta)

    def _first(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        self._search = self._subject.open().search
        return self._search(tree, node, alpha, beta)

    def _search_before(self, bare: Tree[Any, Number]) -> None:
        inner, depth = _whole(bare)
        for window, plies in earlier_calls(inner, depth):
            if plies == depth and not self._subject.traits.takes_window:
                break
            before: Tree[Any, Number] = bare if plies is None or plies == depth else cut(inner, plies)
            super().__call__(before, before.root, window.alpha, window.beta)


def _whole(tree: Any) -> tuple[ExplicitTree[Number], int | None]:
    """A drawn tree with what lies below its cut, and the depth of the cut."""
    if not isinstance(tree, Cut):
        return tree, None
    whole: Any = tree.inner
    return whole, tree.root[1]
