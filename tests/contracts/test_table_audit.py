"""Exposed transposition tables are checked: the first false entry is reported, whether or not it was used."""

import re
import sys
from collections.abc import Iterator
from math import inf
from typing import Any, ClassVar

import pytest

from documents import HOME
from prunecheck import FULL, Call, Window, from_nested, verify_search
from prunecheck.contracts.case import Case
from prunecheck.contracts.evidence import CallResult, Evidence
from prunecheck.contracts.table_entries import TABLE
from prunecheck.oracle.deeper_entries import DeeperEntries
from prunecheck.subjects.find import subject_of
from prunecheck.subjects.load_search import load_object
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.search import Choice, Entry
from prunecheck.trees.views.cut import cut
from prunecheck.verify.judge import broken_contracts

TREE = from_nested([[3, 5], [2, 9]])
PROGRAM = f"{sys.executable} {HOME / 'tests' / 'programs' / 'table_program.py'}"


class Shows:
    """Alpha-beta for the side to move that exposes its table: for each position its bounds, the depth and the move."""

    def __init__(self) -> None:
        self.table: dict[Any, Any] = {}

    def search(self, pos: Any, depth: int, alpha: float, beta: float) -> float:
        """The value for the player to move."""
        if depth == 0 or pos.is_terminal():
            value: float = pos.evaluate()
            return value
        best, best_move = -inf, None
        for move in pos.legal_moves():
            score = -self.search(pos.play(move), depth - 1, -beta, -max(alpha, best))
            if score > best:
                best, best_move = score, move
            if best >= beta:
                break
        self.table[pos] = best if best > alpha else -inf, best if best < beta else inf, depth, best_move
        return best

    def table_entries(self) -> Iterator[tuple[Any, ...]]:
        """The entries of the table."""
        for pos, entry in self.table.items():
            yield pos, *entry


class ShowsFromOther(Shows):
    """A search whose table has bounds from the opponent's point of view."""

    def table_entries(self) -> Iterator[tuple[Any, ...]]:
        """The entries of the table."""
        for pos, (lower, upper, depth, move) in self.table.items():
            yield pos, -upper, -lower, depth, move


class ShowsNonsense(Shows):
    """A search whose table has items that are not entries."""

    def table_entries(self) -> Iterator[Any]:
        """Something that is not an entry."""
        yield "e4", 1, 2


class AnswersToAnyName(Shows):
    """A search that has a method of any name, and exposes no table."""

    table_entries = None  # type: ignore[assignment]

    def __getattr__(self, name: str) -> Any:
        return lambda: None


def spans(tree: ExplicitTree[Number]) -> DeeperEntries:
    """The values of nodes after a search of the whole tree."""
    known = DeeperEntries(tree)
    known.searched(tree.root, known.height(tree.root))
    return known


def told(known: DeeperEntries, entries: list[Entry] | None) -> str:
    """The objection to a table after the searches in `known`."""
    shown = None if entries is None else tuple(entries)
    case = Case(TREE, [FULL])
    return str(TABLE.judge(Evidence(case, 0, CallResult(3, [], table=shown), lambda *_: 3, so_far=known)) or "")


@pytest.mark.parametrize(
    ("entry", "objection"),
    [
        (Entry(0, 3, 3, None, 0), ""),
        (Entry(0, -inf, 3), ""),
        (Entry(1, 1, inf, 1), ""),
        (Entry(0, 4, inf), "wrong table entry for the root: value >= 4; expected 3"),
        (Entry(1, -inf, 2, 1), "wrong table entry for [0]: value <= 2 to depth 1; expected 3"),
        (Entry(4, 2, 9), "wrong table entry for [1]: 2 <= value <= 9"),
        (Entry(0, 5, 1), "wrong table entry for the root: 5 <= value <= 1; its lower bound is above its upper bound"),
        (
            Entry(0, 3, 3, None, 1),
            "wrong table entry for the root: value 3, best move 1; but this move leads to the value 2",
        ),
        (Entry(0, -inf, 3, None, 1), ""),
        (Entry(0, 3, 3, 2, 7), "wrong table entry for the root: value 3 to depth 2, best move 7; there are 2 moves"),
    ],
)
def test_an_entry_is_compared_with_the_value_of_its_node(entry: Entry, objection: str) -> None:
    """The bounds of an entry, their order, and the move of an exact entry are checked.

    If the entry is only a bound, any move is allowed.
    """
    found = told(spans(TREE), [Entry(0, 3, 3), entry])
    assert found.startswith(objection) if objection and entry.node != 4 else found == ""


def test_a_missing_table_is_an_objection_if_a_table_is_claimed() -> None:
    """An empty table contains nothing false. A table that is not exposed is an objection."""
    assert told(spans(TREE), None) == "no table: the search exposes none"
    assert told(spans(TREE), []) == ""


def test_an_entry_to_a_depth_without_values_is_ignored() -> None:
    """If interior nodes have no value, a search that ends there proves nothing."""
    assert spans(TREE).span(0, 1) is None
    assert told(spans(TREE), [Entry(0, 100, 100, 1)]) == ""


def test_an_entry_may_come_from_a_deeper_search() -> None:
    """A position searched to one ply and to two may have either value, or one between them."""
    valued: ExplicitTree[Number] = ExplicitTree([[1], [2], []], [0, 7, 2], [True, False, True])
    known = DeeperEntries(valued)
    known.searched(0, 1)
    assert known.span(0, 1) == (7, 7)
    known.searched(0, 2)
    spanned = [known.span(0, plies) for plies in (1, 2)]
    assert spanned == [(2, 7), (2, 2)]


