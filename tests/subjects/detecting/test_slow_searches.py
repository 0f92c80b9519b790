"""Searches that are slow but within their time limit, and searches that never answer."""

import itertools
import math
from collections.abc import Callable
from typing import Any

import pytest

from prunecheck.failures import Timeout, TooManyQuestions
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.convention import Returns
from prunecheck.subjects.detecting import attempts
from prunecheck.subjects.detecting.attempts import FEW_PROBES, MOST_QUESTIONS
from prunecheck.subjects.detecting.detect import detect
from prunecheck.subjects.detecting.detection import Detection
from prunecheck.subjects.presenting import python_search as calling
from prunecheck.subjects.source.vocabulary import ALL_WORDS

INF = math.inf
PROBE = 0.25  # seconds for the first attempts


class Late(BaseException):
    """The error that the alarm raises in a search."""


class Clock:
    """A clock that only advances when a search says so, so that tests do not depend on the machine."""

    def __init__(self) -> None:
        """Start without a call in progress."""
        self.now, self.end = 0.0, INF

    def passes(self, seconds: float) -> None:
        """Advance by `seconds`, at most to the end of the time limit."""
        self.now = min(self.now + seconds, self.end)
        if self.now == self.end:
            raise Late

    def in_time(self, seconds: float, function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
        """Replace the real `in_time`."""
        self.end = self.now + seconds
        try:
            return function(*arguments, **keywords)
        except Late:
            raise SubjectError(Timeout(seconds)) from None
        finally:
            self.end = INF


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Install the clock."""
    found = Clock()
    monkeypatch.setattr(attempts, "PROBE_SECONDS", PROBE)
    monkeypatch.setattr(attempts, "clock", lambda: found.now)
    monkeypatch.setattr(attempts, "past", lambda end: found.now > end)
    monkeypatch.setattr(calling, "in_time", found.in_time)
    return found


def right(board: Any, alpha: float, beta: float) -> tuple[int | None, float]:
    """A move and its value, for the player to move."""
    if board.is_over():
        return None, board.evaluate()
    best, move = -INF, None
    for nth, child in enumerate(board.children()):
        value = -right(child, -beta, -max(alpha, best))[1]
        if value > best:
            best, move = value, nth
        if best >= beta:
            break
    return move, best


def found(search: Callable[..., Any], *, seconds: float) -> Detection:
    """The detection result with this time limit for an answer."""
    return detect(lambda: search, ALL_WORDS, name="search", seconds=seconds)


def test_a_search_with_a_slow_first_call_is_detected(clock: Clock) -> None:
    """The alarm rings during the slow first call."""
    ready: list[bool] = []

    def lazy(board: Any, alpha: float, beta: float) -> tuple[int | None, float]:
        if not ready:
            clock.passes(2 * PROBE)
            ready.append(True)
        return right(board, alpha, beta)

    how = found(lazy, seconds=8 * PROBE)
    assert how.adapter.convention.returns is Returns.MOVE_VALUE
    assert how.right == how.tried == 16


def test_a_slow_search_is_detected_with_few_calls(clock: Clock) -> None:
    """Each call gets the full time limit."""

    def thinks(board: Any, alpha: float, beta: float) -> tuple[int | None, float]:
        clock.passes(1.2 * PROBE)
        return right(board, alpha, beta)

    how = found(thinks, seconds=8 * PROBE)
    assert how.adapter.convention.returns is Returns.MOVE_VALUE
    assert how.right == how.tried == len(FEW_PROBES)


@pytest.mark.slow
def test_a_search_that_was_quick_once_gets_its_full_time(clock: Clock) -> None:
    """One quick answer among slow ones does not make a search quick."""

    def thinking(quick: int) -> Callable[..., Any]:
        calls = itertools.count()

        def thinks(board: Any, alpha: float, beta: float) -> tuple[int | None, float]:
            clock.passes((0.5 if next(calls) == quick else 1.2) * PROBE)
            return right(board, alpha, beta)

        return thinks

    for quick in range(20):
        how = found(thinking(quick), seconds=8 * PROBE)
        assert how.adapter.convention.returns is Returns.MOVE_VALUE
        assert how.right


@pytest.mark.slow
def test_a_search_that_makes_many_calls_is_detected(clock: Clock) -> None:
    """One example repeats its search until its time is over."""

    def deepens(board: Any, alpha: float, beta: float) -> tuple[int | None, float]:
        for _ in range(2 * MOST_QUESTIONS):
            board.is_over()
        return right(board, alpha, beta)

    how = found(deepens, seconds=8 * PROBE)
    assert how.adapter.convention.returns is Returns.MOVE_VALUE
    assert how.right == how.tried == len(FEW_PROBES)


@pytest.mark.slow
def test_a_search_that_makes_calls_forever_hangs(clock: Clock) -> None:
    """The verdict is a hang, not a wrong calling convention."""

    def asks(board: Any) -> None:
        while True:
            board.is_over()

    how = found(asks, seconds=8 * PROBE)
    assert how.silent
    assert how.failed
    assert isinstance(how.failure, TooManyQuestions)


def test_a_search_that_only_answers_leaves_hangs(clock: Clock) -> None:
    """The verdict is a hang, not a wrong calling convention."""

    def hangs(board: Any, alpha: float, beta: float) -> tuple[int | None, float]:
        if not board.is_over():
            clock.passes(INF)
        return right(board, alpha, beta)

    how = found(hangs, seconds=2 * PROBE)
    assert how.silent
    assert how.failed


def test_a_search_that_never_answers_is_called_by_the_first_convention(clock: Clock) -> None:
    """Nothing distinguishes the calling conventions."""

    def hangs(node: Any) -> None:
        clock.passes(INF)

    how = found(hangs, seconds=2 * PROBE)
    assert how.silent
    assert how.adapter.convention.returns is Returns.VALUE


def test_a_search_that_takes_long_to_make_is_only_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A constructor may fill a large table, so the trial calls share one object."""
    made = 0

    def minimax(node: Any, maximizing: bool) -> Any:
        if node.is_terminal():
            return node.value()
        values = [minimax(child, not maximizing) for child in node.children()]
        return max(values) if maximizing else min(values)

    def make() -> Callable[..., Any]:
        nonlocal made
        made += 1
        return minimax

    monkeypatch.setattr(attempts, "SLOW_TO_MAKE", -1)
    found = detect(make, ALL_WORDS, name="minimax")
    assert found.right == found.tried
    assert made < found.tried
