"""The smallest counterexamples for known violations of contracts by variants, each found by search and recorded."""

from prunecheck.catalog.records import Break
from prunecheck.trees.explicit import ExplicitTree, build
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.window import FULL, Window

LEAF_BELOW = from_nested([0])
TIE = from_nested([0, 0])
BELOW: Window[Number] = Window(-INF, -1)

RAW_LEAF = Break("clamped", LEAF_BELOW, BELOW, "returns a value outside the window unchanged")
RAW_LEAF_ABOVE = Break("clamped", LEAF_BELOW, Window(1, INF), RAW_LEAF.why)
LONE_LEAF = Break("clamped", from_nested(0), BELOW, "returns the value of a root without children unchanged")
NO_PRUNING = Break("visits", TIE, BELOW, "continues, although the first leaf causes a cutoff")
READS_TIES = Break(
    "visits", TIE, Window(-INF, 0), "continues if alpha equals beta, since it only cuts off if beta < alpha"
)
NO_WINDOW = Break("within", TIE, BELOW, "takes no window, so it continues after a cutoff")
TAKES_NO_WINDOW = Break("visits", TIE, BELOW, "takes no window, so it makes no cutoff at the root")
NO_CUTOFF_BY_WINDOW = Break("shallow-visits", TIE, BELOW, "takes no window, so it makes no cutoff at the root")
NO_CUTOFF_BY_WIN = Break("shallow-visits", from_nested([INF, 0]), FULL, "continues, although a move wins")
NO_LOWER_BOUND = Break("visits", from_nested([[0, 0]]), Window(0, INF), "ignores the window's alpha")
NO_MOVE = Break("best-move", from_nested([-INF]), FULL, "chooses no move if every child has the value -infinity")
NOTHING_CARRIED = Break("visits", from_nested([0, [0, 0]]), FULL, "passes no bound from one child to the next")
READ_AGAIN = Break("visits", from_nested(3), FULL, "evaluates the same leaf again in the re-search")
NO_DEEP_CUTOFF = Break(
    "visits", from_nested([0, [[[0, 0]]]]), FULL, "misses a deep cutoff: the bound comes from three plies above"
)
SEARCHED_FOR_THE_LINE = Break(
    "visits", from_nested([0]), FULL, "searches again from each node of the principal variation"
)
KILLER_FIRST = Break(
    "visits",
    from_nested([0, [1, 0], [0, 1]]),
    FULL,
    "evaluates leaves in another order: tries the second reply to the last move first, since it caused the previous "
    "cutoff",
)
KILLER_COSTS_A_LEAF = Break(
    "within",
    from_nested([[1, 0], [0, 1]]),
    Window(0, INF),
    "evaluates an unnecessary leaf: tries the second reply to the last move first, since it caused the previous cutoff",
)
HISTORY_FIRST = Break(
    "visits",
    from_nested([[1, 0], [0, 1]]),
    FULL,
    "evaluates leaves in another order: tries the second reply to the last move first, since it was best after "
    "the first move",
)
HISTORY_COSTS_A_LEAF = Break(
    "within",
    from_nested([[1, 0], [0, 1]]),
    FULL,
    "evaluates an unnecessary leaf: tries the second reply to the last move first, since it was best after "
    "the first move",
)
SEARCHED_AFTER_THE_TEST = Break(
    "visits", from_nested([0, 1]), FULL, "tests a child, and then evaluates its leaf again to search it"
)
SEARCHED_AGAIN = Break("visits", from_nested([0, 1]), FULL, "evaluates a leaf again in the re-search")
SEARCHED_DEEP_AGAIN = Break("visits", from_nested([0, [[1]]]), FULL, "evaluates a leaf again in the re-search")
NO_OUTER_BOUND = Break(
    "within", from_nested([0, [[[0, 0], 1]]]), FULL, "misses a deep cutoff: it has no window to pass the bound down"
)
MOVES_OF_MAX_FIRST = Break(
    "visits",
    from_nested([[0, 0], 0]),
    FULL,
    "evaluates leaves in another order: begins with one leaf below each move of MAX",
)
MOVES_OF_MIN_FIRST = Break(
    "visits",
    from_nested([[0, 0], 0], max_at_root=False),
    FULL,
    "evaluates leaves in another order: begins with one leaf below each move of MIN, who moves first",
)
ONE_SIDED = Break(
    "relations", from_nested([[0, 0], 0]), FULL, "evaluates different leaves if the players are exchanged"
)

# a position in two places, for variants that store positions
LEAF_TWICE: ExplicitTree[Number] = ExplicitTree([(1, 2), (), ()], [0, 0, 0], [True, False, False], keys=[0, 1, 1])
KNOWN_LEAF = Break(
    "visits", LEAF_TWICE, FULL, "evaluates fewer leaves, since the table has the value of a repeated position"
)
KNOWN_POSITIONS = Break("relations", LEAF_TWICE, FULL, "evaluates more leaves if equal positions have different keys")

# trees with static values, for variants that need them; values of all nodes, in node order
ANOTHER_ORDER = Break(
    "visits", build([[1], []], [0, 0]), FULL, "evaluates each child to sort it, and again to search it"
)
READ_AT_EACH_DEPTH = Break(
    "visits", build([[1], [2], []], [0, 0, 1]), FULL, "the value at depth 1 is a wrong guess for depth 2"
)
READ_AT_EVERY_DEPTH = Break(
    "visits", build([[1, 2], [], [3], []], [0, 0, 0, 0]), FULL, "evaluates the first leaf at depth 1 and at depth 2"
)
SHALLOW_ORDER = Break(
    "within",
    build([[1, 2], [], [3, 4], [], []], [0, 0, 1, 0, 0]),
    FULL,
    "evaluates an unnecessary leaf: the search to depth 1 found the second move best, so depth 2 tries it first",
)
SHALLOW_CHOICE = Break(
    "first-best",
    build([[1, 2], [], [3], []], [0, 0, 1, 0]),
    FULL,
    "chooses the second move, which is as good as the first and was better at depth 1",
)
LATE_MERIT = build([[1, 2], [], [3], []], [0, 0, 0, 1])  # [0, [1]]; the second child has the static value 0
LOST_MOVE = Break(
    "exact",
    LATE_MERIT,
    FULL,
    "wrong value: drops the second move because its static value is 0, but its minimax value is 1",
)
TRUSTED_PASS = Break(
    "exact",
    LATE_MERIT,
    FULL,
    "wrong value: cuts off below the second move, since a pass there gives 0, no better than the first move",
)
REDUCED_TOO_MUCH = Break(
    "exact",
    LATE_MERIT,
    FULL,
    "wrong value: searches the second move one ply less deep, and so takes its static value 0",
)
SKIPPED_TOO_SOON = Break(
    "exact",
    build([[1, 2], [], []], [0, 1, 2]),
    FULL,
    "wrong value: skips the second move, which is worth 2: the static value before it, 0, plus the margin 1 is not "
    "above alpha, 1",
)
QUIET_MOVE = Break(
    "exact",
    build([[1], [2], []], [0, 0, 1]),
    FULL,
    "wrong value: leaves out the last move, since it only changes the static value from 0 to 1",
)
DECIDED_TOO_SOON = Break(
    "exact", build([[1], []], [2, 0]), FULL, "wrong value: takes the static value 2 of the root for a win"
)
