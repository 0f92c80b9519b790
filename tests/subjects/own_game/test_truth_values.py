"""A search may return True for a win and False for a loss."""

from pathlib import Path
from typing import Final

import pytest

from own_programs import own_subject

NEGATED: Final = """
def wins(heaps):
    for nth, heap in enumerate(heaps):
        for taken in range(1, min(heap, 3) + 1):
            if NOT wins(heaps[:nth] + (heap - taken,) + heaps[nth + 1 :]):
                return True
    return False
"""
TWO_PLAYERS: Final = """
def after(heaps):
    for nth, heap in enumerate(heaps):
        for taken in range(1, min(heap, 3) + 1):
            yield heaps[:nth] + (heap - taken,) + heaps[nth + 1 :]


def wins(heaps):
    return any(answers(following) for following in after(heaps))


def answers(heaps):
    for following in after(heaps):
        if NOT wins(following):
            return False
    return True
"""


@pytest.mark.parametrize("text", [NEGATED, TWO_PLAYERS])
def test_truth_values_are_values(text: str, tmp_path: Path) -> None:
    """The search stops at the first win, so it has a window from a loss to a win."""
    subject = own_subject(tmp_path, text.replace("NOT", "not"), "wins", "wins((3, 2, 1))")
    assert not subject.faults
    (game,) = subject.games
    assert set(game.limits.among) == {1, -1}


def test_a_missing_not_is_a_bug(tmp_path: Path) -> None:
    subject = own_subject(tmp_path, NEGATED.replace("NOT", ""), "wins", "wins((3, 2, 1))")
    assert subject.faults
