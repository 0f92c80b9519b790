"""`--start`: searches of their own game on the command line and in pyproject.toml, with one-line errors."""

import json
import shlex
from pathlib import Path
from typing import Final

import pytest
from jsonschema import Draft202012Validator

from piles import HEAD, MINIMAX, START, WAYS
from printed import mistake
from prunecheck import cli
from prunecheck.report.schema import report_schema

Output = pytest.CaptureFixture[str]
NAME: Final = "pile.py:minimax"
QUICKLY: Final = ["--examples", "5"]
WRONG: Final = "wrong.py:minimax"
HELPERS: Final = """
from os import _exit


def loud(pile):
    print("pile" * 100_000)
    return pile


def asked():
    return int(input("How many? "))


def forever():
    while True:
        pass


def forever_again():
    while True:
        minimax(3, -inf, inf, True)


TIMES = []


def every_time_more():
    import sys
    sys.piles = getattr(sys, "piles", 2) + 1
    return sys.piles
"""
MISTAKES: Final = {
    "1 / 0": "fails: ZeroDivisionError: division by zero; give a call",
    "minimax(3)": "missing 3 required positional arguments",
    "minimax(lots, -inf, inf, True)": "name 'lots' is not defined",
    "moves(3)": "does not call `minimax`; give a starting call that calls the search",
    "value = minimax(3, -inf, inf, True)": "is not an expression: invalid syntax; write the call as in a program",
    "import os": "is not an expression",
    "": "is not an expression",
    "minimax(asked(), -inf, inf, True)": "EOFError: input('How many? ') asks the user (pile.py:35)",
    "exit()": "SystemExit: None; give a call that only searches",
    "_exit(3)": "cannot be run on its own game: crash: ended with exit status 3",
    "forever()": " s; give one that ends sooner, or allow more with --seconds",
    "forever_again()": "or allow more with --seconds; if it never ends, look for an endless loop",
    "minimax(0, -inf, inf, True)": "made no further calls from this starting call and returned",
    "minimax(every_time_more(), -inf, inf, True)": "makes a different call every time it is evaluated",
    "minimax(100_000, -inf, inf, True)": "fails: RecursionError",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a right and a wrong search."""
    (tmp_path / "pile.py").write_text(HEAD + MINIMAX + HELPERS, encoding="utf-8")
    wrong = MINIMAX.replace("best = -inf if is_max else inf", "best = 0")
    (tmp_path / "wrong.py").write_text(HEAD + wrong, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow_cases("forever*")
@pytest.mark.parametrize("start", MISTAKES)
def test_an_unusable_start_is_a_one_line_error(
    start: str, folder: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line has the start, the problem, and the remedy; no process or file is left behind."""
    monkeypatch.setenv("PRUNECHECK_CACHE", "1")
    assert cli.run(["verify", NAME, "--start", start, "--seconds", "0.1"]) == 2
    assert MISTAKES[start] in mistake(capsys)
    assert sorted(path.name for path in folder.iterdir()) == ["pile.py", "wrong.py"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["missing.py:minimax"], "there is no file 'missing.py'"),
        (["pile.py:minmax"], "did you mean 'minimax'?"),
        (["pile.py:moves"], "`moves` is not recursive, and calls no recursive function in pile.py"),
        (["pile.py"], "pile.py is a file, not a search; write pile.py:NAME, with a name such as minimax, moves"),
        (["pipe:cat"], "pipe:cat takes no starting call"),
        (["fail_soft"], "'start' only applies to your own search, but fail_soft is a variant"),
        (["--variant", "fail_soft"], "--start only applies to your own search"),
        ([NAME, "--takes", "node,alpha,beta,maximising"], "start and 'takes' cannot be used together"),
        ([NAME, "--values", "max"], "start and 'values' cannot be used together"),
        ([NAME, "--answers", "max"], "start and 'answers' cannot be used together"),
        ([NAME, "--returns", "value"], "start and 'returns' cannot be used together"),
        ([NAME, "--turns", "any"], "start and 'turns' cannot be used together"),
        ([NAME, "--domain", "small"], "start and 'domain' cannot be used together"),
    ],
)
def test_a_start_needs_a_recursive_search_in_a_file(words: list[str], says: str, capsys: Output) -> None:
    """`--start` is refused for other searches, and with options that it makes unnecessary."""
    assert cli.run(["verify", *words, "--start", START]) == 2
    assert says in mistake(capsys)


@pytest.mark.slow_cases("search")
@pytest.mark.parametrize("name", ["search", "best_value.search"])
def test_a_search_inside_another_function_needs_a_call_of_that_function(
    name: str, folder: Path, capsys: Output
) -> None:
    """The message proposes a call of the outer function; a call of it in the file is used."""
    file = folder / "nested.py"
    text = HEAD + WAYS["a nested function"].text
    file.write_text(text, encoding="utf-8")
    assert cli.run(["verify", f"nested.py:{name}"]) == 2
    said = mistake(capsys)
    assert "cannot call `search` directly, since it is defined inside another function" in said
    assert "such as --start 'best_value(PILE)' with your own PILE" in said
    file.write_text(f"{text}\n\nprint(best_value(4))\n", encoding="utf-8")
    assert cli.run(["verify", f"nested.py:{name}", *QUICKLY]) in (0, 3)
    assert "without --start, prunecheck used the starting call `best_value(4)`" in capsys.readouterr().out


