"""Tables of searches on their own game: entries of other depths, and bounds, in searches that share the table."""

import re
import shlex
from pathlib import Path
from typing import Any, Final

import pytest

from piles import HEAD
from prunecheck import cli, verify_search
from prunecheck.report.sheet import sheet_of_subjects
from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.subjects.sandbox.time_limits import past
from prunecheck.verify.phases import own_sequences
from prunecheck.verify.phases.own_sequences import CAUSE, CAUSE_WITH_DEPTHS, OWN_SEQUENCES
from prunecheck.verify.plan import Plan
from prunecheck.verify.run import OwnSequences, Run

RIGHT: Final = """
TABLE = {}


def negamax(pile, depth, alpha, beta):
    if depth <= 0 or not moves(pile):
        return -1
    first, entry = alpha, TABLE.get(pile)
    if entry and entry[0] >= depth and (entry[2] or entry[1] <= alpha) and (entry[3] or entry[1] >= beta):
        return entry[1]
    best = -inf
    for take in moves(pile):
        best = max(best, -negamax(pile - take, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    TABLE[pile] = depth, best, best > first, best < beta
    return best


def deepen(pile, depth):
    for plies in range(1, depth + 1):
        value = negamax(pile, plies, -inf, inf)
    return value
"""
USED: Final = " and (entry[2] or entry[1] <= alpha) and (entry[3] or entry[1] >= beta)"
NO_DEPTH: Final = ("entry[0] >= depth and ", "")
NO_BOUNDS: Final = (USED, "")
START: Final = "negamax(7, 3, -inf, inf)"
CLEARED: Final = "\n\ndef play():\n    TABLE.clear()\n    return negamax(7, 3, -inf, inf)\n"
MIRRORED: Final = ("TABLE.get(pile)", "TABLE.get(min(pile, 9 - pile))"), ("TABLE[pile]", "TABLE[min(pile, 9 - pile)]")


ENGINE: Final = """
class Engine:
    def __init__(self):
        self.table = {}

    def negamax(self, pile, depth, alpha, beta):
        if depth <= 0 or not moves(pile):
            return -1
        if pile in self.table:
            return self.table[pile]
        best = -inf
        for take in moves(pile):
            best = max(best, -self.negamax(pile - take, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                return best
        if best > alpha:
            self.table[pile] = best
        return best
"""
PLAYS: Final = {  # function that creates the engine -> whether it searches several times with the same engine
    "def play():\n    return Engine().negamax(7, 3, -inf, inf)\n": False,
    "def play():\n    while input():\n        engine = Engine()\n        engine.negamax(7, 3, -inf, inf)\n": False,
    "def play():\n    engine = Engine()\n    while input():\n        engine.negamax(7, 3, -inf, inf)\n": True,
    "def play():\n    engine = Engine()\n    while input():\n        table = engine.negamax(7, 3, -inf, inf)\n": True,
}


EXACT: Final = """
TABLE = {}


def negamax(pile, alpha, beta):
    if not moves(pile):
        return -1
    if pile in TABLE:
        return TABLE[pile]
    best = -inf
    for take in moves(pile):
        best = max(best, -negamax(pile - take, -beta, -max(alpha, best)))
        if best >= beta:
            break
    TABLE[pile] = best
    return best
"""


def found(folder: Path, *changes: tuple[str, str], start: str = START, more: str = "") -> OwnSequences:
    """The findings about the search with these changes, in sequences of searches."""
    text = RIGHT
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    file = folder / "game.py"
    file.write_text(HEAD + text + more, encoding="utf-8")
    return judged(f"{file}:negamax", start)


def judged(name: str, start: str) -> OwnSequences:
    """The findings about a search, in sequences of searches."""
    subject = own_game_subject(name, [start])
    run = OWN_SEQUENCES.judge(Run(Plan(examples=120, seconds=20), (), subject))
    assert run.own_sequences is not None
    return run.own_sequences


