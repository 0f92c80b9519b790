"""A search that crashes in its starting call fails; a starting call that is wrong itself is an error of the user."""

import shlex
from pathlib import Path
from typing import Final

import pytest

from printed import mistake
from prunecheck import cli

Output = pytest.CaptureFixture[str]
GAME: Final = """
from math import inf


def moves(board):
    return [cell for cell in range(3) if board[cell] == 0]


def score(board):
    return board[0] + 2 * board[1] - board[2]


def search(board, depth, alpha, beta, is_max):
    if depth == 0 or not moves(board):
        return score(board)
    best = -inf if is_max else inf
    for cell in moves(board):
        board[cell] = 1 if is_max else -1
        value = search(board, depth - 1, alpha, beta, not is_max)
        board[cell] = 0
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best


def choose(board, depth=2):
    return max(moves(board), key=lambda cell: search(board, depth, -inf, inf, False))
"""
START: Final = "search([0] * 3, 2, -inf, inf, True)"
CRASHES: Final = {  # the bug: (right code, wrong code, error, call that crashes)
    "an index beyond the board": (
        "range(3)",
        "range(4)",
        "IndexError: list index out of range (game.py:6)",
        "[0, 0, 0], depth=2",
    ),
    "a wrong name at the leaves": (
        "return score(board)",
        "return scoer(board)",
        "NameError: name 'scoer' is not defined (game.py:15)",
        "[1, -1, 0], depth=0",
    ),
    "an argument left out": (
        "depth - 1, alpha, beta, not is_max)",
        "depth - 1, alpha, beta)",
        "missing 1 required positional argument: 'is_max' (game.py:19)",
        "[1, 0, 0], depth=1",
    ),
}
NO_CRASHES: Final = {  # starting calls that are wrong themselves, and the reason
    "search([0] * cells, 2, -inf, inf, True)": "NameError: name 'cells' is not defined",
    "search([0] * 3, 2, -inf, inf)": "missing 1 required positional argument: 'is_max'",
    "choose([0] * 3, 1 / 0)": "ZeroDivisionError: division by zero",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory for the file with the search."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("bug", CRASHES)
def test_a_search_that_crashes_at_every_depth_fails(bug: str, folder: Path, capsys: Output) -> None:
    """The report names the call that crashed, and the line of the user's file; so does the rerun command."""
    right, wrong, error, call = CRASHES[bug]
    (folder / "game.py").write_text(GAME.replace(right, wrong, 1), encoding="utf-8")
    assert cli.run(["verify", "game.py:search", "--start", START]) == 1
    headline, *lines = capsys.readouterr().out.splitlines()
    assert headline.startswith("FAIL  game.py:search  crash: ")
    assert headline.endswith(error)
    assert any(line.startswith(f"  at      search(board={call}") for line in lines)
    rerun = next(line for line in lines if "rerun" in line).split(maxsplit=1)[1]
    assert cli.run(shlex.split(rerun)[1:]) == 1
    assert capsys.readouterr().out.splitlines()[0] == headline


def test_a_starting_call_with_exchanged_arguments_is_a_likely_cause(folder: Path, capsys: Output) -> None:
    """If the search crashes before it searches a move, an argument of the starting call may be wrong."""
    (folder / "game.py").write_text(GAME, encoding="utf-8")
    assert cli.run(["verify", "game.py:search", "--start", "search(2, [0] * 3, -inf, inf, True)"]) == 1
    assert "  cause   the search crashes before it searches a move; perhaps an argument" in capsys.readouterr().out


def test_a_driver_that_crashes_before_it_searches_fails(folder: Path, capsys: Output) -> None:
    text = GAME.replace("key=lambda", "kye=lambda")
    (folder / "game.py").write_text(text, encoding="utf-8")
    assert cli.run(["verify", "game.py:choose", "--start", "choose([0] * 3)"]) == 1
    assert "crash: TypeError" in capsys.readouterr().out


def test_a_recursion_that_never_ends_fails_at_a_small_depth(folder: Path, capsys: Output) -> None:
    """At a large depth, the depth itself may be too large for Python."""
    text = GAME.replace("or not moves(board)", "").replace("depth - 1, alpha", "depth, alpha").replace("== 0]", "!= 7]")
    (folder / "game.py").write_text(text, encoding="utf-8")
    assert cli.run(["verify", "game.py:search", "--start", START]) == 1
    assert "crash: RecursionError" in capsys.readouterr().out
    assert cli.run(["verify", "game.py:search", "--start", START.replace("2", "5_000")]) == 2
    assert "fails: RecursionError" in mistake(capsys)


WITHOUT_SELF: Final = """
class Player:
    def choose(self, pile):
        return max(takes(pile), key=lambda take: lowest(self, pile - take))

    def lowest(self, pile):
        return min((highest(self, pile - take) for take in takes(pile)), default=1)

    def highest(self, pile):
        return max((lowest(self, pile - take) for take in takes(pile)), default=-1)


def takes(pile):
    return [take for take in (1, 2, 3) if take <= pile]
"""


def test_a_search_that_crashes_before_it_can_be_recursive_fails(folder: Path, capsys: Output) -> None:
    """A method is called without `self`, so the function calls no recursive one."""
    (folder / "game.py").write_text(WITHOUT_SELF, encoding="utf-8")
    assert cli.run(["verify", "game.py:Player.choose", "--start", "Player().choose(3)"]) == 1
    assert "crash: NameError: name 'lowest' is not defined (game.py:4)" in capsys.readouterr().out
    assert cli.run(["verify", "game.py:takes", "--start", "takes(3)"]) == 2
    assert "`takes` is not recursive" in mistake(capsys)


@pytest.mark.parametrize("start", NO_CRASHES)
def test_a_start_that_fails_itself_is_an_error_of_the_user(start: str, folder: Path, capsys: Output) -> None:
    (folder / "game.py").write_text(GAME, encoding="utf-8")
    assert cli.run(["verify", "game.py:search", "--start", start]) == 2
    assert NO_CRASHES[start] in mistake(capsys)


def test_a_search_that_refuses_its_arguments_is_no_crash(folder: Path, capsys: Output) -> None:
    text = GAME.replace(
        "    if depth == 0", "    if depth > 9:\n        raise ValueError('too deep')\n    if depth == 0"
    )
    (folder / "game.py").write_text(text, encoding="utf-8")
    assert cli.run(["verify", "game.py:search", "--start", START.replace("2", "10")]) == 2
    assert "fails: ValueError: too deep" in mistake(capsys)


def test_a_crash_in_a_call_that_prunecheck_found_is_an_error_of_the_user(folder: Path, capsys: Output) -> None:
    """The call may lack something that the program sets up before it."""
    (folder / "game.py").write_text(f"{GAME.replace('range(3)', 'range(4)')}\n\nprint({START})\n", encoding="utf-8")
    assert cli.run(["verify", "game.py:search"]) == 2
    assert ", but it fails: IndexError" in mistake(capsys)
