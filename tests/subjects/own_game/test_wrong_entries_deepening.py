"""A table that confuses positions is found within the searches of a driver, and the report shows both positions."""

from pathlib import Path
from textwrap import dedent

import pytest

from prunecheck import cli
from prunecheck.subjects.own_game.faults.wrong_entries import WrongEntry
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject, own_game_subject

DEEPENING = """
    from math import inf

    BOARD = [0] * 5
    TABLE, HISTORY, CALLS = {{}}, {{}}, []

    def worth(board):
        return sum((2 * nth % 5 - 2) * each for nth, each in enumerate(board))

    def negamax(board, depth, alpha, beta, side):
        CALLS.append(depth)
        free = [nth for nth, each in enumerate(board) if not each]
        if depth == 0 or not free or {gives_up}:
            return side * worth(board)
        key = {key}, depth, side
        if key in TABLE:
            return TABLE[key]
        best, low = -inf, alpha
        for nth in sorted(free, key=lambda nth: -HISTORY.get((side, nth), 0)):
            board[nth] = side
            best = max(best, -negamax(board, depth - 1, -beta, -alpha, -side))
            board[nth] = 0
            alpha = max(alpha, best)
            HISTORY[side, nth] = HISTORY.get((side, nth), 0) + (best == alpha)
            if alpha >= beta:
                break
        if low < best < beta:
            TABLE[key] = best
        return best

    def deepen(board, plies):
        for depth in range(1, plies + 1):
            value = negamax(board, depth, -inf, inf, 1)
        return value
"""


def _subject(folder: Path, key: str, gives_up: str = "False", start: str = "deepen(BOARD, 3)") -> OwnGameSubject:
    file = folder / "deepening.py"
    file.write_text(dedent(DEEPENING.format(key=key, gives_up=gives_up)), encoding="utf-8")
    return own_game_subject(f"{file}:negamax", [start])


def test_a_table_that_confuses_positions_is_found_in_iterative_deepening(tmp_path: Path) -> None:
    """The search to depth 1 visits the positions first, but their entries have smaller depths."""
    (fault,) = (fault for fault in _subject(tmp_path, "tuple(board[2:])").faults if isinstance(fault, WrongEntry))
    assert fault.endswith("takes this value from the table entry of another position in the global variable `TABLE`")
    wrong, other = fault.lines
    assert wrong.startswith("call    negamax(board=[")
    assert other.startswith("entry   negamax(board=[")
    board, other_board = (line.partition("[")[2].partition("]")[0].split(", ") for line in (wrong, other))
    assert board != other_board
    assert board[2:] == other_board[2:]


def test_right_keys_are_right_in_iterative_deepening(tmp_path: Path) -> None:
    """Entries of the same position have other depths, and are not used."""
    assert not _subject(tmp_path, "tuple(board)").faults


def test_a_search_that_gives_up_does_not_use_another_entry(tmp_path: Path) -> None:
    """Without the entries of the table, the result is the same."""
    start = "negamax(BOARD, 3, -inf, inf, 1)"
    faults = _subject(tmp_path, "tuple(board)", gives_up="len(CALLS) > 60", start=start).faults
    assert not any(isinstance(fault, WrongEntry) for fault in faults)


@pytest.mark.slow_cases("deepen(BOARD, 3)")
@pytest.mark.parametrize("start", ["negamax(BOARD, 2, -inf, inf, 1)", "deepen(BOARD, 3)"])
def test_the_table_is_the_only_cause_that_is_reported(
    start: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wrong values in other positions are probably due to the same table."""
    _subject(tmp_path, "tuple(board[2:])")
    monkeypatch.chdir(tmp_path)
    assert cli.run(["verify", "deepening.py:negamax", "--start", start, "--examples", "1"]) == 1
    said = capsys.readouterr().out
    (cause,) = (line for line in said.splitlines() if line.startswith("  cause"))
    assert cause.endswith(
        "the transposition table. The failure disappears when no entry can be used. More: prunecheck explain table"
    )