DRIVER: Final = """


def choose(pile):
    values = {}
    best = minimax(pile, -inf, inf, True)
    return values[best]


if __name__ == "__main__":
    print(choose(6))
"""


def test_a_function_that_fails_itself_is_named_if_only_the_search_that_it_calls_is_checked(
    folder: Path, capsys: Output
) -> None:
    """A pass would otherwise seem to be about the function that the user named."""
    (folder / "driver.py").write_text(HEAD + MINIMAX + DRIVER, encoding="utf-8")
    assert cli.run(["verify", "driver.py:choose", *QUICKLY]) in (0, 3)
    said = capsys.readouterr().out
    assert "without --start, prunecheck used the starting call `minimax(6, -inf, inf, True)`" in said
    assert "`choose` itself was not checked: the starting call `choose(6)` " in said


@pytest.mark.slow
def test_what_a_start_prints_is_discarded(capsys: Output) -> None:
    """Only the verdict is printed."""
    start = "minimax(loud(4), -inf, inf, True)"
    assert cli.run(["verify", NAME, "--start", start, *QUICKLY, "--quiet"]) in (0, 3)
    assert "pilepile" not in capsys.readouterr().out


@pytest.mark.slow
def test_a_rerun_command_fails_again(capsys: Output) -> None:
    """The command contains the starting call and the tree."""
    assert cli.run(["verify", WRONG, "--start", START, *QUICKLY]) == 1
    rerun = next(line for line in capsys.readouterr().out.splitlines() if "rerun" in line).split(maxsplit=1)[1]
    assert f"--start '{START}'" in rerun
    assert cli.run(shlex.split(rerun)[1:]) == 1


def test_a_saved_test_fails_again(folder: Path, capsys: Output) -> None:
    """There is one test in Python for each failure."""
    assert cli.run(["verify", WRONG, "--start", START, *QUICKLY, "--save-test", "test_saved.py"]) == 1
    text = (folder / "test_saved.py").read_text(encoding="utf-8")
    names: dict[str, object] = {"__file__": str(folder / "test_saved.py")}
    exec(text, names)  # noqa: S102 - written by this program
    test = next(function for name, function in names.items() if name.startswith("test_"))
    assert callable(test)
    with pytest.raises(AssertionError, match="wrong value"):
        test()


