"""Verdicts on searches of their own games: bugs are found, and searches other than plain minimax are not blamed."""

from pathlib import Path
from typing import Any, Final

import pytest

from piles import HEAD, MINIMAX, NEGAMAX
from prunecheck import verify_search
from prunecheck.api import Verdict
from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.verify.outcomes import Severity

DEEP: Final = """
def negamax(pile, depth, alpha, beta):
    if depth <= 0 or not moves(pile):
        return -1
    best = -inf
    for nth, take in enumerate(moves(pile)):
        best = max(best, -negamax(pile - take, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
"""
CALL: Final = "-negamax(pile - take, depth - 1, -beta, -max(alpha, best))"
TABLE: Final = """
TABLE = {}


def negamax(pile, alpha, beta):
    if pile in TABLE:
        return TABLE[pile]
    if not moves(pile):
        return -1
    best = -inf
    for take in moves(pile):
        best = max(best, -negamax(pile - take, -beta, -max(alpha, best)))
        if best >= beta:
            break
    TABLE[pile] = best
    return best
"""
MADE: Final = """
board = [6]


def negamax(alpha, beta):
    if not board[0]:
        return -1
    best = -inf
    for take in moves(board[0]):
        board[0] -= take
        best = max(best, -negamax(-beta, -max(alpha, best)))
        board[0] += take
        if best >= beta:
            break
    return best
"""


DECIDED: Final = """
def minimax(pile, is_max):
    if not moves(pile):
        return 0
    best = -10 if is_max else 10
    for take in [1] if pile == 4 else moves(pile):
        value = minimax(pile - take, not is_max)
        if pile == 3:
            return 100 if is_max else -100
        best = max(best, value) if is_max else min(best, value)
    return best
"""


def verdict(folder: Path, text: str, *starts: str, examples: int = 20, **options: Any) -> Verdict:
    """The verdict on a search, on a few trees."""
    file = folder / "game.py"
    file.write_text(HEAD + text, encoding="utf-8")
    name = starts[0].partition("(")[0]
    return verify_search(f"{file}:{name}", start=starts, examples=examples, **options)


@pytest.mark.slow
def test_the_suspect_line_is_named(tmp_path: Path) -> None:
    """A search on random trees gets the same line."""
    found = verdict(tmp_path, DEEP.replace("-beta, -max(alpha, best)", "-alpha, -beta"), "negamax(6, 3, -inf, inf)")
    lines = [finding.code for finding in found.findings if finding.code is not None]
    assert [line.says for line in lines] == ["negates the window without swapping the two ends; write `-beta, -alpha`"]


@pytest.mark.slow_cases("*no pruning", "*opponent")
@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        ("best = -inf if is_max else inf", "best = 0", "best value probably starts at 0"),
        ("beta = min(beta, best)", "alpha = min(alpha, best)", "no pruning"),
        ("if alpha >= beta:", "if alpha == inf:", "no pruning"),
        ("not is_max)", "is_max)", "opponent"),
    ],
)
def test_a_bug_is_found(right: str, wrong: str, words: str, tmp_path: Path) -> None:
    """The bugs are in values, in pruning, or in the players."""
    text = MINIMAX.replace(right, wrong)
    found = verdict(tmp_path, text, "minimax(6, -inf, inf, True)")
    assert found.status == "refuted"
    assert words in str(found)


@pytest.mark.slow
def test_an_initial_value_better_than_every_move_is_found_in_a_real_position(tmp_path: Path) -> None:
    """Finished games have larger values than other leaves, and are searched by a call of their own."""
    found = verdict(tmp_path, DECIDED, "minimax(6, True)")
    assert "wrong value: got 10, expected 100" in str(found)
    assert "minimax(pile=4, is_max=False)" in str(found)
    right = DECIDED.replace("-10 ", "-inf ").replace("else 10\n", "else inf\n")
    assert verdict(tmp_path, right, "minimax(6, True)", fail_on="wrong").sound


@pytest.mark.slow
def test_a_search_with_its_bounds_as_values_is_only_right_in_its_own_window(tmp_path: Path) -> None:
    """For each kind of values, the search skips different moves. Calls that are first made late count as leaves."""
    side = """
def {name}(pile, alpha, beta):
    if not moves(pile):
        return {worst}
    value = {worst}
    for take in moves(pile):
        value = {best}(value, {other}(pile - take, alpha, beta))
        if {cut}:
            return value
        value = {worse}(value, {bound})
    return value
"""
    high = {"name": "high", "other": "low", "worst": -1, "best": "max", "cut": "value >= beta", "worse": "min"}
    low = {"name": "low", "other": "high", "worst": 1, "best": "min", "cut": "value <= alpha", "worse": "max"}
    text = side.format(**high, bound="alpha") + side.format(**low, bound="beta")
    assert verdict(tmp_path, text, "high(9, -1, 1)").sound
    (known,) = own_game_subject(f"{tmp_path / 'game.py'}:high", ["high(9, -1, 1)"]).games
    assert any("only checked in windows inside (-1, 1)" in note for note in known.notes)
    assert any("positions were taken for leaves" in note for note in known.notes)
    takes_largest = {(node.function, rule.largest) for node, rule in known.rules.items()}
    assert takes_largest == {("high", True), ("low", False)}
    assert not verdict(tmp_path, text, "high(9, -2, 2)").sound


