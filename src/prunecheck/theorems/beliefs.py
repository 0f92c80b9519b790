"""False beliefs about searches, each with the smallest tree that refutes the belief.

Trees are compared by their numbers of leaves. Trees with the same number of leaves are compared by their numbers of
nodes. No smaller tree refutes the belief, with any leaf values and in any window.
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
            source="readers misunderstand Reinefeld 1989, who counts distinct leaves",
            relations=(NoMoreLeaves("negascout", "f2"),),
            full_window=True,
        ),
        tree=from_nested([0, 1]),
        instead="NegaScout evaluates no leaf that alpha-beta cuts off, but each re-search evaluates leaves again: on "
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
        instead="SCOUT's yes-or-no search TEST does not know the bounds of earlier ancestors, so from depth 4 on "
        "SCOUT misses deep cutoffs",
    ),
    Belief(
        statement=Statement(
            name="sss-never-above-dual",
            says="SSS* never makes more evaluations than DUAL*",
            source="SSS* is famous, but DUAL* is rarely mentioned",
            relations=(NoMoreLeaves("sss_star", "dual_star"),),
            full_window=True,
        ),
        tree=from_nested([[1, 0], 0], max_at_root=False),
        instead=(
            "SSS* is better on some trees, DUAL* on others; on uniform trees of odd height, DUAL* makes fewer "
            "evaluations on average"
        ),
    ),
    Belief(
        statement=Statement(
            name="sss-never-above-negascout",
            says="SSS* never makes more evaluations than NegaScout",
            source="SSS* and NegaScout make fewer evaluations than alpha-beta; Reinefeld 1989 says that neither "
            "dominates the other",
            relations=(NoMoreLeaves("sss_star", "negascout"),),
            full_window=True,
        ),
        tree=from_nested([0, [[1, 0], 0]]),
        instead="neither search dominates the other: on [[0, 0], 1], NegaScout evaluates a leaf that SSS* does not",
    ),
    Belief(
        statement=Statement(
            name="mtd-at-v-is-best",
            says="MTD(f) with f = v, a perfect guess, never makes more evaluations than SSS*",
            source="on average, MTD(f) with f = v makes fewer evaluations than all other searches",
            relations=(NoMoreLeaves(MTD_AT_V, "sss_star"),),
            full_window=True,
        ),
        tree=from_nested([[[0, 0], 1], 0], max_at_root=False),
        instead="MTD(f) makes the fewest evaluations on average, but its two null-window searches may need different "
        "leaves: together more than SSS*",
    ),
    Belief(
        statement=Statement(
            name="mtd-at-v-is-minimal",
            says="MTD(f) with f = v, a perfect guess, evaluates no more leaves than are needed to prove the value",
            source="the two null-window searches of MTD(f) only prove v >= f and v <= f",
            relations=(FewestLeaves(MTD_AT_V),),
            full_window=True,
        ),
        tree=from_nested([0, [1, 0]]),
        instead="as in alpha-beta, the move order decides which leaves each null-window search needs",
    ),
    Belief(
        statement=Statement(
            name="worst-first-prunes-nothing",
            says="with distinct leaves and the worst child first at each node, alpha-beta evaluates every leaf",
            source="people think that the worst case of Knuth and Moore 1975 follows from the move order alone",
            relations=(EveryLeaf("f2"),),
            conditions=(DISTINCT, WORST_FIRST),
            full_window=True,
        ),
        tree=from_nested([2, [[[1, 0], 3]]]),
        instead="the belief is true up to depth 3; in deeper trees, a bound from three or more plies above can "
        "cause a deep cutoff",
    ),
    Belief(
        statement=Statement(
            name="best-first-costs-least",
            says="with distinct leaves and the best child first at each node, alpha-beta evaluates no more leaves than "
            "in another order",
            source="people apply the best case of Knuth and Moore 1975 to trees that are not uniform",
            relations=(SortingSaves("f2"),),
            conditions=(DISTINCT,),
            full_window=True,
        ),
        tree=from_nested([3, [2, [1, 0]]]),
        instead=(
            "the belief is true for uniform trees; in other trees, a weaker move may refute with fewer leaves than "
            "the best move"
        ),
    ),
    Belief(
        statement=Statement(
            name="hughes-is-alpha-beta",
            says="Hughes's pipeline of lazy lists prunes everything that alpha-beta prunes",
            source="Hughes 1989, who calls it alpha-beta",
            relations=(NoMoreLeaves("hughes", "f2"),),
            full_window=True,
        ),
        tree=from_nested([0, [[[0, 0]]]]),
        instead="a lazy list knows one bound, not two, so the pipeline makes no deep cutoffs: it evaluates the leaves "
        "of F1",
    ),
    Belief(
        statement=Statement(
            name="strict-test-costs-nothing",
            says="the cutoff tests beta < alpha and beta <= alpha evaluate the same leaves",
            source="Snyder's lecture and some programs test beta < alpha",
            relations=(NoMoreLeaves("strict_test", "f2"),),
            full_window=True,
        ),
        tree=from_nested([0, [0, 0]]),
        instead="the belief is true if no two leaves are equal, but games with few values have ties everywhere",
    ),
    Belief(
        statement=Statement(
            name="aspiration-costs-no-more",
            says=(
                "a search in an aspiration window, with any re-search, never makes more evaluations than one in "
                "the full window"
            ),
            source="some programs assume that the guess is good",
            relations=(NoMoreLeaves("aspiration", "f2"),),
            full_window=True,
        ),
        tree=from_nested(3),
        instead="if the guess is wrong, the re-search evaluates leaves again; here, the guess is 0 and the margin 1",
    ),
    Belief(
        statement=Statement(
            name="root-moves-alone",
            says="searching each root move in a full window costs no more than one search of the root",
            source="some programs, such as the one in Snyder's lecture, choose a move with a loop around alpha-beta",
            relations=(NoMoreLeaves("choose_move", "f2"),),
            full_window=True,
        ),
        tree=from_nested([0, [0, 0]]),
        instead="the best value so far can be alpha for the next move, as in the search carried_window",
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
        instead="F2 (Knuth and Moore 1975) does not clamp leaf values; the search clamped (Bird and Hughes 1987) does",
    ),
    Belief(
        statement=Statement(
            name="soft-result-is-hard-result",
            says="fail-soft and fail-hard return the same value",
            source="fail-soft and fail-hard evaluate the same leaves, so people expect the same value",
            relations=(SameResult("fail_soft", "f2"),),
        ),
        tree=from_nested([0]),
        window=Window(1, 2),
        instead=(
            "the belief is true for values inside the window; outside, both return a bound, and the bound of "
            "fail-soft is at least as tight"
        ),
    ),
    Belief(
        statement=Statement(
            name="equal-results-are-equal-moves",
            says="all moves for which alpha-beta returns the best value are best moves, so any of them may be chosen",
            source="some programs choose at random among the moves with the best value",
            relations=(EqualResultsAreEqualMoves("fail_soft"),),
            full_window=True,
        ),
        tree=from_nested([1, [1, 0]]),
        instead="only the first of these moves is certain to be best: the search of a later, worse move may return "
        "a bound that equals alpha",
    ),
    Belief(
        statement=Statement(
            name="fail-low-move-is-best",
            says="if all moves fail low, the move with the highest returned value is best",
            source="some programs store a best move for each node in the transposition table",
            relations=(BestBoundIsBestMove("fail_soft"),),
        ),
        tree=from_nested([[1, 0], 1]),
        window=Window(2, 3),
        instead="each returned value is only an upper bound, so no move is known to be best",
    ),
    Belief(
        statement=Statement(
            name="table-never-costs",
            says="a transposition table filled by searches to smaller depths never causes extra evaluations",
            source="tables save evaluations on average",
            relations=(TableFromSmallerDepths("table_move"),),
            conditions=(STATIC_VALUES,),
            full_window=True,
        ),
        tree=build([[1, 2], [], [3, 4], [], []], [0, 1, 2, 0, 0]),
        instead="the best move of a shallower search is tried first, but may be a bad first move; in a fixed move "
        "order, a table never causes extra evaluations",
    ),
    Belief(
        statement=Statement(
            name="deeper-is-the-same",
            says=(
                "a shallower search may use a table entry from a deeper search, since the value is the same at all "
                "depths"
            ),
            source="some programs accept table entries from deeper searches",
            relations=(SameValueAtEachDepth("fail_soft"),),
            conditions=(STATIC_VALUES,),
            full_window=True,
        ),
        tree=build([[1], [2], []], [0, 0, 1]),
        instead="a deeper search returns another value, which is usually a better estimate, but not the minimax value "
        "at the smaller depth",
    ),
)
BELIEFS: Final[dict[str, Belief]] = {belief.name: belief for belief in _ALL}
