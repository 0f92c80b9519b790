"""Cases found in other public programs: mate distance, moves searched again, lambdas, and attributes of a game."""

import ast
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from prunecheck import cli
from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.hooks.rewrite import recursion
from prunecheck.trees.protocol import INF
from prunecheck.trees.search import value_of
from prunecheck.variants.forms.minimax import minimax


def test_values_that_are_changed_for_the_distance_to_a_mate_are_not_drawn(tmp_path: Path) -> None:
    """Random values hardly ever come as close to the value of a mate as those that the search changes."""
    text = """
        def search(pile, mine):
            if pile <= 0:
                return -1_000_000 if mine else 1_000_000
            best = -10**9 if mine else 10**9
            for taken in (1, 2, 3):
                value = search(pile - taken, not mine)
                value += -1 if value > 999_000 else 1 if value < -999_000 else 0
                best = max(best, value) if mine else min(best, value)
            return best
    """
    subject = own_subject(tmp_path, text, "search", "search(6, True)")
    assert subject.games[0].limits.values == 30_000
    assert (
        "changes larger values that its recursive calls return, so it was only checked with values from -30,000 "
        "to 30,000" in subject.facts
    )
    assert_right(subject)


PVS: Final = """
    def search(pile, depth, alpha, beta):
        if depth == 0:
            return 0
        first = True
        for taken in (1, 2, 3, 4):
            if first:
                value = -search(pile - taken, depth - 1, -beta, -alpha)
            else:
                value = -search(pile - taken, depth - 1, -alpha - 1, -alpha)
                if value > alpha:
                    value = -search(pile - taken, depth - 1, -beta, -alpha)
            if value >= beta:
                return beta
            if value > alpha:
                alpha, first = value, False
        return alpha
"""


@pytest.mark.parametrize("depth", [1, 2])
def test_a_move_that_is_searched_again_only_with_other_values_is_one_move(depth: int, tmp_path: Path) -> None:
    """All leaves of this game are equal, so that no move of the game itself is searched again."""
    subject = own_subject(tmp_path, PVS, "search", f"search(20, {depth}, -9999, 9999)")
    assert len(subject.games[0].root.children) == 4
    assert_right(subject)


def test_a_lambda_with_a_name_does_not_call_itself() -> None:
    """The lambda contains its own name only because it is assigned to that name."""
    text = """
        def best(board, most):
            over = lambda board, depth: depth >= most or not board
            def search(board, depth):
                return 0 if over(board, depth) else -search(board[1:], depth + 1)
            return search(board, 0)
    """
    assert recursion(ast.parse(dedent(text)), "best").functions == ("best.search",)
    assert recursion(ast.parse("count = lambda pile: pile and 1 + count(pile - 1)"), "count").functions == ("count",)


def test_a_number_in_an_answer_by_which_nothing_is_chosen_is_not_the_value(tmp_path: Path) -> None:
    """The search returns a position, and chooses by evaluating the returned positions."""
    text = """
        class Game:
            def __init__(self, pile, player):
                self.pile, self.player = pile, player

            def worth(self):
                return self.pile * 7 % 5

        def search(game, depth):
            if depth == 0 or not game.pile:
                return game
            below = [search(Game(game.pile - taken, 3 - game.player), depth - 1) for taken in (1, 2, 3)]
            return (max if game.player == 1 else min)(below, key=Game.worth)
    """
    with pytest.raises(PreconditionError, match="but never chooses by its `player`; return the value"):
        own_subject(tmp_path, text, "search", "search(Game(20, 1), 3)")


@pytest.mark.slow
def test_a_coordinate_of_a_move_is_not_the_value_of_a_driver(tmp_path: Path) -> None:
    """All values of this game are -1, 0 or 1, and the first of many equal moves is in row 0."""
    text = """
        def search(board, mine):
            lines = (*board, *zip(*board))
            for player, value in (("X", 1), ("O", -1)):
                if (player,) * 3 in map(tuple, lines):
                    return value
            free = [(row, column) for row in range(3) for column in range(3) if not board[row][column]]
            values = []
            for row, column in free:
                board[row][column] = "X" if mine else "O"
                values.append(search(board, not mine))
                board[row][column] = ""
            return (max if mine else min)(values, default=0)

        def best(board):
            found, move = -9, None
            for row in range(3):
                for column in range(3):
                    if not board[row][column]:
                        board[row][column] = "X"
                        value = search(board, False)
                        board[row][column] = ""
                        if value > found:
                            found, move = value, (row, column)
            return move
    """
    subject = own_subject(tmp_path, text, "best", "best([['X', '', ''], ['', 'O', ''], ['', '', '']])")
    assert subject.games[0].root.function == "search"
    assert_right(subject)


OPTION: Final = """
    def best(game, state):
        def largest(state, alpha, beta):
            if game.is_terminal(state):
                return game.utility(state)
            value = -10**9
            for action in game.actions(state):
                value = max(value, smallest(game.result(state, action), alpha, beta))
                if value >= beta:
                    if game.shows_cutoffs:
                        print(state)
                    return value
                alpha = max(alpha, value)
            return value

        def smallest(state, alpha, beta):
            if game.is_terminal(state):
                return game.utility(state)
            value = 10**9
            for action in game.actions(state):
                value = min(value, largest(game.result(state, action), alpha, beta))
                if value <= alpha:
                    if game.shows_cutoffs:
                        print(state)
                    return value
                beta = min(beta, value)
            return value

        return largest(state, -10**9, 10**9)
"""
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


def test_an_option_that_only_its_own_game_has_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If the search first reads it after the calls that show how it is called."""
    monkeypatch.chdir(tmp_path)
    Path("option.py").write_text(dedent(OPTION))
    assert cli.run(["verify", "option.py:best", "--examples", "50"]) == 2
    assert "`shows_cutoffs` of its game, which random trees do not have" in capsys.readouterr().err


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
    assert "take long" not in said


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


SEARCHES_AGAIN_OUTSIDE = """
    def search(stones, depth, alpha, beta):
        if depth == 0:
            return stones * 7 % 11 - 5
        best, bound = -99, beta
        for take in (1, 2, 3, 4):
            score = -search(stones - take, depth - 1, -bound, -alpha)
            if score > best:
                best = score if alpha < score < beta else -search(stones - take, depth - 1, -beta, -score)
            if alpha > beta:
                return alpha
            bound = alpha + 1
        return best
"""


def test_a_move_may_be_searched_again_only_in_the_program_s_own_windows(tmp_path: Path) -> None:
    """With open windows, each value is inside. The second call is not taken for that of the next move."""
    subject = own_subject(tmp_path, SEARCHES_AGAIN_OUTSIDE, "search", "search(40, 2, -99, 99)")
    random, search = Random(1), subject.open()  # noqa: S311
    for tree in [subject.drawn_tree(random) for _ in range(20)]:
        true = minimax(tree, tree.root)
        assert value_of(search.search(tree, tree.root, true + 1, INF)) <= true + 1
        assert value_of(search.search(tree, tree.root, true - 1, true + 1)) == true
