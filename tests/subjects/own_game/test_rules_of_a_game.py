"""With `--game`, a search on its own game is compared with the rules, which show bugs that its calls cannot."""

from pathlib import Path
from typing import Any

import pytest
from benchmarks.zoo_trial import members, repaired

from prunecheck import PrunecheckError, Verdict, cli, verify_search
from prunecheck.report.sheet import Standing, sheet_of_subjects
from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.subjects.own_game.rules_of_game.against_rules import MORE_POSITIONS, RulesVerdict
from prunecheck.subjects.own_game.rules_of_game.given_rules import GivenRules

MATCHES = '''
class Row:
    """Two players take 1 to 3 matches; who takes the last one wins, and every other match taken by MAX counts 2."""

    def __init__(self, left=7, turn=1, taken=0):
        self.left, self.turn, self.taken = left, turn, taken

    def __repr__(self):
        return f"Row({self.left}, {self.turn}, {self.taken})"

    def legal_moves(self):
        return [number for number in (1, 2, 3) if number <= self.left]

    def push(self, number):
        self.left -= number
        self.taken += number * self.turn
        self.turn = -self.turn

    def is_over(self):
        return self.left == 0

    def score(self):
        return 2 * self.taken - 10 * self.turn * (self.left == 0)


class Tree:
    root = (7, True, 0)

    def children(self, node):
        left, is_max, taken = node
        sign = 1 if is_max else -1
        return [(left - number, not is_max, taken + sign * number) for number in (1, 2, 3) if number <= left]

    def is_terminal(self, node):
        return node[0] == 0

    def evaluate(self, node):
        return 2 * node[2] - 10 * (1 if node[1] else -1) * (node[0] == 0)

    def is_max(self, node):
        return node[1]

    def key(self, node):
        return node


class Unvalued(Tree):
    def evaluate(self, node):
        return Tree.evaluate(self, node) if node[0] == 0 else None


class Lost(Tree):
    evaluate = None


class Position:
    def __init__(self, left=7, first=True, taken=0):
        self.left, self.taken, self.to_move = left, taken, "left" if first else "right"

    def successors(self):
        sign = 1 if self.to_move == "left" else -1
        return [Position(self.left - number, sign < 0, self.taken + sign * number) for number in range(1, 4)
                if number <= self.left]

    @property
    def done(self):
        return self.left == 0

    def evaluate(self):
        return value(self.left, self.to_move == "left", self.taken)


def value(left, maximizing, taken):
    return 2 * taken - 10 * (1 if maximizing else -1) * (left == 0)


def minimax(left, maximizing, taken, depth, alpha, beta):
    if depth == 0 or left == 0:
        return value(left, maximizing, taken)
    best = -1000 if maximizing else 1000
    for number in (1, 2, 3):
        if number > left:
            break
        sign = 1 if maximizing else -1
        score = minimax(left - number, not maximizing, taken + sign * number, depth - 1, alpha, beta)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def negamax(row, depth, alpha, beta):
    if depth == 0 or row.is_over():
        return row.score() * row.turn
    best = -1000
    for number in row.legal_moves():
        row.push(number)
        best = max(best, -negamax(row, depth - 1, -beta, -max(alpha, best)))
        row.turn = -row.turn
        row.taken -= number * row.turn
        row.left += number
        if best >= beta:
            break
    return best
'''
BY_TREE = "minimax(*position, 5, -1000, 1000)"
BY_ROW = "minimax(position.left, max_to_move, position.taken, 5, -1000, 1000)"
SHOWN = {
    "a move left out": ("in (1, 2, 3):\n        if", "in (1, 2):\n        if", "the search tried 2: missing"),
    "a finished game played on": ("depth == 0 or left == 0:", "depth == 0 or left < 0:", ""),
    "a game ended too early": ("depth == 0 or left == 0:", "depth == 0 or left <= 1:", "makes no move there"),
    "an extra turn": ("minimax(left - number, not maximizing", "minimax(left - number, maximizing ^ (number < 3)", ""),
}


def compared(
    tmp_path: Path, text: str, start: str, game: str = "Tree", search: str = "minimax", **said: Any
) -> RulesVerdict:
    """Compare a search in `text` with a game there."""
    file = tmp_path / "matches.py"
    file.write_text(text)
    subject = own_game_subject(f"{file}:{search}", [start], rules=GivenRules(f"{file}:{game}", **said))
    (check,) = subject.rules_checks()
    return check.compare(seed=0, seconds=5.0)


