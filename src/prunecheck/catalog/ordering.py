"""The catalogue entries of the searches that learn the order of moves."""

from typing import Final

from prunecheck.catalog.forms import MANNERS, MOVER
from prunecheck.catalog.records import Need, Variant, claiming
from prunecheck.catalog.witnesses import (
    HISTORY_COSTS_A_LEAF,
    HISTORY_FIRST,
    KILLER_COSTS_A_LEAF,
    KILLER_FIRST,
    RAW_LEAF,
)
from prunecheck.variants.call_forms import guarded
from prunecheck.variants.ordering.call_with_state import made_for_each_call, with_history, with_killers
from prunecheck.variants.ordering.history import History
from prunecheck.variants.ordering.killers import Killers

ORDERING: Final = (
    Variant(
        name="killers",
        title="fail-soft; first tries the moves that caused a cutoff at the same ply",
        source="Akl and Newborn 1977",
        search=guarded(made_for_each_call(lambda: with_killers(Killers())), "killers"),
        claims=claiming("fishburn", *MANNERS),
        breaks=(RAW_LEAF, KILLER_FIRST, KILLER_COSTS_A_LEAF),
        needs=MOVER | {Need.INFINITY},
    ),
    Variant(
        name="history",
        title="fail-soft; first tries the moves that were good anywhere in the tree",
        source="Schaeffer 1983, 1989",
        search=guarded(made_for_each_call(lambda: with_history(History())), "history"),
        claims=claiming("fishburn", *MANNERS),
        breaks=(RAW_LEAF, HISTORY_FIRST, HISTORY_COSTS_A_LEAF),
        needs=MOVER | {Need.INFINITY},
    ),
)
