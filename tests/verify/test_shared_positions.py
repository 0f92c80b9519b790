"""The savings of a table on shared positions are compared with a plain table, and are never a fault."""

import math
from collections.abc import Callable
from typing import Any, Final

import pytest

from prunecheck import verify_search
from prunecheck.subjects.find import subject_of
from prunecheck.subjects.load_search import load_object
from prunecheck.verify import visit_statistics as reading
from prunecheck.verify.table_savings import TableSavings, count_savings

Search = Callable[[Any, float, float], float]
TREES: Final = 30


class Negamax:
    """Fail-soft negamax, left to right; subclasses say under which key it stores an answer, and when it uses one."""

    def __init__(self) -> None:
        """Start with an empty table."""
        self.table: dict[Any, tuple[float, float]] = {}

    def key(self, pos: Any, alpha: float, beta: float) -> Any:
        """The key of an entry."""
        return pos

    def search(self, pos: Any, alpha: float, beta: float) -> float:
        """The value for the player to move."""
        key = self.key(pos, alpha, beta)
        lower, upper = self.table.get(key, (-math.inf, math.inf))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        best = pos.evaluate() if pos.is_leaf() else -math.inf
        for child in [] if pos.is_leaf() else pos.children():
            best = max(best, -self.search(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        leaf = pos.is_leaf()
        self.table[key] = best if leaf or best > alpha else -math.inf, best if leaf or best < beta else math.inf
        return best


class WindowInTheKey(Negamax):
    """A search whose entries are hardly ever found."""

    def key(self, pos: Any, alpha: float, beta: float) -> Any:
        """The key of the position, with the window."""
        return pos, alpha, beta


class NeverTheSame(Negamax):
    """A search whose entries are never found, as in a table that is cleared at each node."""

    def key(self, pos: Any, alpha: float, beta: float) -> Any:
        """The key of the position, with an object that equals nothing else."""
        return pos.key(), object()


class AsksNoKey(Negamax):
    """A search that stores entries under a useless key."""

    def key(self, pos: Any, alpha: float, beta: float) -> Any:
        """A new object, without a call to the position."""
        return object()


def met(kind: type[Negamax], *, trees: int = TREES) -> TableSavings | None:
    """The table savings of a search on trees with shared positions."""
    return count_savings(subject_of(load_object(kind)).search, trees=trees)


def test_a_right_table_saves_as_much_as_the_plain_table() -> None:
    """The right search stores and uses answers as the plain table does."""
    found = met(Negamax)
    assert found is not None
    assert found.trees == TREES
    assert (found.together, found.apart) == (found.plain_together, found.plain_apart)
    assert found.saved == found.can_be_saved > 0.1


def test_a_window_in_the_key_saves_little() -> None:
    """With the window in its key, a table saves less than half of what is possible."""
    found = met(WindowInTheKey)
    assert found is not None
    assert 0 < found.saved < found.can_be_saved / 2


def test_a_table_that_is_never_hit_saves_nothing() -> None:
    """The search reads keys, but evaluates the same leaves whatever they are."""
    found = met(NeverTheSame)
    assert found is not None
    assert (found.saved, found.together) == (0, found.apart)


def test_a_search_that_reads_no_keys_gets_no_note() -> None:
    """A search that reads no keys is only run on the first few trees."""
    assert met(AsksNoKey) is None


@pytest.mark.slow
def test_savings_of_a_program_are_only_reported_if_it_uses_its_keys() -> None:
    """A program gets keys with every tree. If it evaluates the same leaves without keys, there is no note."""
    never, always = (subject_of(load_object(kind)).search for kind in (NeverTheSame, Negamax))
    assert count_savings(never, trees=TREES, keys_given=True) is None
    assert count_savings(always, trees=TREES, keys_given=True) == met(Negamax)


def test_the_plain_table_compares_depths() -> None:
    """A table that compares depths saves less than one that may ignore them, but still something."""
    search = subject_of(load_object(Negamax)).search
    whole, limited = (count_savings(search, trees=TREES, to_depth=to_depth) for to_depth in (False, True))
    assert whole is not None
    assert limited is not None
    assert 0 < limited.can_be_saved < whole.can_be_saved


def test_a_search_that_fails_on_every_tree_is_not_measured() -> None:
    """The search reads keys, but every call raises an error."""

    def failing(tree: Any, node: Any, alpha: Any, beta: Any) -> float:
        tree.quiet.key(node)
        raise ValueError

    assert count_savings(failing, trees=3) is None


@pytest.mark.fast_cases("AsksNoKey-")
@pytest.mark.parametrize(
    ("kind", "words"),
    [(NeverTheSame, "saves no evaluations"), (Negamax, "% of evaluations"), (AsksNoKey, "")],
)
def test_the_savings_of_a_table_are_a_note(kind: type[Negamax], words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys may serve other purposes, such as detecting repetition, so small savings are not a fault."""
    monkeypatch.setattr(reading, "TREES_WITH_SHARED_POSITIONS", TREES)
    searched = verify_search(kind, examples=10).searches[0]
    assert not searched.faults
    told = [finding for finding in searched.findings if "the transposition table" in finding.words]
    assert [finding.severity.value for finding in told] == (["fact"] if words else [])
    assert all(words in finding.words and f"over {TREES} trees" in finding.words for finding in told)