@pytest.mark.slow
def test_a_search_with_a_true_table_passes_with_a_note() -> None:
    """The table is checked after each search, and the verdict has a note on it."""
    verdict = verify_search(Shows, examples=30)
    assert verdict.sound
    assert any(
        re.match(r"in every entry, the minimax value lies between the bounds \([\d,]+ entries on ", check.words)
        for check in verdict.tried.checked
    )
    assert "table" in verdict.searches[0].due


@pytest.mark.slow_cases("ShowsFromOther")
@pytest.mark.parametrize("search", [ShowsFromOther, ShowsNonsense])
def test_a_false_table_refutes_a_search_whose_answers_are_right(search: type) -> None:
    """The false entry is reported, and so is anything that is not an entry."""
    verdict = verify_search(search, examples=30)
    assert not verdict.sound
    words = str(verdict)
    assert ("wrong table entry for" in words) == (search is ShowsFromOther)
    assert ("'e4'" in words) == (search is ShowsNonsense)


@pytest.mark.slow
def test_the_same_search_passes_without_its_false_entries() -> None:
    """Without its false entries, the search is right: only its table was wrong."""
    assert verify_search(ShowsFromOther, claims=["knuth"], examples=30).sound


def test_an_object_with_any_attribute_exposes_no_table() -> None:
    """A table is only exposed by a method of the class, not by an instance that answers any attribute."""
    subject = subject_of(load_object(AnswersToAnyName))
    assert not subject.traits.gives_table
    assert broken_contracts(subject.search, ["exact", "table"], TREE) == ["table"]


def test_entries_are_converted_to_the_judges_nodes_and_to_max() -> None:
    """Bounds of a MIN node are negated, a move becomes an index, and positions of other trees are left out."""
    instance = Shows()
    subject = subject_of(load_object(lambda: instance.search))
    subject.search(TREE, 0, -inf, inf)
    other = from_nested([[4]])
    answer = subject.search(other, 0, -inf, inf)
    assert isinstance(answer, Choice)
    assert answer.table == (Entry(1, 4, 4, 1, 0), Entry(0, 4, 4, 2, 0))


def test_a_table_for_a_cut_tree_is_judged_on_the_cut_tree() -> None:
    """A search without a depth gets the cut tree, and its table entries only need to be right for that tree."""
    valued: ExplicitTree[Number] = ExplicitTree([[1], [2], []], [0, 7, 2], [True, False, True])

    class Whole:
        def __init__(self) -> None:
            self.table: list[tuple[Any, float, float]] = []

        def search(self, pos: Any, alpha: float, beta: float) -> float:
            if pos.is_terminal():
                value: float = pos.evaluate()
                return value
            best = max(-self.search(child, -beta, -alpha) for child in pos.children())
            self.table.append((pos, best, best))
            return best

        def table_entries(self) -> list[tuple[Any, float, float]]:
            return self.table

    subject = subject_of(load_object(Whole))
    limited = cut(valued, 1)
    answer = subject.search(limited, limited.root, -inf, inf)
    assert isinstance(answer, Choice)
    assert answer.table == (Entry(0, 7, 7, 1),)
    assert broken_contracts(subject.search, ["table"], valued, depth=1) == []


@pytest.mark.slow
def test_a_programs_false_table_is_found_although_its_values_are_right() -> None:
    """The program names nodes by number; the verdict names the node by its path, with the original values."""
    verdict = verify_search(f"pipe:{PROGRAM} false", examples=20)
    assert [finding.contract for finding in verdict.findings] == ["table"]
    assert re.search(r"wrong table entry for (the root|\[\d\]): value .*; expected ", str(verdict))
    inner = verify_search(f"pipe:{PROGRAM} false", calls=[Call(from_nested([[1, 2, 0], [3]]), Window(0, 0.75))])
    assert "wrong table entry for [0]: value -inf; expected 0" in str(inner)


@pytest.mark.slow
def test_a_programs_true_table_passes() -> None:
    """The program that reports the table it really uses passes."""
    verdict = verify_search(f"pipe:{PROGRAM}", examples=20)
    assert verdict.sound
    assert any(
        re.match(r"in every entry, the minimax value lies between the bounds \([\d,]+ entries on ", check.words)
        for check in verdict.tried.checked
    )


def test_bounds_of_searches_to_different_depths_may_cross() -> None:
    """The lower bound may hold for one depth, and the upper bound for another.

    If every depth has the same value, one is false.
    """

    class Known(DeeperEntries):
        """Known values that are the same for every node."""

        def __init__(self, *values: Number) -> None:
            super().__init__(TREE)
            self.values = values[0], values[1]

        def span(self, node: object, depth: int | None) -> tuple[Number, Number]:
            """Return these values, for every node."""
            return self.values

    crossed = [Entry(TREE.root, 3, 0, 2, None)]
    assert told(Known(0, 3), crossed) == ""
    assert "its lower bound is above its upper bound" in told(Known(3, 3), crossed)


class ShowsFew(Shows):
    """A search whose table belongs to the class, and keeps the entries of the first tree."""

    shared: ClassVar[dict[Any, Any]] = {}

    def table_entries(self) -> Iterator[tuple[Any, ...]]:
        """The first entries that were ever stored."""
        for pos, entry in self.table.items():
            if len(self.shared) < 3:
                self.shared[pos] = entry
        for pos, entry in self.shared.items():
            yield pos, *entry


def test_a_table_with_too_few_entries_is_inconclusive() -> None:
    """Only entries for the tree that was searched can be checked."""
    verdict = verify_search(ShowsFew, claims=["table"], examples=16)
    assert str(verdict).startswith("INCONCLUSIVE")
    assert re.search(r"inconclusive: the search showed \d+ entries on \d+ trees", str(verdict))
