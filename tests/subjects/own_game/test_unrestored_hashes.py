"""A hash that an unmade move leaves changed is reported as what it is: no wrong value, but a note that names it."""

from pathlib import Path
from textwrap import dedent

import pytest

from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject, own_game_subject

ENGINE = """
    from math import inf

    class Board:
        def __init__(self):
            self.cells, self.key, self.side, self.made = [0] * 5, 0, 1, 0

        def make(self, cell):
            self.cells[cell] = self.side
            self.key ^= hash((cell, self.side)) ^ 99
            self.side, self.made = -self.side, self.made + 1

        def unmake(self, cell):
            self.side = -self.side
            self.cells[cell] = 0
            self.key ^= hash((cell, self.side)) {side_key}

        def worth(self):
            return self.side * sum((2 * nth % 5 - 2) * each for nth, each in enumerate(self.cells))

    class Engine:
        def __init__(self):
            self.board, self.table = Board(), {{}}

        def deepen(self, plies):
            for depth in range(1, plies + 1):
                value = self.search(depth, -inf, inf)
            return value

        def search(self, depth, alpha, beta):
            board = self.board
            free = [cell for cell, each in enumerate(board.cells) if not each]
            if depth == 0 or not free:
                return board.worth()
            stored, first = self.table.get((board.key, depth - 1)), self.table.get((board.key, depth))
            if first is not None and first[0] is not None:
                return first[0]
            if stored is not None:
                free.sort(key=lambda cell: cell != stored[1])
            best, move, low = -inf, None, alpha
            for cell in free:
                board.make(cell)
                value = -self.search(depth - 1, -beta, -alpha)
                board.unmake(cell)
                if value > best:
                    best, move = value, cell
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
            self.table[board.key, depth] = (best if low < best < beta else None, move)
            return best
"""


def _subject(folder: Path, start: str, side_key: str) -> OwnGameSubject:
    file = folder / "engine.py"
    file.write_text(dedent(ENGINE.format(side_key=side_key)), encoding="utf-8")
    return own_game_subject(f"{file}:Engine.search", [start])


@pytest.mark.parametrize("start", ["Engine().search(3, -inf, inf)", "Engine().deepen(3)"])
def test_a_hash_that_is_not_restored_is_named(start: str, tmp_path: Path) -> None:
    """Each position has two hashes, which wastes entries of the table; no value is wrong."""
    subject = _subject(tmp_path, start, side_key="")
    assert not subject.faults
    (note,) = (doubt for doubt in subject.doubts if "restore" in doubt)
    assert note.startswith("changes `self.board.key` and does not restore it")
    assert len(list(subject.games[0].root.all())) > 20


def test_a_counter_in_the_board_need_not_be_restored(tmp_path: Path) -> None:
    """The board counts the moves that were made, and restores everything else."""
    subject = _subject(tmp_path, "Engine().deepen(3)", side_key="^ 99")
    assert not subject.faults
    assert not [doubt for doubt in subject.doubts if "restore" in doubt]
