"""`prunecheck divide`: exit statuses, usage errors, and searches that hang or cannot be called on some node."""

from pathlib import Path

import pytest

from prunecheck import ExplicitTree, cli
from prunecheck.trees.explicit import build
from prunecheck.trees.json import dumps
from prunecheck.verify import isolated

HOME = Path(__file__).parents[2]

Output = pytest.CaptureFixture[str]


def test_the_command_shows_the_node(capsys: Output) -> None:
    """The search is in a file, and the exit status is 1."""
    zoo = "tests/zoo/wrong/cut_offs.py:one_too_soon"
    assert cli.run(["divide", str(HOME / zoo), "--tree", "[[[3,4],[3,6]],1]", "--window", "-inf", "4"]) == 1
    out = capsys.readouterr().out
    assert "goes wrong at" in out
    assert "and only wrong in the window" in out


def test_the_command_says_that_the_root_is_right(tmp_path: Path, capsys: Output) -> None:
    """The exit status is 0, for a variant and for a search that takes no window."""
    assert cli.run(["divide", "fail_soft", "--tree", "[[3,5],[2,9]]"]) == 0
    assert capsys.readouterr().out.startswith("The root is right: fail_soft satisfies knuth in all ")
    plain = written(tmp_path)
    assert cli.run(["divide", plain, "--tree", "[[3,5],[2,9]]"]) == 0
    assert capsys.readouterr().out.endswith("satisfies exact in the window (-inf, inf). Its minimax value is 3\n")


def written(folder: Path) -> str:
    """The name of plain minimax in a user's file."""
    (folder / "plain_minimax.py").write_text(
        "def search(node):\n"
        "    if node.is_leaf():\n"
        "        return node.value()\n"
        "    return (max if node.is_max() else min)(map(search, node.children()))\n",
        encoding="utf-8",
    )
    return f"{folder / 'plain_minimax.py'}:search"


def test_a_window_for_a_search_that_takes_none_is_a_usage_error(tmp_path: Path, capsys: Output) -> None:
    """The window could not be passed to the search."""
    assert cli.run(["divide", written(tmp_path), "--tree", "[1]", "--window", "0", "1"]) == 2
    assert "takes no window" in capsys.readouterr().err


ENGINE = """\
import os
import signal


def negamax(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    best = -float("inf")
    for child in node.children():
        best = max(best, -negamax(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def minimax(node):
    if node.is_leaf():
        return node.value()
    return (max if node.is_max() else min)(map(minimax, node.children()))


def quits(node):
    if not node.is_leaf() and len(node.children()) == 5:
        os._exit(0)
    return node.value() if node.is_leaf() else (max if node.is_max() else min)(map(quits, node.children()))


def quits_at_once(node):
    os._exit(0)


def interrupts(node):
    if not node.is_leaf() and len(node.children()) == 5:
        signal.default_int_handler(signal.SIGINT, None)  # as Ctrl-C does there
    return node.value() if node.is_leaf() else (max if node.is_max() else min)(map(interrupts, node.children()))


class Tabled:
    def __init__(self):
        self.table = {}

    def search(self, node, depth):
        if depth == 0 or node.is_leaf():
            return node.value()
        key = node.key(), node.is_max()
        if key not in self.table or self.table[key][0] < depth:
            best = max if node.is_max() else min
            self.table[key] = depth, best([self.search(child, depth - 1) for child in node.children()])
        return self.table[key][1]


def from_max(node):
    return node.value() if node.is_leaf() else max(map(third_left_out, node.children()))


def third_left_out(node):
    return node.value() if node.is_leaf() else min(map(from_max, list(node.children())[:2]))


def best_move(node):
    moves = list(node.children())
    return max(range(len(moves)), key=lambda nth: third_left_out(moves[nth]))
"""


def of_engine(folder: Path, name: str) -> str:
    """The name of one of several searches in a file."""
    (folder / "divided_engine.py").write_text(ENGINE, encoding="utf-8")
    return f"{folder / 'divided_engine.py'}:{name}"


def test_a_tree_with_turns_that_a_search_does_not_take_is_a_usage_error(tmp_path: Path, capsys: Output) -> None:
    """The error is not a verdict on negamax. Only a search that declares `--turns any` is called on these trees."""
    tree = dumps(
        ExplicitTree([[1, 2], [3, 4], [], [], []], [0, 0, 3, 1, 2], [True, True, False, False, False]), flat=True
    )
    assert cli.run(["divide", of_engine(tmp_path, "negamax"), "--tree", tree]) == 2
    assert "use --turns any" in capsys.readouterr().err
    assert cli.run(["divide", of_engine(tmp_path, "minimax"), "--tree", tree, "--turns", "any"]) == 0


