"""The line of a cutoff test that goes on at equal bounds, which explains extra leaves."""

from pathlib import Path

import pytest

from prunecheck import verify_search
from prunecheck.subjects.source.suspects import suspects

TEXT = """
from math import inf


def search(pile, depth, alpha, beta, mine):
    if depth == 0 or not pile:
        return pile * 7 % 5 - 2
    best = -inf if mine else inf
    for take in [each for each in (1, 2, 3) if each <= pile]:
        found = search(pile - take, depth - 1, alpha, beta, not mine)
        if mine:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if {test}:
            break
    return best
"""
START = "search(9, 4, -inf, inf, True)"


@pytest.mark.slow_cases("beta < alpha")
@pytest.mark.parametrize("test", ["alpha > beta", "beta < alpha"])
def test_a_strict_test_has_its_line_in_the_verdict(test: str, tmp_path: Path) -> None:
    """The values are right, so the verdict only has a note."""
    file = tmp_path / "game.py"
    file.write_text(TEXT.format(test=test))
    verdict = verify_search(f"{file}:search", start=[START], examples=15)
    assert verdict.sound, str(verdict)
    assert "line 17 continues if `alpha` equals `beta`; write `alpha >= beta`" in str(verdict)


@pytest.mark.slow
def test_the_usual_test_has_no_note(tmp_path: Path) -> None:
    """The repair evaluates as many leaves as alpha-beta."""
    file = tmp_path / "game.py"
    file.write_text(TEXT.format(test="alpha >= beta"))
    verdict = verify_search(f"{file}:search", start=[START], examples=15)
    assert verdict.sound, str(verdict)
    assert "continues if" not in str(verdict)


def test_a_strict_test_is_not_suspect_otherwise() -> None:
    """A search with a strict test has right values, so the test explains no wrong value."""
    assert suspects(TEXT.format(test="alpha > beta"), "search") == []
    assert [suspect.line for suspect in suspects(TEXT.format(test="alpha > beta"), "search", strict=True)] == [17]
