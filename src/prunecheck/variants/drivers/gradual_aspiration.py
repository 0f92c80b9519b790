"""Aspiration search with gradual widening: after a fail low or fail high, the window is made only a little wider.

Most values lie near the guess, so a slightly wider window is usually enough. If the search also fails with the last
margin, the end of the window is moved to infinity, so the number of searches is limited.

Source: 000, ICS 180A, "Strategy and board game programming" (UC Irvine, spring 1997), for the window (x - epsilon, x +
epsilon); the growing margins are chess-programming practice.
"""

from collections.abc import Sequence

from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import Search
from prunecheck.trees.values import total
from prunecheck.trees.window import Window
from prunecheck.variants.drivers.aspiration import Aspired


def gradual_aspiration(
    tree: Tree[N, Number], node: N, search: Search, guess: Number, margins: Sequence[Number]
) -> Aspired:
    """The value of `node`, searched first in (guess - margins[0], guess + margins[0]).

    Viewpoint: values are from MAX's point of view. If the search fails low, it is repeated with the lower end at the
    guess minus the next margin, and finally at -infinity. If the search fails high, the upper end is moved in the same
    way.
    Requires: `search` satisfies the contract `knuth`: inside the window, its results are exact; outside it, they are on
    the correct side; each margin is greater than the one before. Any guess is allowed. A margin is skipped if it is not
    greater than the margin before. A margin is also skipped if it is too small to change the end of the window, which
    may be a float.
    Cost: the number of searches is at most the number of margins plus one.
    Returns: the minimax value, and the windows searched; the search in the last window returned the value.
    Raises: only errors that `tree` or `search` raises.
    """
    lows = [-end for end in _ends(-guess, margins)]
    highs = _ends(guess, margins)
    windows: list[Window[Number]] = []
    while True:
        low, high = lows[0], highs[0]
        windows.append(Window(low, high))
        value = search(tree, node, low, high)
        if value <= low and len(lows) > 1:
            del lows[0]
        elif value >= high and len(highs) > 1:
            del highs[0]
        else:
            return Aspired(value, tuple(windows))


def _ends(guess: Number, margins: Sequence[Number]) -> list[Number]:
    """The upper window ends to try, in ascending order. All are above the guess, and the last is infinity."""
    ends: list[Number] = []
    for margin in margins:
        end = total(guess, margin)
        if (ends[-1] if ends else guess) < end < INF:
            ends.append(end)
    return [*ends, INF]
