"""Evaluations from the wrong point of view, and wins that are better if they come late, get a note."""

from pathlib import Path
from typing import Final

import pytest

from piles import HEAD
from prunecheck import verify_search
from prunecheck.subjects.own_game.notes.evaluation_notes import evaluation_notes
from prunecheck.subjects.own_game.own_game_subject import own_game_subject

NEGAMAX: Final = """
table = {}

def search(pile, depth, alpha, beta, color):
    if not moves(pile):
        return -(END)
    if depth == 0:
        return SIGN * (pile * 7 % 11 - 5)
    if (pile, depth, color, alpha, beta) in table:
        return table[pile, depth, color, alpha, beta]
    best = -inf
    for take in moves(pile):
        best = max(best, -search(pile - take, depth - 1, -beta, -max(alpha, best), -color))
        if best >= beta:
            break
    table[pile, depth, color, alpha, beta] = best
    return best
"""
MINIMAX: Final = """
def search(pile, ply, is_max):
    if not moves(pile):
        return -(END) if is_max else (END)
    if ply == 5:
        return SIGN * (pile * 7 % 11 - 5)
    values = [search(pile - take, ply + 1, not is_max) for take in moves(pile)]
    return max(values) if is_max else min(values)
"""
SAME, OPPOSITE, LATE = "evaluates to the same value", "evaluates to the opposite value", "prefers late wins"


@pytest.mark.parametrize(
    ("text", "sign", "end", "expected"),
    [
        (NEGAMAX, "color", "100 + depth", []),
        (NEGAMAX, "1", "100 + depth", [SAME]),
        (NEGAMAX, "color", "100 - depth", [LATE]),
        (NEGAMAX, "color", "100", []),
        (MINIMAX, "1", "100 - ply", []),
        (MINIMAX, "(1 if is_max else -1)", "100 - ply", [OPPOSITE]),
        (MINIMAX, "1", "100 + ply", [LATE]),
    ],
)
def test_odd_evaluations_are_noted(text: str, sign: str, end: str, expected: list[str], tmp_path: Path) -> None:
    """A leaf is evaluated again with the other player, and an end of the game as if it came a ply sooner."""
    file = tmp_path / "game.py"
    file.write_text(HEAD + text.replace("SIGN", sign).replace("END", end), encoding="utf-8")
    start = "search(12, 5, -inf, inf, 1)" if text == NEGAMAX else "search(12, 0, True)"
    (game,) = own_game_subject(f"{file}:search", [start]).games
    found = [*evaluation_notes(game)]
    assert len(found) == len(expected), found
    assert all(line.startswith(words) for line, words in zip(found, expected, strict=True)), found


def test_parameters_that_both_say_who_moves_change_together(tmp_path: Path) -> None:
    """The evaluation has the point of view of `color`, and is negated for the player who minimises."""
    text = MINIMAX.replace("is_max)", "is_max, color)").replace("not is_max, color)", "not is_max, -color)")
    file = tmp_path / "game.py"
    file.write_text(HEAD + text.replace("SIGN", "color * (1 if is_max else -1)").replace("END", "99"), encoding="utf-8")
    (game,) = own_game_subject(f"{file}:search", ["search(12, 0, True, 1)"]).games
    assert [*evaluation_notes(game)] == []


def test_a_verdict_has_the_note(tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    file.write_text(HEAD + MINIMAX.replace("SIGN", "1").replace("END", "50 + ply"), encoding="utf-8")
    verdict = verify_search(f"{file}:search", start="search(12, 0, True)", examples=5)
    assert verdict.sound
    assert "prefers late wins: an end of the game is worth " in str(verdict)
    assert "To find missing moves and wrong evaluations too, give the rules" in str(verdict)