@pytest.mark.slow
def test_stored_failures_belong_to_their_start(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run with another start does not try them first."""
    monkeypatch.setenv("PRUNECHECK_CACHE", "1")
    for start, again in ((START, False), (START, True), ("minimax(4, -inf, inf, False)", False)):
        assert cli.run(["verify", WRONG, "--start", start, *QUICKLY]) == 1
        assert ("still fails" in capsys.readouterr().err) == again


@pytest.mark.slow
def test_pyproject_takes_one_start_or_a_list(folder: Path, capsys: Output) -> None:
    """A single start and a list work as on the command line."""
    for said in (f'"{START}"', f'["{START}", "minimax(4, -inf, inf, False)"]'):
        (folder / "pyproject.toml").write_text(
            f'[tool.prunecheck]\nsubjects = [{{ search = "{NAME}", start = {said} }}]\n', encoding="utf-8"
        )
        assert cli.run(["verify", *QUICKLY, "--verbose"]) == 0
        out = capsys.readouterr().out
        assert f"positions of the search's own game, starting from `{START}`" in out
        assert ("positions of the search's own game, starting from `minimax(4, -inf, inf, False)`" in out) == (
            "[" in said
        )


def test_reports_have_the_start(folder: Path, capsys: Output) -> None:
    """The formats are JSON, JUnit, SARIF, GitLab, Markdown and a picture."""
    files = {"--junit": "j.xml", "--sarif": "s.sarif", "--gitlab": "g.json", "--markdown": "m.md", "--svg": "w.svg"}
    words = [word for pair in files.items() for word in pair]
    assert cli.run(["verify", WRONG, "--start", START, *QUICKLY, "--json", *words]) == 1
    report = json.loads(capsys.readouterr().out)
    Draft202012Validator(report_schema()).validate(report)
    assert report["variants"][0]["claims"][0]["witness"]["position"][0].startswith("minimax(pile=")
    for name in ("j.xml", "s.sarif", "g.json", "m.md"):
        assert START in (folder / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("command", "status"),
    [(["divide", WRONG, "--tree", "[[[-1],-1],[-1],-1]"], 1), (["show", "--search", NAME, "[[[1],-1],[-1],1]"], 0)],
)
def test_other_commands_take_a_start(command: list[str], status: int, capsys: Output) -> None:
    """The other commands need a tree that the game has."""
    assert cli.run([*command, "--start", START]) == status
    assert "minimax" in capsys.readouterr().out


def test_a_tree_that_the_game_does_not_have_is_a_one_line_error(capsys: Output) -> None:
    """The shape of the tree is not that of any position."""
    assert cli.run(["verify", NAME, "--start", START, "--tree", "[1,2,3,4,5]"]) == 2
    assert "no position of the search's own game has the tree" in mistake(capsys)


GUESSED: Final = """
def new_board():
    return [0] * 4


def search(board, depth, alpha, beta, player):
    if depth == 0 or all(board):
        return sum(board)
    best = -inf if player == 1 else inf
    for nth, held in enumerate(board):
        if held:
            continue
        board[nth] = player
        value = search(board, depth - 1, alpha, beta, -player)
        board[nth] = 0
        if player == 1:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def choose(side):
    return search(new_board(), 3, -inf, inf, side)
"""


@pytest.mark.slow
def test_a_start_with_a_guessed_argument_is_tried_and_named(folder: Path, capsys: Output) -> None:
    """The file does not say who moves first; the verdict names the call that was used."""
    (folder / "guess.py").write_text(HEAD + GUESSED, encoding="utf-8")
    assert cli.run(["verify", "guess.py:search", *QUICKLY]) in (0, 3)
    said = capsys.readouterr().out
    assert "recursive calls that `choose(True)" in said or "calls that `search(new_board(), 3, -inf, inf, " in said, (
        said
    )


def test_a_start_that_fails_is_shown_with_its_error(folder: Path, capsys: Output) -> None:
    """The message does not propose the same starting call again."""
    (folder / "guess.py").write_text(HEAD + GUESSED.replace("[0] * 4", "[0] * size"), encoding="utf-8")
    assert cli.run(["verify", "guess.py:search", *QUICKLY]) == 2
    said = mistake(capsys)
    assert "since it reads `board[nth]` (guess.py:" in said
    said = said.partition(", but it fails: ")[2]
    assert said == "NameError: name 'size' is not defined (guess.py:11). Give another starting call with --start\n"


def test_a_file_that_cannot_be_imported_is_reported_before_its_start(folder: Path, capsys: Output) -> None:
    """The error names the file, since no start helps until it can be imported."""
    (folder / "guess.py").write_text("import no_such_rules\n" + HEAD + GUESSED, encoding="utf-8")
    assert cli.run(["verify", "guess.py:search", *QUICKLY]) == 2
    said = mistake(capsys)
    assert "guess.py cannot be imported: ModuleNotFoundError: No module named 'no_such_rules'" in said
    assert "--start" not in said


HARD: Final = """
def winner(board):
    return board[0] if board[0] == board[1] else 0


def minimax(board, depth, alpha, beta, is_max{more}):
    won = winner(board)
    if won or depth == 0 or " " not in board:
        return won
    best = -99 if is_max else 99
    for nth in range(3):
        if board[nth] == " ":
            board[nth] = 1 if is_max else -1
            value = minimax(board, depth - 1, alpha, beta, not is_max{passed})
            board[nth] = " "
            best = max(best, value) if is_max else min(best, value)
    return best
"""


@pytest.mark.parametrize(
    ("more", "passed", "example"),
    [
        ("", "", "'minimax(BOARD, 4, -inf, inf, True)' with your own BOARD"),
        (
            ", *, rules",
            ", rules=rules",
            "'minimax(BOARD, 4, -inf, inf, True, rules=RULES)' with your own BOARD and RULES",
        ),
    ],
)
def test_a_search_without_a_known_start_gets_an_example(
    more: str, passed: str, example: str, folder: Path, capsys: Output
) -> None:
    """The example is made from the search's own signature; words in capitals stand for what only the user knows."""
    (folder / "hard.py").write_text(HARD.format(more=more, passed=passed), encoding="utf-8")
    assert cli.run(["verify", "hard.py:minimax"]) == 2
    said = mistake(capsys)
    assert "since it calls `winner(board)` (hard.py:7), which only exists in its own game" in said
    assert said.endswith(f"Give a starting call, such as --start {example}\n")


def test_the_example_for_a_method_makes_an_instance(folder: Path, capsys: Output) -> None:
    """The arguments of the class are filled in by the user."""
    text = (
        "class Game:\n    def __init__(self, rows):\n        self.cells = [0] * rows\n\n"
        "    def search(self, depth, alpha, beta):\n        if depth == 0 or self.cells[0]:\n            return 0\n"
        "        self.cells[0] = 1\n        best = -self.search(depth - 1, -beta, -alpha)\n"
        "        self.cells[0] = 0\n        return best\n"
    )
    (folder / "hard.py").write_text(text, encoding="utf-8")
    assert cli.run(["verify", "hard.py:Game.search"]) == 2
    assert "such as --start 'Game(ROWS).search(4, -inf, inf)' with your own ROWS\n" in mistake(capsys)