def test_state_that_a_cutoff_leaves_changed_is_named(tmp_path: Path) -> None:
    """The move is not taken back after a cutoff."""
    taken_back = "        board[0] += take\n"
    late = MADE.replace(taken_back, "").replace("            break\n", f"            break\n{taken_back}")
    found = verdict(tmp_path, late, "negamax(-inf, inf)")
    assert found.status == "refuted"
    (finding,) = (each for each in found.findings if each.severity is Severity.WRONG)
    assert finding.words == "changes the global variable `board` and does not restore it after a cutoff"
    assert str(found).splitlines()[0].endswith(finding.words)
    assert finding.cause == "unmake"
    assert "  tree    [" in str(found)


ROW: Final = """
class Row:
    def __init__(self):
        self.cells, self.turn = [0] * 5, 1

    def make(self, cell):
        self.cells[cell], self.turn = self.turn, -self.turn

    def unmake(self, cell):
        self.cells[cell], self.turn = 0, -self.turn

    def search(self, alpha, beta):
        left = [nth for nth, cell in enumerate(self.cells) if not cell]
        if len(left) < 2:
            return sum(nth * cell for nth, cell in enumerate(self.cells)) % 7 - 3
        best = -9 * self.turn
        for cell in left:
            self.make(cell)
            value = self.search(alpha, beta)
            if self.turn < 0:
                best, alpha = max(best, value), max(alpha, value)
            else:
                best, beta = min(best, value), min(beta, value)
            if alpha >= beta:
                break
            self.unmake(cell)
        return best
"""


@pytest.mark.slow
def test_the_line_that_leaves_the_state_changed_is_shown(tmp_path: Path) -> None:
    """The turn that is wrong afterwards is not reported as a second bug."""
    file = tmp_path / "row.py"
    file.write_text(ROW, encoding="utf-8")
    first, *others = verify_search(f"{file}:Row.search", start="Row().search(-9, 9)", examples=20).findings
    assert "does not restore" in first.words
    assert first.code is not None
    assert first.code.says.startswith("leaves the loop before the move is taken back")
    assert not any("stays the same" in finding.words for finding in others)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "start"),
    [
        (NEGAMAX, "negamax(6, -inf, inf)"),
        (DEEP, "negamax(9, 4, -inf, inf)"),
        (MADE, "negamax(-inf, inf)"),
        ("def plain(pile):\n    return max((-plain(pile - take) for take in moves(pile)), default=-1)\n", "plain(6)"),
    ],
)
def test_a_right_search_is_not_refuted(text: str, start: str, tmp_path: Path) -> None:
    """The right searches have a window or none, a depth, or one shared board."""
    assert verdict(tmp_path, text, start, effort="quick", examples=60).sound


@pytest.mark.slow_cases("table", "re-search", "null move", "reduced")
@pytest.mark.parametrize(
    ("text", "start"),
    [
        (DEEP.replace(f"max(best, {CALL})", f"max(best, ({CALL}) * 0.99)"), "negamax(7, 5, -inf, inf)"),
        (DEEP.replace("depth - 1", "depth - 1 - (nth > 1)"), "negamax(9, 5, -inf, inf)"),
        (
            DEEP.replace("    best = -inf\n", "    best = -negamax(pile, depth - 3, -beta, -alpha)\n"),
            "negamax(9, 5, -inf, inf)",
        ),
        (
            TABLE.replace("pile in TABLE", "(pile, alpha, beta) in TABLE").replace(
                "TABLE[pile]", "TABLE[pile, alpha, beta]"
            ),
            "negamax(6, -inf, inf)",
        ),
        (
            DEEP.replace(
                f"best = max(best, {CALL})",
                "low = max(alpha, best)\n"
                "        value = -negamax(pile - take, depth - 1, -low - 0.01, -low)\n"
                "        if value > low:\n"
                "            value = -negamax(pile - take, depth - 1, -beta, -low)\n"
                "        best = max(best, value)",
            ),
            "negamax(7, 4, -inf, inf)",
        ),
    ],
    ids=["adjusted", "reduced", "null move", "table", "re-search"],
)
def test_searches_other_than_plain_minimax_are_not_blamed(text: str, start: str, tmp_path: Path) -> None:
    """No wrong value is reported: the search passes, or the message says what it does differently."""
    try:
        found = verdict(tmp_path, text, start, fail_on="wrong")
    except PreconditionError as error:
        assert "switch them off" in str(error) or "value" in str(error)  # noqa: PT017 - one of two outcomes
    else:
        assert found.sound, str(found)


