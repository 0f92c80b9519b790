"""Cases from more public programs: lost state and values, where the value is, who moves, and missing bounds."""

from pathlib import Path
from random import Random

import pytest

from own_programs import assert_right, own_subject
from prunecheck.errors import PreconditionError
from prunecheck.subjects.importing.stand_ins import StandIn
from prunecheck.subjects.own_game.hooks.answers import is_number

ON_A_WINDOW = """
    import tkinter

    class Game(tkinter.Tk):
        def search(self, depth, mine):
            if depth == 0:
                return len(self.board) % 3
            values = []
            for square in [each for each in range(4) if each not in self.board]:
                self.board[square] = mine
                self.played.append(square)
                values.append(self.search(depth - 1, not mine))
                {undo}
            return max(values) if mine else min(values)

    def game():
        found = Game.__new__(Game)
        found.board, found.played = {{0: True}}, []
        return found
"""
UNDO_ONE, UNDO_ALL = "del self.board[self.played.pop()]", "while self.played: del self.board[self.played.pop()]"


@pytest.mark.parametrize("undo, faults", [(UNDO_ONE, 0), (UNDO_ALL, 1)], ids=["one move", "all moves"])
def test_a_call_must_restore_a_position_that_it_shares_with_its_caller(undo: str, faults: int, tmp_path: Path) -> None:
    """An object whose class inherits from a stand-in for a library has its own position as well."""
    subject = own_subject(tmp_path, ON_A_WINDOW.format(undo=undo), "Game.search", "game().search(3, True)")
    assert len(subject.faults) == faults, subject.faults
    assert not faults or "changes `self.board` and does not restore it before it returns" in subject.faults[0]


FORGETS_ITS_VALUE = """
    def search(stones, depth, mine):
        if depth == 0:
            return stones % 3
        best = float("-inf") if mine else float("inf")
        for take in (1, 2, 3, 4):
            value = search(stones - take, depth - 1, not mine)
            if mine:
                best = max(best, value)
            else:
                forgotten = min(best, value)
        return best
"""


def test_an_infinite_value_that_no_leaf_has_comes_from_the_search(tmp_path: Path) -> None:
    """For MIN, the search never updates `best`, so it returns inf; no leaf has that value, so these are not leaves."""
    subject = own_subject(tmp_path, FORGETS_ITS_VALUE, "search", "search(9, 2, True)")
    (game,) = subject.games
    assert not game.opaque


@pytest.mark.parametrize(("leaf", "leaves"), [("stones % 3", 0), ("inf if stones == 70 else stones % 3", 3)])
def test_a_few_infinite_values_come_from_the_search_if_the_source_gives_none(
    leaf: str, leaves: int, tmp_path: Path
) -> None:
    """If the source also returns an infinite value, three positions may have it because of moves without a call."""
    text = FORGETS_ITS_VALUE.replace("(1, 2, 3, 4)", "(1, 2, 3)").replace("stones % 3", leaf)
    (game,) = own_subject(tmp_path, f"    from math import inf\n{text}", "search", "search(9, 2, True)").games
    assert len(game.opaque) == leaves


def test_an_object_that_answers_to_any_name_is_not_a_number() -> None:
    assert not is_number(StandIn())


NONE_FOR_NO_BOUND = """
    def search(stones, depth, alpha, beta):
        if depth == 0:
            return stones % 5 - 2
        alpha = -9 if alpha is None else alpha
        beta = 9 if beta is None else beta
        for take in (1, 2, 3):
            alpha = max(alpha, -search(stones - take, depth - 1, -beta, -alpha))
            if alpha >= beta:
                return beta
        return alpha
"""


def test_a_bound_may_be_none_in_some_calls(tmp_path: Path) -> None:
    assert_right(own_subject(tmp_path, NONE_FOR_NO_BOUND, "search", "search(9, 3, None, None)"))


CALLER_WRITES_THE_MOVE = """
    def search(stones, depth, mine):
        if depth == 0:
            return [-1, stones % 2]
        best = [-1, -9 if mine else 9]
        for take in (1, 2, 3):
            found = search(stones - take, depth - 1, not mine)
            found[0] = take
            if (found[1] > best[1]) if mine else (found[1] < best[1]):
                best = found
        return best
"""


