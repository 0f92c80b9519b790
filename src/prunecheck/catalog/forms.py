"""The catalogue entries of the forms (search functions).

To add a form, write a file in `variants/forms`, and an entry here.
"""

from typing import Final

from prunecheck.catalog.records import Break, Claim, Form, Need, claiming
from prunecheck.catalog.witnesses import (
    LONE_LEAF,
    NO_CUTOFF_BY_WIN,
    NO_CUTOFF_BY_WINDOW,
    NO_DEEP_CUTOFF,
    NO_LOWER_BOUND,
    NO_PRUNING,
    RAW_LEAF,
    READS_TIES,
    TAKES_NO_WINDOW,
)
from prunecheck.trees.search import Search
from prunecheck.variants.call_forms import (
    by_player,
    for_mover,
    guarded,
    on_moves,
    with_bound_for_mover,
    without_window,
    without_window_for_mover,
)
from prunecheck.variants.forms.clamped import clamped_max, clamped_min
from prunecheck.variants.forms.delayed_test import delayed_max, delayed_min
from prunecheck.variants.forms.explicit_stack import explicit_stack
from prunecheck.variants.forms.f1 import f1
from prunecheck.variants.forms.f2 import f2
from prunecheck.variants.forms.fail_soft import fail_soft
from prunecheck.variants.forms.hughes import hughes
from prunecheck.variants.forms.inherited_bounds import inherited_bounds
from prunecheck.variants.forms.make_unmake import make_unmake
from prunecheck.variants.forms.minimax import minimax
from prunecheck.variants.forms.moving_bounds import moving_bounds
from prunecheck.variants.forms.negamax import negamax
from prunecheck.variants.forms.negamax_alpha_beta import negamax_alpha_beta
from prunecheck.variants.forms.strict_test import strict_test
from prunecheck.variants.forms.two_functions import max_value, min_value

MANNERS: Final = ("relations", "conduct")  # every form satisfies these contracts

COMPARES = frozenset({Need.ALTERNATION, Need.RECURSION})
MOVER = frozenset({Need.ALTERNATION, Need.NEGATION, Need.RECURSION})
MAX_AND_MIN = frozenset({Need.INFINITY, Need.RECURSION})


def form(
    *,
    name: str,
    title: str,
    source: str,
    search: Search,
    claims: tuple[Claim, ...],
    breaks: tuple[Break, ...],
    needs: frozenset[Need],
    source_id: str = "",
) -> Form:
    """Make a catalogue entry for a form, which is a search function.

    A recursive form is wrapped, so that it raises a clear error for a tree that is too deep.
    """
    called = guarded(search, name) if Need.RECURSION in needs else search
    return Form(name, title, source, called, claims, breaks, needs, source_id, form=called)


