"""Statements about the values that searches return, and about the effect of a different window."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeAlias

from prunecheck.contracts.case import Case
from prunecheck.contracts.value import FISHBURN
from prunecheck.oracle.minimax import value, values
from prunecheck.theorems.leaves import OfOne, OfTwo
from prunecheck.theorems.searches import result_of, search_of
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number, Tree
from prunecheck.trees.search import Choice, value_of
from prunecheck.trees.values import show
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.walk import heights
from prunecheck.trees.window import Window

SearchNumbered: TypeAlias = Callable[[Tree[int, Number], int, Number, Number], Number | Choice]


def visited_tree(
    search: SearchNumbered, tree: ExplicitTree[Number], alpha: Number, beta: Number
) -> dict[int, list[int]]:
    """Run a search, and map each visited node to its visited children.

    The window may be empty (alpha >= beta).
    """
    log = recorded(tree)
    search(log, tree.root, alpha, beta)
    visited = set(log.asked("is_terminal"))
    return {node: [child for child in tree.children(node) if child in visited] for node in sorted(visited)}


def is_prefix(narrow: dict[int, list[int]], wide: dict[int, list[int]]) -> bool:
    """True if each node of `narrow` is in `wide`, and its children in `narrow` are its first children in `wide`."""
    return all(node in wide and wide[node][: len(below)] == below for node, below in narrow.items())


@lru_cache(maxsize=256)
def _visited_in(name: str, tree: ExplicitTree[Number], window: Window[Number]) -> dict[int, list[int]]:
    return visited_tree(search_of(name, tree), tree, window.alpha, window.beta)


class PrefixInNarrowWindow(OfOne):
    """The tree visited in a narrow window is a prefix of the tree visited in a wider window.

    "Prefix" means: at each node visited in the narrow window, the children visited in the narrow window are the first
    children visited in the wider window.
    """

    def objection(self, tree: ExplicitTree[Number], window: Window[Number], /) -> str | None:
        """A message with a wider window in which a node is skipped that is visited in the narrow window.

        Returns None if no node is skipped.
        """
        narrow = _visited_in(self.search, tree, window)
        for wide in Case(tree).windows:
            around = wide.alpha <= window.alpha and window.beta <= wide.beta
            if around and not is_prefix(narrow, _visited_in(self.search, tree, wide)):
                return f"{self.search} leaves out nodes in {wide} that it visits in {window}"
        return None


class CacheLemma(OfOne):
    """A fail-high result can raise alpha in a later search, and a fail-low result can lower beta.

    If a search in the window (alpha, beta) returned r >= beta, a later search in the window (a, b) can use the window
    (max(a, r), b) instead. If a search in the window (alpha, beta) returned r <= alpha, a later search in the window
    (a, b) can use (a, min(b, r)) instead. If the narrower window is not empty, the result in it is also right for the
    window (a, b).
    """

    def objection(self, tree: ExplicitTree[Number], window: Window[Number], /) -> str | None:
        """A message with the window of a later search, and a narrower window whose result is wrong for this search.

        Returns None if no value is wrong.
        """
        truth, known = value(tree, tree.root), result_of(self.search, tree, window)
        for later in Case(tree).windows:
            alpha = max(later.alpha, known) if known >= window.beta else later.alpha
            beta = min(later.beta, known) if known <= window.alpha else later.beta
            if alpha < beta and (narrowed := Window(alpha, beta)) != later:
                found = result_of(self.search, tree, narrowed)
                if not FISHBURN.holds(found, truth, later):
                    after = f"after the result {show(known)} in {window}"
                    return f"{self.search} returns {show(found)} in {narrowed}, the window {later} narrowed {after}"
        return None


class AtLeastAsTight(OfTwo):
    """Inside the window, both searches return the same value; outside, the bound of `search` is at least as tight."""

    def objection(self, tree: ExplicitTree[Number], window: Window[Number], /) -> str | None:
        """A message with both values, if the statement is false for this tree and window.

        Returns None if the statement is true.
        """
        tight, loose = (result_of(name, tree, window) for name in self.searches)
        if FISHBURN.holds(loose, tight, window):
            return None
        return f"{self.search} returns {show(tight)}, {self.other} {show(loose)}"


class SameResult(OfTwo):
    """Both searches return the same value."""

    def objection(self, tree: ExplicitTree[Number], window: Window[Number], /) -> str | None:
        """A message with both values, if these differ. Returns None if the values are equal."""
        first, second = (result_of(name, tree, window) for name in self.searches)
        return None if first == second else f"{self.search} returns {show(first)}, {self.other} {show(second)}"


class ResultInWindow(OfOne):
    """The value that the search returns lies in [alpha, beta]."""

    def objection(self, tree: ExplicitTree[Number], window: Window[Number], /) -> str | None:
        """A message with the value, if the value lies outside of [alpha, beta].

        Returns None if the value lies in [alpha, beta].
        """
        found = result_of(self.search, tree, window)
        return None if window.alpha <= found <= window.beta else f"{self.search} returns {show(found)} in {window}"


def _returned(
    name: str, tree: ExplicitTree[Number], window: Window[Number], *, narrowed: bool
) -> Iterator[tuple[Number, int]]:
    """For each child of the root: the value returned for it, from the root player's point of view, and the child.

    If `narrowed` is True, each returned value narrows the window for the next child, as in alpha-beta itself.
    """
    is_max, alpha, beta = tree.is_max(tree.root), window.alpha, window.beta
    for child in tree.children(tree.root):
        if not alpha < beta:
            return
        found = result_of(name, tree, Window(alpha, beta), node=child)
        yield found if is_max else -found, child
        if narrowed and is_max:
            alpha = max(alpha, found)
        elif narrowed:
            beta = min(beta, found)


class EqualResultsAreEqualMoves(OfOne):
    """All moves at the root for which alpha-beta returns the best value are best moves."""

    def objection(self, tree: ExplicitTree[Number], window: Window[Number], /) -> str | None:
        """A message with a move whose value is worse than the returned value. Returns None if no value is wrong."""
        found = list(_returned(self.search, tree, window, narrowed=True))
        best, known = max(found, default=(-INF, 0))[0], values(tree, tree.root)
        for returned, child in found:
            if returned == best and known[child] != known[tree.root]:
                seen = show(best if tree.is_max(tree.root) else -best)
                return (
                    f"{self.search} returns the best value, {seen}, for a move whose true value is {show(known[child])}"
                )
        return None


class BestBoundIsBestMove(OfOne):
    """If the root fails low, the first move with the highest returned value is a best move."""

    def objection(self, tree: ExplicitTree[Number], window: Window[Number], /) -> str | None:
        """A message about the first move with the highest returned value, if this move is not a best move.

        Returns None if the first move with the highest returned value is a best move.
        """
        known, is_max = values(tree, tree.root), tree.is_max(tree.root)
        truth = known[tree.root]
        if tree.is_terminal(tree.root) or (truth > window.alpha if is_max else truth < window.beta):
            return None
        returned, child = max(_returned(self.search, tree, window, narrowed=False), key=lambda pair: pair[0])
        if known[child] == truth:
            return None
        bound = show(returned if is_max else -returned)
        return (
            f"{self.search} returns {bound} for a move whose true value is {show(known[child])}; the best move "
            f"has {show(truth)}"
        )


class SameValueAtEachDepth(OfOne):
    """Searches to all depths return the same value."""

    def objection(self, tree: ExplicitTree[Number], window: Window[Number], /) -> str | None:
        """A message with the value at each depth, if these values differ. Returns None if the values are equal."""
        search, found = search_of(self.search, tree), {}
        for depth in range(1, heights(tree, tree.root)[tree.root] + 1):
            limited = cut(tree, depth)
            found[depth] = value_of(search(limited, limited.root, window.alpha, window.beta))
        if len(set(found.values())) <= 1:
            return None
        return f"{self.search} returns " + ", ".join(
            f"{show(returned)} to depth {depth}" for depth, returned in found.items()
        )