@pytest.mark.parametrize("start", [START, "deepen(7, 3)"], ids=["a call", "a driver"])
def test_entries_of_deeper_searches_are_right(start: str, tmp_path: Path) -> None:
    """Entries of deeper searches may come from the same search, from another one, or from an iteration of a driver."""
    seen = found(tmp_path, start=start)
    assert (seen.passed, seen.why_not, seen.no_depths, seen.difference) == (120, "", "", None)
    assert seen.searches > 200


@pytest.mark.parametrize("start", [START, "deepen(7, 3)"], ids=["a call", "a driver"])
def test_a_table_without_depth_is_found(start: str, tmp_path: Path) -> None:
    """An entry of a shallower search answers a deeper one; the report lists the searches and the leaves."""
    wrong = found(tmp_path, NO_DEPTH, start=start).difference
    assert wrong is not None
    assert wrong.words.startswith("wrong value: got ")
    assert wrong.words.endswith(" with the same table)")
    assert re.fullmatch(r"call    negamax\(pile=\d, depth=1\)  full window  returned 0", wrong.lines[0])
    assert wrong.lines[-1] == f"cause   {CAUSE_WITH_DEPTHS}"


def test_a_table_without_depth_is_found_if_it_is_cleared_between_searches(tmp_path: Path) -> None:
    """The program clears the table between searches, but moves of different lengths lead to the same pile."""
    seen = found(tmp_path, NO_DEPTH, more=CLEARED)
    assert seen.no_depths == "`play` clears it"
    assert seen.difference is not None
    assert seen.difference.lines[-1] == f"cause   {CAUSE_WITH_DEPTHS}"


@pytest.mark.parametrize(
    ("play", "again"), PLAYS.items(), ids=["one search", "one each", "one for the game", "beside a variable"]
)
def test_entries_of_other_depths_are_found_if_the_program_keeps_one_engine(
    play: str, again: bool, tmp_path: Path
) -> None:
    """A loop that plays a game with an engine keeps its table."""
    file = tmp_path / "engine.py"
    file.write_text(f"{HEAD}{ENGINE}\n\n{play}", encoding="utf-8")
    seen = judged(f"{file}:Engine.negamax", "Engine().negamax(7, 3, -inf, inf)")
    assert seen.no_depths == ("" if again else "`play` makes a new object for it")


def test_a_bound_stored_as_a_value_is_found(tmp_path: Path) -> None:
    """The entry may be as deep as required."""
    wrong = found(tmp_path, NO_BOUNDS).difference
    assert wrong is not None
    assert wrong.lines[-1] == f"cause   {CAUSE}"


HEAP: Final = """
class Heap:
    def __init__(self):
        self.left, self.turn = 7, 1

    def take(self, number):
        self.left, self.turn = self.left - number, -self.turn


class Engine:
    def __init__(self):
        self.heap, self.table = Heap(), {}

    def negamax(self, depth, alpha, beta):
        if depth <= 0 or not moves(self.heap.left):
            return -1
        if (self.heap.left, self.heap.turn, depth) in self.table:
            return self.table[self.heap.left, self.heap.turn, depth]
        best = -inf
        for take in moves(self.heap.left):
            self.heap.take(take)
            best = max(best, -self.negamax(depth - 1, -beta, -max(alpha, best)))
            self.heap.take(-take)
            if best >= beta:
                break
        self.table[self.heap.left, self.heap.turn, depth] = best
        return best
"""
DRAWN: Final = """
    def __str__(self):
        return "|" + "o" * self.left + "\\n" + "+-"[self.turn < 0]
"""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (HEAP, r"self\.heap\.left = \d, self\.heap\.turn = -?1"),
        (HEAP.replace("\n\n\nclass Engine", f"\n{DRAWN}\n\nclass Engine"), r"self\.heap = \|o* / [+-]"),
    ],
    ids=["attributes", "a board"],
)
def test_a_position_in_an_object_is_shown(text: str, shown: str, tmp_path: Path) -> None:
    """An object that prints only its address is shown by its board, or else by its attributes."""
    file = tmp_path / "heap.py"
    file.write_text(HEAD + text, encoding="utf-8")
    wrong = judged(f"{file}:Engine.negamax", "Engine().negamax(3, -inf, inf)").difference
    assert wrong is not None
    assert re.match(
        rf"call    negamax\(self, depth=\d\) with {shown}  (full window|window .*)  returned ", wrong.lines[0]
    )
    leaves = [line for line in wrong.lines if line.startswith("leaf    ")]
    assert leaves
    assert all(re.fullmatch(rf"leaf    negamax\(self, depth=\d\) with {shown}  value -?\d+", leaf) for leaf in leaves)


