"""Likely causes in users' searches: memory, point of view, moves not taken back, other depths, colliding keys."""

import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from prunecheck import INF, verify_search


def leaving_early(board: Any, alpha: float, beta: float) -> float:
    """A search that returns at a cutoff before it takes the move back."""
    if board.is_over():
        value: float = board.evaluate()
        return value
    for move in board.legal_moves():
        board.push(move)
        score = -leaving_early(board, -beta, -alpha)
        if score >= beta:
            return score
        board.pop()
        alpha = max(alpha, score)
    return alpha


def undone_twice(board: Any) -> float:
    """A search that takes a move back in the branch for worse moves, and again after it."""
    if board.is_over():
        value: float = board.evaluate()
        return value
    best = -INF
    for move in board.legal_moves():
        board.push(move)
        score = -undone_twice(board)
        if score == best:
            board.pop()
        best = max(best, score)
        board.pop()
    return best


class KillerOfAnyPosition:
    """A search that tries the killer move of the ply first, even if the position does not have that move."""

    def __init__(self) -> None:
        self.killers: dict[int, int] = {}

    def search(self, board: Any, alpha: float, beta: float, ply: int = 0) -> float:
        """Fail-soft negamax."""
        if board.is_over():
            value: float = board.evaluate()
            return value
        moves = list(board.legal_moves())
        if ply in self.killers:
            moves = [self.killers[ply], *(move for move in moves if move != self.killers[ply])]
        best = -INF
        for move in moves:
            board.push(move)
            best = max(best, -self.search(board, -beta, -alpha, ply + 1))
            board.pop()
            alpha = max(alpha, best)
            if alpha >= beta:
                self.killers[ply] = move
                break
        return best


class BestOfAllTimes:
    """A search whose best score is only reset in the constructor."""

    def __init__(self) -> None:
        self.best = -INF

    def search(self, board: Any) -> float:
        """The best of all searches so far."""
        self.best = max(self.best, minimax(board))
        return self.best


def minimax(board: Any) -> float:
    """Negamax without a window."""
    if board.is_over():
        value: float = board.evaluate()
        return value
    return max(-minimax(child) for child in board.children())


class AnyDepth:
    """Iterative deepening with a table that ignores the depth of its entries."""

    def __init__(self) -> None:
        self.table: dict[object, float] = {}

    def search(self, board: Any, depth: int) -> float:
        """The value of the last iteration."""
        value: float = self.limited(board, 0)
        for limit in range(1, depth + 1):
            value = self.limited(board, limit)
        return value

    def limited(self, board: Any, depth: int) -> float:
        """Negamax to a depth."""
        if depth == 0 or board.is_over():
            value: float = board.evaluate()
            return value
        key = board.zobrist_key()
        if key not in self.table:
            self.table[key] = max(-self.limited(child, depth - 1) for child in board.children())
        return self.table[key]


def forced(board: Any, depth: int) -> float:
    """Negamax in which an only move costs no depth."""
    children = board.children()
    if depth == 0 or board.is_over():
        value: float = board.evaluate()
        return value
    return max(-forced(child, depth - (len(children) > 1)) for child in children)


class Colliding:
    """A table with seven slots that does not compare keys."""

    def __init__(self) -> None:
        self.places: list[Any] = [None] * 7

    def search(self, board: Any) -> float:
        """Negamax without a window."""
        if board.is_over():
            value: float = board.evaluate()
            return value
        place = board.zobrist_key() % 7
        if self.places[place] is None:
            self.places[place] = max(-self.search(child) for child in board.children())
        found: float = self.places[place]
        return found


def any_entry(board: Any, depth: int) -> float:
    """Negamax with a table for each call, whose entries count for every depth."""
    table: dict[Any, float] = {}

    def value(board: Any, depth: int) -> float:
        if depth == 0 or board.is_over():
            return float(board.evaluate())
        key = board.zobrist_key()
        if key not in table:
            table[key] = max(-value(child, depth - 1) for child in board.children())
        return table[key]

    return value(board, depth)


SAID: dict[Callable[..., Any], str] = {
    leaving_early: "unmake",
    undone_twice: "unmake",
    KillerOfAnyPosition: "illegal-move",
    AnyDepth: "table",
    any_entry: "entry-depth",
    forced: "depth",
    Colliding: "keys",
}


@pytest.mark.slow_cases("KillerOfAnyPosition-*", "Colliding-*")
@pytest.mark.parametrize("search, bug", SAID.items())
def test_a_users_bug_gets_its_likely_cause(search: Callable[..., Any], bug: str) -> None:
    """The cause is found with a new instance for each call, if there is time to make the counterexample small."""
    faults = verify_search(search, examples=200, effort="thorough").searches[0].faults
    assert [fault.cause for fault in faults] == [bug]


class WithoutSide:
    """Negamax with a table of exact values by `key`, which is equal whoever moves."""

    depth_in_key = False

    def __init__(self) -> None:
        self.table: dict[Any, float] = {}

    def search(self, board: Any, depth: int) -> float:
        """Negamax to a depth."""
        if depth == 0 or board.is_over():
            value: float = board.evaluate()
            return value
        key = board.key(), depth * self.depth_in_key
        if key not in self.table:
            self.table[key] = max(-self.search(child, depth - 1) for child in board.children())
        return self.table[key]


class WithDepth(WithoutSide):
    """A single search is right, as the players alternate."""

    depth_in_key = True


