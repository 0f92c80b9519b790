"""The verdict says that the game of a starting call is small, and what to do, even without `-v`."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck import cli

SEARCH: Final = """
def search(pile, depth, alpha, beta):
    if pile == 0 or depth == 0:
        return pile % 4 - (pile == 0) * 10
    best = -100
    for taken in range(1, min(pile, 3) + 1):
        best = max(best, -search(pile - taken, depth - 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""


def _verdict(start: str, *options: str) -> int:
    Path("pile.py").write_text(SEARCH, encoding="utf-8")
    return cli.run(["verify", "pile.py:search", "--start", start, "--examples", "3", *options])


@pytest.mark.slow
def test_a_pass_on_a_small_game_says_how_many_positions_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert _verdict("search(3, 3, -100, 100)") == 0
    said = " ".join(capsys.readouterr().out.split())
    calls = "the starting call searches the moves of only 4 positions"
    assert f"{calls}; give a starting call with more moves or a larger depth" in said
    assert _verdict("search(9, 5, -100, 100)") == 0
    assert "a starting call with more moves" not in " ".join(capsys.readouterr().out.split())


def test_a_game_that_is_too_small_says_first_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the details list the contracts that were not exercised."""
    monkeypatch.chdir(tmp_path)
    assert _verdict("search(1, 1, -100, 100)") == 3
    said = capsys.readouterr().out
    first = "INCONCLUSIVE  pile.py:search  the starting call has too few moves; give one with more moves"
    assert " ".join(first.split()) in " ".join(said.split())
    assert "too few trees exercised exact" not in said
    assert _verdict("search(1, 1, -100, 100)", "-v") == 3
    assert "too few trees exercised exact" in " ".join(capsys.readouterr().out.split())
