"""The rows of the searches built on null windows."""

from typing import Final

from prunecheck.catalog.forms import MANNERS, MOVER, form
from prunecheck.catalog.records import Need, claiming
from prunecheck.catalog.witnesses import (
    NO_OUTER_BOUND,
    RAW_LEAF,
    SEARCHED_AFTER_THE_TEST,
    SEARCHED_AGAIN,
    SEARCHED_DEEP_AGAIN,
)
from prunecheck.variants.calling import for_mover, without_window
from prunecheck.variants.null_windows.negascout import negascout
from prunecheck.variants.null_windows.negascout_last_plies import negascout_last_plies
from prunecheck.variants.null_windows.pvs import pvs
from prunecheck.variants.null_windows.scout import scout

NULL_WINDOWS: Final = (
    form(
        name="scout",
        title="tests whether a child can improve on the best value before it searches it",
        source="Pearl 1980",
        search=without_window(scout),
        claims=claiming("fishburn", *MANNERS),
        breaks=(RAW_LEAF, SEARCHED_AFTER_THE_TEST, NO_OUTER_BOUND),
        needs=frozenset({Need.RECURSION}),
    ),
    form(
        name="pvs",
        title="principal variation search: null windows after the first child, fail-hard",
        source="Marsland and Campbell 1982",
        search=for_mover(pvs),
        claims=claiming("fishburn", *MANNERS, "within"),
        breaks=(RAW_LEAF, SEARCHED_AGAIN),
        needs=MOVER | {Need.INFINITY},
    ),
    form(
        name="negascout",
        title="null windows after the first child, fail-soft; re-searches from the value found",
        source="Reinefeld 1983",
        search=for_mover(negascout),
        claims=claiming("fishburn", *MANNERS, "within"),
        breaks=(RAW_LEAF, SEARCHED_AGAIN),
        needs=MOVER | {Need.INFINITY},
    ),
    form(
        name="negascout_last_plies",
        title="NegaScout without re-searches in the last two plies",
        source="Reinefeld 1983, depth >= d - 2",
        search=for_mover(negascout_last_plies),
        claims=claiming("fishburn", *MANNERS, "within"),
        breaks=(RAW_LEAF, SEARCHED_DEEP_AGAIN),
        needs=MOVER | {Need.INFINITY},
    ),
)
