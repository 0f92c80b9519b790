"""Bugs that only affect late moves far from the leaves are found on bushy trees, and have small witnesses."""

from typing import Any

import pytest

from prunecheck import INF, verify_search
from prunecheck.catalog import VARIANTS
from prunecheck.contracts.case import Case
from prunecheck.contracts.order import contract
from prunecheck.oracle.minimax import value, values
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.verify.corpus import bushy_trees
from prunecheck.verify.hunt import drawn_trees as hunting
from prunecheck.verify.hunt import tree_judge
from prunecheck.verify.hunt.drawn_trees import hunt
from prunecheck.verify.hunt.tree_judge import TreeJudge
from prunecheck.verify.judge import Charge
from prunecheck.verify.shrink.tree_passes import shrink_tree


class Engine:
    """Negamax that searches the later moves of a node one ply less deep, if `left` plies or more are left."""

    first, left = 4, 3
    again = True  # re-search a result above alpha to the full depth

    def search(self, pos: Any, depth: int, alpha: float, beta: float) -> Any:
        """The value for the player to move."""
        if depth == 0 or pos.is_terminal():
            return pos.evaluate()
        best = -INF
        for nth, child in enumerate(pos.children()):
            late = nth >= self.first and depth >= self.left
            found = -self.search(child, depth - 1 - late, -beta, -max(alpha, best))
            if late and self.again and found > max(alpha, best):
                found = -self.search(child, depth - 1, -beta, -max(alpha, best))
            best = max(best, found)
            if best >= beta:
                break
        return best


class Blind(Engine):
    """A search with late move reductions that never re-searches late moves."""

    again = False


class Deep(Engine):
    """A search that only reduces late moves four plies above the leaves, from the fourth move on."""

    first, left = 3, 4


class Late(Engine):
    """A search that only reduces the seventh move."""

    first, left = 6, 4


class Below(Engine):
    """A search that searches all moves of the root to the full depth."""

    def choose(self, pos: Any, depth: int) -> Any:
        """The best value of a move."""
        return max(-self.search(child, depth - 1, -INF, INF) for child in pos.children())


class Never(Engine):
    """A search without reductions."""

    first = 99


class Nodes:
    """Negamax that stops after a fixed number of nodes."""

    most = 500

    def search(self, pos: Any, depth: int, alpha: float, beta: float) -> Any:
        """The value for the player to move."""
        self.nodes = 0
        return self.below(pos, depth, alpha, beta)

    def below(self, pos: Any, depth: int, alpha: float, beta: float) -> Any:
        """The value of a node, which is counted."""
        self.nodes += 1
        if depth == 0 or pos.is_terminal() or self.nodes > self.most:
            return pos.evaluate()
        best = -INF
        for child in pos.children():
            best = max(best, -self.below(child, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check bushy trees, even on a slow machine."""
    monkeypatch.setattr(tree_judge, "SECONDS_WHEN_LARGER", INF)


@pytest.mark.fast_cases("Engine")
@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("kind", [Engine, Blind, Deep, Late])
def test_late_moves_that_are_searched_less_deep_are_found(kind: type[Engine]) -> None:
    """Random trees do not have so many moves so far from their leaves."""
    (fault, *_) = verify_search(kind, effort="thorough", examples=100).searches[0].faults
    assert fault.words.startswith("wrong value: got ")


@pytest.mark.slow
@pytest.mark.usefixtures("unhurried")
def test_reductions_below_the_root_are_found() -> None:
    """Only a tree with static values shows them, in which the depth limit is the height of the tree."""
    (fault, *_) = verify_search(Below.choose, effort="thorough", examples=100).searches[0].faults
    assert fault.words.startswith("wrong value: got ")


@pytest.mark.slow
@pytest.mark.usefixtures("unhurried")
def test_the_same_search_without_reductions_passes() -> None:
    """Without reductions, the search is right on the same trees."""
    assert verify_search(Never, effort="thorough", examples=100).sound


@pytest.mark.slow
@pytest.mark.usefixtures("unhurried")
def test_a_search_that_stops_after_a_number_of_nodes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bushy tree has more nodes than that number. The tree is hardly shrunk, since this would take half a minute."""
    monkeypatch.setattr(hunting, "SHRINKING_CALLS_A_SECOND", 10)
    assert not verify_search(Nodes, effort="thorough", examples=100).sound


def test_bushy_trees_grow_and_have_either_player_to_move() -> None:
    """In the larger ones, the root player wins everywhere, and the moves are sorted worst first."""
    trees = list(bushy_trees())
    assert [tree.is_max(tree.root) for tree in trees] == [True, False] * (len(trees) // 2)
    leaves = [len(tree.leaf_values) for tree in trees]
    assert leaves == sorted(leaves)
    for tree in trees[-2:]:
        worth = values(tree, tree.root)
        signed = [worth[child] if tree.is_max(tree.root) else -worth[child] for child in tree.children(tree.root)]
        assert signed == sorted(signed)
        assert signed[0] > 0


def test_a_slow_search_is_not_run_on_much_larger_trees() -> None:
    """A slow search would be reported as hanging on much larger trees."""
    judge = TreeJudge(VARIANTS["fail_soft"].search, (Charge(contract("exact")),))
    small, large = (Case(tree) for tree in (next(bushy_trees()), list(bushy_trees())[-1]))
    judge.pace = len(small.leaves), 0.002
    assert judge.has_time_for(small)
    assert judge.has_time_for(large)
    judge.pace = len(small.leaves), 0.01
    assert judge.has_time_for(small)
    assert not judge.has_time_for(large)


def test_the_last_trees_are_judged_after_the_drawn_ones() -> None:
    """The last trees are skipped if every contract is already refuted."""
    last = tuple(bushy_trees())[:2]
    held, refuted = (
        TreeJudge(VARIANTS[name].search, (Charge(contract("visits")),)) for name in ("fail_soft", "minimax")
    )
    hunt([held], examples=5, seed_number=0, last=last)
    assert held.trees == 7
    hunt([refuted], examples=50, seed_number=0, last=last)
    assert refuted.trees < 50
    assert next(iter(refuted.refuted.values()))[0] not in last


def test_shrinking_a_large_tree_drops_irrelevant_parts_first() -> None:
    """Shrinking takes few steps: a subtree becomes a leaf with its value, unless the failure is inside."""
    tree = list(bushy_trees())[-1]
    assert len(tree) > 100
    tries = 0

    def fails(candidate: ExplicitTree[Number]) -> bool:
        nonlocal tries
        tries += 1
        last = candidate.root
        for _ in range(2):
            below = candidate.children(last)
            if len(below) < 4:
                return False
            last = below[-1]
        return value(candidate, candidate.root) >= 1 or not candidate.is_max(candidate.root)

    small = shrink_tree(tree, fails)
    assert fails(small)
    assert len(small.leaf_values) == 7
    assert tries < 1_500
