"""MTD needs few null windows with bisection, and ends with a best move in its memory."""

import pytest
from hypothesis import given

from prunecheck import INF, ExplicitTree, Number
from prunecheck.oracle.minimax import best_moves, value
from prunecheck.strategies import trees
from prunecheck.trees.models.orders import random_order
from prunecheck.trees.views.recorded import recorded
from prunecheck.variants.memory.by_node import ByNode
from prunecheck.variants.memory.remembered import remembered
from prunecheck.variants.null_windows.bisection import bisection
from prunecheck.variants.null_windows.mtd_f import mtd_f


@pytest.mark.parametrize("shift", [-3000, -500, 0, 3000])
def test_bisection_needs_about_as_many_null_windows_as_halvings_of_the_range(shift: int) -> None:
    """For 1,024 values, bisection needs about ten null windows, and two more to find finite bounds."""
    log = recorded(random_order(4, 5, seed=1).with_values(lambda leaf: leaf + shift))
    assert bisection(ByNode(log), log.root, -INF, INF) == value(log.quiet, log.root)
    assert log.asked("is_terminal").count(log.root) <= 12


@given(tree=trees(shared=False, static_values=False, extreme_values=False))
def test_a_memory_with_moves_knows_a_best_move_at_the_end(tree: ExplicitTree[Number]) -> None:
    """The last null window that raised the bound of the side to move has found it."""
    memory = remembered(tree)
    mtd_f(memory, tree.root, -INF, INF, 0)
    assert tree.is_terminal(tree.root) or memory.move(tree.root) in best_moves(tree, tree.root)
