"""Kinds of programs as people write them: tables inside objects, methods of any name, and slow games."""

from functools import partial
from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from piles import HEAD
from prunecheck import Call, Window, from_nested, verify_search
from prunecheck.errors import PreconditionError
from prunecheck.failures import Timeout
from prunecheck.subjects.find import Loading, find_on_own_game
from prunecheck.subjects.sandbox.call_log import EarlyEnd
from prunecheck.subjects.source.calls import search_methods
from prunecheck.subjects.subject import Subject, Watch
from prunecheck.verify.plan import Plan
from prunecheck.verify.process_crash import judge_crash

IN_AN_OBJECT: Final = """
class Table:
    def __init__(self):
        self.entries = {}

    def look_up(self, key, alpha, beta):
        value, low, high = self.entries.get(key, (None, 0, 0))
        return value if value is not None and (low or value <= alpha) and (high or value >= beta) else None


class Player:
    def __init__(self):
        self.tt = Table()

    def negamax(self, pile, depth, alpha, beta):
        if depth <= 0 or not moves(pile):
            return -1
        known = self.tt.look_up((pile, depth), alpha, beta)
        if known is not None:
            return known
        best, first = -inf, alpha
        for take in moves(pile):
            best = max(best, -self.negamax(pile - take, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        self.tt.entries[pile, depth] = best, best > first, best < beta
        return best
"""
ONE_PER_PLAYER: Final = (
    IN_AN_OBJECT.replace("        self.tt = Table()", "        self.tables = [{}, {}]")
    .replace(
        "known = self.tt.look_up((pile, depth), alpha, beta)",
        "known = find(self.tables[pile % 2], (pile, depth), alpha, beta)",
    )
    .replace("self.tt.entries[pile, depth]", "self.tables[pile % 2][pile, depth]")
    .replace("class Table", "def find(entries, *where):\n    return Table(entries).look_up(*where)\n\n\nclass Table")
    .replace(
        "def __init__(self):\n        self.entries = {}", "def __init__(self, entries):\n        self.entries = entries"
    )
)
BOUNDS: Final = " and (low or value <= alpha) and (high or value >= beta)"


@pytest.mark.fast_cases("right-in a list")
@pytest.mark.parametrize("text", [IN_AN_OBJECT, ONE_PER_PLAYER], ids=["in an object", "in a list"])
@pytest.mark.parametrize("right", [True, False], ids=["right", "bounds are ignored"])
def test_a_table_inside_an_object_or_a_list_is_a_table(text: str, tmp_path: Path, *, right: bool) -> None:
    """A second search of the same position may take its answer from there; only a wrong answer is a fault."""
    file = tmp_path / "game.py"
    file.write_text(HEAD + (text if right else text.replace(BOUNDS, "")), encoding="utf-8")
    found = verify_search(f"{file}:Player.negamax", start=["Player().negamax(7, 3, -inf, inf)"], examples=30)
    searched = found.searches[0]
    assert bool(searched.faults) is not right, searched.faults
    assert not any("does not restore" in fault.words for fault in searched.faults), searched.faults


UNUSUAL: Final = """
class Bot:
    def answer_low(self, node, depth, alpha, beta):
        if depth == 0 or node.is_leaf():
            return node.value()
        low = float("inf")
        for child in node.children():
            low = min(low, self.best_reply(child, depth - 1, alpha, beta))
            if low <= alpha:
                break
            beta = min(beta, low)
        return low

    def best_reply(self, node, depth, alpha, beta):
        if depth == 0 or node.is_leaf():
            return node.value()
        high = -float("inf")
        for child in node.children():
            high = max(high, self.answer_low(child, depth - 1, alpha, beta))
            if high >= beta:
                break
            alpha = max(alpha, high)
        return high
"""


@pytest.mark.slow_cases("True")
@pytest.mark.parametrize("right", [True, False])
def test_a_class_is_judged_by_its_recursive_method(tmp_path: Path, *, right: bool) -> None:
    """If no method has a usual name; the verdict names the method."""
    wrong = "max(alpha, high)", "max(alpha, high + 1)"
    text = UNUSUAL.replace("answer_low", "minimum")
    text = text if right else text.replace(*wrong)
    file = tmp_path / "bot.py"
    file.write_text(text, encoding="utf-8")
    found = verify_search(f"{file}:Bot", examples=30).searches[0]
    assert found.verdict.name == f"{file}:Bot.best_reply"
    assert bool(found.faults) is not right, found.faults