@pytest.mark.slow
def test_a_call_that_crashes_the_process_is_a_departure(tmp_path: Path, capsys: Output) -> None:
    """Other processes continue the walk to the lowest node that crashes, and the exit status is 1."""
    tree = "[[[1,2],[3,4,5,6,7]],[1,6]]"
    assert cli.run(["divide", of_engine(tmp_path, "quits"), "--tree", tree]) == 1
    out = capsys.readouterr().out
    assert "goes wrong at [0][1]: it violates exact" in out
    assert "  wrong   crash: ended with exit status 0, expected 7\n" in out


def test_a_search_that_never_returns_or_ends_its_process_is_reported(tmp_path: Path, capsys: Output) -> None:
    """If this happens during detection, the exit status is 1, as for `verify`."""
    assert cli.run(["divide", of_engine(tmp_path, "quits_at_once"), "--tree", "[1]"]) == 1
    out = capsys.readouterr().out
    assert "crash: ended with exit status 0, while prunecheck detected how it is called\n  tree    " in out


@pytest.mark.slow
def test_a_file_whose_import_hangs_is_a_usage_error(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The import has a time limit."""
    monkeypatch.setattr(isolated, "SILENCE", 0.2)
    (tmp_path / "endless.py").write_text(
        "import time\ndef wait():\n    while time.time(): pass\nclass Game: wait()\ndef search(node): return 0\n",
        encoding="utf-8",
    )
    arguments = ["divide", f"{tmp_path / 'endless.py'}:search", "--tree", "[1]", "--seconds", "0.1"]
    assert cli.run(arguments) == 2
    assert "does not finish" in capsys.readouterr().err


def test_an_interrupt_is_not_a_verdict(tmp_path: Path, capsys: Output) -> None:
    """After the interrupt, the walk ends, in the other process as well."""
    assert cli.run(["divide", of_engine(tmp_path, "interrupts"), "--tree", "[[1,2,3,4,5]]"]) == 130
    assert "goes wrong" not in capsys.readouterr().out


def test_a_deeper_table_entry_is_right_by_the_witness_criterion(tmp_path: Path, capsys: Output) -> None:
    """The exact depth rule rejects the value of this entry."""
    # 7 is reached first with 3 plies left, then with 1
    children = [[1, 3], [2], [7], [4], [5], [6], [7], [8], [9], [10], []]
    tree = dumps(build(children, [0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 3]), flat=True)
    arguments = ["divide", of_engine(tmp_path, "Tabled.search"), "--tree", tree, "--depth", "6"]
    assert cli.run(arguments) == 0
    assert "satisfies exact in the window (-inf, inf) (depth rule: deeper)" in capsys.readouterr().out
    assert cli.run([*arguments, "--depth-rule", "exact"]) == 1
    assert ": it violates exact (depth rule: exact)\n" in capsys.readouterr().out


def test_a_search_that_assumes_max_at_the_root_is_called_at_max_nodes(tmp_path: Path, capsys: Output) -> None:
    """The search is never called at MIN nodes, so a bug below MIN is reported at the MAX node above."""
    tree = "[[[[3,4,1],[2,9]],[6,7]],[[[8,9,0]],[8]]]"
    assert cli.run(["divide", of_engine(tmp_path, "from_max"), "--tree", tree]) == 1
    out = capsys.readouterr().out
    assert "goes wrong at [0][0]: it violates exact" in out
    assert [line.split()[1] for line in out.splitlines() if line.startswith("  child")] == [
        f"[0][0][{nth}][{leaf}]" for nth, leaf in ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1))
    ]
    assert "each of these nodes is right by itself" in out


def test_a_search_that_only_returns_a_move_is_not_called_at_leaves(tmp_path: Path, capsys: Output) -> None:
    """A leaf has no move."""
    assert cli.run(["divide", of_engine(tmp_path, "best_move"), "--tree", "[[3,4],[6,5,1]]"]) == 1
    out = capsys.readouterr().out
    assert "[1][2]: 1, a leaf, which has no move" in out
    assert "so      the search does not choose a best move" in out
    assert cli.run(["divide", of_engine(tmp_path, "best_move"), "--tree", "[[3,4],[2,5]]"]) == 0


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["fail_soft"], "divide needs --tree; for examples, see prunecheck help divide"),
        (["nothing.py:search", "--tree", "[1]"], "there is no file 'nothing.py'"),
        (["fail_sooft", "--tree", "[1]"], "did you mean 'fail_soft'?"),
        (["nosuch", "--tree", "[1]"], "unknown variant 'nosuch'; known: "),
        (["fail_soft", "--tree", "[1, [2]]", "--depth", "1"], "which has children but no static value"),
        (["fail_soft", "--tree", "[1]", "--window", "1", "1"], "is empty"),
        (["fail_soft", "--tree", "[1]", "--turns", "any"], "--turns only applies to your own search"),
    ],
)
def test_a_usage_error_is_one_line(arguments: list[str], words: str, capsys: Output) -> None:
    """The message names the input and the remedy, and the exit status is 2."""
    assert cli.run(["divide", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert words in error