@pytest.mark.parametrize(
    "start, game, search",
    [
        (BY_TREE, "Tree", "minimax"),
        (BY_ROW, "Row", "minimax"),
        (BY_ROW, "Position", "minimax"),
        ("negamax(position, 4, -inf, inf)", "Row", "negamax"),
        ("minimax(*position, 9, -1000, 1000)", "Unvalued", "minimax"),
    ],
)
def test_a_right_search_agrees_with_the_rules(tmp_path: Path, start: str, game: str, search: str) -> None:
    """The search is compared at the root and in random positions, for either player, to its depth or to the end."""
    found = compared(tmp_path, MATCHES, start, game, search)
    assert (found.difference, found.root_left_out) == (None, "")
    assert found.positions > 10


@pytest.mark.parametrize(
    ("start", "game", "search"),
    [("minimax(7, True, 0, 5, -inf, inf)", "Tree", "minimax"), ("negamax(Row(), 5, -inf, inf)", "Row", "negamax")],
)
def test_without_a_position_in_the_start_its_own_calls_are_compared(
    start: str, game: str, search: str, tmp_path: Path
) -> None:
    """The arguments of these calls show the positions."""
    found = compared(tmp_path, MATCHES, start, game, search)
    assert found.difference is None
    assert found.positions > 50


def test_a_wrong_value_below_a_right_root_is_found(tmp_path: Path) -> None:
    """After 1, 1 and 1, the move 3 is left out; the value of the root stays the same."""
    text = MATCHES.replace("if number > left:", "if number > left or (number == 3 and taken == -1):")
    found = compared(tmp_path, text, "minimax(7, True, 0, 3, -inf, inf)")
    assert found.difference is not None
    assert found.difference.words.startswith("wrong value by the rules: got ")
    assert found.difference.lines[-1].startswith("at      (")


def test_calls_that_show_no_position_of_the_rules_are_not_compared(tmp_path: Path) -> None:
    """The verdict says what to add to the starting call."""
    text = MATCHES.replace("def minimax(left,", "def minimax(pile, ").replace(
        "    if depth == 0 or left == 0:\n        return value(left, maximizing, taken)\n    best = -1000 if",
        "    left, maximizing, taken = len(pile), not maximizing, taken - 100\n"
        "    if depth == 0 or left == 0:\n        return value(left, maximizing, taken)\n    best = -1000 if",
    )
    text = text.replace(
        "minimax(left - number, not maximizing, taken + sign", "minimax(pile[number:], maximizing, 100 + taken + sign"
    )
    found = compared(tmp_path, text, "minimax('|' * 7, False, 100, 9, -inf, inf)")
    assert found == (1, "", None, MORE_POSITIONS)


def test_positions_without_a_static_value_are_left_out(tmp_path: Path) -> None:
    """If the search stops before the end, only later positions can be compared, and the verdict says so."""
    found = compared(tmp_path, MATCHES, "minimax(*position, 2, -1000, 1000)", "Unvalued")
    assert found.difference is None
    assert found.positions > 3
    assert "after 2 plies, where the rules have no value (it gives None)" in found.root_left_out


@pytest.mark.parametrize("bug", SHOWN)
@pytest.mark.parametrize("start, game", [(BY_TREE, "Tree"), (BY_ROW, "Row")])
def test_bugs_that_its_calls_cannot_show_are_found_by_the_rules(
    tmp_path: Path, bug: str, start: str, game: str
) -> None:
    """The verdict names the position, the moves that lead there, and the difference."""
    before, after, words = SHOWN[bug]
    assert before in MATCHES
    found = compared(tmp_path, MATCHES.replace(before, after), start, game).difference
    assert found is not None
    assert found.words.startswith("wrong value by the rules: got ") or not words
    assert any(line.startswith("moves   ") for line in found.lines)
    assert words in found.lines[-1]


