"""Aspiration with gradual widening: if a search fails low or high, that end of the window moves out a little.

Most values lie near the guess, so a slightly wider window is usually enough. After the last margin, that end of the
window is open, so the number of searches is bounded for all values.

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
    Requires: `search` satisfies the contract `knuth`; margins grow. Any guess is allowed. A margin is skipped if it
    moves no end, because it is too small or not larger than the last.
    Cost: the number of searches is at most the number of margins plus one.
    Returns: the minimax value, and the windows searched; the last window gave the value.
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
    """The upper ends of windows to try, in ascending order, all above the guess; the last end is infinity."""
    ends: list[Number] = []
    for margin in margins:
        end = total(guess, margin)
        if (ends[-1] if ends else guess) < end < INF:
            ends.append(end)
    return [*ends, INF]
