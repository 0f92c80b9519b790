"""Aspiration search: search a narrow window around a guess; if the value lies outside, re-search with one end open.

Source: 000, ICS 180A, "Strategy and board game programming" (UC Irvine, spring 1997), on (x - epsilon, x + epsilon).
"""

from typing import NamedTuple

from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import Search
from prunecheck.trees.values import total
from prunecheck.trees.window import FULL, Window


class Aspired(NamedTuple):
    """The value of the root for MAX, and the windows searched; the search in the last window returned the value."""

    value: Number
    windows: tuple[Window[Number], ...]


def aspiration(tree: Tree[N, Number], node: N, search: Search, guess: Number, margin: Number) -> Aspired:
    """The value of `node`, searched first in (guess - margin, guess + margin).

    Viewpoint: values are from MAX's point of view. If the search fails low, it is repeated with the lower end open; if
    it fails high, it is repeated with the upper end open.
    Requires: `search` satisfies the contract `knuth`: inside the window, its results are exact; outside it, they are on
    the correct side. Any guess is allowed. The full window is searched if the guess is infinite, or if the margin is so
    small that adding or subtracting it does not change the guess.
    Cost: one or two searches.
    Returns: the minimax value, and the windows searched.
    Raises: only errors that `tree` or `search` raises.
    """
    low, high = total(guess, -margin), total(guess, margin)
    if not low < guess < high:
        return Aspired(search(tree, node, -INF, INF), (FULL,))
    narrow = Window(low, high)
    value = search(tree, node, low, high)
    if low < value < high:
        return Aspired(value, (narrow,))
    wide = Window(-INF, high) if value <= low else Window(low, INF)
    return Aspired(search(tree, node, wide.alpha, wide.beta), (narrow, wide))
