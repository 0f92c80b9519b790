"""A search that hangs on all trial trees is checked on its own game, if a call in its file starts it."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from prunecheck import verify_search
from prunecheck.subjects.find import Loading, PythonSubject, find_subject
from prunecheck.subjects.find_start import find_likelier_start
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject
from prunecheck.verify.outcomes import Severity

GAME: Final = """
class Pile:
    def __init__(self, stones):
        self.stones = stones

    def is_leaf(self):
        return self.stones == 0

    def value(self):
        return -1

    def children(self):
        return [Pile(self.stones - taken) for taken in (1, 2, 3) if taken <= self.stones]


def search(node, alpha, beta):
    while WAITS and not isinstance(node, Pile):
        pass
    if node.is_leaf():
        return node.value()
    for child in node.children():
        alpha = max(alpha, -search(child, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


if __name__ == "__main__":
    print(search(Pile(7), -9, 9))
"""


@pytest.mark.parametrize("hangs", [True, False])
def test_a_starting_call_is_used_if_the_search_hangs(hangs: bool, tmp_path: Path) -> None:
    """Only then: any other search that may run on random trees is checked on these."""
    (tmp_path / "game.py").write_text(GAME.replace("WAITS", "False"), encoding="utf-8")
    found = find_subject(f"{tmp_path / 'game.py'}:search")
    assert isinstance(found, PythonSubject)
    likelier = find_likelier_start(replace(found, doubtful=True, hangs=hangs), Loading())
    assert isinstance(likelier, OwnGameSubject) == hangs


@pytest.mark.slow
def test_a_search_that_only_hangs_on_random_trees_is_right(tmp_path: Path) -> None:
    """It fails no contract on its own game."""
    (tmp_path / "game.py").write_text(GAME.replace("WAITS", "True"), encoding="utf-8")
    verdict = verify_search(f"{tmp_path / 'game.py'}:search", examples=20)
    assert all(finding.severity in (Severity.NOTE, Severity.FACT) for finding in verdict.findings), verdict
