"""How strangers' searches order moves, and ways of giving one: coroutines, methods of any name, values for a player."""

import asyncio
from typing import Any

import pytest

from prunecheck import INF, Number, Tree, verify_search
from prunecheck.trees.protocol import N
from prunecheck.verify.visit_statistics import count_visits


def ordered(board: Any, alpha: float, beta: float, *, worst_first: bool) -> float:
    """Fail-soft negamax; of the children, the one with the best or the worst static value first."""
    if board.is_over():
        value: float = board.evaluate()
        return value
    best = -INF
    for child in sorted(board.children(), key=lambda each: each.evaluate(), reverse=worst_first):
        best = max(best, -ordered(child, -beta, -alpha, worst_first=worst_first))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def best_first(board: Any, alpha: float, beta: float) -> float:
    """What is worst for the opponent first."""
    return ordered(board, alpha, beta, worst_first=False)


def worst_first(board: Any, alpha: float, beta: float) -> float:
    """The wrong way round."""
    return ordered(board, alpha, beta, worst_first=True)


@pytest.mark.slow
def test_moves_ordered_the_wrong_way_round_are_waste() -> None:
    """All values are right; more leaves are read where static values are true than where they are not."""
    verdict = verify_search(worst_first, effort="quick")
    assert [each.severity.value for each in verdict.searches[0].faults] == ["pruning"]
    assert "orders moves the wrong way round" in str(verdict)


@pytest.mark.slow
def test_moves_ordered_by_static_values_are_told_so() -> None:
    """With fewer leaves where static values are true; that is no fault."""
    verdict = verify_search(best_first, effort="quick")
    assert verdict.sound
    assert "orders moves by static values" in str(verdict)


def test_a_search_that_asks_for_no_static_value_reads_the_same_whatever_they_are() -> None:
    """So nothing is said of its order."""
    reading = count_visits(_first_of_all, trees=3)
    assert reading.ordered == reading.disordered == 3


def _first_of_all(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """The first leaf, whatever its value."""
    while not tree.is_terminal(node):
        node = next(iter(tree.children(node)))
    return tree.evaluate(node)


async def in_time(board: Any, alpha: float, beta: float) -> float:
    """A coroutine that waits for coroutines."""
    if board.is_over():
        value: float = board.evaluate()
        return value
    best = -INF
    for child in board.children():
        best = max(best, -await in_time(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def test_a_coroutine_is_waited_for() -> None:
    """Its answer is judged as any."""
    assert verify_search(in_time, claims=["fishburn", "visits"], examples=20).sound


def test_a_coroutine_is_waited_for_where_a_loop_runs_already() -> None:
    """As in a notebook, where one always runs."""

    async def judged() -> bool:
        return verify_search(in_time, claims=["fishburn"], examples=5).sound

    assert asyncio.run(judged())


class Named:
    """Its methods have names that say nothing, and two of them are helpers."""

    def helped(self, board: Any, depth: int) -> float:
        """Negamax to a depth."""
        if depth == 0 or board.is_over():
            value: float = board.evaluate()
            return value
        return max(-self.helped(child, depth - 1) for child in board.children())

    def deepened(self, board: Any, most: int) -> float:
        """By iterative deepening; `range` adds one to the depth, which counts nothing up."""
        value: float = self.helped(board, 0)
        for depth in range(1, most + 1):
            value = self.helped(board, depth)
        return value

    def go(self, board: Any, depth: int) -> float:
        """Where it begins."""
        return self.deepened(board, depth)


def test_the_method_that_no_other_calls_is_the_search() -> None:
    """Whatever its name."""
    assert verify_search(Named, claims=["exact"], examples=20).sound


def valued_for(state: Any, player: int, alpha: float, beta: float) -> float:
    """Minimax for one player from the root on, who is told to the evaluation."""
    if state.is_over():
        value: float = state.evaluate(player)
        return value
    if state.current_player() == player:
        best = -INF
        for child in state.children():
            best = max(best, valued_for(child, player, max(alpha, best), beta))
            if best >= beta:
                break
        return best
    best = INF
    for child in state.children():
        best = min(best, valued_for(child, player, alpha, min(beta, best)))
        if best <= alpha:
            break
    return best


def test_a_value_is_given_as_the_player_sees_it_who_is_named() -> None:
    """The player to move at the root is named throughout."""
    assert verify_search(valued_for, claims=["fishburn", "visits"], examples=40).sound


def taking(node: Any, alpha: float, beta: float) -> float:
    """Takes children from the list until none is left."""
    if node.is_leaf():
        value: float = node.evaluate()
        return value
    best = -INF
    while node.children and best < beta:
        best = max(best, -taking(node.children.pop(0), -beta, -max(alpha, best)))
    return best


def test_a_list_of_children_is_the_same_list_each_time() -> None:
    """So a search may take from it."""
    assert verify_search(taking, claims=["fishburn"], examples=40).sound


class NeverNarrower:
    """Tests bounds until they meet, and asks about the same one again; what it found is kept."""

    def __init__(self) -> None:
        self.known: dict[object, float] = {}

    def search(self, board: Any) -> float:
        """By null windows, the next at the value found."""
        lower, upper, guess = -INF, INF, 0.0
        while lower < upper:
            bound = guess
            guess = self.tested(board, bound)
            if guess < bound:
                upper = guess
            else:
                lower = guess
        return guess

    def tested(self, board: Any, bound: float) -> float:
        """A bound on the value, for the player to move, on the side of `bound` where it is."""
        key = board.zobrist_key(), bound
        if key in self.known:
            return self.known[key]
        if board.is_over():
            self.known[key] = board.evaluate()
            return self.known[key]
        best = -INF
        for child in board.children():
            best = max(best, -self.tested(child, -bound))
            if best >= bound:
                break
        self.known[key] = best
        return best


@pytest.mark.slow
def test_a_search_that_hangs_on_all_but_leaves_is_refuted_for_that() -> None:
    """Another way of calling it answers now and then, and is not taken for the right one."""
    verdict = verify_search(NeverNarrower, effort="quick")
    assert "timeout" in verdict.searches[0].faults[0].words
