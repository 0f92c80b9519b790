"""Find a search by its name: in Python, as an external program, or in a library."""

import sys
from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from prunecheck import INF, Number, Window, cli, from_nested
from prunecheck.errors import PreconditionError, UnknownNameError
from prunecheck.oracle.deeper_entries import DeeperEntries
from prunecheck.subjects.find import find_subject
from prunecheck.trees.explicit import ExplicitTree, build
from prunecheck.trees.search import value_of
from prunecheck.verify.corpus import hard_trees
from prunecheck.verify.plan import Plan
from prunecheck.verify.trial import verify_subject

HOME = Path(__file__).parents[2]
PROGRAM = f"pipe:{sys.executable} {HOME / 'docs' / 'examples' / 'alpha_beta.py'}"
ROOT_KEPT = """
class Engine:
    def __init__(self):
        self.roots = {}
    def search(self, root, alpha, beta):
        if root not in self.roots:
            self.roots[root] = inner(root, alpha, beta)
        return self.roots[root]

class Limited:
    def __init__(self):
        self.table = {}
    def search(self, node, depth, alpha, beta):
        if depth == 0 or node.is_leaf():
            return node.evaluate() * node.side
        if node in self.table:
            return self.table[node]
        self.table[node] = max(-self.search(child, depth - 1, -beta, -alpha) for child in node.children())
        return self.table[node]

def inner(pos, alpha, beta):
    if pos.is_leaf():
        return pos.value()
    best = -float("inf")
    for child in pos.children():
        best = max(best, -inner(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
"""

Output = pytest.CaptureFixture[str]


@pytest.mark.slow
def test_an_external_program_is_judged_by_its_command(capfd: Output) -> None:
    """The report has the contracts that it satisfies, and the leaves that it reports."""
    assert cli.run(["verify", PROGRAM, "--examples", "20"]) == 0
    told = capfd.readouterr().out
    assert "For a value outside the window, the search returns a fail-soft bound" in told
    assert "evaluates exactly the leaves of alpha-beta" in told


@pytest.mark.slow
def test_a_program_for_small_numbers_gets_no_others(tmp_path: Path, capfd: Output) -> None:
    """Values outside its domain are not sent and do not count against it."""
    text = (HOME / "docs" / "examples" / "alpha_beta.py").read_text(encoding="utf-8")
    small = tmp_path / "small.py"
    hello = '"name": "alpha_beta.py"'
    assert hello in text
    small.write_text(text.replace(hello, hello + ', "least": -2000, "greatest": 2000'), encoding="utf-8")
    assert cli.run(["verify", f"pipe:{sys.executable} {small}", "--examples", "40"]) == 0
    assert "For a value outside the window, the search returns a fail-soft bound" in capfd.readouterr().out


def test_a_program_for_whole_numbers_is_called_in_windows_between_them() -> None:
    """All values are multiplied by four for the program, and its answers are divided by four."""
    subject = find_subject(PROGRAM)
    tree = from_nested([[3, 5], [2, 9]])
    try:
        for window, found in ((Window[Number](-INF, INF), 3), (Window[Number](2.25, 2.75), 3)):
            answer = subject.search(tree, 0, window.alpha, window.beta)
            assert value_of(answer) == found
    finally:
        subject.close()


@pytest.mark.parametrize("command", ["pipe:/no/such/program", "pipe:false", "pipe:"])
def test_a_program_that_does_not_start_or_shake_hands_is_a_usage_error(command: str, capfd: Output) -> None:
    """The error is one line, with exit status 2."""
    assert cli.run(["verify", command]) == 2
    assert capfd.readouterr().err.count("\n") == 1


