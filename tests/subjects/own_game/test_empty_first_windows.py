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
