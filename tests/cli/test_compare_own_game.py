"""`prunecheck compare` with searches that only work on their own game: all run on the tree of that game."""

import json
from pathlib import Path
from typing import Any

import pytest

from documents import HOME
from prunecheck import cli

Output = pytest.CaptureFixture[str]
START = "minimax(create_board(), 3, -inf, inf, True)"
WRONG, FIXED = "docs/examples/tic_tac_toe.py:minimax", "docs/examples/tic_tac_toe_fixed.py:minimax"


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """The working directory has the examples."""
    monkeypatch.chdir(HOME)


def rows(output: Output) -> list[dict[str, Any]]:
    """The costs that `--json` printed."""
    found: list[dict[str, Any]] = json.loads(output.readouterr().out)["costs"]
    return found


@pytest.mark.slow
def test_searches_of_one_game_share_its_tree(capsys: Output) -> None:
    """The fixed search evaluates the leaves of alpha-beta, the wrong one more; all values are right."""
    words = ["--search", WRONG, "--search", FIXED, "--start", START, "--variant", "negascout"]
    assert cli.run(["compare", *words, "--json"]) == 0
    found = rows(capsys)
    assert {row["workload"] for row in found} == {START}
    assert all(row["right"] for row in found)
    leaves = {row["search"]: row["counts"]["leaves"] for row in found}
    assert leaves == {"minimax": 504, "fail_soft": 70, "negascout": 70, WRONG: 132, FIXED: 70}


ORDERED = """
from math import inf

def minimax(taken, depth, alpha, beta, is_max):
    if depth == 0:
        return sum(place * number for place, number in enumerate(taken, 1)) % 11
    best = -inf if is_max else inf
    for number in ORDER:
        value = minimax((*taken, number), depth - 1, alpha, beta, not is_max)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best

if __name__ == "__main__":
    print(minimax((), 3, -inf, inf, True))
"""


@pytest.mark.slow
def test_a_note_says_that_a_large_tree_is_cut(tmp_path: Path, capsys: Output) -> None:
    """Counts on the upper plies of a tree must not pass for counts of the whole search."""
    (tmp_path / "game.py").write_text(ORDERED.replace("ORDER", "(1, 2, 3, 4)"), encoding="utf-8")
    words = ["compare", "--search", f"{tmp_path / 'game.py'}:minimax", "--json", "--start"]
    assert cli.run([*words, "minimax((), 10, -inf, inf, True)"]) == 0
    (note,) = json.loads(capsys.readouterr().out)["notes"]
    assert note.startswith("the tree of `minimax((), 10, -inf, inf, True)` is too large, and is cut after ")
    assert cli.run([*words, "minimax((), 2, -inf, inf, True)"]) == 0
    assert not json.loads(capsys.readouterr().out)["notes"]


PLAIN = """
def plain(taken, depth, is_max):
    if depth == 0:
        return sum(place * number for place, number in enumerate(taken, 1)) % 11
    values = [plain((*taken, number), depth - 1, not is_max) for number in (3, 1, 2)]
    return max(values) if is_max else min(values)
"""


@pytest.mark.slow
def test_an_order_of_moves_is_a_part_of_the_search(tmp_path: Path, capsys: Output) -> None:
    """Two orders are counted on two trees; the gate compares them as the same game."""
    (tmp_path / "before").mkdir()
    (tmp_path / "after").mkdir()
    for name, order in (("before", "(1, 2, 3, 4)"), ("after", "(4, 2, 1, 3)")):
        (tmp_path / name / "game.py").write_text(ORDERED.replace("ORDER", order), encoding="utf-8")
    files = [f"{tmp_path / name}/game.py:minimax" for name in ("before", "after")]
    assert cli.run(["compare", "--search", files[0], "--search", files[1], "--json"]) == 0
    found = rows(capsys)
    leaves = [row["counts"]["leaves"] for row in found if row["search"] in files]
    assert len(leaves) == 2
    assert leaves[0] != leaves[1]
    assert len({(row["version"], row["search"]) for row in found if row["search"] == "fail_soft"}) == 1
    assert cli.run(["compare", "--search", files[0], "--search", files[1]]) == 0
    text = capsys.readouterr().out
    assert (
        f"these searches each run on their own tree, since their moves or move orders differ: {', '.join(files)}\n"
        in text
    )
    assert "left out" not in text


