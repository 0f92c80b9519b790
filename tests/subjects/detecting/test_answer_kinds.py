"""Searches that return other things than a move beside the value are detected, and need no move."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from prunecheck import verify_search
from prunecheck.subjects.find import subject_of
from prunecheck.subjects.load_search import load_object


@dataclass
class Found:
    """A value and a count."""

    score: float
    nodes: int


def counting(node: Any, alpha: float, beta: float) -> Found:
    """Alpha-beta that counts nodes."""
    if node.is_leaf():
        return Found(node.value(), 1)
    best, nodes = -math.inf, 1
    for child in node.children():
        found = counting(child, -beta, -alpha)
        nodes += found.nodes
        best = max(best, -found.score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return Found(best, nodes)


def a_pair(node: Any, alpha: float, beta: float) -> tuple[float, int]:
    """The score and the number of nodes."""
    found = counting(node, alpha, beta)
    return found.score, found.nodes


def a_pair_turned(node: Any, alpha: float, beta: float) -> tuple[int, float]:
    """The number of nodes and the score."""
    found = counting(node, alpha, beta)
    return found.nodes, found.score


def a_dictionary(node: Any, alpha: float, beta: float) -> dict[str, float]:
    """The score and the number of nodes, under their names."""
    found = counting(node, alpha, beta)
    return {"value": found.score, "nodes": found.nodes}


def with_statistics(node: Any, alpha: float, beta: float) -> tuple[float, dict[str, int]]:
    """The score, and a dictionary of statistics."""
    found = counting(node, alpha, beta)
    return found.score, {"nodes": found.nodes}


def deepening(pos: Any, max_depth: int) -> Iterator[tuple[int, float]]:
    """Depth and value after each iteration, from depth 1."""
    for depth in range(1, max_depth + 1):
        yield depth, plain(pos, depth)


def plain(pos: Any, depth: int) -> float:
    """Negamax to a depth."""
    if depth == 0 or pos.is_over():
        return float(pos.evaluate())
    return max(-plain(child, depth - 1) for child in pos.children())


@pytest.mark.fast_cases("a_dictionary")
@pytest.mark.parametrize("search", [counting, a_pair, a_pair_turned, a_dictionary, with_statistics, deepening])
def test_other_results_are_not_mistaken_for_moves(search: Callable[..., Any]) -> None:
    """A search that returns a count, a dictionary of statistics or an iteration's depth passes without a move."""
    verdict = verify_search(search, examples=20, effort="thorough")
    assert verdict.sound, str(verdict)
    assert not subject_of(load_object(search)).traits.gives_move


class Line(NamedTuple):
    """A value, and moves in a field with an unusual name."""

    value: float
    path: tuple[int, ...]


def with_path(node: Any, alpha: float, beta: float) -> Line:
    """Negamax with the moves that lead to the value."""
    if node.is_leaf():
        return Line(node.value(), ())
    best = Line(-math.inf, ())
    for nth, child in enumerate(node.children()):
        below = with_path(child, -beta, -max(alpha, best.value))
        best = max(best, Line(-below.value, (nth, *below.path)), key=lambda line: line.value)
        if best.value >= beta:
            break
    return best


@pytest.mark.slow
def test_fields_of_other_names_are_read_like_items_of_a_tuple() -> None:
    """The moves of a principal variation may stand in a field with any name."""
    verdict = verify_search(with_path, examples=20)
    assert verdict.sound, str(verdict)
    assert subject_of(load_object(with_path)).traits.gives_line


class Passing:
    """Negamax in which a player without moves passes."""

    def search(self, game: Any, depth: int, alpha: float, beta: float, passed: bool) -> float:
        """The value for the player to move."""
        if depth == 0:
            return float(game.score())
        if not game.moves():
            return float(game.score()) if passed else -self.search(game.play(None), depth, -beta, -alpha, True)
        best = -math.inf
        for move in game.moves():
            best = max(best, -self.search(game.play(move), depth - 1, -beta, -max(alpha, best), False))
            if best >= beta:
                break
        return best


@pytest.mark.slow
def test_a_pass_at_the_end_of_a_game_only_changes_the_side_to_move() -> None:
    """After a pass by the last player to move, the search can see that both players have passed."""
    verdict = verify_search(Passing.search, examples=20)
    assert verdict.sound, str(verdict)


def one_too_far(node: Any, alpha: float, beta: float) -> tuple[float, int | None]:
    """Moves are counted from 1."""
    if node.is_leaf():
        return node.value(), None
    found = [-a_pair(child, -beta, -alpha)[0] for child in node.children()]
    return max(found), 1 + found.index(max(found))


def never_told(node: Any, alpha: float, beta: float) -> tuple[float, None]:
    """The best move is never updated."""
    return counting(node, alpha, beta).score, None


def no_move_in_record(node: Any, alpha: float, beta: float) -> dict[str, float | None]:
    """The record has a place for the move, but it stays empty."""
    return {"score": counting(node, alpha, beta).score, "move": None}


@pytest.mark.parametrize("search", [one_too_far, never_told, no_move_in_record])
def test_a_wrong_move_still_counts_as_a_move(search: Callable[..., Any]) -> None:
    """A move that is counted from 1, or never updated, is judged as a move and refuted."""
    faults = verify_search(search, examples=30, effort="thorough").searches[0].faults
    assert [fault.contract for fault in faults] == ["best-move"]


class JavaResult:
    """A score and a move, with the names of a Java program."""

    def __init__(self, score: float, move: Any) -> None:
        """Store both."""
        self.bestScore, self.bestMove = score, move


def last_best(node: Any, alpha: float, beta: float) -> JavaResult:
    """Fail-hard negamax that takes the last of several equal moves, although its value may only be a bound."""
    if node.is_leaf():
        return JavaResult(node.value(), None)
    move = None
    for nth, child in enumerate(node.children()):
        score = -last_best(child, -beta, -alpha).bestScore
        if score >= alpha:
            alpha, move = score, nth
        if alpha >= beta:
            break
    return JavaResult(alpha, move)


def test_a_move_in_a_field_with_a_java_name_is_checked() -> None:
    """`bestMove` is a move, as `best_move` is."""
    (found,) = (
        finding for finding in verify_search(last_best, examples=30).findings if finding.contract == "best-move"
    )
    assert found.words.startswith("wrong move: got ")
