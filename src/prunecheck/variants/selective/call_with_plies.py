"""Wrap selective searches, which need the number of plies left, as searches with values from MAX's point of view."""

from collections.abc import Callable
from functools import partial
from typing import Any

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import Search
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.views.quiescent import horizon, jumps
from prunecheck.trees.views.turnable import turnable
from prunecheck.trees.walk import height
from prunecheck.variants.call_forms import for_mover
from prunecheck.variants.selective.null_move import null_move
from prunecheck.variants.selective.quiescence import quiescence


def to_the_last_ply(form: Callable[..., Number]) -> Search:
    """Turn a negamax function that needs the number of plies left into a search of the whole tree.

    At the start node, the number of plies left is the height of the tree below this node.
    """

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        plies = height(tree, node)
        return for_mover(form)(Cut(tree, plies), (node, plies), alpha, beta)

    return search


def quiescing(plies: int, margin: Number) -> Search:
    """A search with quiescence search after `plies` plies.

    A move is noisy if it changes the static value by at least `margin`.
    """

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        form = partial(quiescence, noisy=jumps(tree, margin))
        return for_mover(form)(horizon(tree, plies), (node, plies), alpha, beta)

    return search


def with_pass(after_pass: Callable[[Any], Any]) -> Search:
    """A search with null-move pruning.

    `after_pass` returns the position after a pass, or None if a pass is not allowed.
    """
    return to_the_last_ply(partial(null_move, after_pass=after_pass))


def turning(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """A search with null-move pruning for a game whose rules have no pass: the null move only changes the side to move.

    After the null move, the opponent chooses among the moves that the passing player had.
    """
    plies, turned = height(tree, node), turnable(tree)
    form = partial(null_move, after_pass=turned.after_pass)
    return for_mover(form)(Cut(turned, plies), ((node, False), plies), alpha, beta)
