"""The Hypothesis strategy that generates explicit trees.

Trees can have ties, single children, leaves at mixed depths, shared nodes, extreme values and MIN at the root.
"""

from hypothesis import strategies as st

from prunecheck.strategies.encoding import HUGE, SCALES, WITHIN_BOUNDS, decode
from prunecheck.strategies.ranges import Range
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number

SHORTEST, LONGEST = 10, 64  # length in bytes; a shrinker pads strings with the mark that does nothing


def trees(
    *,
    shared: bool = True,
    static_values: bool = True,
    extreme_values: bool = True,
    large_values: bool = False,
    huge_values: bool = False,
    turns: bool = False,
    within: Range | None = None,
) -> st.SearchStrategy[ExplicitTree[Number]]:
    """Explicit trees of up to 64 leaves, with MAX or MIN at the root. Players alternate, unless `turns` is True.

    `shared` allows nodes that are reached along several paths, at several depths and with either player to move;
    `static_values` allows values at interior nodes; `extreme_values` allows infinities, integers beyond 64 bits,
    fractions, and floats one unit apart. If `extreme_values` is False, leaf values are integers from -3 to 3.
    `large_values` adds values from -30,000 to 30,000, and `huge_values` adds values beyond 32 and 64 bits. If `turns`
    is True, a player may move several times in a row, and does so in most trees. If a range `within` is passed, all
    values are in this range, and are whole numbers if the range requires whole numbers; `extreme_values` and
    `huge_values` are ignored. Examples shrink towards fewer leaves, then flatter trees, then values near 0, MAX at the
    root, and players who alternate.
    """
    scales = SCALES if extreme_values else HUGE if huge_values else WITHIN_BOUNDS if large_values else ()
    if within is not None:
        scales = within.scales(large=large_values)
    drawn = st.binary(min_size=SHORTEST, max_size=LONGEST).map(
        lambda marks: decode(marks, shared=shared, static_values=static_values, scales=scales, turns=turns)
    )
    return drawn if within is None else drawn.map(within.brought_inside)
