"""The catalogue entries of the searches with a transposition table; each search starts with an empty table."""

from typing import Final

from prunecheck.catalog.forms import MAX_AND_MIN, MOVER
from prunecheck.catalog.records import Need, Variant, claiming
from prunecheck.catalog.witnesses import KNOWN_LEAF, KNOWN_POSITIONS, RAW_LEAF
from prunecheck.variants.call_forms import guarded
from prunecheck.variants.memory.call_with_table import for_mover_with_memory, to_the_end, with_own_table
from prunecheck.variants.memory.enhanced_cutoffs import enhanced_cutoffs
from prunecheck.variants.memory.internal_deepening import internal_deepening
from prunecheck.variants.memory.negascout_with_memory import negascout_with_memory
from prunecheck.variants.memory.stack_with_memory import stack_with_memory
from prunecheck.variants.memory.table_move import table_move
from prunecheck.variants.memory.with_memory import with_memory

WITH_TABLE: Final = ("fishburn", "best-move", "table")

MEMORY: Final = (
    Variant(
        name="with_memory",
        title="fail-soft alpha-beta with a transposition table of lower and upper bounds",
        source="Plaat 1997, AlphaBetaWithMemory",
        search=guarded(with_own_table(with_memory), "with_memory"),
        claims=claiming(*WITH_TABLE, "conduct", "within", "first-best"),
        breaks=(RAW_LEAF, KNOWN_LEAF, KNOWN_POSITIONS),
        needs=MAX_AND_MIN,
    ),
    Variant(
        name="stack_with_memory",
        title="fail-soft with a table, and an explicit stack instead of recursion, for trees of any depth",
        source="Plaat 1997, as a loop",
        search=with_own_table(stack_with_memory),
        claims=claiming(*WITH_TABLE, "conduct", "within", "first-best"),
        breaks=(RAW_LEAF, KNOWN_LEAF, KNOWN_POSITIONS),
        needs=frozenset({Need.INFINITY}),
    ),
    Variant(
        name="table_move",
        title="fail-soft with a table; first tries the best move that the table stores",
        source="Slate and Atkin 1977",
        search=guarded(with_own_table(for_mover_with_memory(table_move)), "table_move"),
        claims=claiming(*WITH_TABLE, "conduct", "first-best"),
        breaks=(RAW_LEAF, KNOWN_LEAF, KNOWN_POSITIONS),
        needs=MOVER | {Need.INFINITY},
    ),
    Variant(
        name="enhanced_cutoffs",
        title="fail-soft with a table; looks up all children before it searches one of them",
        source="Schaeffer and Plaat 1996",
        search=guarded(with_own_table(for_mover_with_memory(enhanced_cutoffs)), "enhanced_cutoffs"),
        claims=claiming(*WITH_TABLE, "conduct", "within", "first-best"),
        breaks=(RAW_LEAF, KNOWN_LEAF, KNOWN_POSITIONS),
        needs=MOVER | {Need.INFINITY},
    ),
    Variant(
        name="internal_deepening",
        title="first tries the stored move; if there is none, finds a move by a search that is two plies less deep",
        source="Scott 1969",
        search=guarded(to_the_end(for_mover_with_memory(internal_deepening)), "internal_deepening"),
        claims=claiming(*WITH_TABLE, "conduct"),
        breaks=(RAW_LEAF, KNOWN_LEAF, KNOWN_POSITIONS),
        needs=MOVER | {Need.INFINITY, Need.STATIC_VALUES},
    ),
    Variant(
        name="negascout_with_memory",
        title="NegaScout with a transposition table, so that re-searches use the bounds from the first search",
        source="Reinefeld 1983; Plaat 1996",
        search=guarded(with_own_table(negascout_with_memory), "negascout_with_memory"),
        claims=claiming(*WITH_TABLE, "conduct", "within", "first-best"),
        breaks=(RAW_LEAF, KNOWN_LEAF, KNOWN_POSITIONS),
        needs=MAX_AND_MIN,
    ),
)
