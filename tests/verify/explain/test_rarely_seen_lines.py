"""A line that is certainly wrong is a note if no tree shows the bug."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck import from_nested, verify_search

SCOUT: Final = """
from math import inf

def negamax(tree, node, alpha, beta):
    if tree.is_terminal(node):
        return tree.evaluate(node) if tree.is_max(node) else -tree.evaluate(node)
    best = -inf
    for nth, child in enumerate(tree.children(node)):
        if nth == 0:
            value = -negamax(tree, child, -beta, -alpha)
        else:
            value = -negamax(tree, child, -alpha - 1, -alpha)
            if AGAIN:
                value = -negamax(tree, child, -beta, -value)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""


@pytest.mark.parametrize(("again", "noted"), [("alpha < value < beta", False), ("value > beta", True)])
def test_a_missing_search_in_a_wider_window_is_noted(again: str, *, noted: bool, tmp_path: Path) -> None:
    """On a tree of one ply, all values are exact."""
    file = tmp_path / "scout.py"
    file.write_text(SCOUT.replace("AGAIN", again), encoding="utf-8")
    found = verify_search(f"{file}:negamax", tree=from_nested([1, 2, 3]))
    assert found.sound
    assert ("but never re-searches in a wider window" in str(found)) == noted
    assert ("but --effort thorough tries more trees" in str(found)) == noted


PASSES: Final = """
from math import inf

def negamax(pile, depth, alpha, beta):
    if depth == 0 or pile <= 0:
        return (7 * pile + depth) % 5 - 2
    if pile == 9:
        return -negamax(pile, depth - 1, alpha, beta)
    best = -inf
    for taken in (1, 2, 3):
        best = max(best, -negamax(pile - taken, depth - 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""


def test_a_wrong_line_that_never_ran_needs_another_starting_call(tmp_path: Path) -> None:
    """More trees of the same starting call cannot show the bug."""
    file = tmp_path / "passes.py"
    file.write_text(PASSES, encoding="utf-8")
    said = str(verify_search(f"{file}:negamax", start="negamax(8, 3, -inf, inf)", examples=20))
    assert "line 8 passes on the window without negating it" in said
    assert "No starting call reached this line" in said
    assert "tries more trees" not in said
