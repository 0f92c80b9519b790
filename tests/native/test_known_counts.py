"""Counts that are known from theory or publications, in plain Python and compiled."""

import pytest

from prunecheck.errors import BudgetError
from prunecheck.native import search
from prunecheck.trees.games.tictactoe import TicTacToe
from prunecheck.trees.models.forward import ForwardModel
from prunecheck.trees.models.hashed import HashedLeaves
from prunecheck.trees.models.unprunable import NothingPruned
from prunecheck.trees.protocol import Number
from prunecheck.trees.views.counted import counted
from prunecheck.trees.views.ordered import ordered
from speeds import SPEEDS, Searched


@pytest.fixture(params=SPEEDS)
def searched(request: pytest.FixtureRequest) -> Searched:
    """A search in plain Python, and the same search compiled.

    Each run checks that it really is what it claims to be.
    """
    return SPEEDS[request.param]


@pytest.mark.slow
def test_nothing_is_pruned_where_nothing_can_be(searched: Searched) -> None:
    tree = counted(NothingPruned(3, 5))
    assert searched("fail_soft", tree) == searched("minimax", NothingPruned(3, 5))
    assert (tree.leaves, tree.visits) == (3**5, (3**6 - 1) // 2)


@pytest.mark.slow
@pytest.mark.parametrize("branching, depth", [(2, 6), (3, 4), (5, 3)])
def test_a_perfectly_ordered_tree_has_the_minimum_of_leaves(searched: Searched, branching: int, depth: int) -> None:
    tree = counted(ordered(ForwardModel(branching, depth, values=1000)))
    searched("two_functions", tree)
    assert tree.leaves == branching ** -(-depth // 2) + branching ** (depth // 2) - 1


@pytest.mark.slow
def test_tic_tac_toe_is_a_draw_with_549946_nodes(searched: Searched) -> None:
    tree = counted(TicTacToe())
    value: Number = searched("minimax", tree)
    assert (value, tree.visits, tree.leaves) == (0, 549_946, 255_168)


@pytest.mark.slow
def test_a_tree_with_more_leaves_than_64_bits_can_number_is_searched() -> None:
    with pytest.raises(BudgetError):
        search("fail_soft", HashedLeaves(40, 12), most_nodes=1_000_000)
