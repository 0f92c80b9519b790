"""A search that forgets to make the moves of one player searches the same position again."""

from pathlib import Path
from typing import Final

import pytest

from own_programs import own_subject

SEARCH: Final = """
def value(heaps):
    return sum((nth + 3) * heap * heap for nth, heap in enumerate(heaps)) % 41 - 20


def after(heaps, nth):
    return heaps[:nth] + [heaps[nth] - 1] + heaps[nth + 1 :]


def search(heaps, depth, alpha, beta, is_max):
    moves = [nth for nth, heap in enumerate(heaps) if heap]
    if depth == 0 or not moves:
        return value(heaps)
    best = -99 if is_max else 99
    for nth in moves:
        if is_max:
            best = max(best, search(after(heaps, nth), depth - 1, alpha, beta, False))
            alpha = max(alpha, best)
        else:
            best = min(best, search(MIN, depth - 1, alpha, beta, True))
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
START: Final = "search([2, 1, 3], 4, -99, 99, IS_MAX)"


@pytest.mark.parametrize(("is_max", "player"), [("True", "the opponent"), ("False", "the first player")])
def test_moves_that_change_nothing_are_a_bug(is_max: str, player: str, tmp_path: Path) -> None:
    text = SEARCH.replace("MIN", "list(heaps)")
    (fault,) = own_subject(tmp_path, text, "search", START.replace("IS_MAX", is_max)).faults
    assert fault.startswith(f"{player} never moves: in all ")


def test_many_moves_that_change_nothing_are_a_bug(tmp_path: Path) -> None:
    """Many equal calls from one caller otherwise mean that the positions look alike to prunecheck."""
    text = SEARCH.replace("MIN", "list(heaps)")
    (fault,) = own_subject(tmp_path, text, "search", "search([2, 1, 3, 1, 2, 2], 3, -99, 99, True)").faults
    assert fault.startswith("the opponent never moves: in all ")


@pytest.mark.parametrize("move", ["after(heaps, nth)", "after(heaps, moves[0])"])
def test_moves_that_change_the_position_are_no_bug(move: str, tmp_path: Path) -> None:
    """Several moves may lead to the same position."""
    text = SEARCH.replace("MIN", move)
    assert not own_subject(tmp_path, text, "search", START.replace("IS_MAX", "True")).faults


def test_a_player_who_must_pass_makes_no_mistake(tmp_path: Path) -> None:
    """MIN has only one move, a pass."""
    text = SEARCH.replace("MIN", "heaps").replace("    for nth in moves:", "    for nth in moves if is_max else [0]:")
    assert not own_subject(tmp_path, text, "search", START.replace("IS_MAX", "True")).faults
