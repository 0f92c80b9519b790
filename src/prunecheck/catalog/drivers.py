"""The drivers' rows, each with the form that its source calls; any other form would do."""

from typing import Final

from prunecheck.catalog.forms import MANNERS
from prunecheck.catalog.records import Need, Variant, claiming
from prunecheck.catalog.witnesses import NO_MOVE, NOTHING_CARRIED, RAW_LEAF, READ_AGAIN
from prunecheck.variants.calling import by_player, for_mover, guarded
from prunecheck.variants.drivers.carried_window import carried_window
from prunecheck.variants.drivers.choose_move import choose_move
from prunecheck.variants.driving import aspiring, driving, driving_in_window
from prunecheck.variants.forms.negamax_alpha_beta import negamax_alpha_beta
from prunecheck.variants.forms.strict_test import strict_test
from prunecheck.variants.forms.two_functions import max_value, min_value

GUESS, MARGIN = 0, 1

DRIVERS: Final = (
    Variant(
        name="choose_move",
        title="each root child with the full window; the first best is the move",
        source="CS 112, Snyder",
        source_id="002",
        calls="strict_test",
        search=driving(choose_move, guarded(strict_test, "strict_test")),
        claims=claiming("fishburn", *MANNERS),
        breaks=(RAW_LEAF, NO_MOVE, NOTHING_CARRIED),
        needs=frozenset({Need.INFINITY, Need.RECURSION}),
    ),
    Variant(
        name="carried_window",
        title="the best value is carried from root child to root child",
        source="encyclopaedia write-up",
        source_id="001",
        calls="two_functions",
        search=driving_in_window(carried_window, guarded(by_player(max_value, min_value), "two_functions")),
        claims=claiming("fishburn", *MANNERS, "first-best", "visits"),
        breaks=(RAW_LEAF,),
        needs=frozenset({Need.ALTERNATION, Need.RECURSION}),
    ),
    Variant(
        name="aspiration",
        title="a narrow window about a guess, one search again if the value lies outside",
        source="ICS 180A 1997",
        source_id="000",
        calls="negamax_alpha_beta",
        search=aspiring(guarded(for_mover(negamax_alpha_beta), "negamax_alpha_beta"), GUESS, MARGIN),
        claims=claiming("fishburn", "conduct"),
        breaks=(RAW_LEAF, READ_AGAIN),
        needs=frozenset({Need.ALTERNATION, Need.INFINITY, Need.NEGATION, Need.RECURSION}),
    ),
)
