"""A function that only calls the function of the side to move makes no move itself."""

from pathlib import Path
from typing import Final

from own_programs import own_subject
from prunecheck.subjects.own_game.notes.tree_notes import tree_notes

SEARCH: Final = """
class Row:
    def __init__(self, cells, turn):
        self.cells = cells
        self.turn = turn

    def moves(self):
        return [place for place, stone in enumerate(self.cells) if not stone]

    def push(self, place):
        self.cells[place] = 1 if self.turn else -1
        self.turn = not self.turn

    def pop(self, place):
        self.cells[place] = 0
        self.turn = not self.turn


def search(row, depth, alpha, beta, maximising):
    if depth == 0 or not row.moves():
        return sum(stone * (5, -3, 7, 2)[place] for place, stone in enumerate(row.cells))
    return highest(row, depth, alpha, beta) if maximising else lowest(row, depth, alpha, beta)


def highest(row, depth, alpha, beta):
    best = -99
    for place in row.moves():
        row.push(place)
        best = max(best, search(row, depth - 1, alpha, beta, False))
        row.pop(place)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def lowest(row, depth, alpha, beta):
    best = 99
    for place in row.moves():
        row.push(place)
        best = min(best, search(row, depth - 1, alpha, beta, True))
        row.pop(place)
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""


def test_the_side_to_move_stays_the_same_without_a_move(tmp_path: Path) -> None:
    """In half of the calls, `turn` is the same as in the caller, and in the others, it changes."""
    subject = own_subject(tmp_path, SEARCH, "search", "search(Row([0] * 4, True), 2, -99, 99, True)")
    assert not subject.faults
    (game,) = subject.games
    assert not [note for note in tree_notes(game) if "only one move" in note]
