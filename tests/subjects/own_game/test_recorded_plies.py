"""The depth to which a game is recorded: slow games, extra moves, and what a start with too few positions needs."""

from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from prunecheck import cli

WIDE = """
    from time import process_time

    def search(path, depth, alpha, beta, mine):
        until = process_time() + 0.001
        while process_time() < until:
            pass
        if depth == 0:
            return sum(path) % 7
        best = -99 if mine else 99
        for move in range(24):
            value = search(path + (move,), depth - 1, alpha, beta, not mine)
            if mine:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best
"""


@pytest.mark.slow
def test_a_slow_game_with_many_moves_has_trees_of_several_plies(tmp_path: Path) -> None:
    subject = own_subject(tmp_path, WIDE, "search", "search((), 4, -99, 99, True)")
    plies = {node.ply for node in subject.games[0].starts()}
    assert {0, 1} <= plies
    assert_right(subject, 5)


EXTRA_MOVES = """
    def search(stones, depth, mine):
        if depth == 0 or stones <= 0:
            return stones % 5 if mine else -(stones % 3)
        values = [
            search(stones - take, depth, mine) if take == 2 else search(stones - take, depth - 1, not mine)
            for take in (1, 2, 3)
        ]
        return max(values) if mine else min(values)
"""


def test_an_extra_move_may_leave_the_depth(tmp_path: Path) -> None:
    """In mancala, an extra move keeps the depth; moves then have different depths, but each is searched once."""
    assert_right(own_subject(tmp_path, EXTRA_MOVES, "search", "search(7, 2, True)"), trees=40)


FEW: Final = """
    def search(depth, alpha, beta, mine):
        if depth == 0:
            return 1
        best = -99 if mine else 99
        for move in range(2):
            value = search(depth - 1, alpha, beta, not mine)
            best = max(best, value) if mine else min(best, value)
        return best
"""


@pytest.mark.slow
def test_a_start_with_few_positions_is_not_called_slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The start needs another position, not less depth."""
    monkeypatch.chdir(tmp_path)
    Path("few.py").write_text(dedent(FEW))
    assert cli.run(["verify", "few.py:search", "--start", "search(1, -99, 99, True)", "--effort", "quick"]) == 3
    said = capsys.readouterr().out
    assert (
        "only 1 position of its game could be checked. Give a starting call with more moves or a larger depth" in said
    )
    assert "searches are slow" not in said


MANY: Final = """
    def search(marks, depth, table):
        if (marks, depth) in table:
            return table[marks, depth]
        if depth == 0:
            return sum(marks) % 19 - 9
        best = max(-search((*marks, mark), depth - 1, table) for mark in range(100))
        table[marks, depth] = best
        return best
"""


@pytest.mark.slow
def test_a_game_of_which_only_one_ply_can_be_recorded_needs_fewer_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """More depth would not help, since two plies are too many calls."""
    monkeypatch.chdir(tmp_path)
    Path("many.py").write_text(dedent(MANY))
    assert cli.run(["verify", "many.py:search", "--start", "search((), 2, {})", "--effort", "quick"]) == 3
    said = capsys.readouterr().out
    assert (
        "The search makes too many calls, or is too slow. Give a starting call from a position with fewer moves" in said
    )
    assert "larger depth" not in said


STOPS_EARLY = """
    def search(stones, depth, mine, alpha, beta):
        if depth == 0:
            return 1
        best = -9 if mine else 9
        for take in (1, 2, 3, 4):
            value = search(stones - take, depth - 1, not mine, alpha, beta)
            if mine and value == 1:
                return value
            if mine:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if beta <= alpha:
                break
        return best
"""


@pytest.mark.slow
def test_a_search_that_stops_early_is_recorded_to_fewer_plies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With other values than those of its game, it makes more calls than can be recorded."""
    monkeypatch.setattr("prunecheck.subjects.own_game.learning.drawn_runs.MOST_CALLS", 60)
    subject = own_subject(tmp_path, STOPS_EARLY, "search", "search(99, 5, True, -9, 9)")
    (game,) = subject.games
    assert game.limits.plies in range(2, 5)
