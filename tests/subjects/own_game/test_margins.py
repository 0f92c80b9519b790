"""Searches that skip moves by an evaluation and a margin are refused, since their value is not the minimax value."""

from pathlib import Path
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from prunecheck.errors import PreconditionError

FUTILITY: Final = """
    from math import inf

    def evaluate(pile):
        return pile * 7 % 5 - 2

    def search(pile, depth, alpha, beta):
        if depth == 0 or pile == 0:
            return evaluate(pile)
        static = evaluate(pile)
        best = -inf
        for take in range(1, min(3, pile) + 1):
            TEST
            found = -search(pile - take, depth - 1, -beta, -max(alpha, best))
            best = max(best, found)
            if best >= beta:
                break
        return best
"""
START: Final = "search(9, 3, -inf, inf)"


@pytest.mark.parametrize(
    "test", ["if take > 1 and static + 2 <= alpha: continue", "if beta <= static - 3: return static"]
)
def test_a_margin_is_named_with_its_line(test: str, tmp_path: Path) -> None:
    """The first test is futility pruning, the second one is reverse futility pruning."""
    with pytest.raises(
        PreconditionError, match=r"`search` compares an evaluation and a margin with its window \(line 13\)"
    ):
        own_subject(tmp_path, FUTILITY.replace("TEST", test), "search", START)


@pytest.mark.parametrize(
    "test", ["if best + 1 <= alpha: pass", "if static <= alpha: pass", "if alpha + 1 >= beta: pass"]
)
def test_other_comparisons_with_the_window_are_no_margins(test: str, tmp_path: Path) -> None:
    """The best value of the calls, a comparison without a margin, and a null window."""
    assert_right(own_subject(tmp_path, FUTILITY.replace("TEST", test), "search", START))
