"""Check whether a search may return a bound of its window to its driver when the value is worse than the bound."""

from random import Random
from typing import Final

from prunecheck.errors import OutsideError
from prunecheck.failures import SubjectError
from prunecheck.oracle.minimax import value
from prunecheck.subjects.own_game.judging.shapes import drawn_tree
from prunecheck.subjects.own_game.judging.shown_tree import answer_of, value_in
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.sandbox.limits import ComputingTime
from prunecheck.trees.protocol import INF

TREES: Final = 200
MOST_SECONDS: Final = 1.0  # seconds of computing


def returns_bounds(game: OwnGame) -> bool:
    """True if, on some random tree, the search returns a bound of its window although the value is beyond it.

    The driver is a function that calls the search for each move. Only values that are worse for the driver are checked.
    A search that cuts off only beyond the bound never returns such a bound. So its driver may treat a value equal to
    the bound as exact. Only calls with the function and depth of the first one are checked, since
    these search the driver's moves.
    """
    random, time = Random(0), ComputingTime(MOST_SECONDS)  # noqa: S311  # not for security
    largest = game.rules[game.first_search].largest
    for _ in range(TREES):
        if time.is_over:
            return False
        tree = drawn_tree(game, random)
        start = game.start_of(tree)
        if start is None or start.function != game.first_search.function or game.is_max(start) != largest:
            continue
        true = value(tree, tree.root)
        for bound in sorted({leaf for leaf in tree.leaf_values if (leaf < true if largest else leaf > true)}):
            window = (-INF, bound) if largest else (bound, INF)
            try:
                if value_in(game, start, answer_of(game, start, tree, tree.root, *window)) == bound:
                    return True
            except (OutsideError, SubjectError):
                break
    return False
