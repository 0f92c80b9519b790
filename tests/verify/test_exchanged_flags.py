"""A table whose bound flags are exchanged is found with few sequences, also if no other position shares its entries."""

from pathlib import Path
from textwrap import dedent

import pytest

from prunecheck import verify_search
from prunecheck.api import Verdict

TEXT = """
    from math import inf

    LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    class Engine:
        def __init__(self):
            self.table = {{}}
            self.board = list("XO.X.O...")

        def search(self, depth, alpha, beta, is_max):
            low, high = alpha, beta
            key = "".join(self.board), depth, is_max
            if key in self.table:
                flag, value = self.table[key]
                if flag == "EXACT" or (flag == "LOWER" and value >= beta) or (flag == "UPPER" and value <= alpha):
                    return value
            if any(self.board[a] == self.board[b] == self.board[c] != "." for a, b, c in LINES):
                return -10 if is_max else 10
            free = [square for square in range(9) if self.board[square] == "."]
            if not free or depth == 0:
                return 0
            best = -inf if is_max else inf
            for square in free:
                self.board[square] = "X" if is_max else "O"
                value = self.search(depth - 1, alpha, beta, not is_max)
                self.board[square] = "."
                if is_max:
                    best = max(best, value)
                    alpha = max(alpha, best)
                else:
                    best = min(best, value)
                    beta = min(beta, best)
                if alpha >= beta:
                    break
            self.table[key] = {below} if best <= low else {above} if best >= high else "EXACT", best
            return best
"""


def _verdict(folder: Path, below: str, above: str) -> Verdict:
    file = folder / "noughts.py"
    file.write_text(dedent(TEXT.format(below=f'"{below}"', above=f'"{above}"')))
    start = ["Engine().search(5, -inf, inf, True)"]
    return verify_search(f"{file}:Engine.search", start=start, examples=10)


@pytest.mark.fast_cases("LOWER-UPPER")
@pytest.mark.parametrize("below, above", [("LOWER", "UPPER"), ("LOWER", "LOWER"), ("UPPER", "UPPER")])
def test_exchanged_flags_are_found(below: str, above: str, tmp_path: Path) -> None:
    """A search stores a bound, and another one in a window beyond this bound is answered with it."""
    verdict = _verdict(tmp_path, below, above)
    assert not verdict.sound
    assert "with the same table" in str(verdict)


def test_flags_in_their_places_are_right(tmp_path: Path) -> None:
    """The repair passes."""
    verdict = _verdict(tmp_path, "UPPER", "LOWER")
    assert verdict.sound, str(verdict)