def test_recursive_methods_of_a_class() -> None:
    """Methods that do not search are left out; a function inside a method is named after the method."""
    text = """
    class AI:
        def count(self, cells):
            return 1 + self.count(cells[1:]) if cells else 0

        def play(self, state):
            def minimax(state, depth):
                return max(minimax(each, depth - 1) for each in state)
            return minimax(state, 3)
    """
    assert search_methods(dedent(text), "AI") == ["play.minimax"]
    assert search_methods(dedent(text), "Other") == []


@pytest.mark.parametrize("quiet", ["quiescence", "qsearch", "min_value"])
def test_the_main_search_of_a_class_comes_first(quiet: str) -> None:
    """The main search is `minimax`, although its name starts like that of a search for MIN."""
    methods = "".join(
        f" def {name}(self, node, alpha, beta):\n  for each in node:\n"
        f"   alpha = max(alpha, self.{name}(each, alpha, beta))\n  return alpha\n"
        for name in (quiet, "minimax")
    )
    assert search_methods(f"class AI:\n{methods}", "AI") == ["minimax", quiet]


def test_a_class_without_a_search(tmp_path: Path) -> None:
    """The message says which methods were looked for."""
    file = tmp_path / "empty.py"
    file.write_text("class Bot:\n    def think(self, node):\n        return 0\n", encoding="utf-8")
    with pytest.raises(
        PreconditionError, match=r"cannot tell which method of the class `Bot` to check; name it, as in Bot.METHOD"
    ):
        verify_search(f"{file}:Bot", effort="quick")


SLOW: Final = """
def negamax(pile, alpha, beta):
    if not moves(pile):
        return -1
    best = -inf
    for take in moves(pile):
        best = max(best, -negamax(pile - take, -beta, -max(alpha, best)))
        if best >= beta:
            break
    WAIT
    return best
"""
HANGS: Final = "while (alpha, beta) == (-5, 5):\n        sum(range(1000))"


def _find(name: str, watch: Watch) -> Subject:
    return find_on_own_game(name, ["negamax(3, -inf, inf)"], Loading(watch=watch))


@pytest.mark.slow_cases("hangs")
@pytest.mark.parametrize("hangs", [False, True], ids=["slow once", "hangs"])
def test_a_search_on_its_own_game_that_is_only_slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, hangs: bool
) -> None:
    """A timeout of a search on its own game is a failure only if the same call hangs again."""
    monkeypatch.setattr("prunecheck.verify.repeating.CRASH_SILENCE", 0.5)
    monkeypatch.setattr("prunecheck.verify.repeating.CRASH_SHRINKING", 1)
    file = tmp_path / "slow.py"
    file.write_text(HEAD + SLOW.replace("WAIT", HANGS if hangs else "pass"), encoding="utf-8")
    name = f"{file}:negamax"
    ended = EarlyEnd(Timeout(10, stopped=False), Call(from_nested([[[1], -1], [-1], 1]), Window(-5, 5)), calls=50)
    judge = partial(judge_crash, name, partial(_find, name), Plan(examples=5), ended, silence=3)
    if hangs:
        (searched,) = judge().searches
        assert searched.faults[0].words.startswith("timeout: no answer within 10 s")
    else:
        with pytest.raises(
            PreconditionError, match=r"cannot be checked from negamax\(3, -inf, inf\): .*is slow, but does not hang"
        ):
            judge()


ORDERED: Final = """
from collections import defaultdict


class Engine:
    def __init__(self):
        self.history = defaultdict(int)

    def negamax(self, pile, depth, alpha, beta):
        if depth <= 0 or not moves(pile):
            return -1
        best = -inf
        for take in sorted(moves(pile), key=lambda each: -self.history[each, depth]):
            best = max(best, -self.negamax(pile - take, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                self.history[take, depth] += depth * depth
                break
        return best
"""


@pytest.mark.slow_cases("True")
@pytest.mark.parametrize("right", [True, False])
def test_statistics_on_cutoffs_are_not_a_part_of_the_position(tmp_path: Path, *, right: bool) -> None:
    """The history of cutoffs only orders the moves, so a cutoff may change it."""
    file = tmp_path / "engine.py"
    file.write_text(HEAD + (ORDERED if right else ORDERED.replace("-beta, -max(", "-beta, max(")), encoding="utf-8")
    found = verify_search(f"{file}:Engine.negamax", start=["Engine().negamax(7, 4, -inf, inf)"], examples=30)
    searched = found.searches[0]
    assert bool(searched.faults) is not right, searched.faults
    assert not any("history" in fault.words for fault in searched.faults), searched.faults
