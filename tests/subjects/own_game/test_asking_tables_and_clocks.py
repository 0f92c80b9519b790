"""Programs that pass a time or a table to their search, fill a table of a class on first use, or return functions."""

from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from prunecheck import verify_search
from prunecheck.errors import PreconditionError

DEADLINE: Final = """
    import time
    from math import inf

    def search(board, depth, alpha, beta, is_max, deadline):
        free = [cell for cell in range(7) if not board[cell]]
        if depth == 0 or not free or time.time() > deadline:
            return sum((cell * cell * 7 % 5 - 2) * mark for cell, mark in enumerate(board))
        best = -inf if is_max else inf
        for cell in free:
            after = list(board)
            after[cell] = 1 if is_max else -1
            value = search(after, depth - 1, alpha, beta, not is_max, deadline)
            best = max(best, value) if is_max else min(best, value)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best
"""


def test_a_deadline_in_the_starting_call_is_no_other_position(tmp_path: Path) -> None:
    """The search passes it on unchanged, so that it does not matter that each run gets another time."""
    start = "search([0] * 7, 4, -inf, inf, True, time.time() + 10**9)"
    assert_right(own_subject(tmp_path, DEADLINE, "search", start))


LAZY: Final = """
    from math import inf

    class Board:
        LINES = set()

        def __init__(self, cells):
            self.cells = cells

    class Row(Board):
        LINES = None

        def worth(self):
            if Row.LINES is None:
                Row.LINES = {(cell, cell + 1) for cell in range(4)}
            pairs = sum(self.cells[one] * self.cells[other] * (one + 1) for one, other in Row.LINES)
            return pairs + sum((cell * cell * 7 % 5 - 2) * mark for cell, mark in enumerate(self.cells))

    class Game:
        def __init__(self, row, side):
            self.row, self.side = row, side

        def moves(self):
            for cell in [cell for cell in range(5) if not self.row.cells[cell]]:
                yield Game(Row(self.row.cells[:cell] + (self.side,) + self.row.cells[cell + 1 :]), -self.side)

        def key(self):
            return self.row.cells, self.side

    def search(game, depth, table):
        ASKS
        moves = list(game.moves())
        if depth == 0 or not moves:
            return game.row.worth()
        best = -inf * game.side
        for after in moves:
            value = VALUE
            best = max(best, value) if game.side == 1 else min(best, value)
        STORES
        return best
"""
CALLEE: Final = {
    "ASKS": "if (game.key(), depth) in table: return table[game.key(), depth]",
    "VALUE": "search(after, depth - 1, table)",
    "STORES": "table[game.key(), depth] = best",
}
CALLER: Final = {
    "ASKS": "pass",
    "VALUE": "table[after.key(), depth] if (after.key(), depth) in table else search(after, depth - 1, table)\n"
    "            table[after.key(), depth] = value",
    "STORES": "pass",
}
START: Final = "search(Game(Row((0,) * 5), 1), 3, {})"


def filled(text: str, parts: dict[str, str]) -> str:
    for name, part in parts.items():
        text = text.replace(name, part)
    return text


def test_a_table_that_a_class_fills_on_first_use_is_no_part_of_the_position(tmp_path: Path) -> None:
    subject = own_subject(tmp_path, filled(LAZY, CALLEE), "search", START)
    assert_right(subject)
    assert len(subject.games[0].starts()) > 20


def test_a_caller_that_asks_its_table_first_is_told_to_switch_it_off(tmp_path: Path) -> None:
    """The calls that it leaves out cannot be seen, so its values from the table must not be taken for wrong ones."""
    with pytest.raises(PreconditionError, match=r"takes values from `table` without a call.*switch the table off"):
        own_subject(tmp_path, filled(LAZY, CALLER), "search", START)


FUNCTIONS: Final = """
    from math import inf

    def search(pile, depth, alpha, beta, mine):
        if depth == 0 or not pile:
            return pile * 7 % 5 - 2, None
        best, move = -inf if mine else inf, None
        for take in [each for each in (1, 2, 3) if each <= pile]:
            play = lambda board, take=take: board - take
            found, _ = search(play(pile), depth - 1, alpha, beta, not mine)
            if found > best if mine else found < best:
                best, move = found, play
            alpha, beta = (max(alpha, best), beta) if mine else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best, move
"""


def test_a_function_in_the_answers_is_not_taken_for_a_missing_move(tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    file.write_text(dedent(FUNCTIONS))
    verdict = verify_search(f"{file}:search", start=["search(9, 4, -inf, inf, True)"], examples=15)
    assert verdict.sound, str(verdict)
    assert "whichever move is best" not in str(verdict)


SHRUNK: Final = """
    class Player:
        def __init__(self):
            self.memo = {}

        def search(self, pile, mine):
            if (pile, mine) in self.memo:
                return self.memo[pile, mine]
            if pile == 0:
                return -100 if mine else 100
            found = []
            for take in range(1, min(3, pile) + 1):
                value = self.search(pile - take, not mine)
                found.append(value - 1 if value > 0 else value + 1)
            self.memo[pile, mine] = max(found) if mine else min(found)
            return self.memo[pile, mine]
"""


def test_values_that_shrink_with_each_ply_do_not_come_from_a_table(tmp_path: Path) -> None:
    """The program prefers early wins; the table is not the reason to refuse it."""
    with pytest.raises(
        PreconditionError, match=r"changes the values that its recursive calls return.*let it return the best value un"
    ):
        own_subject(tmp_path, SHRUNK, "Player.search", "Player().search(12, True)")
