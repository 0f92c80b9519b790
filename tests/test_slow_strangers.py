"""Searches whose answers take longer than those of most, yet no longer than they may, and those that never answer."""

import math
import time
from collections.abc import Callable
from typing import Any

import pytest

from prunecheck.subjects import detect as detecting
from prunecheck.subjects.convention import Returns
from prunecheck.subjects.detect import FEW, Detected, detect
from prunecheck.subjects.vocabulary import ALL_WORDS

INF = math.inf
PROBE = 0.02


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little time for an answer at first, and for all of them."""
    monkeypatch.setattr(detecting, "PROBE_SECONDS", PROBE)
    monkeypatch.setattr(detecting, "MOST_SECONDS", 40 * PROBE)


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


def found(search: Callable[..., Any], *, seconds: float) -> Detected:
    """How it is called, where an answer may take so long."""
    return detect(lambda: search, ALL_WORDS, name="search", seconds=seconds)


def test_a_search_whose_first_call_takes_long_is_found_out_about() -> None:
    """Although the alarm came before it was ready."""
    ready: list[bool] = []

    def lazy(board: Any, alpha: float, beta: float) -> tuple[int | None, float]:
        if not ready:
            time.sleep(2 * PROBE)
            ready.append(True)
        return right(board, alpha, beta)

    how = found(lazy, seconds=50 * PROBE)
    assert how.called.convention.returns is Returns.MOVE_VALUE
    assert how.right == how.tried == 16


def test_a_search_that_thinks_about_each_answer_is_found_out_about_with_few_calls() -> None:
    """Each has the time that it may take."""

    def thinks(board: Any, alpha: float, beta: float) -> tuple[int | None, float]:
        time.sleep(1.2 * PROBE)
        return right(board, alpha, beta)

    how = found(thinks, seconds=50 * PROBE)
    assert how.called.convention.returns is Returns.MOVE_VALUE
    assert how.right == how.tried == len(FEW)


def test_what_answers_leaves_alone_is_called_as_they_are_right() -> None:
    """It hangs, and is not said to answer nonsense."""

    def hangs(board: Any, alpha: float, beta: float) -> tuple[int | None, float]:
        over = board.is_over()
        while not over:
            pass
        return right(board, alpha, beta)

    how = found(hangs, seconds=2 * PROBE)
    assert how.silent
    assert how.called.convention.returns is Returns.MOVE_VALUE
    assert how.called.convention.values is how.called.convention.answers


def test_what_answers_nothing_at_all_hangs_as_it_is_called_first() -> None:
    """There is nothing to tell one way of calling it from another."""

    def hangs(node: Any) -> None:
        while True:
            pass

    how = found(hangs, seconds=2 * PROBE)
    assert how.silent
    assert how.called.convention.returns is Returns.VALUE
