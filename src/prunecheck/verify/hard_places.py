"""Trees that are hard on searches, tried before any is drawn: wide, long, tied, large, shared, either player first."""

from collections.abc import Iterator

from prunecheck.trees.explicit import ExplicitTree, build
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import Number

WIDE, LONG, TEETH = 200, 40, 12
LARGE = 30_000


def hard_places() -> Iterator[ExplicitTree[Number]]:
    """The trees, each with either player to move at the root. Values are integers up to 30,000 on either side."""
    for nested in _nested():
        for player in (True, False):
            yield from_nested(nested, max_at_root=player)
    for children, values in _shared():
        for player in (True, False):
            yield build(children, values, max_at_root=player)


def _nested() -> Iterator[object]:
    yield 0
    yield -LARGE
    yield LARGE
    yield [7 * nth % WIDE for nth in range(WIDE)]  # many children
    yield [[nth, -nth] for nth in range(TEETH)]
    chain: object = 1
    for _ in range(LONG):
        chain = [chain]
    yield chain  # many plies, one move each
    comb: object = 0
    for nth in range(TEETH):
        comb = [nth % 5 - 2, comb]
    yield comb  # leaves at every depth
    yield [[[0, 0], [0, 0]], [[0, 0], [0, 0]]]  # ties everywhere
    yield [[[-5, -3], [-8, -9]], [[-7, -2], [-4, -6]]]  # nothing above zero
    yield [[[5, 3], [8, 9]], [[7, 2], [4, 6]]]
    yield [[LARGE, -LARGE], [-LARGE, -LARGE], [LARGE, LARGE]]
    yield [[-LARGE, -LARGE], [-LARGE]]  # all is lost
    yield [[1], [[2]], [[[3]]], [[[[0]]]]]


def _shared() -> Iterator[tuple[list[list[int]], list[Number | None]]]:
    yield [[1, 2], [3], [3], [4, 5], [], []], [None, None, None, None, 2, 1]  # one position, two ways, one depth
    yield [[1, 2], [2, 3], [4, 5], [], [], []], [None, None, None, 1, 3, -2]  # at two depths, with either player
    yield [[1, 3, 2], [4, 5], [1, 6], [1], [], [], []], [None, None, None, None, 2, -1, 0]