def test_a_repeated_call_is_named_once(tmp_path: Path) -> None:
    """The searches differ in their windows alone, and a board may take several lines."""
    file = tmp_path / "no_transpositions.py"
    file.write_text(
        "from math import inf\n\ntable = {}\n\n\ndef search(moves, depth, alpha, beta):\n"
        "    if (moves, depth) in table:\n        return table[moves, depth]\n"
        "    if depth == 0:\n        return sum(moves) % 5 - 2\n"
        "    best = -inf\n    for move in (1, 2, 3):\n"
        "        best = max(best, -search((*moves, move), depth - 1, -beta, -max(alpha, best)))\n"
        "        if best >= beta:\n            return best\n"
        "    table[moves, depth] = best\n    return best\n",
        encoding="utf-8",
    )
    wrong = judged(f"{file}:search", "search((), 2, -inf, inf)").difference
    assert wrong is not None
    assert wrong.words.endswith(" (after 1 search with the same table)")
    assert re.match(r"call    search\(moves=\(.*\), depth=2\)  window ", wrong.lines[0])
    assert re.match(r"call    the same  (full window|window .*)  returned .* \(wrong\)$", wrong.lines[1])


def test_a_table_that_merges_positions_is_not_judged(tmp_path: Path) -> None:
    """The table may use a symmetry of the game, which random values do not have.

    Nor do static values at the depth limit.
    """
    seen = found(tmp_path, *MIRRORED)
    assert seen.why_not == "the table treats different positions, such as symmetric ones, as the same"
    assert (seen.passed, seen.difference) == (0, None)


TAKEN: Final = """
TABLE = {}


def negamax(left, right, alpha, beta):
    if left + right == 0:
        return -1
    key = min(left, right), max(left, right)
    if key in TABLE:
        return TABLE[key]
    best = -inf
    for after in [(n, right) for n in range(left)] + [(left, n) for n in range(right)]:
        best = max(best, -negamax(*after, -beta, -max(alpha, best)))
        if best >= beta:
            break
    TABLE[key] = best
    return best
"""
BOUNDS: Final = "    TABLE[key] = best\n", "    if alpha < best < beta:\n        TABLE[key] = best\n"


@pytest.mark.parametrize("right", [True, False])
def test_a_table_that_uses_a_symmetry_is_judged_with_the_values_of_the_game(right: bool, tmp_path: Path) -> None:
    """Two piles are the same position in either order, but a bound is still not a value."""
    file = tmp_path / "piles.py"
    file.write_text(HEAD + (TAKEN.replace(*BOUNDS) if right else TAKEN), encoding="utf-8")
    seen = judged(f"{file}:negamax", "negamax(3, 2, -inf, inf)")
    assert seen.why_not == "the table treats different positions, such as symmetric ones, as the same"
    assert seen.passed > 20
    assert (seen.difference is None) == right
    assert seen.difference is None or seen.difference.lines[-2:] == (
        "leaves  all have the values of the game",
        f"cause   {CAUSE}",
    )


