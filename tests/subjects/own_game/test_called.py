"""The `start` argument as a function: hooks are installed while it runs, and unsuitable searches are rejected."""

import random
import sys
import time
from collections.abc import Callable
from functools import lru_cache, partial
from math import inf
from types import CodeType
from typing import Any, Final

import pytest

from piles import TREE, nested
from prunecheck import check, verify_search
from prunecheck.api import RefutedError
from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.judging.game_trees import real_trees
from prunecheck.subjects.own_game.own_game_subject import own_game_subject

TABLE: Final[dict[int, float]] = {}


def moves(pile: int) -> list[int]:
    """The numbers that may be taken."""
    return [take for take in (1, 2, 3) if take <= pile]


def negamax(pile: int, alpha: float = -inf, beta: float = inf) -> float:
    """Alpha-beta on a pile."""
    best = -inf if moves(pile) else -1.0
    for take in moves(pile):
        best = max(best, -negamax(pile - take, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def from_zero(pile: int, is_max: bool) -> float:
    """Alpha-beta whose best value starts at zero."""
    best = 0.0 if moves(pile) else -1.0 if is_max else 1.0
    for take in moves(pile):
        value = from_zero(pile - take, not is_max)
        best = max(best, value) if is_max else min(best, value)
    return best


class Engine:
    """A search that is a method of an object."""

    def __init__(self, pile: int) -> None:
        """Start with a pile."""
        self.pile = pile

    def search(self, alpha: float, beta: float) -> float:
        """Make and take back moves."""
        best = -inf if self.pile else -1.0
        for take in moves(self.pile):
            self.pile -= take
            best = max(best, -self.search(-beta, -max(alpha, best)))
            self.pile += take
            if best >= beta:
                break
        return best


@lru_cache
def cached(pile: int) -> float:
    """Plain negamax with a cache."""
    return max((-cached(pile - take) for take in moves(pile)), default=-1.0)


def with_table(pile: int) -> float:
    """Negamax that stores results in a global of its module."""
    if pile not in TABLE:
        TABLE[pile] = max((-with_table(pile - take) for take in moves(pile)), default=-1.0)
    return TABLE[pile]


ENGINE: Final = Engine(9)


def test_a_function_may_make_the_call() -> None:
    """`start` may call a function, or a method of an object that it creates; afterwards all hooks are removed."""
    code: CodeType = negamax.__code__
    for search, start in ((negamax, lambda: negamax(3)), (Engine.search, lambda: Engine(3).search(-inf, inf))):
        (game,) = own_game_subject(search, [start]).games
        assert nested(real_trees(game)[-1]) == TREE
    assert negamax.__code__ is code
    assert "__prunecheck_hook__" not in vars(sys.modules[__name__])


def test_a_start_in_its_module_loads_a_search_from_its_file() -> None:
    """The file here is below the working directory."""
    subject = own_game_subject(negamax, ["negamax(3)"])
    assert subject.name.endswith("test_called.py:negamax")
    assert subject.findable


def test_a_search_is_refuted_by_a_call_in_python() -> None:
    """The verdict has no rerun command, since no command line can make that call."""
    with pytest.raises(RefutedError, match="wrong value") as refuted:
        check(from_zero, start=partial(from_zero, 4, True), examples=5)
    assert "rerun" not in str(refuted.value)


def test_random_numbers_go_on_after_a_check_in_python() -> None:
    """The runs are seeded, but the caller's random numbers are not."""
    before = random.getstate()
    with pytest.raises(RefutedError):
        check(from_zero, start=partial(from_zero, 4, True), examples=5)
    assert random.getstate() == before


@pytest.mark.parametrize(
    ("search", "start", "says"),
    [
        (cached, lambda: cached(4), "`cached` is decorated, nested, or uses super()"),
        (
            with_table,
            lambda: with_table(4),
            "`lambda` changes `TABLE`, so a second call would not start from the same state",
        ),
        (
            Engine.search,
            lambda: ENGINE.search(-inf, inf),
            "so a second call would not start from the same state; create the board in the starting call",
        ),
        ("piles.py:negamax", lambda: negamax(4), "pass the search itself, not its name"),
        (negamax, lambda: 4, "does not call `negamax`"),
        (negamax, lambda: 1 / 0, "ZeroDivisionError"),
        (len, "len([])", "a starting call only works for a search from a file, and `len` is not from one"),
    ],
)
def test_an_unsuitable_search_or_start_is_rejected(
    search: Callable[..., Any] | str, start: Callable[[], object] | str, says: str
) -> None:
    """The error has a remedy."""
    with pytest.raises(PreconditionError) as refused:
        verify_search(search, start=start)
    assert says in str(refused.value)


class Deepening:
    """Iterative deepening that reads its move from its table, and passes a time to the search."""

    def __init__(self) -> None:
        self.table: dict[tuple[int, int], int] = {}
        self.until = 0.0

    def choose(self, pile: int) -> int:
        """The best number to take."""
        self.until = time.monotonic() + 60
        for depth in range(1, 5):
            self.search(pile, depth, -inf, inf)
        return self.table[pile, 4]

    def search(self, pile: int, depth: int, alpha: float, beta: float) -> float:
        """Store the best move of each position."""
        if not depth or not moves(pile) or time.monotonic() > self.until:
            return -1.0 if not pile else pile % 5 - 2
        best = -inf
        for take in moves(pile):
            value = -self.search(pile - take, depth - 1, -beta, -max(alpha, best))
            if value > best:
                best, self.table[pile, depth] = value, take
            if best >= beta:
                break
        return best


def test_a_driver_that_fails_without_its_search_may_be_called_again() -> None:
    """If the search is not run, the driver fails because its own table is empty, not because of a change by a run."""
    subject = own_game_subject(Deepening.choose, [lambda: Deepening().choose(9)])
    assert subject.faults == ()
