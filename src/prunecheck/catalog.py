"""The table: which variant claims which contract, and which it is known to break, with the smallest witness.

Claims were found by search, then recorded; `prunecheck verify` and the tests check each claim and each known break.
To add a variant, write its file in `variants/forms`, and one row here.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from prunecheck.contracts.order import CONTRACTS, implied
from prunecheck.errors import UnknownNameError
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.search import Search
from prunecheck.trees.window import FULL, Window
from prunecheck.variants.calling import (
    by_player,
    for_mover,
    guarded,
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
from prunecheck.variants.forms.inherited_bounds import inherited_bounds
from prunecheck.variants.forms.minimax import minimax
from prunecheck.variants.forms.moving_bounds import moving_bounds
from prunecheck.variants.forms.negamax import negamax
from prunecheck.variants.forms.negamax_alpha_beta import negamax_alpha_beta
from prunecheck.variants.forms.strict_test import strict_test
from prunecheck.variants.forms.two_functions import max_value, min_value


class Need(Enum):
    """A stated precondition of a variant: what it is not tested without."""

    ALTERNATION = "players alternate"
    INFINITY = "values have an infinity"
    NEGATION = "values can be negated"
    RECURSION = "the tree is no deeper than Python's recursion limit"


@dataclass(frozen=True, slots=True)
class Claim:
    """A variant keeps `contract`; with `inner_root`, only where the root has children."""

    contract: str
    inner_root: bool = False

    @property
    def condition(self) -> str:
        """The condition in words, empty where there is none."""
        return "the root has children" if self.inner_root else ""


@dataclass(frozen=True, slots=True)
class Break:
    """A variant is known to break `contract` on `tree` in `window`: the smallest witness, and what it shows."""

    contract: str
    tree: ExplicitTree[Number]
    window: Window[Number]
    why: str


@dataclass(frozen=True, slots=True)
class Variant:
    """One row of the table. `search` speaks MAX's viewpoint; `source_id` is the number of one of the five texts."""

    name: str
    title: str
    source: str
    search: Search
    claims: tuple[Claim, ...]
    breaks: tuple[Break, ...]
    needs: frozenset[Need]
    source_id: str = ""

    @property
    def contracts(self) -> set[str]:
        """The contracts that a claim or a known break is about."""
        return {claim.contract for claim in self.claims} | {each.contract for each in self.breaks}


def _keeps(*contracts: str) -> tuple[Claim, ...]:
    """Claims for these contracts and all that follows from them, in the order of the table."""
    names = {name for each in contracts for name in implied(each)}
    return tuple(Claim(name) for name in CONTRACTS if name in names)


LEAF_BELOW = from_nested([0])
TIE = from_nested([0, 0])
BELOW: Window[Number] = Window(-INF, -1)

RAW_LEAF = Break("clamped", LEAF_BELOW, BELOW, "a value beyond the window comes back as it is")
LONE_LEAF = Break("clamped", from_nested(0), BELOW, "a root that is a leaf comes back raw")
NO_PRUNING = Break("visits", TIE, BELOW, "reads on although the first leaf has crossed beta")
READS_TIES = Break("visits", TIE, Window(-INF, 0), "reads on where A = B: no strict crossing")
NO_LOWER_BOUND = Break("visits", from_nested([[0, 0]]), Window(0, INF), "alpha of the window is no bound here")
NO_DEEP_CUTOFF = Break(
    "visits", from_nested([0, [[[0, 0]]]]), FULL, "misses a deep cut-off: the bound lies two levels up"
)

COMPARES = frozenset({Need.ALTERNATION, Need.RECURSION})
MOVER = frozenset({Need.ALTERNATION, Need.NEGATION, Need.RECURSION})
MAX_AND_MIN = frozenset({Need.INFINITY, Need.RECURSION})