@pytest.mark.slow
def test_the_same_comparison_gives_the_same_version(capsys: Output) -> None:
    """With equal versions, `--fail-on` can compare two runs."""
    versions = set()
    for _ in range(2):
        assert cli.run(["compare", "--search", FIXED, "--start", START, "--json"]) == 0
        versions |= {row["version"] for row in rows(capsys)}
    assert len(versions) == 1


def test_each_search_gets_the_starting_calls_that_name_it(tmp_path: Path, capsys: Output) -> None:
    """Plain minimax and alpha-beta often stand in one file, and take different arguments."""
    file = tmp_path / "ordered.py"
    file.write_text(ORDERED.replace("ORDER", "(3, 1, 2)") + PLAIN, encoding="utf-8")
    words = [word for name in ("minimax", "plain") for word in ("--search", f"{file}:{name}")]
    starts = ["--start", "minimax((), 3, -inf, inf, True)", "--start", "plain((), 3, True)"]
    assert cli.run(["compare", *words, *starts, "--json"]) == 0
    leaves = {row["search"]: row["counts"]["leaves"] for row in rows(capsys)}
    assert leaves[f"{file}:plain"] == leaves["minimax"] == 27
    assert leaves[f"{file}:minimax"] == leaves["fail_soft"]


@pytest.mark.slow
def test_without_a_start_the_obvious_one_is_used(capsys: Output) -> None:
    """The start is chosen as in `verify`.

    Other workloads are only used if they are named, and the search is not run on them.
    """
    assert cli.run(["compare", "--search", WRONG, "--workload", "lecture"]) == 0
    text = capsys.readouterr().out
    assert "minimax(create_board(), DEPTH, -inf, inf, False): value 0" in text
    assert f"left out on lecture: {WRONG} (they only play their own game)" in text


@pytest.mark.slow_cases("words3-*")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--start", START], "--start needs --search SUBJECT"),
        (["--search", FIXED, "--start", START, "--turns", "any"], "start and 'turns' cannot be used together"),
        (["--search", FIXED, "--start", "minimax(3)"], "missing 4 required positional arguments"),
        (["--search", FIXED, "--search", WRONG, "--start", "create_board()"], f"{FIXED}: "),
    ],
)
def test_a_start_that_does_not_fit_is_a_one_line_error(words: list[str], says: str, capsys: Output) -> None:
    """With several searches, the message names the one that the starting call does not fit."""
    assert cli.run(["compare", *words]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


def test_a_search_that_needs_a_start_gets_an_example(tmp_path: Path, capsys: Output) -> None:
    """The message is the same as for `verify`."""
    file = tmp_path / "hard.py"
    file.write_text(
        "def winner(board):\n    return board[0] if board[0] == board[1] else 0\n\n\n"
        "def minimax(board, depth, alpha, beta, is_max):\n"
        "    if winner(board) or depth == 0:\n        return winner(board)\n"
        "    board[depth] = 1 if is_max else -1\n"
        "    value = minimax(board, depth - 1, alpha, beta, not is_max)\n"
        "    board[depth] = 0\n    return value\n",
        encoding="utf-8",
    )
    assert cli.run(["compare", "--search", f"{file}:minimax"]) == 2
    said = capsys.readouterr().err
    assert "Give a starting call, such as --start 'minimax(BOARD, 4, -inf, inf, True)' with your own BOARD" in said


def test_how_a_search_is_called_can_be_declared(capsys: Output) -> None:
    """The options are those of `verify`."""
    words = ["--search", "docs/examples/searches.py:right", "--workload", "lecture", "--values", "mover"]
    assert cli.run(["compare", *words, "--json"]) == 0
    assert all(row["right"] for row in rows(capsys))
