"""The catalogue entries of the state-space searches."""

from typing import Final

from prunecheck.catalog.records import Variant, claiming
from prunecheck.catalog.witnesses import (
    MOVES_OF_MAX_FIRST,
    MOVES_OF_MIN_FIRST,
    ONE_SIDED,
    RAW_LEAF,
    RAW_LEAF_ABOVE,
)
from prunecheck.variants.state_space.dual_star import dual_star
from prunecheck.variants.state_space.sss_star import sss_star

STATE_SPACE: Final = (
    Variant(
        name="sss_star",
        title="best-first search for MAX's best strategy, with a list of open states",
        source="Stockman 1979",
        search=sss_star,
        claims=claiming("fishburn", "conduct", "within"),
        breaks=(RAW_LEAF_ABOVE, MOVES_OF_MAX_FIRST, ONE_SIDED),
        needs=frozenset(),
    ),
    Variant(
        name="dual_star",
        title="the dual of SSS*: best-first search for MIN's best strategy",
        source="Marsland, Reinefeld and Schaeffer 1987",
        search=dual_star,
        claims=claiming("fishburn", "conduct", "within"),
        breaks=(RAW_LEAF, MOVES_OF_MIN_FIRST, ONE_SIDED),
        needs=frozenset(),
    ),
)
