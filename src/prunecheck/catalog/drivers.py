"""The catalogue entries of the drivers, which are functions that call another search at the root.

In the catalogue, each driver calls the search that its publication uses, but a driver also works with other searches.
"""

from typing import Final

from prunecheck.catalog.forms import MANNERS, MOVER
from prunecheck.catalog.records import Need, Variant, claiming
from prunecheck.catalog.witnesses import (
    ANOTHER_ORDER,
    NO_MOVE,
    NO_WINDOW,
    NOTHING_CARRIED,
    RAW_LEAF,
    READ_AGAIN,
    READ_AT_EACH_DEPTH,
    READ_AT_EVERY_DEPTH,
    SEARCHED_FOR_THE_LINE,
    SHALLOW_CHOICE,
    SHALLOW_ORDER,
)
from prunecheck.trees.search import Search
from prunecheck.variants.call_drivers import (
    aspiring,
    aspiring_gradually,
    deepened,
    deepened_with_table,
    driving,
    driving_in_window,
    viewing,
)
from prunecheck.variants.call_forms import by_player, for_mover, guarded
from prunecheck.variants.drivers.best_first import best_first
from prunecheck.variants.drivers.carried_window import carried_window
from prunecheck.variants.drivers.choose_move import choose_move
from prunecheck.variants.drivers.principal_line import principal_line
from prunecheck.variants.forms.negamax_alpha_beta import negamax_alpha_beta
from prunecheck.variants.forms.strict_test import strict_test
from prunecheck.variants.forms.two_functions import max_value, min_value
from prunecheck.variants.memory.call_with_table import for_mover_with_memory
from prunecheck.variants.memory.table_move import table_move

GUESS, MARGIN = 0, 1  # for aspiration
MARGINS = (1, 3)  # for gradual aspiration

STRICT: Final[Search] = guarded(strict_test, "strict_test")
NEGAMAX: Final[Search] = guarded(for_mover(negamax_alpha_beta), "negamax_alpha_beta")
TWO_FUNCTIONS: Final[Search] = guarded(by_player(max_value, min_value), "two_functions")

DRIVERS: Final = (
    Variant(
        name="choose_move",
        title="searches each child of the root in the full window, and chooses the first best child",
        source="CS 112, Snyder",
        source_id="002",
        calls="strict_test",
        search=driving(choose_move, STRICT),
        claims=claiming("fishburn", *MANNERS),
        breaks=(RAW_LEAF, NO_MOVE, NOTHING_CARRIED),
        needs=frozenset({Need.INFINITY, Need.RECURSION}),
    ),
    Variant(
        name="carried_window",
        title="searches the children of the root, each with the best value so far as a bound",
        source="encyclopaedia write-up",
        source_id="001",
        calls="two_functions",
        search=driving_in_window(carried_window, TWO_FUNCTIONS),
        claims=claiming("fishburn", *MANNERS, "first-best", "visits"),
        breaks=(RAW_LEAF,),
        needs=frozenset({Need.ALTERNATION, Need.RECURSION}),
    ),
    Variant(
        name="aspiration",
        title="searches in a narrow window around a guess, and again if the value is outside",
        source="ICS 180A 1997",
        source_id="000",
        calls="negamax_alpha_beta",
        search=aspiring(NEGAMAX, GUESS, MARGIN),
        claims=claiming("fishburn", "conduct"),
        breaks=(RAW_LEAF, READ_AGAIN),
        needs=frozenset({Need.ALTERNATION, Need.INFINITY, Need.NEGATION, Need.RECURSION}),
    ),
    Variant(
        name="gradual_aspiration",
        title="searches in a narrow window around a guess, and in wider windows until the value is inside",
        source="ICS 180A 1997",
        source_id="000",
        calls="negamax_alpha_beta",
        search=aspiring_gradually(NEGAMAX, GUESS, MARGINS),
        claims=claiming("fishburn", "conduct"),
        breaks=(RAW_LEAF, READ_AGAIN, NO_WINDOW),
        needs=frozenset({Need.ALTERNATION, Need.INFINITY, Need.NEGATION, Need.RECURSION}),
    ),
    Variant(
        name="deepening",
        title="searches to depth 1, 2 and so on, each time in a window around the value of the previous depth",
        source="ICS 180A 1997",
        source_id="000",
        calls="negamax_alpha_beta",
        search=deepened(NEGAMAX, MARGIN),
        claims=claiming("fishburn", "conduct"),
        breaks=(RAW_LEAF, READ_AT_EACH_DEPTH),
        needs=frozenset(
            {Need.ALTERNATION, Need.INFINITY, Need.NEGATION, Need.RECURSION, Need.STATIC_VALUES},
        ),
    ),
    Variant(
        name="deepening_with_table",
        title="searches to depth 1, 2 and so on, and first tries the best moves of the previous depth",
        source="Slate and Atkin 1977",
        calls="table_move",
        search=guarded(deepened_with_table(for_mover_with_memory(table_move)), "table_move"),
        claims=claiming("fishburn", "conduct", "best-move"),
        breaks=(RAW_LEAF, READ_AT_EVERY_DEPTH, SHALLOW_ORDER, SHALLOW_CHOICE),
        needs=MOVER | {Need.INFINITY, Need.STATIC_VALUES},
    ),
    Variant(
        name="principal_line",
        title="follows the first best move, node by node, from the root to a leaf",
        source="encyclopaedia write-up",
        source_id="001",
        calls="two_functions",
        search=driving(principal_line, TWO_FUNCTIONS),
        claims=claiming("fishburn", *MANNERS, "first-best", "principal-variation"),
        breaks=(RAW_LEAF, SEARCHED_FOR_THE_LINE),
        needs=frozenset({Need.ALTERNATION, Need.INFINITY, Need.RECURSION}),
    ),
    Variant(
        name="best_first",
        title="sorts moves by static value before it searches them",
        source="CS 112, Snyder",
        source_id="002",
        calls="strict_test",
        search=viewing(best_first, STRICT),
        claims=claiming("fishburn", *MANNERS),
        breaks=(RAW_LEAF, ANOTHER_ORDER),
        needs=frozenset({Need.INFINITY, Need.RECURSION, Need.STATIC_VALUES}),
    ),
)
