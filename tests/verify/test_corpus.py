"""The hard trees and sequences that are checked first: positions repeated at other depths, and reused tables."""

import sys
from pathlib import Path
from typing import Final

import pytest

from documents import HOME
from prunecheck import verify_search
from prunecheck.contracts.case import Case
from prunecheck.contracts.evidence import CallResult, Evidence
from prunecheck.strategies import trees
from prunecheck.subjects.find import find_subject
from prunecheck.subjects.subject import Subject
from prunecheck.trees.call import Call
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import N, Number
from prunecheck.trees.window import FULL
from prunecheck.verify.corpus import STANDS, hard_limits, listed_sequences
from prunecheck.verify.hunt.drawn_sequences import Sequences, sequences
from prunecheck.verify.hunt.drawn_trees import case_of_drawn
from prunecheck.verify.judge import broken_contracts, broken_in

DUE: Final = frozenset({"exact", "knuth"})
DRAWN: Final = trees(extreme_values=False)
PROGRAM: Final = f"pipe:{sys.executable} {HOME / 'tests' / 'programs' / 'buggy_program.py'}"

ENGINES: Final = """
INF = float("inf")


def engine(serves):
    def search(pos, depth, alpha, beta):
        table = {}

        def value(pos, depth, ply, alpha, beta):
            if depth == 0 or pos.is_leaf:
                return pos.turn * pos.value
            key, best, low = (pos.key, pos.turn), -INF, alpha
            if key in table and serves(*table[key][:2], depth, ply):
                lower, upper = table[key][2:]
                if lower >= beta or lower == upper:
                    return lower
                if upper <= alpha:
                    return upper
            for child in pos.children:
                best = max(best, -value(child, depth - 1, ply + 1, -beta, -low))
                low = max(low, best)
                if low >= beta:
                    break
            table[key] = depth, ply, -INF if best <= alpha else best, INF if best >= beta else best
            return best

        return value(pos, depth, 0, alpha, beta)

    return search


no_table = engine(lambda stored, above, depth, ply: False)
as_deep = engine(lambda stored, above, depth, ply: stored == depth)
deep_enough = engine(lambda stored, above, depth, ply: stored >= depth)
any_depth = engine(lambda stored, above, depth, ply: True)
wrong_way_round = engine(lambda stored, above, depth, ply: stored <= depth)
plies_from_the_root = engine(lambda stored, above, depth, ply: above >= depth)


def visited(pos, depth, alpha, beta):
    seen = set()

    def value(pos, depth, alpha, beta):
        if depth == 0 or pos.is_leaf or pos.key in seen:
            return pos.turn * pos.value
        seen.add(pos.key)
        return max(-value(child, depth - 1, -beta, -alpha) for child in pos.children)

    return value(pos, depth, alpha, beta)


def negamax(pos, depth, alpha, beta):
    if depth == 0 or pos.is_leaf:
        return pos.turn * pos.value
    best = -INF
    for child in pos.children:
        best = max(best, -negamax(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def aspiring(widens_down, widens_up):
    def search(pos, depth):
        guess = 0
        for plies in range(1, depth + 1):
            low, high = guess - 25, guess + 25
            guess = negamax(pos, plies, low, high)
            if guess <= low and widens_down:
                guess = negamax(pos, plies, -INF, high)
            elif guess >= high and widens_up:
                guess = negamax(pos, plies, low, INF)
        return guess

    return search


widens = aspiring(True, True)
widens_only_up = aspiring(False, True)
widens_only_down = aspiring(True, False)


class Sideless:
    def __init__(self):
        self.table = {}

    def search(self, pos, depth):
        if depth == 0 or pos.is_leaf:
            return pos.turn * pos.value
        if (pos.key, depth) not in self.table:
            self.table[pos.key, depth] = max(-self.search(child, depth - 1) for child in pos.children)
        return self.table[pos.key, depth]
"""


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of searches with a depth limit and a new table for each call."""
    file = tmp_path_factory.mktemp("engines") / "engines.py"
    file.write_text(ENGINES, encoding="utf-8")
    return file


@pytest.mark.fast_cases("visited")
@pytest.mark.parametrize("name", ["any_depth", "wrong_way_round", "plies_from_the_root", "visited"])
def test_an_entry_with_fewer_plies_is_found_by_the_first_trees(engines: Path, name: str) -> None:
    """No tree has to be drawn."""
    verdict = verify_search(f"{engines}:{name}", examples=1, claims=["exact"])
    assert verdict.status == "refuted"
    assert verdict.findings[0].words.startswith("wrong value: got ")


@pytest.mark.parametrize("name", ["widens_only_up", "widens_only_down"])
def test_an_aspiration_window_without_a_second_search_is_found_by_the_first_trees(engines: Path, name: str) -> None:
    """The value is far from what a shallower search returns, and the search only returns a bound for it."""
    assert verify_search(f"{engines}:{name}", examples=1, claims=["exact"]).status == "refuted"
    assert verify_search(f"{engines}:widens", examples=1, claims=["exact"]).sound


def test_a_table_by_position_and_depth_that_ignores_the_side_is_found_by_the_first_sequences(engines: Path) -> None:
    """Two searches to different depths reach a position with the same number of plies left and either side to move."""
    subject = find_subject(f"{engines}:Sideless")
    found = opened(subject)
    assert found.witness is not None
    assert len({step.depth for step in found.witness.scenario if isinstance(step, Call)}) == 2


@pytest.mark.parametrize("name", ["no_table", "as_deep", "deep_enough"])
def test_a_table_with_a_depth_test_is_right_on_the_same_trees(engines: Path, name: str) -> None:
    """In all windows, its value is that of the cut tree, or one that a deeper search explains."""
    search = find_subject(f"{engines}:{name}").search

    def broken(case: Case[N], tree: ExplicitTree[Number]) -> list[str]:
        return [
            contract
            for window in case.windows
            for contract in broken_contracts(search, list(DUE), tree, window, depth=case.depth, deeper_entries=True)
        ]

    assert [broken(case_of_drawn(tree), tree) for tree in hard_limits()] == [[]] * len(STANDS) * 4


def test_in_a_limited_tree_the_last_occurrence_of_the_position_matters() -> None:
    """Any other number of plies left there changes the value of the cut tree."""
    sides = set()
    for nth, tree in enumerate(hard_limits()):
        limit, depths = STANDS[nth // 4]
        case: Case[int] = case_of_drawn(tree)
        assert case.depth == limit
        if depths[0] == 1 or limit == depths[-1]:
            continue
        right = Evidence(case, 0, CallResult(case.truth, []), lambda *_: 0, deeper=True)
        assert right.span == (case.truth, case.truth)
        sides.add((tree.is_max(tree.root), case.truth))
    assert sides == {(True, 1), (True, 3), (False, -1), (False, -3)}


def opened(subject: Subject) -> Sequences:
    """The result of the first sequences."""
    return sequences(subject, DUE, listed=listed_sequences(subject))


@pytest.mark.fast_cases("bound")
@pytest.mark.parametrize("bug", ["depth", "bound"])
def test_the_first_sequences_show_the_commonest_bugs_of_a_reused_table(bug: str) -> None:
    """Two searches of one tree show these bugs, even in a new process, before sequences are drawn."""
    subject = find_subject(f"{PROGRAM} {bug}")
    try:
        found = opened(subject)
        assert found.witness is not None
        assert len(found.witness.steps) == 2
        assert broken_in(subject, found.witness.scenario, DUE) == [found.broken]
    finally:
        subject.close()


@pytest.mark.slow
def test_a_right_program_passes_the_first_sequences_in_one_process(tmp_path: Path) -> None:
    """The program is started once for the first sequences and once for the drawn ones, and passes."""
    starts = tmp_path / "starts"
    subject = find_subject(f"{PROGRAM} right {starts}")
    try:
        before = starts.stat().st_size
        found = opened(subject)
        assert (found.broken, found.tried) == ("", len(list(listed_sequences(subject))))
        assert starts.stat().st_size == before + 1
        drawn = sequences(subject, DUE, drawn_from=DRAWN, runs=20)
        assert not drawn.broken
        assert drawn.tried >= 20
        assert starts.stat().st_size == before + 2
    finally:
        subject.close()


@pytest.mark.slow
def test_state_that_survives_a_clear_is_reported_with_the_earlier_sequence() -> None:
    """The sequence passes in a new process, so it is reported with the one before it, which reproduces the failure."""
    subject = find_subject(f"{PROGRAM} remains")
    try:
        found = opened(subject)
        assert found.witness is not None
        assert broken_in(subject, found.witness.scenario, DUE) == [found.broken]
        assert broken_in(subject, found.witness.scenario[-1:], DUE) == []
    finally:
        subject.close()


def test_calls_only_have_what_a_search_takes() -> None:
    """A search without a depth gets no depths, and one without a window gets no windows."""
    takes_all = find_subject(f"{HOME / 'tests' / 'zoo' / 'right' / 'tables.py'}:DeepEnough")
    assert {step.depth for story in listed_sequences(takes_all) for step in story} == {None, 1, 2, 3, 4}
    assert {step.window == FULL for story in listed_sequences(takes_all) for step in story} == {True, False}
    whole = find_subject(f"{HOME / 'tests' / 'zoo' / 'right' / 'tables.py'}:solver")
    assert {step.depth for story in listed_sequences(whole) for step in story} == {None}
    assert {step.window for story in listed_sequences(whole) for step in story} == {FULL}
