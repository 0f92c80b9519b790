"""A driver may make its calls in another order, or fewer or more of them, if earlier calls return other values."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck.subjects.own_game.own_game_subject import own_game_subject

GAME: Final = """
INF = 10**6


def after(pile):
    return [pile - take for take in (1, 2, 3) if take <= pile]


def negascout(pile, depth, alpha, beta):
    if depth == 0 or pile == 0:
        return pile * 37 % 41 - 20
    best, upper = -INF, beta
    for nth, rest in enumerate(after(pile)):
        score = -negascout(rest, depth - 1, -upper, -max(alpha, best))
        if nth and max(alpha, best) < score < beta and depth > 1:
            score = -negascout(rest, depth - 1, -beta, -score)
        best = max(best, score)
        if best >= beta:
            break
        upper = max(alpha, best) + 1
    return best


def root(pile, depth, alpha, beta):
    move, low, upper = None, alpha, beta
    for nth, rest in enumerate(after(pile)):
        score = -negascout(rest, depth - 1, -upper, -low)
        if nth and low < score < beta:
            score = -negascout(rest, depth - 1, -beta, -score)
        if score > low:
            low, move = score, rest
        if low >= beta:
            break
        upper = low + 1
    return low, move


def aspiration(pile, depth):
    guess = 0
    for plies in range(1, depth + 1):
        low, high = guess - 3, guess + 3
        while True:
            value, move = root(pile, plies, low, high)
            if value <= low:
                low = -INF
            elif value >= high:
                high = INF
            else:
                break
        guess = value
    return move


def sorted_moves(pile, depth):
    order = after(pile)
    for plies in range(1, depth + 1):
        scores = {rest: -negascout(rest, plies - 1, -INF, INF) for rest in order}
        order.sort(key=lambda rest: -scores[rest])
    return order[0]
"""


@pytest.mark.parametrize("start", ["aspiration(14, 4)", "aspiration(15, 5)", "sorted_moves(14, 4)"])
def test_the_recorded_call_is_recognised_by_its_position(start: str, tmp_path: Path) -> None:
    """If it were recognised by its number, another position would be searched, or the run would not reach the call."""
    (tmp_path / "game.py").write_text(GAME, encoding="utf-8")
    subject = own_game_subject(f"{tmp_path / 'game.py'}:negascout", [start])
    assert not subject.faults
    assert subject.games[0].steady
