"""A search of which one instance is kept for all calls, and which has been asked about each tree before."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from prunecheck.subjects.asked import quiet
from prunecheck.subjects.calling import Called
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import Choice
from prunecheck.trees.views.cut import Cut, cut


class Kept:
    """`called` with one instance, made at the first call.

    Before it is asked about a tree for the first time, it searches that tree in narrower windows and, if depth is a
    matter, less deep: what it keeps of that must do no harm. A table that it shows grows from tree to tree, and is not
    looked at here.
    """

    def __init__(self, called: Called) -> None:
        """Nothing is made or asked so far."""
        self._called = called
        self._function: Callable[..., Any] | None = None
        self._tree: object = None
        self.searches = 0  # that were asked of it

    def __call__(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        """The answer of the one instance for `node`."""
        if self._function is None:
            self._function = self._called.make()
        bare: Tree[Any, Number] = quiet(tree)
        if bare is not self._tree:
            self._tree = bare
            with suppress(Exception):  # it will fail again where that is judged
                self._ask_before(self._function, bare, node)
        return self._answer(self._function, tree, node, alpha, beta)

    def _answer(
        self, function: Callable[..., Any], tree: Tree[Any, Number], node: Any, alpha: Number, beta: Number
    ) -> Number | Choice:
        self.searches += 1
        return self._called.answer(function, tree, node, alpha, beta, table=False)

    def _ask_before(self, function: Callable[..., Any], bare: Tree[Any, Number], node: Any) -> None:
        inner: Any = bare.inner if isinstance(bare, Cut) else bare
        if isinstance(bare, Cut) and self._called.convention.depth:
            start, depth = node
            for less in range(1, depth):
                shallow = cut(inner, less)
                self._answer(function, shallow, (start, less), -INF, INF)
        if self._called.convention.window and isinstance(inner, ExplicitTree):
            values = sorted(set(inner.leaf_values))
            middle = values[len(values) // 2]
            for alpha, beta in ((-INF, middle), (middle, INF), (values[0], values[-1])):
                if alpha < beta:
                    self._answer(function, bare, node, alpha, beta)
