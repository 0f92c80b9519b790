"""Two failures of iterative deepening disappear with exact static values; one is blamed on the aspiration windows."""

from typing import Any

from prunecheck import INF, verify_search


def aspiring(board: Any, depth: int) -> float:
    """Iterative deepening with aspiration windows, and no second search if a value is not inside."""

    def value(board: Any, depth: int, alpha: float, beta: float) -> float:
        if depth == 0 or board.is_over():
            return float(board.evaluate())
        best = -INF
        for child in board.children():
            best = max(best, -value(child, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    guess = value(board, min(depth, 1), -INF, INF)
    for limit in range(2, depth + 1):
        guess = value(board, limit, guess - 2, guess + 2)
    return guess


def test_an_aspiration_window_that_is_too_small_is_the_likely_cause() -> None:
    """The first guess is a static value, so the search is right if static values are exact."""
    faults = verify_search(aspiring, examples=200).searches[0].faults
    assert [fault.cause for fault in faults] == ["large-values"]


def stopped_early(board: Any, depth: int) -> float:
    """Iterative deepening that stops when two iterations return the same value."""

    def limited(board: Any, depth: int) -> float:
        if depth == 0 or board.is_over():
            return float(board.evaluate())
        return max(-limited(child, depth - 1) for child in board.children())

    values = [limited(board, 0)]
    for limit in range(1, depth + 1):
        values.append(limited(board, limit))
        if values[-1] == values[-2]:
            break
    return values[-1]


def test_an_iteration_that_is_left_out_is_a_search_to_another_depth() -> None:
    """With exact static values, all iterations return the same value."""
    faults = verify_search(stopped_early, examples=200).searches[0].faults
    assert [fault.cause for fault in faults] == ["other-depth"]
