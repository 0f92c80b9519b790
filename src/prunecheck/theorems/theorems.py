"""The theorems about the catalogue's searches. To check a theorem for another search, add the search's name."""

from typing import Final

from prunecheck.theorems.conditions import BEST_FIRST, DISTINCT, FINITE, UNIFORM, UP_TO_DEPTH_3
from prunecheck.theorems.leaves import EachLeafOnce, LeavesByFormula, SameLeaves, Within
from prunecheck.theorems.results import AtLeastAsTight, CacheLemma, PrefixInNarrowWindow
from prunecheck.theorems.searches import MTD_AT_V
from prunecheck.theorems.shared_table import TableFromOtherWindow
from prunecheck.theorems.statement import Statement
from prunecheck.theory.shallow import fewest_leaves_shallow
from prunecheck.theory.uniform import fewest_leaves

NIPKOW: Final = "Nipkow, Alpha_Beta_Pruning"  # the theory in the Archive of Formal Proofs, with the lemma's name
FAIL_HARD: Final = ("f2", "negamax_alpha_beta", "moving_bounds", "delayed_test", "two_functions", "clamped")
FAIL_SOFT: Final = ("fail_soft", "inherited_bounds", "explicit_stack")
RE_SEARCHES: Final = ("pvs", "negascout", "negascout_last_plies")
MTD: Final = ("mt_sss", "mt_dual", "mtd_f", MTD_AT_V, "bisection")
TREE: Final = "no node is reached along two paths; unlimited memory"