@pytest.mark.slow_cases("WithDepth")
@pytest.mark.parametrize("search", [WithoutSide, WithDepth])
def test_a_key_without_the_side_to_move_is_the_likely_cause(search: type[WithoutSide]) -> None:
    """A single search or a sequence of searches fails if the key lacks the side to move."""
    verdict = verify_search(search, effort="quick")
    assert {fault.cause for searched in verdict.searches for fault in searched.faults} == {"side"}


@pytest.mark.slow
def test_a_bug_of_reused_instances_gets_the_likely_cause_memory() -> None:
    """A new instance is right; a reused one returns the best value of another tree."""
    fresh, reused = verify_search(BestOfAllTimes, effort="quick").searches
    assert not fresh.faults
    assert [fault.cause for fault in reused.faults] == ["memory"]


class MatesFromTheRoot:
    """A search that stores large values relative to the node, like mates, but does not convert them back."""

    def __init__(self) -> None:
        self.table: dict[object, float] = {}

    def search(self, board: Any, ply: int) -> float:
        """Negamax without a window; `ply` counts from the root."""
        if board.is_over():
            value: float = board.evaluate()
            return value
        key = board.zobrist_key()
        if key not in self.table:
            best = max(-self.search(child, ply + 1) for child in board.children())
            self.table[key] = best + ply if best > 20_000 else best - ply if best < -20_000 else best
            return best
        return self.table[key]


def test_large_values_in_a_table_get_their_likely_cause() -> None:
    """The hard trees always contain a case with large values."""
    faults = verify_search(MatesFromTheRoot, examples=1).searches[0].faults
    assert [fault.cause for fault in faults] == ["large-values"]


class BoundsOfEitherKind:
    """A search that uses any bound outside the window as its answer, even if it bounds the other side."""

    def __init__(self, *, upper: bool = True, lower: bool = True) -> None:
        self.table: dict[object, tuple[str, float]] = {}
        self.careless = {kind for kind, given in (("upper", upper), ("lower", lower)) if given}

    def search(self, board: Any, alpha: float, beta: float) -> float:
        """Fail-soft negamax."""
        if board.is_over():
            value: float = board.evaluate()
            return value
        kind, known = self.table.get(board.zobrist_key(), ("", 0.0))
        if kind == "exact":
            return known
        if known >= beta and (kind == "lower" or kind in self.careless):
            return known
        if known <= alpha and (kind == "upper" or kind in self.careless):
            return known
        best, start = -INF, alpha
        for child in board.children():
            best = max(best, -self.search(child, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        self.table[board.zobrist_key()] = "upper" if best <= start else "lower" if best >= beta else "exact", best
        return best


class CarelessAbove(BoundsOfEitherKind):
    """A search that is only wrong for upper bounds."""

    def __init__(self) -> None:
        super().__init__(lower=False)


class CarelessBelow(BoundsOfEitherKind):
    """A search that is only wrong for lower bounds."""

    def __init__(self) -> None:
        super().__init__(upper=False)


class Careful(BoundsOfEitherKind):
    """A search that is correct for both kinds of bounds."""

    def __init__(self) -> None:
        super().__init__(upper=False, lower=False)


@pytest.mark.slow_cases("CarelessBelow")
@pytest.mark.parametrize("search", [CarelessAbove, CarelessBelow])
def test_a_bound_is_reused_on_the_other_side_of_the_window(search: Callable[..., Any]) -> None:
    """The hard trees have both: an upper bound used below the window, and a lower bound above it."""
    faults = verify_search(search, examples=1).searches[0].faults
    assert [fault.cause for fault in faults] == ["table"]


BOARD_AS_KEY = """
class Engine:
    def __init__(self):
        self.table = {}

    def search(self, board, alpha, beta):
        if board in self.table:
            return self.table[board]
        if board.is_over():
            return board.evaluate()
        best = -float("inf")
        for move in board.legal_moves():
            board.push(move)
            best = max(best, -self.search(board, -beta, -max(alpha, best)))
            board.pop()
            if best >= beta:
                break
        if alpha < best < beta:
            self.table[board] = best
        return best
"""


@pytest.mark.slow  # in its own process, in which positions have the same keys in every run
def test_a_table_with_colliding_keys_is_not_blamed_on_earlier_searches(tmp_path: Path) -> None:
    """The search fails as the first search of an instance, but only with some keys; its rerun command fails as well."""
    (tmp_path / "engine.py").write_text(BOARD_AS_KEY, encoding="utf-8")
    words = ["verify", "engine.py:Engine", "--no-cache"]
    for _ in range(2):
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "prunecheck", *words], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        rerun = next(line for line in done.stdout.splitlines() if line.startswith("  rerun "))
        if "--calls" not in words:
            assert "prunecheck explain keys" in done.stdout
            assert "engine.py:19 uses `board` itself as a key, although each move changes it" in done.stdout
        words = shlex.split(rerun)[2:]


def falls_for_min(node: Any, *, maximizing: bool) -> float:
    """A search with a typing error in MIN's branch."""
    if node.is_over():
        value: float = node.evaluate()
        return value
    scores = [falls_for_min(child, maximizing=not maximizing) for child in node.children()]
    return max(scores) if maximizing else min(scores) + undefined  # type: ignore[name-defined]  # noqa: F821


def test_a_crash_is_not_blamed_on_one_player() -> None:
    """If the players are exchanged, the line that crashes is not executed, which explains nothing."""
    (fault,) = verify_search(falls_for_min, examples=5).searches[0].faults
    assert "NameError" in fault.words
    assert fault.cause == ""


@pytest.mark.slow
def test_a_search_that_uses_bounds_correctly_passes() -> None:
    """The passing search is the same one without the bug."""
    assert verify_search(Careful, examples=20).sound