FORMS: Final = (
    form(
        name="minimax",
        title="plain minimax, with a branch for each player",
        source="Shannon 1950",
        search=without_window(minimax),
        claims=claiming("fishburn", *MANNERS, "every-leaf"),
        breaks=(RAW_LEAF, NO_PRUNING),
        needs=MAX_AND_MIN,
    ),
    form(
        name="negamax",
        title="minimax with one branch for both players",
        source="Knuth and Moore 1975, F",
        search=without_window_for_mover(negamax),
        claims=claiming("fishburn", *MANNERS, "every-leaf"),
        breaks=(RAW_LEAF, NO_PRUNING),
        needs=MOVER | {Need.INFINITY},
    ),
    form(
        name="negamax_alpha_beta",
        title="negamax alpha-beta; returns alpha if it fails low, and the child's value if it fails high",
        source="ICS 180A 1997",
        source_id="000",
        search=for_mover(negamax_alpha_beta),
        claims=claiming("fishburn", *MANNERS, "visits"),
        breaks=(RAW_LEAF,),
        needs=MOVER,
    ),
    form(
        name="make_unmake",
        title="negamax alpha-beta on one position, with make and unmake",
        source="ICS 180A 1997",
        source_id="000",
        search=on_moves(make_unmake),
        claims=claiming("fishburn", *MANNERS, "visits"),
        breaks=(RAW_LEAF,),
        needs=MOVER,
    ),
    form(
        name="two_functions",
        title="one function for MAX and one for MIN; at a cutoff, each returns the opponent's bound",
        source="encyclopaedia write-up",
        source_id="001",
        search=by_player(max_value, min_value),
        claims=(*claiming("fishburn"), Claim("clamped", inner_root=True), *claiming(*MANNERS, "visits")),
        breaks=(LONE_LEAF,),
        needs=COMPARES,
    ),
    form(
        name="strict_test",
        title="alpha-beta from Snyder's lecture; only cuts off if beta < alpha",
        source="CS 112, Snyder",
        source_id="002",
        search=strict_test,
        claims=claiming("fishburn", *MANNERS, "strict-visits"),
        breaks=(RAW_LEAF, READS_TIES),
        needs=MAX_AND_MIN,
    ),
    form(
        name="moving_bounds",
        title="a branch for each player; the best value is stored in alpha or beta",
        source="article that shows windows on number lines",
        source_id="003",
        search=moving_bounds,
        claims=claiming("fishburn", *MANNERS, "visits"),
        breaks=(RAW_LEAF,),
        needs=frozenset({Need.RECURSION}),
    ),
    form(
        name="inherited_bounds",
        title="a branch for each player; the best value is stored apart from the bounds (our reconstruction)",
        source="blog post with a worked tree",
        source_id="004",
        search=inherited_bounds,
        claims=claiming("fishburn", *MANNERS, "visits"),
        breaks=(RAW_LEAF,),
        needs=MAX_AND_MIN,
    ),
    form(
        name="f1",
        title="branch and bound; each node only knows its parent's bound",
        source="Knuth and Moore 1975, F1",
        search=with_bound_for_mover(f1),
        claims=claiming("fishburn", *MANNERS, "shallow-visits"),
        breaks=(RAW_LEAF, NO_LOWER_BOUND, NO_DEEP_CUTOFF),
        needs=MOVER | {Need.INFINITY},
    ),
    form(
        name="hughes",
        title="minimax over lazy lists, whose unneeded elements are never computed",
        source="Hughes 1989",
        search=without_window(hughes),
        claims=claiming("fishburn", *MANNERS, "windowless-visits"),
        breaks=(RAW_LEAF, TAKES_NO_WINDOW, NO_DEEP_CUTOFF, NO_CUTOFF_BY_WINDOW, NO_CUTOFF_BY_WIN),
        needs=COMPARES,
    ),
    form(
        name="f2",
        title="alpha-beta with deep cutoffs",
        source="Knuth and Moore 1975, F2",
        search=for_mover(f2),
        claims=claiming("fishburn", *MANNERS, "visits"),
        breaks=(RAW_LEAF,),
        needs=MOVER,
    ),
    form(
        name="fail_soft",
        title="negamax alpha-beta; values outside the window are bounds",
        source="Fishburn 1983",
        search=for_mover(fail_soft),
        claims=claiming("fishburn", *MANNERS, "visits"),
        breaks=(RAW_LEAF,),
        needs=MOVER | {Need.INFINITY},
    ),
    form(
        name="clamped",
        title="fail-hard; also clamps the values of leaves to the window",
        source="Bird and Hughes 1987",
        search=by_player(clamped_max, clamped_min),
        claims=claiming("clamped", *MANNERS, "visits"),
        breaks=(),
        needs=COMPARES,
    ),
    form(
        name="delayed_test",
        title="tests for a cutoff before each child",
        source="Nipkow, Alpha_Beta_Pruning, ab_max3",
        search=by_player(delayed_max, delayed_min),
        claims=claiming("fishburn", *MANNERS, "visits"),
        breaks=(RAW_LEAF,),
        needs=COMPARES,
    ),
    form(
        name="explicit_stack",
        title="fail-soft with an explicit stack instead of recursion",
        source="Knuth 1974: recursion removed",
        search=explicit_stack,
        claims=claiming("fishburn", *MANNERS, "visits"),
        breaks=(RAW_LEAF,),
        needs=frozenset({Need.INFINITY}),
    ),
)
