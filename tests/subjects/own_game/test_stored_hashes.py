"""A position inside another object may store its hash, which no call takes back."""

from pathlib import Path
from typing import Final

from own_programs import own_subject

SEARCH: Final = """
class Row:
    def __init__(self, cells):
        self.cells = cells
        self.key = None

    def code(self):
        if self.key is None:
            self.key = sum((3 + stone) * 7**place for place, stone in enumerate(self.cells))
        return self.key

    def put(self, place, stone):
        self.code()
        self.key += stone * 7**place
        self.cells[place] = stone

    def take(self, place):
        self.key -= self.cells[place] * 7**place
        self.cells[place] = 0


class Info:
    def __init__(self, row):
        self.row = row
        self.nodes = 0


def search(info, depth, side, alpha, beta, table):
    info.nodes += 1
    row = info.row
    known = table.get((row.code(), side))
    if known is not None and known[0] >= depth:
        return known[1]
    free = [place for place, stone in enumerate(row.cells) if not stone]
    if depth == 0 or not free:
        return side * sum(stone * (5, -3, 7, 2, 4)[place] for place, stone in enumerate(row.cells))
    best, lower = -99, alpha
    for place in free:
        row.put(place, side)
        best = max(best, -search(info, depth - 1, -side, -beta, -max(lower, best), table))
        row.take(place)
        if best >= beta:
            break
    if alpha < best < beta:
        table[row.code(), side] = depth, best
    return best
"""
START: Final = "search(Info(Row([0] * 5)), 3, 1, -99, 99, {})"


def test_the_rest_of_the_object_identifies_the_position(tmp_path: Path) -> None:
    """The first call computes `key`. All cells are empty again at its end."""
    subject = own_subject(tmp_path, SEARCH, "search", START)
    assert not subject.faults
    (game,) = subject.games
    assert len(game.root.children) == 5
    assert game.identity is not None
    assert dict(game.identity.left_out) == {"info.row": {"key"}}


SIDE_IN_ROW: Final = (
    ("        self.key = None\n\n", "        self.key, self.side = None, 1\n\n"),
    ("        self.cells[place] = stone\n", "        self.cells[place], self.side = stone, -stone\n"),
    ("        self.cells[place] = 0\n", "        self.cells[place], self.side = 0, self.cells[place]\n"),
    ("search(info, depth, side, alpha", "search(info, depth, alpha"),
    ("    row = info.row\n", "    row = info.row\n    side = row.side\n"),
    ("depth - 1, -side, -beta", "depth - 1, -beta"),
)


def test_a_partly_restored_object_is_enough_to_identify_a_position(tmp_path: Path) -> None:
    """No other part of the state differs between positions, and the search has a table."""
    text = SEARCH
    for old, new in SIDE_IN_ROW:
        assert text.count(old) == 1
        text = text.replace(old, new)
    subject = own_subject(tmp_path, text, "search", START.replace("3, 1, -99", "3, -99"))
    assert not subject.faults
    (game,) = subject.games
    assert len(game.root.children) == 5
    assert game.remembers
