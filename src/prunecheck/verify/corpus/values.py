"""Trees with the values that a search declares: at the ends of its range, close together, infinite."""

from collections.abc import Iterator

from prunecheck.strategies import Range
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import INF, Number


def infinite() -> Iterator[ExplicitTree[Number]]:
    """Trees on which all is lost or won by an infinity: no move is better than the worst that there is."""
    for nested in ([INF], [-INF], [-INF, -INF], [[INF]], [[[-INF], [-INF]], [[-INF]]], [[[INF, INF]], [[INF]]]):
        for player in (True, False):
            yield from_nested(nested, max_at_root=player)


def hard_values(declared: Range) -> Iterator[ExplicitTree[Number]]:
    """The trees, each with either player to move at the root; what lies outside is still to be brought inside."""
    for a, b, c, d in declared.sets():
        for nested in ([[c, d], [a, b]], [[b, a], [d, c]], [[a], [d, b], c]):
            for player in (True, False):
                yield from_nested(nested, max_at_root=player)
