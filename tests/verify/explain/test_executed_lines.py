"""A line that the counterexample does not execute is not blamed, even if it is wrong."""

from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from prunecheck import verify_search
from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.verify.explain.executed_lines import executed_lines

SEARCH: Final = dedent("""\
    from math import inf

    def search(marks, depth, alpha, beta, is_max):
        if depth == 0:
            return sum((3 * nth % 5 - 2) * mark * (mark + nth) for nth, mark in enumerate(marks)) % 23 - 11
        best = -inf if is_max else inf
        for mark in (1, 2, 4, 5):
            value = search((*marks, mark), depth - 1, alpha, beta, not is_max)
            if is_max:
                best = max(best, value)
                beta = min(beta, best)
            else:
                best = WORST
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best
""")
START: Final = "search((1,), 2, -inf, inf, True)"
MAX_LINE: Final = "game.py:11 updates `beta`"


@pytest.mark.slow
@pytest.mark.parametrize(("worst", "blamed"), [("min(best, value)", True), ("value", False)])
def test_a_mistake_in_the_other_players_branch_is_not_blamed(
    worst: str, blamed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The smallest tree has only a move of MIN, who takes the last value. The search is wrong for MAX, too."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.py").write_text(SEARCH.replace("WORST", worst), encoding="utf-8")
    said = str(verify_search("game.py:search", start=START, examples=20))
    assert "wrong" in said
    assert (MAX_LINE in said) == blamed


def test_only_lines_below_the_judged_call_count(tmp_path: Path) -> None:
    """The starting call runs MAX's branch on the way to a position in which MIN moves."""
    file = tmp_path / "game.py"
    file.write_text(SEARCH.replace("WORST", "min(best, value)"), encoding="utf-8")
    subject = own_game_subject(f"{file}:search", [START])
    instance = subject.open()
    tree = next(tree for tree in subject.real_trees() if not tree.is_max(tree.root))

    def call() -> None:
        instance.search(tree, tree.root, -(10**6), 10**6)

    functions, above = subject.calls_above(tree)
    executed = executed_lines(call, str(file), functions, above)
    assert above == 1
    assert {11, 14} & executed == {14}
    assert {11, 14} <= executed_lines(call, str(file))


def test_nothing_is_known_about_a_call_that_fails(tmp_path: Path) -> None:
    def fails() -> None:
        raise ValueError

    (tmp_path / "game.py").write_text(SEARCH, encoding="utf-8")
    assert executed_lines(fails, str(tmp_path / "game.py")) == frozenset()
