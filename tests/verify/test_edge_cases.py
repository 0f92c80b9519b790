"""Cases that were once judged wrongly: tables, keys, crashes, and classes that fail."""

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from printed import printed_test
from prunecheck import CLEAR, Call, Window, cli, from_nested, verify_search
from prunecheck.errors import PreconditionError
from prunecheck.report.sheet import sheet_of_subjects
from prunecheck.report.subject_text import subject_text
from prunecheck.report.witness_svg import as_svg
from prunecheck.subjects.convention import DepthRule
from prunecheck.subjects.find import find_subject
from prunecheck.subjects.known_trees import unique_key
from prunecheck.subjects.load_search import load
from prunecheck.subjects.sandbox.call_log import CallLog
from prunecheck.subjects.subject import limited_question
from prunecheck.trees.views.cut import cut
from prunecheck.trees.window import FULL
from prunecheck.verify.plan import Plan
from prunecheck.verify.trial import verify_subject
from prunecheck.verify.trial_result import TrialResult

ENGINES = """
import os
from array import array
from functools import lru_cache
from math import inf

class MaxAtRoot:
    times = 1
    def __init__(self):
        self.table = {}
    def table_entries(self):
        return [(pos, value, value) for pos, value in self.table.items()]
    def search(self, state):
        return self.max_value(state)
    def max_value(self, state):
        if state.is_terminal():
            return state.utility()
        self.table[state] = max(self.min_value(child) for child in state.children())
        return self.table[state]
    def min_value(self, state):
        if state.is_terminal():
            return state.utility()
        best = min(self.max_value(child) for child in state.children())
        self.table[state] = self.times * best
        return best

class WrongBelow(MaxAtRoot):
    times = -1

class WithPlayer(MaxAtRoot):
    def search(self, state):
        self.player = 1
        return self.max_value(state) * self.player

class NoSuchMove(MaxAtRoot):
    def table_entries(self):
        return [(pos, value, value, None, 9) for pos, value in self.table.items()]

class OfNodes:
    def __init__(self):
        self.table = {}
    def table_entries(self):
        return [(state, value, value) for state, value in self.table.items()]
    def search(self, game, state):
        if game.terminal_test(state):
            return game.utility(state, "MAX")
        values = [self.search(game, game.result(state, action)) for action in game.actions(state)]
        self.table[state] = max(values) if game.to_move(state) == "MAX" else min(values)
        return self.table[state]

class FixedWidth:
    def __init__(self):
        self.keys, self.values = array("q", [0] * 64), [0] * 64
    def search(self, pos):
        if pos.is_over():
            return pos.evaluate()
        place = pos.hash() % 64
        if self.keys[place] != pos.hash():
            value = max(-self.search(child) for child in pos.children())
            self.keys[place], self.values[place] = pos.hash(), value
        return self.values[place]

class FallsLater:
    calls = 0
    def search(self, pos):
        FallsLater.calls += 1
        if FallsLater.calls == 60:
            os.kill(os.getpid(), 9)
        return plain(pos)

class Forgetful:
    def __init__(self):
        self.values, self.depths = {}, {}
    def clear(self):
        self.values = {}
    def search(self, pos, depth):
        if self.depths.get(pos, -1) >= depth:
            return self.values.get(pos, 0)
        if depth == 0 or pos.is_over():
            return pos.evaluate()
        self.values[pos] = max(-self.search(child, depth - 1) for child in pos.children())
        self.depths[pos] = depth
        return self.values[pos]

class Deepest:
    def __init__(self):
        self.roots = {}
    def search(self, pos, depth):
        if depth >= self.roots.get(pos, (-1, 0))[0]:
            self.roots[pos] = depth, searched(pos, depth)
        return self.roots[pos][1]

def searched(pos, depth):
    if depth == 0 or pos.is_over():
        return pos.evaluate()
    return max(-searched(child, depth - 1) for child in pos.children())

def down_with_three(node):
    if node.is_terminal():
        return node.value()
    if len(node.children()) == 3:
        os.kill(os.getpid(), 9)
    return max(-down_with_three(child) for child in node.children())

def closes(node):
    os.closerange(3, 100)
    return max([-closes(child) for child in node.children()] or [node.value()])

def plain(node):
    return max([-plain(child) for child in node.children()] or [node.value()])

def passing_on(function):
    def wrapper(*given):
        return function(*given)
    return wrapper

class Decorated:
    @passing_on
    def search(self, node):
        return max([-self.search(child) for child in node.children()] or [node.value()])

    @lru_cache(maxsize=None)
    def cached(self, node):
        return max([-self.cached(child) for child in node.children()] or [node.value()])

class Fails:
    def __init__(self):
        raise ValueError("no book of openings")
    def search(self, node):
        return 0

def fails():
    raise ValueError("no book of openings")

NUMBERS = [1, 2]
"""


