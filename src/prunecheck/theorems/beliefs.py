"""False statements that people believe, each with the smallest tree that refutes it, found by search.

Trees are compared by leaves, then by nodes. No smaller tree refutes the statement, whatever its values and the window.
"""

from typing import Final

from prunecheck.theorems.conditions import DISTINCT, INNER_ROOT, STATIC_VALUES, WORST_FIRST
from prunecheck.theorems.leaves import EveryLeaf, FewestLeaves, NoMoreLeaves, SortingSaves, Within
from prunecheck.theorems.results import (
    BestBoundIsBestMove,
    EqualResultsAreEqualMoves,
    ResultInWindow,
    SameResult,
    SameValueAtEachDepth,
)
from prunecheck.theorems.searches import MTD_AT_V
from prunecheck.theorems.shared_table import TableFromSmallerDepths
from prunecheck.theorems.statement import Belief, Statement
from prunecheck.trees.explicit import build
from prunecheck.trees.nested import from_nested
from prunecheck.trees.window import Window

_ALL: Final = (
    Belief(
        statement=Statement(
            name="negascout-costs-no-more",
            says="NegaScout never makes more evaluations than alpha-beta",
            source="a reading of Reinefeld 1989, who counts distinct leaves",
            relations=(NoMoreLeaves("negascout", "f2"),),
            full_window=True,
        ),
        tree=from_nested([0, 1]),
        instead="its distinct leaves are among alpha-beta's, but each re-search evaluates leaves again: on "
        "[[0, 1], [2, 3]] it makes 5 evaluations, alpha-beta 4",
    ),
    Belief(
        statement=Statement(
            name="scout-within-alpha-beta",
            says="SCOUT evaluates no leaf that alpha-beta cuts off",
            source="Pearl 1980 compares means",
            relations=(Within("scout", "f2"),),
            full_window=True,
        ),
        tree=from_nested([0, [[[0, 0], 1]]]),
        instead="TEST does not know the bounds from further up, so from depth 4 on SCOUT misses deep cutoffs",
    ),
    Belief(
        statement=Statement(
            name="sss-never-above-dual",
            says="SSS* never makes more evaluations than DUAL*",
            source="the fame of SSS*: DUAL* is rarely mentioned",
            relations=(NoMoreLeaves("sss_star", "dual_star"),),
            full_window=True,
        ),
        tree=from_nested([[1, 0], 0], max_at_root=False),
        instead="each is better on some trees: on uniform ones of odd height, DUAL* has the lower mean",
    ),
    Belief(
        statement=Statement(
            name="sss-never-above-negascout",
            says="SSS* never makes more evaluations than NegaScout",
            source="both improve on alpha-beta; Reinefeld 1989 says that neither dominates the other",
            relations=(NoMoreLeaves("sss_star", "negascout"),),
            full_window=True,
        ),
        tree=from_nested([0, [[1, 0], 0]]),
        instead="neither dominates the other: on [[0, 0], 1] NegaScout evaluates a leaf that SSS* does not",
    ),
    Belief(
        statement=Statement(
            name="mtd-at-v-is-best",
            says="MTD(f) with f = v, a perfect guess, never makes more evaluations than SSS*",
            source="the mean of MTD(f) with f = v is the smallest of all searches",
            relations=(NoMoreLeaves(MTD_AT_V, "sss_star"),),
            full_window=True,
        ),
        tree=from_nested([[[0, 0], 1], 0], max_at_root=False),
        instead="it makes the fewest evaluations on average, but its two null-window searches may need different "
        "leaves, together more than SSS* evaluates",
    ),
    Belief(
        statement=Statement(
            name="mtd-at-v-is-minimal",
            says="MTD(f) with f = v, a perfect guess, evaluates only as many leaves as prove the value",
            source="the fact that its two questions only prove v >= f and v <= f",
            relations=(FewestLeaves(MTD_AT_V),),
            full_window=True,
        ),
        tree=from_nested([0, [1, 0]]),
        instead="which leaves a question needs depends on the order of moves, as in alpha-beta",
    ),
    Belief(
        statement=Statement(
            name="worst-first-prunes-nothing",
            says="with distinct leaves and the worst child first at each node, alpha-beta evaluates every leaf",
            source="the worst case of Knuth and Moore 1975, mistaken for an order of moves",
            relations=(EveryLeaf("f2"),),
            conditions=(DISTINCT, WORST_FIRST),
            full_window=True,
        ),
        tree=from_nested([2, [[[1, 0], 3]]]),
        instead="only up to depth 3: in deeper trees, the worst reply to a good move can be bad enough for a deep "
        "cutoff",
    ),
    Belief(
        statement=Statement(
            name="best-first-costs-least",
            says="with distinct leaves and the best child first at each node, alpha-beta evaluates no more leaves than "
            "in another order",
            source="the best case of Knuth and Moore 1975, applied to any tree",
            relations=(SortingSaves("f2"),),
            conditions=(DISTINCT,),
            full_window=True,
        ),
        tree=from_nested([3, [2, [1, 0]]]),
        instead="only on uniform trees; in others, another move may refute with fewer leaves than the best one",
    ),
    Belief(
        statement=Statement(
            name="hughes-is-alpha-beta",
            says="Hughes's pipeline of lazy lists prunes what alpha-beta prunes",
            source="Hughes 1989, who calls it alpha-beta",
            relations=(NoMoreLeaves("hughes", "f2"),),
            full_window=True,
        ),
        tree=from_nested([0, [[[0, 0]]]]),
        instead="a list knows one bound, not two, so it makes no deep cutoffs: its leaves are those of F1",
    ),
    Belief(
        statement=Statement(
            name="strict-test-costs-nothing",
            says="the cutoff tests beta < alpha and beta <= alpha evaluate the same leaves",
            source="lectures and programs with beta < alpha, such as source 002",
            relations=(NoMoreLeaves("strict_test", "f2"),),
            full_window=True,
        ),
        tree=from_nested([0, [0, 0]]),
        instead="only if no two leaves are equal; games with few values have ties everywhere",
    ),
    Belief(
        statement=Statement(
            name="aspiration-costs-no-more",
            says="a search in an aspiration window, with a re-search, never makes more evaluations than one search",
            source="programs that assume a good guess",
            relations=(NoMoreLeaves("aspiration", "f2"),),
            full_window=True,
        ),
        tree=from_nested(3),
        instead="if the guess is wrong, the re-search evaluates leaves again; here, the guess is 0 and the margin 1",
    ),
    Belief(
        statement=Statement(
            name="root-moves-alone",
            says="a full window for each move at the root costs no more than one search of the root",
            source="programs that choose a move with a loop around alpha-beta, such as source 002",
            relations=(NoMoreLeaves("choose_move", "f2"),),
            full_window=True,
        ),
        tree=from_nested([0, [0, 0]]),
        instead="the best value so far is alpha for the next move; the driver carried_window passes it on",
    ),
    Belief(
        statement=Statement(
            name="hard-result-in-window",
            says="fail-hard alpha-beta returns a value in [alpha, beta]",
            source="the usual description of fail-hard",
            relations=(ResultInWindow("f2"),),
            conditions=(INNER_ROOT,),
        ),
        tree=from_nested([2]),
        window=Window(0, 1),
        instead="leaves are not clamped in F2 of 1975; Bird and Hughes clamp them, in the form clamped",
    ),
    Belief(
        statement=Statement(
            name="soft-result-is-hard-result",
            says="fail-soft and fail-hard return the same value",
            source="the same leaves, so the same value",
            relations=(SameResult("fail_soft", "f2"),),
        ),
        tree=from_nested([0]),
        window=Window(1, 2),
        instead="only inside the window; outside, both return a bound, and the bound of fail-soft is at least as tight",
    ),
    Belief(
        statement=Statement(
            name="equal-results-are-equal-moves",
            says="all moves for which alpha-beta returns the best value are best moves, so any of them may be chosen",
            source="programs that choose at random among the moves with the best value",
            relations=(EqualResultsAreEqualMoves("fail_soft"),),
            full_window=True,
        ),
        tree=from_nested([1, [1, 0]]),
        instead="only the first one certainly is: the search of a later, worse move may return a bound that equals "
        "alpha",
    ),
    Belief(
        statement=Statement(
            name="fail-low-move-is-best",
            says="if all moves fail low, the one with the highest value returned is best",
            source="programs that store a best move for each node in the transposition table",
            relations=(BestBoundIsBestMove("fail_soft"),),
        ),
        tree=from_nested([[1, 0], 1]),
        window=Window(2, 3),
        instead="each value returned is only an upper bound, so no move is known to be best",
    ),
    Belief(
        statement=Statement(
            name="table-never-costs",
            says="a transposition table from the searches to smaller depths never costs evaluations",
            source="what tables save on average",
            relations=(TableFromSmallerDepths("table_move"),),
            conditions=(STATIC_VALUES,),
            full_window=True,
        ),
        tree=build([[1, 2], [], [3, 4], [], []], [0, 1, 2, 0, 0]),
        instead="the best move of a shallower search is tried first, and may be a bad first move; with a "
        "fixed order, a table never costs evaluations",
    ),
    Belief(
        statement=Statement(
            name="deeper-is-the-same",
            says="all depths give the same value, so a table entry of a deeper search may be used in a shallower one",
            source="tables that use deeper entries",
            relations=(SameValueAtEachDepth("fail_soft"),),
            conditions=(STATIC_VALUES,),
            full_window=True,
        ),
        tree=build([[1], [2], []], [0, 0, 1]),
        instead="a deeper entry has another value, usually a better one, but not the minimax value to the smaller "
        "depth",
    ),
)
BELIEFS: Final[dict[str, Belief]] = {belief.name: belief for belief in _ALL}