@pytest.mark.slow
def test_the_rerun_command_finds_a_wrong_table_again(tmp_path: Path) -> None:
    """The finding names the contract on tables, also in other reports."""
    found(tmp_path, NO_DEPTH)
    verdict = verify_search(f"{tmp_path / 'game.py'}:negamax", start=START, examples=20, seed=3)
    assert [finding.contract for _, finding in verdict.tried.failures] == ["table"]
    assert "table" in [row.contract for row in sheet_of_subjects([verdict.tried]).rows if row.lines]
    rerun = str(verdict).partition("  rerun   ")[2].partition("\n")[0]
    assert rerun.endswith("--seed 3 --examples 20")
    assert cli.run(shlex.split(rerun)[1:]) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ([], "right in 200 sequences of searches that share a table (different windows, depths)"),
        ([NO_DEPTH], "with the same table"),
    ],
    ids=["right", "wrong"],
)
def test_the_verdict_says_how_many_sequences_were_checked(
    changes: list[tuple[str, str]], words: str, tmp_path: Path
) -> None:
    """The verdict says how many sequences were checked, or has a finding on sequences."""
    found(tmp_path, *changes)
    assert words in str(verify_search(f"{tmp_path / 'game.py'}:negamax", start=START, examples=200))


def test_bounds_are_stored_early_if_time_is_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Usually, sequences that begin with a search for a bound come later; a slow search would never get to them."""
    stored: list[int] = []
    times: list[float] = []

    def half_over(moment: float) -> bool:
        times.append(moment)
        return moment < max(times)

    def bound_first(example: Any, steps: Any, _: Any) -> Any:
        stored.append(len(times))
        return list(steps)

    (tmp_path / "game.py").write_text(HEAD + RIGHT, encoding="utf-8")
    subject = own_game_subject(f"{tmp_path / 'game.py'}:negamax", [START])
    monkeypatch.setattr(own_sequences, "bound_first", bound_first)
    monkeypatch.setattr(own_sequences, "WITHOUT_BOUNDS", 1_000)
    for timer in (past, half_over):
        monkeypatch.setattr(own_sequences, "past", timer)
        assert not stored
        OWN_SEQUENCES.judge(Run(Plan(examples=8, seconds=20), (), subject))
    assert stored


@pytest.mark.parametrize("phase", ["its own positions", "random trees"])
def test_after_an_early_interrupt_the_table_counts_as_unchecked(
    phase: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search has a table, so it is not said to keep no state; all trees judged so far are counted."""

    def press(_: Run, stage: str, done: int = 0, *rest: Any) -> None:
        if stage == phase and done == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(Run, "report", press)
    file = tmp_path / "stopped.py"
    file.write_text(HEAD + RIGHT, encoding="utf-8")
    tried = verify_search(f"{file}:negamax", start=START, examples=20).tried
    words = {check.topic: check.words for check in tried.checked}
    assert words["sequences"] == "not checked: the run was interrupted"
    assert words["table"] == "not checked with entries from searches to other depths: the run was interrupted"
    assert "the run was interrupted" in words["values"]
    assert not [finding for _, finding in tried.notes if "the searches are slow" in finding.words]
    assert tried.report.trees > 0


def test_the_line_that_stores_a_bound_as_the_value_is_named(tmp_path: Path) -> None:
    """The line is known from the source code, so the finding about the table names it."""
    file = tmp_path / "game.py"
    file.write_text(HEAD + EXACT, encoding="utf-8")
    verdict = verify_search(f"{file}:negamax", start="negamax(4, -inf, inf)", examples=20)
    line = (HEAD + EXACT).splitlines().index("    TABLE[pile] = best") + 1
    assert f"{file.name}:{line} stores every result as exact" in str(verdict)


SIDES: Final = """
TABLE = {}


def search(pile, mine, depth, alpha, beta):
    if depth == 0 or not moves(pile):
        return (pile * 37 % 19 - 9) * (1 if mine else -1)
    if (pile, depth) in TABLE:
        return TABLE[pile, depth]
    best = -inf
    for take in (*moves(pile), 0):
        best = max(best, -search(pile - take, not mine, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            return best
    if best > alpha:
        TABLE[pile, depth] = best
    return best
"""


def test_a_key_without_the_side_to_move_is_named(tmp_path: Path) -> None:
    """At one depth, only one side moves, but a second search may have another depth."""
    (tmp_path / "game.py").write_text(HEAD + SIDES, encoding="utf-8")
    seen = judged(f"{tmp_path / 'game.py'}:search", "search(9, True, 4, -inf, inf)")
    assert seen.why_not == (
        "the table treats positions that only differ in `mine` as the same; if `mine` matters, add it to the key"
    )
