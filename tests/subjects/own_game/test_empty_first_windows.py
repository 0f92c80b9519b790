"""A starting call whose alpha is not below beta gets a note, since the full window takes its place."""

from pathlib import Path

import pytest

from piles import MINIMAX, Written, game
from prunecheck.subjects.own_game.notes.tree_notes import tree_notes


@pytest.mark.parametrize(
    ("window", "shown"), [("inf, -inf", "(inf, -inf)"), ("3, 3", "(3, 3)"), ("-inf, inf", ""), ("-1, 0", "")]
)
def test_an_empty_first_window_is_noted(window: str, shown: str, tmp_path: Path) -> None:
    """With the two ends exchanged, a program searches nothing."""
    found = game(tmp_path, Written(MINIMAX, start=f"minimax(6, {window}, True)"))
    said = f"starts in the window {shown}, in which alpha is not below beta"
    assert any(said in note for note in tree_notes(found)) == bool(shown)


@pytest.mark.parametrize(("window", "wrong"), [("beta=-inf, alpha=inf", True), ("alpha=-inf, beta=inf", False)])
def test_a_program_that_passes_an_empty_window_has_a_bug(window: str, wrong: bool, tmp_path: Path) -> None:
    """If the starting call itself contains the window, the starting call may be wrong instead."""
    best = f"\n\ndef best(pile):\n    return minimax(pile, is_max=True, {window})\n"
    faults = game(tmp_path, Written(MINIMAX + best, start="best(6)")).faults
    said = "calls `minimax` in the window (inf, -inf), in which alpha is not below beta"
    assert any(fault.startswith(said) for fault in faults) == wrong
    assert wrong or not faults