@pytest.fixture
def engines(tmp_path: Path) -> str:
    """The path of a file with engines, followed by a colon."""
    file = tmp_path / "engines.py"
    file.write_text(ENGINES, encoding="utf-8")
    return f"{file}:"


def _tried(name: str) -> TrialResult:
    return verify_subject(find_subject(name), Plan(examples=30))


@pytest.mark.slow
def test_a_table_of_a_search_that_assumes_max_at_the_root_has_values_for_max(engines: str) -> None:
    """Entries from MAX's point of view are also right if MIN is at the root or a depth cuts the tree."""
    done = _tried(f"{engines}MaxAtRoot")
    assert done.sound
    assert "table" in done.searches[0].due
    assert [fault.contract for fault in _tried(f"{engines}WrongBelow").searches[0].faults] == ["table"]


@pytest.mark.slow
def test_a_table_of_the_states_of_a_game_is_audited(engines: str) -> None:
    """States are positions that identify their tree."""
    done = _tried(f"{engines}OfNodes")
    assert done.sound
    assert "table" in done.searches[0].due


def test_a_move_that_does_not_exist_makes_an_entry_false(engines: str) -> None:
    """Only the table is wrong, and the answer itself is right."""
    (fault,) = _tried(f"{engines}NoSuchMove").searches[0].faults
    assert fault.contract == "table"


def test_a_known_convention_may_not_be_declared() -> None:
    """Programs and library searches have a fixed calling convention, so declaring one is an error."""
    with pytest.raises(PreconditionError, match="drop 'values'"):
        verify_search("pipe:cat", values="max")
    with pytest.raises(PreconditionError, match="drop 'returns'"):
        verify_search("easyAI:Negamax", returns="move")


@pytest.mark.slow
def test_keys_fit_into_a_table_of_64_bits(engines: str) -> None:
    """A table with fixed-width keys can hold the key of every position, also in sequences."""
    assert _tried(f"{engines}FixedWidth").sound


def test_keys_are_unique_to_their_tree() -> None:
    """62-bit keys of many trees and positions differ, whatever the tree numbers."""
    serials = [*range(1, 40), *range((1 << 14) - 40, (1 << 14) + 40), *range(1 << 20, (1 << 20) + 40)]
    keys = {unique_key(key, serial) for key, serial in product(range(500), serials)}
    assert len(keys) == 500 * len(serials)
    assert all(isinstance(key, int) and 0 <= key < 1 << 62 for key in keys)


@pytest.mark.slow
def test_a_sequence_refutes_by_both_depth_rules(engines: str) -> None:
    """A value that no deeper entry explains violates the contract by both rules, whatever other trees needed."""
    kept = _tried(f"{engines}Forgetful").searches[1]
    claim = kept.claim("exact")
    assert claim is not None
    assert (claim.depth_rule, claim.strict_failure) == ("either", None)


@pytest.mark.slow
def test_a_printed_sequence_test_has_the_depth_rule_of_the_run(engines: str) -> None:
    """A deeper entry violates a contract only by the exact rule, also in the printed test."""
    name = f"{engines}Deepest"
    subject = find_subject(name)
    assert verify_subject(subject, Plan(examples=30)).sound
    done = verify_subject(replace(subject, name=name).with_traits(depth_rule=DepthRule.EXACT), Plan(examples=30))
    assert done.searches[1].faults
    told = subject_text(done, verbose=True)
    assert 'depth_rule="exact"' in told
    found: dict[str, Any] = {}
    exec(printed_test(told), found)  # noqa: S102  # as a person would
    with pytest.raises(AssertionError):
        found["test_Deepest_satisfies_exact_on_a_reused_instance"]()


