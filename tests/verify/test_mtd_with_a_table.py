"""A search with a table that its program only calls in null windows, in a game in which a player may move again."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck import verify_search

# Plaat's search with memory: in a wide window, it narrows the window to nothing if the entry has an exact value
PROGRAM: Final = """
TABLE = {}


def moves(pile):
    return [take for take in (1, 2, 3) if take <= pile]


def worth(pile, player):
    return ((pile * 37 + player * 11) % 23) - 11


def search(pile, player, depth, alpha, beta):
    key = pile, player, depth
    lower, upper = TABLE.get(key, (-100, 100))
    if lower >= beta:
        return lower
    if upper <= alpha:
        return upper
    alpha, beta = max(alpha, lower), min(beta, upper)
    if depth == 0 or not moves(pile):
        return worth(pile, player)
    best, low = -100, alpha
    for take in moves(pile):
        if take == 2:  # and the same player moves again
            value = search(pile - take, player, depth - 1, low, beta)
        else:
            value = -search(pile - take, 1 - player, depth - 1, -beta, -low)
        best, low = max(best, value), max(low, value)
        if low >= beta:
            break
    if best <= alpha:
        TABLE[key] = STORED
    elif best >= beta:
        TABLE[key] = best, upper
    else:
        TABLE[key] = best, best
    return best


def mtdf(pile, depth, guess=0):
    lower, upper = -100, 100
    while lower < upper:
        beta = max(guess, lower + 1)
        guess = search(pile, 0, depth, beta - 1, beta)
        lower, upper = (lower, guess) if guess < beta else (guess, upper)
    return guess
"""


@pytest.mark.fast_cases("lower, best-mtdf(11, 4)-40")
@pytest.mark.parametrize(
    ("stored", "start", "examples"),
    [
        ("lower, best", "mtdf(11, 4)", 40),
        ("best, upper", "mtdf(11, 4)", 240),
        ("lower, best", "search(11, 0, 4, -100, 100)", 40),
    ],
)
def test_a_search_is_only_judged_in_null_windows_if_its_program_only_uses_those(
    stored: str, start: str, examples: int, tmp_path: Path
) -> None:
    """In wider windows, it is wrong if it finds an entry."""
    file = tmp_path / "mtd.py"
    file.write_text(PROGRAM.replace("STORED", stored), encoding="utf-8")
    verdict = verify_search(f"{file}:search", start=[start], examples=examples)
    is_right = stored == "lower, best" and start.startswith("mtdf")
    assert verdict.sound == is_right, verdict
    assert ("different null windows, as in the program" in str(verdict)) == is_right
