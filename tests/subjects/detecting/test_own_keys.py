"""If a program defines `key`, its keys include the side to move.

If it only uses `key`, both players have the same keys.
"""

from pathlib import Path
from textwrap import dedent

import pytest

from prunecheck import verify_search
from prunecheck.api import Verdict

ENGINE = """
    from math import inf

    class Engine:
        def __init__(self):
            self.table = {}

        def search(self, board, alpha=-inf, beta=inf):
            place = board.key()
            low, high = self.table.get(place, (-inf, inf))
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
            if board.is_over():
                return board.turn * board.evaluate()
            best = -inf
            for move in board.moves():
                best = max(best, -self.search(board.make(move), -beta, -max(alpha, best)))
                if best >= beta:
                    break
            self.table[place] = (low, best) if best <= alpha else (best, high) if best >= beta else (best, best)
            return best
"""
BOARD = """
    class Board:
        def __init__(self, cells, turn):
            self.cells, self.turn = cells, turn

        def state(self):
            return self.cells, self.turn

        def key(self):
            return {key}
"""
BOUND_AS_EXACT = "(best, best)"
BOUNDS = "(low, best) if best <= alpha else (best, high) if best >= beta else (best, best)"


def _verdict(folder: Path, text: str) -> Verdict:
    file = folder / "engine.py"
    file.write_text(dedent(text))
    return verify_search(f"{file}:Engine", examples=15)


@pytest.mark.fast_cases("self.state()")
@pytest.mark.parametrize("key", ["self.cells, self.turn", "self.state()", "hash(self)", "self.zobrist"])
def test_a_key_that_the_program_defines_tells_who_moves(key: str, tmp_path: Path) -> None:
    """The key uses the side to move, directly or through a method."""
    verdict = _verdict(tmp_path, ENGINE + BOARD.format(key=key))
    assert verdict.sound, str(verdict)
    assert "shows who is to move" not in str(verdict)


@pytest.mark.slow
def test_a_table_of_exact_bounds_is_wrong_with_the_programs_own_key(tmp_path: Path) -> None:
    """The right keys do not hide a wrong table."""
    text = ENGINE.replace(BOUNDS, BOUND_AS_EXACT) + BOARD.format(key="self.cells, self.turn")
    assert not _verdict(tmp_path, text).sound


@pytest.mark.slow
def test_a_key_that_ignores_the_side_is_an_assumption(tmp_path: Path) -> None:
    """The rest of the position may show who moves, as in tic-tac-toe, so the verdict says what it assumes."""
    verdict = _verdict(tmp_path, ENGINE + BOARD.format(key="self.cells"))
    assert verdict.sound, str(verdict)
    assert "`Board.key` does not use `self.turn`; prunecheck assumes that positions that differ" in str(verdict)


@pytest.mark.slow_cases("board1")
@pytest.mark.parametrize("board", ["", BOARD.format(key="...").replace("return ...", "raise NotImplementedError")])
def test_a_key_that_the_program_does_not_define_is_equal_for_both_players(board: str, tmp_path: Path) -> None:
    """The search must put the side to move into the key itself."""
    verdict = _verdict(tmp_path, ENGINE + board)
    assert not verdict.sound
    assert "a table key without the side to move" in str(verdict)
    assert "Add the side to move to the key" in str(verdict)
    assert _verdict(tmp_path, ENGINE.replace("board.key()", "board.key(), board.turn") + board).sound


def test_a_key_that_a_file_beside_the_search_defines_tells_who_moves(tmp_path: Path) -> None:
    """The search does not import the board."""
    (tmp_path / "board.py").write_text(dedent(BOARD.format(key="self.cells, self.turn")), encoding="utf-8")
    (tmp_path / "broken.py").write_text("def", encoding="utf-8")
    assert _verdict(tmp_path, ENGINE).sound


@pytest.mark.slow
def test_a_key_function_of_the_program_tells_who_moves(tmp_path: Path) -> None:
    """The function belongs to the module, and takes a position, too."""
    text = ENGINE.replace("board.key()", "key(board)")
    assert _verdict(tmp_path, text + "\n    def key(board):\n        return board.cells, board.turn\n").sound
