"""A starting call that prunecheck made itself never hides a bug, and the verdict names a driver that did not run."""

from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from prunecheck.errors import PreconditionError
from prunecheck.subjects.find import Loading
from prunecheck.subjects.find_start import find_obvious_start
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject, own_game_subject

ENGINE = """
    class Board:
        def __init__(self):
            self.cells = [0] * 6

        def key(self):
            return {key}

        def worth(self):
            return sum((2 * nth % 5 - 2) * each for nth, each in enumerate(self.cells))

    class Engine:
        def __init__(self, board):
            self.board = board
            self.table = {{}}

        def best_move(self, player):
            return self.search(2, player, -1000, 1000)

        def search(self, depth, side, alpha, beta):
            board, low = self.board, alpha
            free = [nth for nth, each in enumerate(board.cells) if not each]
            if depth == 0 or not free:
                return side * board.worth()
            key = board.key(), depth, side
            if key in self.table:
                return self.table[key]
            best = -1000
            for nth in free:
                board.cells[nth] = side
                best = max(best, -self.search(depth - 1, -side, -beta, -alpha))
                board.cells[nth] = 0
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
            if low < best < beta:
                self.table[key] = best
            return best
"""


def _found(folder: Path, monkeypatch: pytest.MonkeyPatch, key: str) -> OwnGameSubject:
    monkeypatch.chdir(folder)
    Path("engine.py").write_text(dedent(ENGINE.format(key=key)), encoding="utf-8")
    found = find_obvious_start("engine.py:Engine.search", PreconditionError("it plays its own game"), Loading())
    assert isinstance(found, OwnGameSubject)
    return found


def test_a_wrong_table_entry_is_a_bug_even_if_the_starting_call_is_a_guess(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guessed board cannot make a table confuse positions, so no other call may replace the guess."""
    found = _found(tmp_path, monkeypatch, key="tuple(self.cells[3:])")
    assert found.starts == ("Engine(Board()).search(2, True, -1000, 1000)",)
    assert any("from the table entry of another position" in fault for fault in found.faults)


def test_a_driver_that_did_not_run_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug in the driver, such as a missing re-search, cannot be found by a call of the search alone."""
    found = _found(tmp_path, monkeypatch, key="tuple(self.cells)")
    assert not found.faults
    assert found.not_run == (
        "`best_move` calls the search, but was not run; check it too with --start 'Engine(Board()).best_move(True)'",
    )


def test_a_guess_that_is_replaced_is_named_with_the_bug_that_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bug may be due to the guessed arguments, but only the user knows."""

    def learned(text: str, starts: list[str], **options: Any) -> OwnGameSubject:
        found = own_game_subject(text, starts, **options)
        return replace(found, line_faults=("plays on after a win",)) if "best_move" not in starts[0] else found

    monkeypatch.setattr("prunecheck.subjects.find_start.own_game_subject", learned)
    found = _found(tmp_path, monkeypatch, key="tuple(self.cells)")
    assert found.starts == ("Engine(Board()).best_move(True)",)
    (note,) = found.not_run
    assert note == (
        "another starting call, whose arguments prunecheck guessed, shows a bug: plays on after a win; if the "
        "arguments are right, check with "
        "--start 'Engine(Board()).search(2, True, -1000, 1000)'"
    )