_ALL: Final = (
    Statement(
        name="soft-is-hard",
        says="fail-soft and fail-hard alpha-beta evaluate the same leaves in the same order",
        source=f"{NIPKOW}: abt_max'_abt_max",
        relations=tuple(SameLeaves(soft, hard) for soft in FAIL_SOFT for hard in FAIL_HARD),
        requires="the cutoff test is >=; of any two different values, one is greater",
    ),
    Statement(
        name="soft-is-tighter",
        says="the bound that fail-soft returns is at least as tight as the bound that fail-hard returns",
        source=f"{NIPKOW}: fishburn_ab'_ab",
        relations=tuple(AtLeastAsTight(soft, "f2") for soft in FAIL_SOFT),
    ),
    Statement(
        name="narrow-window-prefix",
        says="every node that is visited in a narrow window is visited in a wider window, too. At each of these nodes, "
        "the wider window only adds visits of later children",
        source=f"{NIPKOW}: abt_max_prefix_windows, abt_max'_prefix_windows",
        relations=tuple(map(PrefixInNarrowWindow, ("f2", "moving_bounds", *FAIL_SOFT))),
    ),
    Statement(
        name="cache-lemma",
        says="after a fail high, a later search of the same node may raise alpha to the result; after a fail low, it "
        "may lower beta to the result. What it then returns is also right for the window before this change",
        source=f"{NIPKOW}: ab_twice_lb, ab_twice_ub",
        relations=tuple(map(CacheLemma, ("f2", "fail_soft", "f1", "negascout"))),
        requires="results outside the window are bounds on the minimax value (contract fishburn); alpha < beta in the "
        "later search",
    ),
    Statement(
        name="f2-within-f1",
        says=(
            "alpha-beta with deep cutoffs (F2) only evaluates leaves that alpha-beta without them (F1) also evaluates"
        ),
        source="Knuth and Moore 1975",
        relations=(Within("f2", "f1"),),
    ),
    Statement(
        name="f1-is-f2",
        says="up to depth 3, where deep cutoffs cannot occur, F1 and F2 evaluate the same leaves in the same order",
        source="Knuth and Moore 1975",
        relations=(SameLeaves("f1", "f2"),),
        conditions=(UP_TO_DEPTH_3,),
        full_window=True,
    ),
    Statement(
        name="hughes-is-f1",
        says="Hughes's pipeline of lazy lists evaluates exactly the leaves of F1, in the same order",
        source="Hughes 1989; our tests check this statement, which is not proved in print",
        relations=(SameLeaves("hughes", "f1"),),
        conditions=(FINITE,),
        full_window=True,
    ),
    Statement(
        name="negascout-within",
        says="NegaScout and principal variation search only evaluate leaves that alpha-beta evaluates, but some of "
        "them again",
        source="Reinefeld 1989",
        relations=tuple(Within(name, "f2") for name in RE_SEARCHES),
    ),
    Statement(
        name="pvs-is-negascout",
        says="principal variation search (fail-hard) and NegaScout (fail-soft) evaluate the same leaves in the same "
        "order, since both start a re-search from the value found",
        source="checked here, not proved in print",
        relations=(SameLeaves("pvs", "negascout"),),
    ),
    Statement(
        name="scout-within-f1",
        says="SCOUT only evaluates leaves that F1 evaluates",
        source="checked here: F1 only cuts off where SCOUT's TEST does, since F1's bound is never tighter than TEST's",
        relations=(Within("scout", "f1"),),
        conditions=(FINITE,),
        full_window=True,
    ),
    Statement(
        name="sss-within",
        says="SSS* only evaluates leaves that alpha-beta evaluates",
        source="Stockman 1979; for trees with ties, Campbell and Marsland 1983",
        relations=(Within("sss_star", "f2"),),
        requires="among states with equal merits, the leftmost comes first",
    ),
    Statement(
        name="sss-is-mtd",
        says="SSS* evaluates the leaves of MTD(+inf), in the same order",
        source="Plaat, Schaeffer, Pijls and de Bruin 1995",
        relations=(SameLeaves("sss_star", "mt_sss"),),
        requires=TREE,
    ),
    Statement(
        name="dual-is-mtd",
        says="DUAL* evaluates the leaves of MTD(-inf), in the same order",
        source="Plaat, Schaeffer, Pijls and de Bruin 1995",
        relations=(SameLeaves("dual_star", "mt_dual"),),
        requires=TREE,
    ),
    Statement(
        name="mtd-within",
        says="MTD and DUAL* only evaluate leaves that alpha-beta evaluates, in whatever null windows MTD searches",
        source="de Bruin, Pijls and Plaat 1994",
        relations=tuple(Within(name, "f2") for name in (*MTD, "dual_star")),
        requires=TREE,
    ),
    Statement(
        name="mtd-once",
        says="MTD evaluates no leaf twice",
        source="Plaat, Schaeffer, Pijls and de Bruin 1996",
        relations=tuple(map(EachLeafOnce, MTD)),
        requires="unlimited memory",
    ),
    Statement(
        name="memory-within",
        says="with a transposition table and a fixed order, alpha-beta and NegaScout only evaluate leaves that "
        "alpha-beta without a table evaluates",
        source="checked here: a table only narrows windows, so the theorem `narrow-window-prefix` applies",
        relations=tuple(Within(name, "f2") for name in ("with_memory", "negascout_with_memory")),
        requires="an empty table at first",
    ),
    Statement(
        name="table-from-other-window",
        says=(
            "in a fixed move order, a table from a search of the same tree in another window never causes extra "
            "evaluations"
        ),
        source="checked here: a table only narrows windows, so the theorem `narrow-window-prefix` applies",
        relations=(TableFromOtherWindow("with_memory"),),
        requires="unlimited memory",
    ),
    Statement(
        name="minimal-tree",
        says="in the best order, alpha-beta, SCOUT, NegaScout, SSS*, DUAL* and MTD evaluate b^ceil(d/2) + "
        "b^floor(d/2) - 1 leaves, the minimum for any search",
        source="Knuth and Moore 1975 for alpha-beta; checked here for the other searches",
        relations=tuple(
            LeavesByFormula(name, fewest_leaves)
            for name in ("f2", "fail_soft", "scout", *RE_SEARCHES, "sss_star", "dual_star", *MTD)
        ),
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