@pytest.mark.parametrize(
    "game, start, said",
    [
        ("Nothing", BY_TREE, "has no `Nothing`; name the class"),
        ("value", BY_TREE, "needs arguments"),
        ("negamax", BY_TREE, "needs arguments"),
        ("SHOWN", BY_TREE, "is not a game: `dict` has no"),
        ("Lost", BY_TREE, "TypeError"),
        ("Unvalued", "minimax(7, True, 0, 2, -1000, 1000)", "stops after 2 plies, where the rules have no value"),
        ("Tree", "max(minimax(3, True, 0, 9, -9, 9), minimax(2, True, 0, 9, -9, 9))", "calls the search 2 times"),
    ],
)
def test_unusable_rules_are_reported(tmp_path: Path, game: str, start: str, said: str) -> None:
    """Each problem is one plain message."""
    text = f"{MATCHES}\nSHOWN = {{}}\n"
    with pytest.raises(PrunecheckError, match=said):
        compared(tmp_path, text, start, game)


REVERSI = """

class Rules:
    root = tuple(sorted(near_the_end().items())), "B"

    def children(self, node):
        board, color = dict(node[0]), node[1]
        after = [play(board, move, color) for move in legal_moves(board, color)] or [board]
        return [(tuple(sorted(each.items())), opponent(color)) for each in after]

    def is_terminal(self, node):
        return is_over(dict(node[0]))

    def evaluate(self, node):
        return evaluate(dict(node[0]), "B")

    def is_max(self, node):
        return node[1] == "B"

    def key(self, node):
        return node[0]
"""


@pytest.mark.slow
def test_values_may_be_those_of_the_side_to_move(tmp_path: Path) -> None:
    """`--values mover` declares this; without it, the comparison fails."""
    text = MATCHES.replace(
        "return 2 * self.taken - 10 * self.turn * (self.left == 0)", "return value(self.left, True, 0)"
    )
    assert text != MATCHES
    text = text.replace("2 * taken - 10", "-10")
    assert compared(tmp_path, text, BY_ROW, "Row", values_by_mover=True).difference is None
    assert compared(tmp_path, text, BY_ROW, "Row").difference is not None


@pytest.mark.slow
def test_options_that_describe_the_rules_may_be_given_with_a_starting_call(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Other options on how to call the search are refused, since the starting call shows this."""
    text = MATCHES.replace(
        "return 2 * self.taken - 10 * self.turn * (self.left == 0)", "return value(self.left, True, 0)"
    ).replace("2 * taken - 10", "-10")
    (tmp_path / "matches.py").write_text(text, encoding="utf-8")
    words = ["verify", f"{tmp_path}/matches.py:minimax", "--start", BY_ROW, "--game", f"{tmp_path}/matches.py:Row"]
    assert cli.run([*words, "--quick", "--values", "mover", "--no-cache"]) == 0
    assert cli.run([*words, "--turns", "any"]) == 2
    assert "start and 'turns' cannot be used together" in capsys.readouterr().err


@pytest.mark.slow
def test_a_pass_that_keeps_the_turn_is_only_found_by_the_rules(tmp_path: Path) -> None:
    """The search is right by its own recursion. The rules refute it, and the repaired search passes."""
    (member,) = (search for search in members("hardwired_wrong") if search.title == "reversi.pass_is_no_turn")
    start = "pass_is_no_turn(dict(position[0]), 4, position[1], -INF, INF, max_to_move)"
    verdicts: list[Verdict] = []
    for text in (member.file.read_text(), repaired(member.file.read_text())):
        file = tmp_path / f"reversi_{len(verdicts)}.py"
        file.write_text(text + REVERSI)
        verdicts.append(verify_search(f"{file}:{member.name}", start=start, game=f"{file}:Rules", effort="quick"))
    assert [verdict.status for verdict in verdicts] == ["refuted", "held"]
    assert "wrong value by the rules: got " in str(verdicts[0])
    assert "the search makes a move there that the rules do not allow" in str(verdicts[0])
    (row,) = (row for row in sheet_of_subjects([verdicts[0].tried]).rows if row.standing is Standing.REFUTED)
    assert (row.contract, row.lines[0].split()[0]) == ("own game", "game")
    assert "Compared with the rules" in str(verdicts[1]).partition("evidence")[2].splitlines()[0]


def test_rules_need_a_search_on_its_own_game(tmp_path: Path) -> None:
    """A search that takes random trees, or is not given by name, is rejected with a remedy."""
    for search in (lambda node: 0, "docs/examples/searches.py:right"):
        with pytest.raises(PrunecheckError, match="start"):
            verify_search(search, game="rules.py:Rules", effort="quick")
