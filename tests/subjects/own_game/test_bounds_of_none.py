"""A search may take None for a bound that cuts nothing off."""

from pathlib import Path
from typing import Any, Final

import pytest

from own_programs import assert_right, own_subject
from piles import HEAD
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall, Parameters
from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.trees.protocol import INF

SEARCH: Final = """
def search(pile, is_max, alpha=None, beta=None):
    if not moves(pile):
        return -1 if is_max else 1
    best = None
    for take in moves(pile):
        value = search(pile - take, not is_max, alpha, beta)
        if is_max:
            best = value if best is None else max(best, value)
            alpha = best if alpha is None else max(alpha, best)
        else:
            best = value if best is None else min(best, value)
            beta = best if beta is None else min(beta, best)
        if alpha is not None and beta is not None and alpha >= beta:
            break
    return best
"""


def test_a_bound_that_is_none_in_all_calls_is_a_part_of_the_window(tmp_path: Path) -> None:
    """With a pile of two, MIN never has a second move, so no call gets a number as beta."""
    file = tmp_path / "game.py"
    file.write_text(HEAD + SEARCH, encoding="utf-8")
    (game,) = own_game_subject(f"{file}:search", ["search(2, True)"]).games
    assert game.takes_window(game.root)


def _call(alpha: Any, beta: Any) -> HookedCall:
    names = ("pile", "alpha", "beta")
    return HookedCall("search", max, (3, alpha, beta), {}, Parameters(names, {}, alpha="alpha", beta="beta"))


@pytest.mark.parametrize(
    ("held", "ends", "passed"),
    [
        ((None, None), (-INF, INF), (None, None)),
        ((None, None), (-INF, 5), (None, 5)),
        ((None, None), (INF, -INF), (INF, -INF)),
        ((None, 3), (-INF, INF), (None, INF)),
    ],
)
def test_an_end_of_none_stays_none_if_it_cuts_nothing_off(held: Any, ends: Any, passed: Any) -> None:
    """A search that tests `alpha is None` runs as its author wrote it, because a bound of None stays None."""
    call = _call(*held).with_window(ends)
    assert call.args == (3, *passed)
    assert call.window == ends


NONE_FOR_NO_BOUND = """
    def search(stones, depth, alpha, beta):
        if depth == 0:
            return stones % 5 - 2
        alpha = -9 if alpha is None else alpha
        beta = 9 if beta is None else beta
        for take in (1, 2, 3):
            alpha = max(alpha, -search(stones - take, depth - 1, -beta, -alpha))
            if alpha >= beta:
                return beta
        return alpha
"""


def test_a_bound_may_be_none_in_some_calls(tmp_path: Path) -> None:
    assert_right(own_subject(tmp_path, NONE_FOR_NO_BOUND, "search", "search(9, 3, None, None)"))
