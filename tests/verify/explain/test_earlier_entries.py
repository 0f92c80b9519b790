"""Entries of the same position, from an earlier pass or iteration, are recognised as the likely cause."""

from typing import Any

import pytest

from prunecheck import INF, verify_search


def mtd(board: Any) -> Any:
    """MTD(f) with a table, in which an upper bound replaces the lower one."""
    table: dict[Any, list[Any]] = {}

    def value(board: Any, beta: Any) -> Any:
        low, high = table.setdefault(hash(board), [-INF, INF])
        if low >= beta or high < beta:
            return low if low >= beta else high
        if board.is_over():
            return board.evaluate()
        best = -INF
        for child in board.children():
            best = max(best, -value(child, 1 - beta))
            if best >= beta:
                break
        table[hash(board)] = [best, high]
        return best

    guess, low, high = 0, -INF, INF
    while low < high:
        beta = max(guess, low + 1)
        guess = value(board, beta)
        low, high = (guess, high) if guess >= beta else (low, guess)
    return guess


def deepening(board: Any, depth: int) -> Any:
    """Iterative deepening with a table that ignores the depth of its entries."""
    table: dict[Any, Any] = {}

    def value(board: Any, depth: int) -> Any:
        if depth == 0 or board.is_over():
            return board.evaluate()
        key = hash(board)
        if key not in table:
            table[key] = max(-value(child, depth - 1) for child in board.children())
        return table[key]

    return [value(board, limit) for limit in range(1, depth + 1)][-1]


@pytest.mark.parametrize("search", [mtd, deepening])
def test_an_entry_of_the_same_position_is_the_likely_cause(search: Any) -> None:
    """No position of the counterexample needs to occur twice in its tree."""
    faults = verify_search(search, examples=30).searches[0].faults
    assert [fault.cause for fault in faults] == ["table"]