_TABLE: Final = (
    Variant(
        name="minimax",
        title="plain minimax, MAX and MIN branch",
        source="Shannon 1950",
        search=without_window(minimax),
        claims=_keeps("fishburn", "every-leaf"),
        breaks=(RAW_LEAF, NO_PRUNING),
        needs=MAX_AND_MIN,
    ),
    Variant(
        name="negamax",
        title="minimax in one branch",
        source="Knuth and Moore 1975, F",
        search=without_window_for_mover(negamax),
        claims=_keeps("fishburn", "every-leaf"),
        breaks=(RAW_LEAF, NO_PRUNING),
        needs=MOVER | {Need.INFINITY},
    ),
    Variant(
        name="negamax_alpha_beta",
        title="negamax alpha-beta, returns the crossing value or alpha",
        source="ICS 180A 1997",
        source_id="000",
        search=for_mover(negamax_alpha_beta),
        claims=_keeps("fishburn", "visits"),
        breaks=(RAW_LEAF,),
        needs=MOVER,
    ),
    Variant(
        name="two_functions",
        title="max-value and min-value, each returns the other's bound when they meet",
        source="encyclopaedia write-up",
        source_id="001",
        search=by_player(max_value, min_value),
        claims=(*_keeps("fishburn"), Claim("clamped", inner_root=True), *_keeps("visits")),
        breaks=(LONE_LEAF,),
        needs=COMPARES,
    ),
    Variant(
        name="strict_test",
        title="the lecture's form, prunes when beta < alpha",
        source="CS 112, Snyder",
        source_id="002",
        search=strict_test,
        claims=_keeps("fishburn", "strict-visits"),
        breaks=(RAW_LEAF, READS_TIES),
        needs=MAX_AND_MIN,
    ),
    Variant(
        name="moving_bounds",
        title="MAX and MIN branch, returns the bound it has moved",
        source="article with number lines",
        source_id="003",
        search=moving_bounds,
        claims=_keeps("fishburn", "visits"),
        breaks=(RAW_LEAF,),
        needs=frozenset({Need.RECURSION}),
    ),
    Variant(
        name="inherited_bounds",
        title="MAX and MIN branch, values kept apart from bounds (a reconstruction)",
        source="blog with a worked tree",
        source_id="004",
        search=inherited_bounds,
        claims=_keeps("fishburn", "visits"),
        breaks=(RAW_LEAF,),
        needs=MAX_AND_MIN,
    ),
    Variant(
        name="f1",
        title="branch and bound, the parent's bound alone",
        source="Knuth and Moore 1975, F1",
        search=with_bound_for_mover(f1),
        claims=_keeps("fishburn", "shallow-visits"),
        breaks=(RAW_LEAF, NO_LOWER_BOUND, NO_DEEP_CUTOFF),
        needs=MOVER | {Need.INFINITY},
    ),
    Variant(
        name="f2",
        title="alpha-beta with deep cut-offs",
        source="Knuth and Moore 1975, F2",
        search=for_mover(f2),
        claims=_keeps("fishburn", "visits"),
        breaks=(RAW_LEAF,),
        needs=MOVER,
    ),
    Variant(
        name="fail_soft",
        title="negamax alpha-beta, values beyond the window are bounds",
        source="Fishburn 1983",
        search=for_mover(fail_soft),
        claims=_keeps("fishburn", "visits"),
        breaks=(RAW_LEAF,),
        needs=MOVER | {Need.INFINITY},
    ),
    Variant(
        name="clamped",
        title="fail-hard everywhere: leaves are clamped to the window",
        source="Bird and Hughes 1987",
        search=by_player(clamped_max, clamped_min),
        claims=_keeps("clamped", "visits"),
        breaks=(),
        needs=COMPARES,
    ),
    Variant(
        name="delayed_test",
        title="asks whether the window is closed before the next child",
        source="Nipkow, Alpha_Beta_Pruning, ab_max3",
        search=by_player(delayed_max, delayed_min),
        claims=_keeps("fishburn", "visits"),
        breaks=(RAW_LEAF,),
        needs=COMPARES,
    ),
    Variant(
        name="explicit_stack",
        title="fail-soft with a stack of its own, no recursion",
        source="Knuth 1974, recursion removed",
        search=explicit_stack,
        claims=_keeps("fishburn", "visits"),
        breaks=(RAW_LEAF,),
        needs=frozenset({Need.INFINITY}),
    ),
)

VARIANTS: Final[dict[str, Variant]] = {
    each.name: replace(each, search=guarded(each.search, each.name)) if Need.RECURSION in each.needs else each
    for each in _TABLE
}


def variant(name: str) -> Variant:
    """The variant of that name, or of that number of a source; '-' and capitals are as good as '_' and small letters.

    Raises: UnknownNameError, with the nearest name.

    >>> variant("002").name
    'strict_test'
    """
    plain = name.strip().lower().replace("-", "_")
    for each in VARIANTS.values():
        if plain in (each.name, each.source_id):
            return each
    raise UnknownNameError(
        "variant", name, [*VARIANTS, *(each.source_id for each in VARIANTS.values() if each.source_id)]
    )
