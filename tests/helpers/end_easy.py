"""Pascal Pons's late positions, "End-Easy", and the searches of them that are counted.

The positions belong to "Solving Connect 4" and are not part of this project. The environment variable
PRUNECHECK_CONNECT4 names a folder with the file Test_L3_R1; without it the tests that need it are skipped.
"""

import os
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from prunecheck import Number, Window
from prunecheck.trees.games.connect_four import ConnectFour, centre_first
from prunecheck.trees.games.positions import Scored, scored_positions

VARIABLE: Final = "PRUNECHECK_CONNECT4"
FOLDER: Final = os.environ.get(VARIABLE)

needs_positions = pytest.mark.skipif(not FOLDER, reason=f"{VARIABLE} names no folder with the published positions")

STRONG: Window[Number] = Window(-21, 21)  # no win is worth more than 18
WEAK: Window[Number] = Window(-1, 1)  # distinguishes win, draw and loss

LEFT_TO_RIGHT: Final = ConnectFour(foresight=True)
CENTRE_FIRST: Final = ConnectFour(order=centre_first(7), foresight=True)


@cache
def end_easy() -> tuple[Scored, ...]:
    """The thousand positions, with their scores for the first player."""
    text = (Path(FOLDER or "") / "Test_L3_R1").read_text(encoding="utf-8")
    return scored_positions(text, for_mover=True)


def clamped(score: Number, window: Window[Number]) -> Number:
    """The score, clamped to the window of the search."""
    return max(window.alpha, min(score, window.beta))
