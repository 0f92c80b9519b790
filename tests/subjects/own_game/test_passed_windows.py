"""A window is found, opened and narrowed in whatever form calls pass it: surplus arguments, pairs, dictionaries."""

from pathlib import Path

import pytest

from own_programs import assert_right, own_subject
from piles import HEAD, Written, game
from prunecheck import verify_search
from prunecheck.subjects.own_game.own_game_subject import own_game_subject

SEARCH = """
from collections import namedtuple
from dataclasses import dataclass

Limits = namedtuple("Limits", "low high")


@dataclass(frozen=True)
class Span:
    low: float
    high: float


def search(pile, PARAMETER):
    alpha, beta = HELD
    best = -inf if moves(pile) else -1
    for take in moves(pile):
        alpha = max(alpha, best)
        best = max(best, -search(pile - take, PASSED))
        if CUTOFF:
            break
    return best
"""
FORMS = {  # parameter, how it is read, what is passed on, the starting call's argument
    "surplus": ("*ab", "ab", "*(-beta, -alpha)", "-inf, inf"),
    "surplus by keyword": (
        "**ab",
        "ab['alpha'], ab['beta']",
        "**dict(alpha=-beta, beta=-alpha)",
        "alpha=-inf, beta=inf",
    ),
    "pair": ("ab", "ab", "(-beta, -alpha)", "(-inf, inf)"),
    "list": ("ab", "ab", "[-beta, -alpha]", "[-inf, inf]"),
    "dictionary": ("w", "w['alpha'], w['beta']", "{'alpha': -beta, 'beta': -alpha}", "{'alpha': -inf, 'beta': inf}"),
    "named tuple": ("w", "w.low, w.high", "Limits(-beta, -alpha)", "Limits(-inf, inf)"),
    "frozen dataclass": ("w", "w.low, w.high", "Span(-beta, -alpha)", "Span(-inf, inf)"),
}


@pytest.mark.parametrize("cutoff", ["best >= beta", "False"])
@pytest.mark.parametrize("form", FORMS)
def test_a_window_is_found_in_any_form(form: str, cutoff: str, tmp_path: Path) -> None:
    """The window is found even if the search never prunes, so that a missing cutoff is noticed.

    It is not part of positions.
    """
    parameter, held, passed, first = FORMS[form]
    text = SEARCH.replace("PARAMETER", parameter).replace("HELD", held).replace("PASSED", passed)
    found = game(tmp_path, Written(text.replace("CUTOFF", cutoff), "search", f"search(6, {first})"))
    assert found.takes_window(found.root)
    assert found.watched.parts.names == {"pile"}
    assert not found.faults


def test_a_search_with_its_window_in_a_pair_is_judged_in_narrow_windows(tmp_path: Path) -> None:
    """Extra leaves are then a bug, as for a search with alpha and beta."""
    parameter, held, passed, first = FORMS["pair"]
    text = SEARCH.replace("PARAMETER", parameter).replace("HELD", held).replace("PASSED", passed)
    file = tmp_path / "pair.py"
    file.write_text(f"{HEAD}\n{text.replace('CUTOFF', 'False')}", encoding="utf-8")
    assert own_game_subject(f"{file}:search", [f"search(6, {first})"]).traits.takes_window


def test_a_player_below_the_pile_is_not_alpha(tmp_path: Path) -> None:
    """`1 <= pile` narrows like a window if the player is always 1, but the name says what it is."""
    text = """
def search(pile, player, depth):
    if depth == 0 or pile < 3:
        return pile * 7 % 11 - 5
    after = [search(pile - taken, 1, depth - 1) for taken in (1, 2, 3)]
    return max(after) if player == 0 else min(after)
"""
    found = game(tmp_path, Written(text, "search", "search(20, 0, 4)"))
    assert not found.takes_window(found.root)
    assert not found.faults


UNUSED = """
def search(pile, depth, alpha=0, beta=0):
    if depth == 0 or pile < 3:
        return {"value": pile * 7 % 11 - 5, "window": (alpha, beta)}
    values = [-search(pile - taken, depth - 1)["value"] for taken in (1, 2, 3)]
    return {"value": max(values), "window": (alpha, beta)}
"""


def test_a_window_that_no_call_passes_is_not_in_use(tmp_path: Path) -> None:
    """The defaults of alpha and beta form an empty window, in which no search could find a value."""
    found = game(tmp_path, Written(UNUSED, "search", "search(20, 3)"))
    assert not found.takes_window(found.root)
    assert not found.faults
    given = game(tmp_path, Written(UNUSED, "search", "search(20, 3, -9, 9)"))
    assert given.takes_window(given.root)


BOUNDS_BESIDE_MOVES = """
    def search(stones, depth, alpha, beta, mine, first=None):
        if depth == 0 or stones <= 0:
            return first, stones % 5
        for take in (1, 2, 3):
            found = search(stones - take, depth - 1, alpha, beta, not mine, first or take)
            if mine:
                alpha = max(alpha, found, key=lambda pair: pair[1])
            else:
                beta = min(beta, found, key=lambda pair: pair[1])
            if alpha[1] >= beta[1]:
                break
        return alpha if mine else beta
"""


def test_alpha_and_beta_may_be_pairs_with_a_move(tmp_path: Path) -> None:
    assert_right(own_subject(tmp_path, BOUNDS_BESIDE_MOVES, "search", "search(6, 3, (None, -99), (None, 99), True)"))


HELPER = """
def narrowed(pile, depth, alpha, beta, first):
    if first:
        return search(pile, depth, -beta, -alpha)
    value = search(pile, depth, -alpha - 1, -alpha)
    return search(pile, depth, -beta, -alpha) if alpha < -value < beta else value


def search(pile, depth, alpha, beta):
    if depth == 0 or not moves(pile):
        return pile % 5 - 2
    best = -inf
    for take in moves(pile):
        best = max(best, -narrowed(pile - take, depth - 1, max(alpha, best), beta, best == -inf))
        if best >= beta:
            break
    return best
"""


def test_a_helper_may_take_the_window_of_its_caller(tmp_path: Path) -> None:
    """The helper turns the window round, and returns the value as the player to move sees it."""
    file = tmp_path / "helper.py"
    file.write_text(f"{HEAD}\n{HELPER}", encoding="utf-8")
    found = verify_search(f"{file}:search", start="search(9, 3, -inf, inf)", effort="quick", examples=60)
    assert found.status == "held", str(found)
    assert "negate" not in str(found)