@pytest.mark.slow
def test_the_picture_of_a_sequence_lists_its_steps_without_leaves(engines: str) -> None:
    """The last search alone would be a different call, without known leaves."""
    told = as_svg(sheet_of_subjects([_tried(f"{engines}Forgetful")]))
    assert "step 1: " in told
    assert "step 2: " in told
    assert "read" not in told.replace("by either reading", "")


def test_a_crash_during_detection_is_reported_on_its_own_tree(engines: str) -> None:
    """The report has the tree on which the search crashed, not a smaller one that was never searched."""
    verdict = verify_search(f"{engines}down_with_three", examples=30)
    claim = verdict.searches[0].claim("repeatable")
    assert claim is not None
    assert claim.witness is not None
    tree = claim.witness.tree
    assert len(tree.children(tree.root)) == 3


def test_attributes_of_a_search_are_not_taken_for_those_of_positions(engines: str) -> None:
    """A search with its own attribute `player` gets no side to move, and assumes MAX at the root."""
    assert find_subject(f"{engines}WithPlayer").traits.convention.max_at_root


@pytest.mark.slow
def test_a_search_that_closes_our_pipe_is_not_waited_for(engines: str) -> None:
    """The process runs on but cannot answer, which is a verdict."""
    verdict = verify_search(f"{engines}closes", claims=["exact"], examples=5)
    assert verdict.status == "refuted"


def test_a_recorded_call_has_the_tree_below_its_start() -> None:
    """The call starts at a lower node, of a cut tree and of a whole one."""
    log = CallLog()
    whole = from_nested([[1, 2], [3, [4, 5]]])
    for depth, tree, start in ((None, whole, 4), (1, cut(whole, 3), (4, 1))):
        log.watch(limited_question(tree, start), FULL.alpha, FULL.beta)
        seen = log.last()
        assert seen is not None
        assert (str(seen.tree), seen.depth, seen.tree.is_max(seen.tree.root)) == ("[3, [4, 5]]", depth, False)
    assert log.count == 2


def test_a_search_without_a_window_gets_no_window(engines: str) -> None:
    """With an empty window, the search would pass without searching."""
    with pytest.raises(PreconditionError, match="takes no window"):
        verify_search(f"{engines}plain", tree=from_nested([1, 2]), window=Window(0, 5))
    assert verify_search(f"{engines}plain", tree=from_nested([1, 2]), window=FULL).report.calls > 0


@pytest.mark.slow_cases("cached")
@pytest.mark.parametrize("method", ["search", "cached"])
def test_a_decorated_method_is_found_by_its_name_in_the_class(engines: str, method: str) -> None:
    """The decorator may give it any other name."""
    assert load(f"{engines}Decorated.{method}").keeps_state
    assert verify_search(f"{engines}Decorated.{method}", examples=20).sound


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Fails", "Fails() fails: ValueError: no book of openings"),
        ("fails", "fails() fails: ValueError: no book of openings"),
        ("NUMBERS.search", "unknown name"),
    ],
)
def test_classes_that_fail_are_reported_in_one_line(
    engines: str, capsys: pytest.CaptureFixture[str], name: str, message: str
) -> None:
    """The line has no traceback, and the exit status is that of a usage error."""
    assert cli.run(["verify", f"{engines}{name}"]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1


def test_logged_calls_are_read_as_they_were_made() -> None:
    """Logged calls have tree, depth, window and path, in order; the last calls can be read alone."""
    log, one, other = CallLog(), object(), object()
    whole = from_nested([[1, 2], [3, [4, 5]]])
    log.watch(limited_question(whole, whole.root), FULL.alpha, FULL.beta, other)
    log.watch(limited_question(cut(whole, 3), (4, 1)), 0, 2, one)
    log.watch(None, 0, 0, one)
    log.watch(limited_question(from_nested(7, max_at_root=False), 0), FULL.alpha, FULL.beta, one)
    last = (Call(whole, Window(0, 2), 1, (1,)), CLEAR, Call(from_nested(7, max_at_root=False)))
    assert log.scenario(9, of_last=True) == last
    assert log.scenario(9, of_last=False) == (Call(whole), *last)
    assert log.scenario(2, of_last=False) == last[1:]
