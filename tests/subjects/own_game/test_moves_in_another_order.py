"""A position may contain a list of its moves, in an order that the search changes, or in a random order."""

from pathlib import Path
from typing import Final

from own_programs import assert_right, own_subject

HISTORY: Final = """
HISTORY = [0, 1, 2, 3]


class Position:
    def __init__(self, marks):
        self.marks = marks
        self.moves = [move for move in HISTORY if marks.count(move) < 2]


def value(position):
    return sum((nth + 3) * mark * mark for nth, mark in enumerate(position.marks)) % 41 - 20


def search(position, depth, alpha, beta):
    if depth == 0:
        return value(position)
    best, good = -99, None
    for move in position.moves:
        score = -search(Position(position.marks + (move,)), depth - 1, -beta, -max(alpha, best))
        if score > best:
            best, good = score, move
        if best >= beta:
            break
    HISTORY.remove(good)
    HISTORY.insert(0, good)
    return best
"""


def test_a_list_of_moves_in_another_order_makes_no_other_position(tmp_path: Path) -> None:
    """The best move of each position comes first in later ones, so equal positions list their moves differently."""
    subject = own_subject(tmp_path, HISTORY, "search", "search(Position(()), 3, -99, 99)")
    (game,) = subject.games
    assert all(len(node.children) <= 4 for node in game.root.all())
    assert_right(subject)


SHUFFLED = """
    import random

    def moves(stones):
        some = [each for each in (1, 2, 3) if each <= stones]
        random.shuffle(some)
        return some

    def search(stones, depth, alpha, beta, mine):
        if depth == 0 or not moves(stones):
            return stones % 4
        best = -99 if mine else 99
        for move in moves(stones):
            value = search(stones - move, depth - 1, alpha, beta, not mine)
            if mine:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best
"""


def test_shuffled_moves_have_the_same_order_after_any_cutoff(tmp_path: Path) -> None:
    assert_right(own_subject(tmp_path, SHUFFLED, "search", "search(5, 9, -99, 99, True)"), trees=40)
