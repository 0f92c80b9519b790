"""The theorems on the searches of the catalogue. To check another search, enter its name in a row."""

from typing import Final

from prunecheck.theorems.conditions import BEST_FIRST, DISTINCT, FINITE, UNIFORM, UP_TO_DEPTH_3
from prunecheck.theorems.leaves import LeavesByFormula, SameLeaves, Within
from prunecheck.theorems.results import AtLeastAsTight, CacheLemma, PrefixInNarrowWindow
from prunecheck.theorems.statement import Statement
from prunecheck.theory.shallow import fewest_leaves_shallow
from prunecheck.theory.uniform import fewest_leaves

NIPKOW: Final = "Nipkow, Alpha_Beta_Pruning"  # the theory in the Archive of Formal Proofs, with the lemma's name
FAIL_HARD: Final = ("f2", "negamax_alpha_beta", "moving_bounds", "delayed_test", "two_functions", "clamped")
FAIL_SOFT: Final = ("fail_soft", "inherited_bounds", "explicit_stack")

_ALL: Final = (
    Statement(
        name="soft-is-hard",
        says="fail-soft and fail-hard alpha-beta evaluate the same leaves in the same order",
        source=f"{NIPKOW}: abt_max'_abt_max",
        relations=tuple(SameLeaves(soft, hard) for soft in FAIL_SOFT for hard in FAIL_HARD),
        requires="the cutoff test >=; a linear order",
    ),
    Statement(
        name="soft-is-tighter",
        says="what fail-soft returns is at least as tight a bound as what fail-hard returns",
        source=f"{NIPKOW}: fishburn_ab'_ab",
        relations=tuple(AtLeastAsTight(soft, "f2") for soft in FAIL_SOFT),
    ),
    Statement(
        name="narrow-window-prefix",
        says="the tree visited in a narrow window is a prefix of the one visited in a wider window: each of its nodes "
        "is visited there, and its children are the first of those visited there",
        source=f"{NIPKOW}: abt_max_prefix_windows, abt_max'_prefix_windows",
        relations=tuple(map(PrefixInNarrowWindow, ("f2", "moving_bounds", *FAIL_SOFT))),
    ),
    Statement(
        name="cache-lemma",
        says="a result that fails high may raise alpha of a later search of the same node, and one that fails low may "
        "lower its beta",
        source=f"{NIPKOW}: ab_twice_lb, ab_twice_ub",
        relations=tuple(map(CacheLemma, ("f2", "fail_soft"))),
        requires="the search satisfies fishburn; the narrowed window is not empty",
    ),
    Statement(
        name="f2-within-f1",
        says="alpha-beta with deep cutoffs (F2) evaluates no leaf that it does not evaluate without them (F1)",
        source="Knuth and Moore 1975",
        relations=(Within("f2", "f1"),),
    ),
    Statement(
        name="f1-is-f2",
        says="up to depth 3 there are no deep cutoffs: F1 and F2 evaluate the same leaves in the same order",
        source="Knuth and Moore 1975",
        relations=(SameLeaves("f1", "f2"),),
        conditions=(UP_TO_DEPTH_3,),
        full_window=True,
    ),
    Statement(
        name="hughes-is-f1",
        says="Hughes's pipeline of lazy lists evaluates exactly the leaves of F1, in the same order",
        source="Hughes 1989; checked here, not proved in print",
        relations=(SameLeaves("hughes", "f1"),),
        conditions=(FINITE,),
        full_window=True,
    ),
    Statement(
        name="minimal-tree",
        says="in the best order, alpha-beta evaluates b^ceil(d/2) + b^floor(d/2) - 1 leaves, the minimum of any search",
        source="Knuth and Moore 1975",
        relations=tuple(LeavesByFormula(name, fewest_leaves) for name in ("f2", "fail_soft")),
        conditions=(UNIFORM, DISTINCT, BEST_FIRST),
        full_window=True,
    ),
    Statement(
        name="minimal-tree-of-f1",
        says="in the best order, F1 evaluates T(d) = T(d - 1) + (b - 1) T(d - 2) leaves, with T(0) = 1 and T(1) = b",
        source="Knuth and Moore 1975",
        relations=tuple(LeavesByFormula(name, fewest_leaves_shallow) for name in ("f1", "hughes")),
        conditions=(UNIFORM, DISTINCT, BEST_FIRST),
        full_window=True,
    ),
)
THEOREMS: Final[dict[str, Statement]] = {theorem.name: theorem for theorem in _ALL}
