"""The catalogue entries of the searches built on null windows."""

from typing import Final

from prunecheck.catalog.forms import MANNERS, MOVER, form
from prunecheck.catalog.records import Need, Variant, claiming
from prunecheck.catalog.witnesses import (
    MOVES_OF_MAX_FIRST,
    MOVES_OF_MIN_FIRST,
    NO_OUTER_BOUND,
    ONE_SIDED,
    RAW_LEAF,
    SEARCHED_AFTER_THE_TEST,
    SEARCHED_AGAIN,
    SEARCHED_DEEP_AGAIN,
)
from prunecheck.variants.call_forms import for_mover, guarded, without_window
from prunecheck.variants.memory.by_node import by_node
from prunecheck.variants.null_windows.bisection import bisection
from prunecheck.variants.null_windows.mt_dual import mt_dual
from prunecheck.variants.null_windows.mt_sss import mt_sss
from prunecheck.variants.null_windows.mtd_f import mtd_f
from prunecheck.variants.null_windows.negascout import negascout
from prunecheck.variants.null_windows.negascout_last_plies import negascout_last_plies
from prunecheck.variants.null_windows.pvs import pvs
from prunecheck.variants.null_windows.scout import scout

GUESS = 1  # the first guess of MTD(f)

NULL_WINDOWS: Final = (
    form(
        name="scout",
        title="before it searches a child, tests whether the child is better than the best one so far",
        source="Pearl 1980",
        search=without_window(scout),
        claims=claiming("fishburn", *MANNERS),
        breaks=(RAW_LEAF, SEARCHED_AFTER_THE_TEST, NO_OUTER_BOUND),
        needs=frozenset({Need.RECURSION}),
    ),
    form(
        name="pvs",
        title="principal variation search: null-window tests after the first child; returns alpha if it fails low, "
        "and the child's value if it fails high",
        source="Marsland and Campbell 1982",
        search=for_mover(pvs),
        claims=claiming("fishburn", *MANNERS, "within"),
        breaks=(RAW_LEAF, SEARCHED_AGAIN),
        needs=MOVER | {Need.INFINITY},
    ),
    form(
        name="negascout",
        title="tests all children after the first in a null window; fail-soft; a re-search starts from the value found",
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

MTD: Final = (
    Variant(
        name="mt_sss",
        title="SSS* by null-window searches with memory, which lower an upper bound on the value",
        source="Plaat et al. 1995, AB-SSS*",
        search=guarded(by_node(mt_sss), "mt_sss"),
        claims=claiming("fishburn", "conduct", "within"),
        breaks=(RAW_LEAF, MOVES_OF_MAX_FIRST, ONE_SIDED),
        needs=frozenset({Need.INFINITY, Need.RECURSION}),
    ),
    Variant(
        name="mt_dual",
        title="the dual of SSS* by null-window searches with memory, which raise a lower bound on the value",
        source="Plaat et al. 1995, AB-DUAL*",
        search=guarded(by_node(mt_dual), "mt_dual"),
        claims=claiming("fishburn", "conduct", "within"),
        breaks=(RAW_LEAF, MOVES_OF_MIN_FIRST, ONE_SIDED),
        needs=frozenset({Need.INFINITY, Need.RECURSION}),
    ),
    Variant(
        name="mtd_f",
        title="null-window searches with memory, beginning at a guess of the value (here 1)",
        source="Plaat et al. 1996",
        search=guarded(by_node(mtd_f, GUESS), "mtd_f"),
        claims=claiming("fishburn", "conduct", "within"),
        breaks=(RAW_LEAF, MOVES_OF_MAX_FIRST, ONE_SIDED),
        needs=frozenset({Need.INFINITY, Need.RECURSION}),
    ),
    Variant(
        name="bisection",
        title="null-window searches with memory, each halfway between the current bounds",
        source="Coplan 1982, C*",
        search=guarded(by_node(bisection), "bisection"),
        claims=claiming("fishburn", "conduct", "within"),
        breaks=(RAW_LEAF, MOVES_OF_MIN_FIRST, ONE_SIDED),
        needs=frozenset({Need.INFINITY, Need.RECURSION}),
    ),
)
