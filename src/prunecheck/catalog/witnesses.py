"""The smallest witnesses of known breaks, each found by search and recorded."""

from prunecheck.catalog.records import Break
from prunecheck.trees.explicit import build
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.window import FULL, Window

LEAF_BELOW = from_nested([0])
TIE = from_nested([0, 0])
BELOW: Window[Number] = Window(-INF, -1)

RAW_LEAF = Break("clamped", LEAF_BELOW, BELOW, "a value beyond the window comes back as it is")
LONE_LEAF = Break("clamped", from_nested(0), BELOW, "a root that is a leaf comes back raw")
NO_PRUNING = Break("visits", TIE, BELOW, "reads on although the first leaf has crossed beta")
READS_TIES = Break("visits", TIE, Window(-INF, 0), "reads on where A = B: no strict crossing")
NO_LOWER_BOUND = Break("visits", from_nested([[0, 0]]), Window(0, INF), "alpha of the window is no bound here")
NO_MOVE = Break("best-move", from_nested([-INF]), FULL, "chooses no move where every child is worth -infinity")
NOTHING_CARRIED = Break("visits", from_nested([0, [0, 0]]), FULL, "hands no bound from child to child")
READ_AGAIN = Break("visits", from_nested(3), FULL, "reads again what it read in the narrow window")
NO_DEEP_CUTOFF = Break(
    "visits", from_nested([0, [[[0, 0]]]]), FULL, "misses a deep cut-off: the bound comes from three plies above"
)
SEARCHED_FOR_THE_LINE = Break("visits", from_nested([0]), FULL, "searches again at each node of the line")

# trees with static values, for variants that need them: values in node order, interior nodes included
ANOTHER_ORDER = Break(
    "visits", build([[1], []], [0, 0]), FULL, "asks for the value of each child to sort it, and again to read it"
)
READ_AT_EACH_DEPTH = Break("visits", build([[1], [2], []], [0, 0, 1]), FULL, "the guess of depth 1 fails at depth 2")
LOST_MOVE = Break(
    "exact",
    build([[1, 2], [], [3], []], [0, 0, 0, 1]),
    FULL,
    "another value: the second move, with the static value 0, is left out, and is worth 1",
)
DECIDED_TOO_SOON = Break(
    "exact", build([[1], []], [2, 0]), FULL, "another value: the static value 2 of the root is taken for a win"
)