def test_a_caller_may_write_its_move_into_an_answer(tmp_path: Path) -> None:
    """The moves follow another rule more often than the values differ, but the values always follow a rule."""
    subject = own_subject(tmp_path, CALLER_WRITES_THE_MOVE, "search", "search(9, 3, True)")
    assert subject.games[0].places == {"search": 1}
    assert_right(subject)


SMALL_BEST_VALUES = """
    def search(stones, depth, mine):
        if depth == 0:
            return 5000 if stones == 3 else stones % 3
        best = -100 if mine else 100
        for take in (1, 2, 3):
            value = search(stones - take, depth - 1, not mine)
            best = max(best, value) if mine else min(best, value)
        return best
"""


def test_a_search_whose_best_value_starts_too_small_still_shows_who_moves(tmp_path: Path) -> None:
    """No rule explains every call, so the one that explains the most values decides."""
    subject = own_subject(tmp_path, SMALL_BEST_VALUES, "search", "search(8, 2, False)")
    (game,) = subject.games
    assert not game.is_max(game.root)
    assert all(game.is_max(node) for node in game.root.children)


def test_some_trees_only_have_large_values_of_one_sign(tmp_path: Path) -> None:
    """On trees whose large values have one sign, the minimum of many leaves may exceed a constant of the search."""
    subject = own_subject(tmp_path, SMALL_BEST_VALUES, "search", "search(8, 2, False)")
    random = Random(1)  # noqa: S311
    drawn = [subject.drawn_tree(random).leaf_values for _ in range(40)]
    assert any(min(values) > 100 for values in drawn)
    assert any(max(values) < -100 for values in drawn)
    assert any(min(values) < 0 < max(values) for values in drawn)


RETURNS_THE_LAST = """
    def search(stones, depth, mine):
        if depth == 0:
            return stones % 3, None
        for take in (1, 2, 3):
            value, _ = search(stones - take, depth - 1, not mine)
        return value, take
"""


def test_a_search_that_returns_some_value_of_its_calls_is_judged(tmp_path: Path) -> None:
    """The number in its answers is a value, even if no rule explains it."""
    subject = own_subject(tmp_path, RETURNS_THE_LAST, "search", "search(9, 3, True)")
    with pytest.raises(AssertionError):
        assert_right(subject)


ALIKE = """
    class Hidden:
        pass

    def search(position, depth, mine):
        if depth == 0:
            return 0
        values = [search(Hidden(), depth - 1, not mine) for _ in range(2)]
        return max(values) if mine else min(values)
"""


def test_children_that_look_alike_are_not_one_child_searched_twice(tmp_path: Path) -> None:
    subject = own_subject(tmp_path, ALIKE, "search", "search(Hidden(), 2, True)")
    assert [len(node.children) for node in subject.games[0].starts()] == [2, 2, 2]
    assert_right(subject)


FIRST_MOVE_IN_LEAVES = """
    def search(stones, depth, mine, first=None):
        if depth == 0:
            return first, stones % 2
        found = [search(stones - take, depth - 1, not mine, first or (take, 0)) for take in (1, 2, 3)]
        return (max if mine else min)(found, key=lambda each: each[1])
"""


def test_a_move_that_comes_from_a_leaf_is_not_taken_for_the_search_s_own(tmp_path: Path) -> None:
    """The leaves that are shown contain moves of the real game, which random values do not fit."""
    subject = own_subject(tmp_path, FIRST_MOVE_IN_LEAVES, "search", "search(9, 3, True)")
    assert subject.moves[0].names(subject.games[0].root) is None