def test_null_moves_are_not_moves_of_the_game(tmp_path: Path) -> None:
    """A null move comes first, and goes down by more plies than the moves after it."""
    passing = """
    pile = abs(pile)
    if depth >= 3:
        passed = -negamax(-pile, depth - 3, -beta, -beta + 0.01)
        if passed >= beta:
            return passed
    if depth <= 0"""
    text = DEEP.replace("    if depth <= 0", passing, 1)
    with pytest.raises(PreconditionError, match="null moves"):
        verdict(tmp_path, text, "negamax(9, 5, -inf, inf)", examples=20)


@pytest.mark.fast_cases("return")
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("", "", ""),
        (
            "negamax(pile - take, depth - 1,",
            "negamax(pile - take, depth,",
            "passes on `depth` without reducing it; write `depth - 1`",
        ),
        (
            "        if best >= beta:\n            break\n    return best",
            "        return best\n    return best",
            "returns inside the loop, after the first child; return after the loop",
        ),
    ],
    ids=["right", "depth", "return"],
)
def test_lines_that_only_change_the_tree_are_notes(old: str, new: str, says: str, tmp_path: Path) -> None:
    """The search is right for the tree of its own calls, but a line in it is wrong."""
    assert old in DEEP
    file = tmp_path / "game.py"
    file.write_text(HEAD + DEEP.replace(old, new), encoding="utf-8")
    found = verify_search(f"{file}:negamax", start=["negamax(6, 4, -inf, inf)"], examples=20, seconds=10)
    assert found.sound, str(found)
    assert (f"{says}. This made no difference in the search's own game" in str(found)) == bool(says), str(found)


ROUNDS: Final = """
def high(pile, depth):
    if depth == 0 or not moves(pile):
        return pile * 7 % 11 - 5
    best = -inf
    for take in moves(pile):
        best = max(best, low(pile - take, depth - 1))
    return best


def low(pile, depth):
    if depth == 0 or not moves(pile):
        return pile * 7 % 11 - 5
    best = inf
    for take in moves(pile):
        best = min(best, high(pile - take, DEPTH))
    return best
"""


@pytest.mark.parametrize(
    ("depth", "pile", "noted"),
    [("depth", "", True), ("depth - 1", "", False), ("depth", "generate_successor", False)],
    ids=["rounds", "plies", "agents"],
)
def test_a_depth_that_only_one_function_reduces_is_noted(depth: str, pile: str, noted: bool, tmp_path: Path) -> None:
    """It is right if the depth counts rounds, as if the moves are made by numbered agents."""
    text = ROUNDS.replace("DEPTH", depth).replace("pile - take", f"{pile}(pile - take)")
    text += "\n\ndef generate_successor(state):\n    return state\n"
    found = verdict(tmp_path, text, "high(6, 3)", examples=5)
    assert found.sound, str(found)
    assert ("passes on `depth` without reducing it, but another function reduces it" in str(found)) == noted


LINE: Final = """
def search(piles, depth, alpha, beta):
    after = [piles[:nth] + (pile - 1,) + piles[nth + 1 :] for nth, pile in enumerate(piles) if pile]
    if not depth or not after:
        return sum(piles) * 7 % 5 - 2, []
    best, line = -99, []
    for below in after:
        value, rest = search(below, depth - 1, -beta, -max(alpha, best))
        if -value > best:
            best, line = -value, [FIRST, *rest]
        if best >= beta:
            break
    return best, line
"""


@pytest.mark.parametrize("first", ["below", "after[0]"])
def test_a_line_of_play_is_not_taken_for_a_move(first: str, tmp_path: Path) -> None:
    """The line depends on which move is best, even if its first move is wrong, which is another bug."""
    file = tmp_path / "line.py"
    file.write_text(LINE.replace("FIRST", first), encoding="utf-8")
    verdict = verify_search(f"{file}:search", start="search((2, 1, 2), 3, -99, 99)", examples=15, effort="quick")
    assert verdict.sound == (first == "below")
    assert ("its lines begin with the same move whichever move is best" in str(verdict)) != verdict.sound
    assert (
        "  move         not checked: it is not clear which move the search returns" in str(verdict)
    ) == verdict.sound
    assert "wrong move" not in str(verdict)


STORED: Final = """
best_take = None


def search(pile, depth, alpha, beta):
    global best_take
    if depth == 0 or not moves(pile):
        return -1
    for take in moves(pile):
        value = -search(pile - take, depth - 1, -beta, -alpha)
        if value > alpha:
            alpha = value
            if depth == 3:
                best_take = take
        if alpha >= beta:
            break
    return alpha
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variable", "depth", "words"),
    [
        ("best_take", 3, ", the starting call stores a best move in `best_take`"),
        ("best_move", 2, "such as --start '(search(7, 2, -inf, inf), best_move)[1]'"),
        ("take_it", 2, "this search returns no move"),
    ],
)
def test_the_line_on_the_move_says_in_which_variable_it_is(
    variable: str, depth: int, words: str, tmp_path: Path
) -> None:
    """A start to another depth stores no move, so the line says how the move can be checked."""
    text = STORED.replace("best_take", variable)
    tried = verdict(tmp_path, text, f"search(7, {depth}, -inf, inf)").tried
    assert words in next(check.words for check in tried.checked if check.topic == "move")
