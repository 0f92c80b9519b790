"""The catalogue entries of the lossy searches, which may return wrong values: see `docs/selective.md`.

The first three searches decide by the position alone which moves to skip. The moves that remain form a reduced tree,
and the claims are about the value of this tree. In all searches after the first three, the skipped moves depend on the
window or on the move order, so these searches only claim `conduct`; scripts in `benchmarks` measure their errors.
"""

from functools import partial
from typing import Any, Final

from prunecheck.catalog.drivers import STRICT
from prunecheck.catalog.records import Need, Variant, claiming
from prunecheck.catalog.witnesses import (
    DECIDED_TOO_SOON,
    LOST_MOVE,
    QUIET_MOVE,
    REDUCED_TOO_MUCH,
    SKIPPED_TOO_SOON,
    TRUSTED_PASS,
)
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.views.pruned import best_half as better_half
from prunecheck.trees.views.pruned import decided
from prunecheck.trees.views.quiescent import jumps, quiescent
from prunecheck.variants.call_drivers import viewing
from prunecheck.variants.call_forms import guarded
from prunecheck.variants.selective.best_half import best_half
from prunecheck.variants.selective.call_with_plies import quiescing, to_the_last_ply, turning
from prunecheck.variants.selective.futility import futility
from prunecheck.variants.selective.late_moves import late_moves
from prunecheck.variants.selective.thresholds import thresholds

WIN, LOSS = 2, -2  # thresholds inside the range of values
# plies before quiescence search; a move is noisy if the static value changes by at least this
FULL_WIDTH, NOISE = 1, 2
MARGIN = 1  # margin of futility pruning

OF_A_POSITION: Final = frozenset({Need.INFINITY, Need.RECURSION, Need.STATIC_VALUES})
OF_NEGAMAX: Final = OF_A_POSITION | {Need.ALTERNATION, Need.NEGATION}


def quiescent_tree(tree: Tree[Any, Number]) -> Tree[Any, Number]:
    """Remove from a tree the moves that the search `quiescence` skips.

    The search `quiescence` must return the minimax value of the remaining tree.
    """
    return quiescent(tree, jumps(tree, NOISE), plies=FULL_WIDTH)


def undecided_tree(tree: Tree[Any, Number]) -> Tree[Any, Number]:
    """Remove from a tree the moves that the search `thresholds` skips.

    The search `thresholds` must return the minimax value of the remaining tree.
    """
    return decided(tree, win=WIN, loss=LOSS)


SELECTIVE: Final = (
    Variant(
        name="best_half",
        title="searches only the better half of the moves, by static value",
        source="CS 112, Snyder",
        source_id="002",
        calls="strict_test",
        search=viewing(best_half, STRICT),
        claims=claiming("fishburn", "conduct"),
        breaks=(LOST_MOVE,),
        needs=OF_A_POSITION,
        reduced=better_half,
    ),
    Variant(
        name="thresholds",
        title="treats nodes with static values of at least 2 or at most -2 as leaves",
        source="CS 112, Snyder",
        source_id="002",
        calls="strict_test",
        search=viewing(partial(thresholds, win=WIN, loss=LOSS), STRICT),
        claims=claiming("fishburn", "conduct"),
        breaks=(DECIDED_TOO_SOON,),
        needs=OF_A_POSITION,
        reduced=undecided_tree,
    ),
    Variant(
        name="quiescence",
        title="after one ply, stands pat or searches moves that change the static value by 2 or more",
        source="Beal 1990",
        search=guarded(quiescing(FULL_WIDTH, NOISE), "quiescence"),
        claims=claiming("fishburn", "conduct"),
        breaks=(QUIET_MOVE,),
        needs=OF_NEGAMAX,
        reduced=quiescent_tree,
    ),
    Variant(
        name="null_move",
        title="cuts off if a pass, searched two plies less deep than a move, still reaches beta",
        source="Goetsch and Campbell 1990; Donninger 1993",
        search=guarded(turning, "null_move"),
        claims=claiming("conduct"),
        breaks=(TRUSTED_PASS,),
        needs=OF_NEGAMAX,
        measured_only=True,
    ),
    Variant(
        name="late_moves",
        title="searches moves after the first one ply less deep, and again to the full depth if they are above alpha",
        source="Romstad 2006",
        search=guarded(to_the_last_ply(late_moves), "late_moves"),
        claims=claiming("conduct"),
        breaks=(REDUCED_TOO_MUCH,),
        needs=OF_NEGAMAX,
        measured_only=True,
    ),
    Variant(
        name="futility",
        title="one ply above the depth limit, skips moves if the static value plus 1 is not above alpha",
        source="Heinz 1998",
        search=guarded(to_the_last_ply(partial(futility, margin=MARGIN)), "futility"),
        claims=claiming("conduct"),
        breaks=(SKIPPED_TOO_SOON,),
        needs=OF_NEGAMAX,
        measured_only=True,
    ),
)
