"""The verdict says that the game of a starting call is small, and what to do, even without `-v`."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck import cli, verify_search

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


DEEPENING: Final = """
class Pile:
    def __init__(self):
        self.left, self.taken = 9, []


table = {}


def search(pile, depth, alpha, beta):
    first = alpha
    if pile.left in table:
        value, flag = table[pile.left]
        if flag == 0 or (flag > 0 and value >= beta) or (flag < 0 and value <= alpha):
            return value
    if pile.left == 0 or depth == 0:
        return pile.left * 7 % 5 - 2
    best = -100
    for nth, take in enumerate((1, 2, 3)[: pile.left]):
        pile.left -= take
        pile.taken.append(take)
        value = -search(pile, depth - 1, -alpha - 1 if nth else -beta, -alpha)
        if nth and alpha < value < beta:
            value = -search(pile, depth - 1, -beta, -value)
        pile.left += pile.taken.pop()
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    table[pile.left] = best, -1 if best <= first else 1 if best >= beta else 0
    return best


def deepen(pile, most):
    for depth in range(1, most + 1):
        value = search(pile, depth, -100, 100)
    return value
"""


def test_a_table_that_answers_all_later_searches_is_the_reason_for_a_small_game(tmp_path: Path) -> None:
    """The table has no depth, so the searches to larger depths make no calls. More moves would not help."""
    file = tmp_path / "deepening.py"
    file.write_text(DEEPENING, encoding="utf-8")
    verdict = verify_search(f"{file}:search", start="deepen(Pile(), 4)", effort="quick", examples=3)
    (searched,) = verdict.searches
    assert searched.too_small.startswith("the table answers all searches of the starting call except the first; if")
    assert "The table answers all other searches of the starting call" in str(verdict)