ENDS_ONLY_THE_ROW = """
    def won(board):
        lines = [*board, *zip(*board)]
        return next((line[0] for line in lines if line[0] == line[1] != ""), "")

    def search(board, mine, alpha, beta):
        if won(board) or all(map(all, board)):
            return {"X": 2, "O": -2}.get(won(board), 0)
        best = -9 if mine else 9
        for row in range(3):
            for column in range(2):
                if board[row][column] == "":
                    board[row][column] = "X" if mine else "O"
                    value = search(board, not mine, alpha, beta)
                    board[row][column] = ""
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
def test_a_cutoff_may_end_only_the_inner_of_two_loops(tmp_path: Path) -> None:
    """Later moves are not taken for the skipped moves. Some skipped moves end the game."""
    start = "search([['', ''], ['', ''], ['', '']], True, -9, 9)"
    subject = own_subject(tmp_path, ENDS_ONLY_THE_ROW, "search", start)
    assert not subject.faults, subject.faults
    assert_right(subject)


VISITED = """
    def play(left, right, depth):
        seen = set()

        def search(left, right, depth, mine, alpha, beta):
            if depth == 0:
                return 0
            best = -9 if mine else 9
            for position in ((left - 1, right), (left, right - 1), (left - 2, right), (left, right - 2)):
                {skip}
                value = search(*position, depth - 1, not mine, alpha, beta)
                seen.add((position, depth))
                if mine:
                    best = max(best, value)
                    alpha = max(alpha, best)
                else:
                    best = min(best, value)
                    beta = min(beta, best)
                if beta < alpha:
                    break
            return best

        return search(left, right, depth, True, -9, 9)
"""


@pytest.mark.slow
def test_a_search_may_not_skip_positions_that_it_has_visited(tmp_path: Path) -> None:
    """Which positions it skips depends on its cutoffs. All values of its game are equal, so nothing is cut off."""
    assert_right(own_subject(tmp_path, VISITED.format(skip="pass"), "play", "play(20, 20, 4)"))
    skips = VISITED.format(skip="if (position, depth) in seen: continue")
    with pytest.raises(
        PreconditionError, match="`search` makes other calls in a position after it has searched other positions"
    ):
        own_subject(tmp_path, skips, "play", "play(20, 20, 4)")


MOVES_STORE_UNDO = """
    class Move:
        def __init__(self, take):
            self.take, self.was_last = take, False

    class Game:
        def __init__(self, stones):
            self.stones = stones

        def moves(self):
            return [Move(take) for take in (1, 2, 3) if take <= self.stones]

        def make(self, move):
            self.stones -= move.take
            if self.stones == 0:
                move.was_last = True

    def search(game, moves, depth, mine):
        if depth == 0 or not moves:
            return game.stones % 3 if moves else (-3 if mine else 3)
        values = []
        for move in moves:
            game.make(move)
            values.append(search(game, game.moves(), depth - 1, not mine))
            game.stones += move.take
        return max(values) if mine else min(values)
"""


def test_a_move_may_store_what_to_undo(tmp_path: Path) -> None:
    """The last move of the game is only made in later positions, and each call has a list of moves of its own."""
    start = "search(Game(20), Game(20).moves(), 3, True)"
    subject = own_subject(tmp_path, MOVES_STORE_UNDO, "search", start)
    assert not subject.faults, subject.faults


SHOWS_ITS_WINDOW = """
    class Position:
        def __init__(self, stones, alpha, beta):
            self.stones, self.alpha, self.beta = stones, alpha, beta

    def search(position, depth, alpha, beta):
        if depth == 0:
            return position.stones % 5 - 2
        best = -9
        for take in (1, 2, 3, 4):
            child = Position(position.stones - take, -beta, -alpha)
            best = max(best, -search(child, depth - 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
"""


def test_a_window_that_is_stored_in_a_position_does_not_identify_it(tmp_path: Path) -> None:
    subject = own_subject(tmp_path, SHOWS_ITS_WINDOW, "search", "search(Position(30, -9, 9), 3, -9, 9)")
    (game,) = subject.games
    assert len(game.root.children) == 4
    assert game.watched.parts.names == {"position.stones"}
    assert_right(subject)


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


STORES_A_TIME = """
    import time

    class Position:
        def __init__(self, stones):
            self.stones, self.made = stones, time.time()

    def search(position, depth):
        if depth == 0:
            return position.stones % 5 - 2
        return max(-search(Position(position.stones - take), depth - 1) for take in (1, 2, 3, 4))
"""


def test_a_position_may_store_when_it_was_made(tmp_path: Path) -> None:
    assert_right(own_subject(tmp_path, STORES_A_TIME, "search", "search(Position(30), 3)"))
