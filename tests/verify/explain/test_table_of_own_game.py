"""The table is named as the cause for a search on its own game, if the search is right with an empty table."""

from pathlib import Path
from typing import Final

import pytest

from piles import HEAD
from prunecheck import verify_search

SEARCH: Final = """
known = {}

def search(pile, is_max, alpha, beta):
    if not moves(pile):
        return -1 if is_max else 1
    if (pile, is_max) in known:
        return known[pile, is_max]
    best = -inf if is_max else inf
    for take in moves(pile):
        value = search(pile - take, not is_max, alpha, beta)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, BEST)
        else:
            best = min(best, value)
            beta = min(beta, BEST)
        if alpha >= beta:
            break
    STORE
    return best
"""
STORES: Final = "known[pile, is_max] = best"


@pytest.mark.parametrize(
    ("best", "store", "cause"),
    [("best", STORES, "table"), ("0", "known[len(known)] = best", "")],
    ids=["table", "other"],
)
def test_a_table_is_the_cause_if_the_search_is_right_without_it(
    best: str, store: str, cause: str, tmp_path: Path
) -> None:
    """The table takes bounds for values; the other search has a wrong bound, and never uses its table."""
    file = tmp_path / "game.py"
    file.write_text(HEAD + SEARCH.replace("BEST", best).replace("STORE", store), encoding="utf-8")
    verdict = verify_search(f"{file}:search", start="search(7, True, -inf, inf)", examples=60)
    wrong = [finding for finding in verdict.findings if finding.words.startswith("wrong value")]
    assert wrong, str(verdict)
    assert (wrong[0].cause == "table") == (cause == "table"), wrong
