"""Users' searches with move ordering, and unusual forms: coroutines, methods of any name, values for one player."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from program_files import in_file, passes
from prunecheck import INF, Number, PreconditionError, Tree, verify_search
from prunecheck.subjects.detecting.probes import probes
from prunecheck.subjects.find import subject_of
from prunecheck.subjects.load_search import load_object
from prunecheck.trees.protocol import N
from prunecheck.verify.budgets import NEVER_USED
from prunecheck.verify.visit_statistics import count_visits


def ordered(board: Any, alpha: float, beta: float, *, worst_first: bool) -> float:
    """Fail-soft negamax that searches the child with the best or the worst static value first."""
    if board.is_over():
        value: float = board.evaluate()
        return value
    best = -INF
    for child in sorted(board.children(), key=lambda position: position.evaluate(), reverse=worst_first):
        best = max(best, -ordered(child, -beta, -alpha, worst_first=worst_first))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def best_first(board: Any, alpha: float, beta: float) -> float:
    """Search the child that is worst for the opponent first."""
    return ordered(board, alpha, beta, worst_first=False)


def worst_first(board: Any, alpha: float, beta: float) -> float:
    """Search in the wrong order."""
    return ordered(board, alpha, beta, worst_first=True)


@pytest.mark.slow
def test_ordering_moves_the_wrong_way_round_is_a_bug() -> None:
    """All values are right, but true static values lead to more leaves than false ones."""
    verdict = verify_search(worst_first, examples=30)
    assert {fault.severity.value for fault in verdict.searches[0].faults} == {"pruning"}
    assert "wrong move order: " in str(verdict)


@pytest.mark.slow
def test_ordering_by_static_values_is_reported() -> None:
    """If true static values lead to fewer leaves, the order is right."""
    verdict = verify_search(best_first, examples=30)
    assert verdict.sound
    assert any(finding.words.startswith("orders moves by static values") for finding in verdict.findings)


def confirmed(board: Any, alpha: float, beta: float) -> float:
    """The right order, but the search is repeated if the static value was right."""
    value = best_first(board, alpha, beta)
    for _ in range(5 if value == board.evaluate() else 0):
        value = best_first(board, alpha, beta)
    return value


def test_leaves_that_are_evaluated_again_do_not_count_as_a_wrong_order() -> None:
    """With true static values, the search evaluates more leaves in total, but fewer distinct ones."""
    reading = count_visits(subject_of(load_object(confirmed)).search, trees=20)
    assert 0 < reading.ordered < reading.disordered


def test_a_search_that_ignores_static_values_has_no_verdict_on_its_order() -> None:
    """The report does not mention the order, and a few trees are enough."""
    reading = count_visits(_first_of_all, trees=20)
    assert reading.static_trees == reading.ordered == reading.disordered == NEVER_USED


def _first_of_all(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """Return the first leaf, whatever its value."""
    while not tree.is_terminal(node):
        node = next(iter(tree.children(node)))
    return tree.evaluate(node)


async def in_time(board: Any, alpha: float, beta: float) -> float:
    """A coroutine that awaits coroutines."""
    if board.is_over():
        value: float = board.evaluate()
        return value
    best = -INF
    for child in board.children():
        best = max(best, -await in_time(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


@pytest.mark.slow
def test_a_coroutine_is_run_to_its_answer() -> None:
    """The answer of the coroutine is judged like any other answer."""
    assert verify_search(in_time, claims=["fishburn", "visits"], examples=20).sound


@pytest.mark.slow
def test_a_coroutine_is_run_even_inside_a_running_event_loop() -> None:
    """In a notebook, an event loop is always running."""

    async def judged() -> bool:
        return verify_search(in_time, claims=["fishburn"], examples=5).sound

    assert asyncio.run(judged())


class Named:
    """A search whose methods have names that do not say what they do; two of them are helpers."""

    def helped(self, board: Any, depth: int) -> float:
        """Negamax to a depth."""
        if depth == 0 or board.is_over():
            value: float = board.evaluate()
            return value
        return max(-self.helped(child, depth - 1) for child in board.children())

    def deepened(self, board: Any, most: int) -> float:
        """Deepen iteratively. The depth counts the plies left, although 1 is added in `range`."""
        value: float = self.helped(board, 0)
        for depth in range(1, most + 1):
            value = self.helped(board, depth)
        return value

    def go(self, board: Any, depth: int) -> float:
        """The entry point."""
        return self.deepened(board, depth)


def test_a_method_of_any_name_is_searched_if_it_is_named() -> None:
    """For a class that is not given by its file and name, the message proposes its recursive method."""
    assert verify_search(Named.go, claims=["exact"], examples=20).sound
    with pytest.raises(PreconditionError, match=r"name it, as in Named\.helped"):
        verify_search(Named)


def valued_for(state: Any, player: int, alpha: float, beta: float) -> float:
    """Minimax for the root player, who is passed to the evaluation."""
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


@pytest.mark.slow
def test_a_value_is_for_the_player_passed_as_an_argument() -> None:
    """The root player is passed down unchanged."""
    assert verify_search(valued_for, claims=["fishburn", "visits"], examples=40).sound


def taking(node: Any, alpha: float, beta: float) -> float:
    """Remove children from the list until it is empty."""
    if node.is_leaf():
        value: float = node.evaluate()
        return value
    best = -INF
    while node.children and best < beta:
        best = max(best, -taking(node.children.pop(0), -beta, -max(alpha, best)))
    return best


def test_a_list_of_children_is_the_same_list_each_time() -> None:
    """A search that removes children from the list finds the same list again, and is right once on each tree."""
    search = subject_of(load_object(taking)).search
    assert [search(tree, tree.root, -INF, INF) for tree, _ in probes()] == [value for _, value in probes()]


class NeverNarrower:
    """Search null windows until both bounds meet, then repeat the last one. Results are stored."""

    def __init__(self) -> None:
        self.known: dict[object, float] = {}

    def search(self, board: Any) -> float:
        """Call null windows, each at the value returned by the one before."""
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
        """Return a bound on the value for the player to move, on the same side of `bound`."""
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
def test_a_search_that_only_answers_leaves_is_refuted_as_a_hang() -> None:
    """Another calling convention answers some trees, but is not chosen."""
    verdict = verify_search(NeverNarrower, examples=30, seconds=0.1)
    assert "timeout" in verdict.searches[0].faults[0].words


def test_a_private_method_has_its_name_in_the_source(tmp_path: Path) -> None:
    """Python stores `__search` as `_Agent__search`."""
    text = """
    class Agent:
        def __search(self, node, depth, alpha, beta):
            if depth == 0 or node.is_terminal():
                return node.evaluate()
            for child in node.children():
                alpha = max(alpha, -self.__search(child, depth - 1, -beta, -alpha))
                if alpha >= beta:
                    break
            return alpha
    """
    assert passes(in_file(tmp_path, text, "Agent.__search"))