def test_the_error_for_a_missing_library_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error has no traceback."""
    monkeypatch.setitem(sys.modules, "easyAI", None)
    with pytest.raises(PreconditionError, match="easyai"):
        find_subject("easyAI:Negamax").search(from_nested([1, 2]), 0, -INF, INF)


@pytest.mark.slow
@pytest.mark.parametrize("name, sound_when_fresh", [("Engine", True), ("Limited", False)])
def test_a_reused_instance_is_called_in_other_windows_and_depths_first(
    name: str,
    sound_when_fresh: bool,
    tmp_path: Path,
) -> None:
    """Only a reused instance has a stale entry. A new instance is right."""
    file = tmp_path / "kept.py"
    file.write_text(ROOT_KEPT, encoding="utf-8")
    done = verify_subject(find_subject(f"{file}:{name}"), Plan(examples=100))
    fresh, kept = done.searches
    assert kept.verdict.reused
    assert [fault.contract for fault in kept.faults] == ["exact"]
    assert (not fresh.faults) == sound_when_fresh


def test_a_deeper_entry_explains_a_value_and_a_shallower_one_does_not() -> None:
    """Position X occurs at ply one and at ply two; its static value is 5, and 7 if searched one ply deeper."""
    x, leaf, other = 2, 4, 3
    children = [[x, 1], [other], [leaf], [x], []]
    tree = build(children, [0, 0, 5, 0, 7])
    # with two plies: X at ply 1 has one ply left, so its value is 7; at ply 3 it is not reached
    assert _explained(tree, 2) == (7, 7)
    # with three: X is at ply 1 with two plies left, and at ply 3 with none, so its static value 5 would do
    least, greatest = _explained(tree, 3)
    assert 5 <= least <= greatest == 7


def _explained(tree: ExplicitTree[Number], depth: int) -> tuple[Number, Number]:
    known = DeeperEntries(tree)
    known.searched(tree.root, depth)
    span = known.span(tree.root, depth)
    assert span is not None
    return span


def test_hard_trees_are_legal_and_have_either_player_first() -> None:
    """The trees are wide, long or shared; players alternate, and MIN is to move in half of them."""
    trees = list(hard_trees())
    assert all(tree.alternates for tree in trees)
    assert sum(tree.is_max(tree.root) for tree in trees) * 2 == len(trees)
    assert max(len(tree.children(tree.root)) for tree in trees) >= 200
    assert any(tree.shared for tree in trees)


PLAYER: Final = """
class Player:
    def best_move(self, board):
        return max(board, key=lambda n: self.minimax(n, 2))

    def minimax(self, board, depth):
        return max((self.minimax(child, depth - 1) for child in board), default=0)


def play():
    Player().best_move([])
"""


def test_a_method_is_suggested_with_its_class(tmp_path: Path) -> None:
    """Recursive methods come first in the list of searches of a file."""
    file = tmp_path / "player.py"
    file.write_text(PLAYER, encoding="utf-8")
    with pytest.raises(PreconditionError, match=r"player\.py:NAME, with a name such as Player\.minimax, Player, play$"):
        find_subject(str(file))
    with pytest.raises(UnknownNameError, match=r"'best_move' in .*; did you mean 'Player\.best_move'\?$"):
        find_subject(f"{file}:best_move")


OPTION: Final = """
    def best(game, state):
        def largest(state, alpha, beta):
            if game.is_terminal(state):
                return game.utility(state)
            value = -10**9
            for action in game.actions(state):
                value = max(value, smallest(game.result(state, action), alpha, beta))
                if value >= beta:
                    if game.shows_cutoffs:
                        print(state)
                    return value
                alpha = max(alpha, value)
            return value

        def smallest(state, alpha, beta):
            if game.is_terminal(state):
                return game.utility(state)
            value = 10**9
            for action in game.actions(state):
                value = min(value, largest(game.result(state, action), alpha, beta))
                if value <= alpha:
                    if game.shows_cutoffs:
                        print(state)
                    return value
                beta = min(beta, value)
            return value

        return largest(state, -10**9, 10**9)
"""


def test_an_option_that_only_its_own_game_has_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If the search first reads it after the calls that show how it is called."""
    monkeypatch.chdir(tmp_path)
    Path("option.py").write_text(dedent(OPTION))
    assert cli.run(["verify", "option.py:best", "--examples", "50"]) == 2
    assert "`shows_cutoffs` of its game, which random trees do not have" in capsys.readouterr().err


STATIC: Final = """
class Search:
    def minimax(node, depth, maximizing):
        if depth == 0 or not node.children():
            return node.evaluate()
        values = [Search.minimax(child, depth - 1, not maximizing) for child in node.children()]
        return max(values) if maximizing else min(values)
"""


def test_a_function_of_a_class_without_self_is_called_on_the_class(tmp_path: Path) -> None:
    """The class calls the function with its name, so its first parameter is the position."""
    file = tmp_path / "static.py"
    file.write_text(STATIC, encoding="utf-8")
    done = verify_subject(find_subject(f"{file}:Search.minimax"), Plan(examples=20))
    assert not done.failures
