"""A search that returns a fixed number for a finished game, or at its depth limit, does not fit random trees."""

from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from prunecheck import PreconditionError, verify_search

SEARCH: Final = """
    from math import inf

    def negamax(node, depth, alpha, beta):
        if node.is_terminal():
            return OVER
        if depth == 0:
            return LIMIT
        best = -inf
        for child in node.children():
            best = max(best, SIGN negamax(child, depth - 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
"""


def searched(folder: Path, *, over: str = "node.evaluate()", limit: str = "node.evaluate()", sign: str = "-") -> str:
    file = folder / "game.py"
    file.write_text(dedent(SEARCH).replace("OVER", over).replace("LIMIT", limit).replace("SIGN", sign))
    return f"{file}:negamax"


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"limit": "0"}, r"it returns 0 for each position at its depth limit \(line 8\)"),
        ({"over": "-100"}, r"it returns 100 or -100 for each position without moves \(line 6\)"),
    ],
    ids=["limit", "over"],
)
def test_it_needs_a_starting_call(parts: dict[str, str], said: str, tmp_path: Path) -> None:
    """Its values are right for its own game, so this is not a bug."""
    with pytest.raises(PreconditionError, match=rf"{said}.* Return the evaluation for the check"):
        verify_search(searched(tmp_path, **parts), examples=20)


def test_it_still_fails_if_it_is_wrong_elsewhere(tmp_path: Path) -> None:
    assert verify_search(searched(tmp_path, limit="0", sign="+"), examples=20).status == "refuted"


def test_an_evaluation_at_the_limit_passes(tmp_path: Path) -> None:
    verdict = verify_search(searched(tmp_path), examples=20)
    assert verdict.sound, str(verdict)
