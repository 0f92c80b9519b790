"""Aspiration with gradual widening: a search that fails is repeated with its failing end a little further out.

Most values lie near the guess, so most failures need a somewhat wider window only. After the last margin the failing
end is open, so the number of searches is bounded, whatever the values are.

Source: 000, ICS 180A, "Strategy and board game programming" (UC Irvine, spring 1997), on (x - epsilon, x + epsilon);
the growing margins are chess-programming practice.
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
    """Value of `node`, searched first in (guess - margins[0], guess + margins[0]).

    Viewpoint: MAX. Inside: done. Fails low: once more with a lower end of guess - the next margin, at last of
    -infinity. Fails high: the same with the upper end.
    Requires: `search` satisfies `knuth`; margins grow. Any guess is allowed; a margin that does not move an end, since
    it is too small or does not grow, is passed over.
    Cost: at most one search more than there are margins.
    Returns: the minimax value, and the windows searched; the last one gave the value.
    Raises: nothing itself; errors from `tree` or `search` pass through.
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
    """The upper ends, each above the guess and the one before; the last one is infinity."""
    ends: list[Number] = []
    for margin in margins:
        end = total(guess, margin)
        if (ends[-1] if ends else guess) < end < INF:
            ends.append(end)
    return [*ends, INF]
