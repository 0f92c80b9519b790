"""Alpha and beta are found by their names, or by the values passed on."""

from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from piles import MINIMAX, NEGAMAX, START, Written, game
from prunecheck.errors import OutsideError, PreconditionError
from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.trees.protocol import INF
from prunecheck.trees.search import value_of
from prunecheck.variants.forms.minimax import minimax


@pytest.mark.parametrize(("alpha", "beta"), [("alpha", "beta"), ("a", "b"), ("lower", "upper"), ("x", "y")])
@pytest.mark.parametrize("style", ["minimax", "negamax"])
def test_a_window_is_found_under_any_name(style: str, alpha: str, beta: str, tmp_path: Path) -> None:
    """The bounds are passed on unchanged, or negated and exchanged in each call."""
    text = (MINIMAX if style == "minimax" else NEGAMAX).replace("alpha", alpha).replace("beta", beta)
    start = START if style == "minimax" else "negamax(3, -inf, inf)"
    found = game(tmp_path, Written(text, style, start.replace("3", "6")))
    known = found.program.recorder.parameters(style)
    assert (known.alpha, known.beta) == (alpha, beta)


@pytest.mark.parametrize(("alpha", "beta", "board"), [("a", "be", "b"), ("a", "w", "b")])
def test_a_board_with_the_name_of_a_bound_is_not_a_bound(alpha: str, beta: str, board: str, tmp_path: Path) -> None:
    """A board may be a whole number with one letter as its name."""
    text = NEGAMAX.replace("alpha", alpha).replace("beta", beta).replace("pile", board)
    found = game(tmp_path, Written(text, "negamax", "negamax(6, -inf, inf)"))
    known = found.program.recorder.parameters("negamax")
    assert (known.alpha, known.beta) == (alpha, beta)


@pytest.mark.slow
def test_a_depth_that_counts_up_is_not_a_bound(tmp_path: Path) -> None:
    """A depth that counts up grows below beta, as alpha does.

    The test `a > b` lets the bounds be equal, which an open window does not allow.
    """
    text = """
def search(pile, a, b, depth, mine):
    if depth == 3 or not pile:
        return 100
    best = -1000 if mine else 1000
    for take in range(1, min(len(pile), 3) + 1):
        value = search(pile[take:], a, b, depth if mine else depth + 1, not mine)
        if mine:
            best = max(best, value)
            a = max(a, best)
        else:
            best = min(best, value)
            b = min(b, best)
        if a > b:
            return best
    return best
"""
    found = game(tmp_path, Written(text, "search", "search('o' * 20, -inf, inf, 0, True)"))
    known = found.program.recorder.parameters("search")
    assert (known.alpha, known.beta, known.depth) == ("a", "b", "depth")


def test_numbers_that_do_not_narrow_are_not_a_window(tmp_path: Path) -> None:
    """An example is a pair of piles, one for each player."""
    text = """
def negamax(mine, yours):
    if not moves(mine):
        return -1
    return max(-negamax(yours, mine - take) for take in moves(mine))
"""
    found = game(tmp_path, Written(text, "negamax", "negamax(3, 4)"))
    assert not found.program.recorder.parameters("negamax").has_window


def test_a_window_is_found_on_a_stack_of_the_module(tmp_path: Path) -> None:
    """The window is opened there, and is not part of a position."""
    text = """
window = [(-inf, inf)]


def negamax(pile):
    alpha, beta = window[-1]
    best = -inf if moves(pile) else -1
    for take in moves(pile):
        window.append((-beta, -max(alpha, best)))
        best = max(best, -negamax(pile - take))
        window.pop()
        if best >= beta:
            break
    return best
"""
    found = game(tmp_path, Written(text, "negamax", "negamax(6)"))
    assert found.program.recorder.parameters("negamax").stack == "global window"
    assert found.watched.parts.names == {"pile"}
    assert not found.faults


def test_a_window_is_found_on_a_stack_in_an_attribute(tmp_path: Path) -> None:
    """As in a variable of the module."""
    text = """
class Solver:
    def __init__(self, pile):
        self.pile, self.windows = pile, [(-inf, inf)]

    def value(self):
        alpha, beta = self.windows[-1]
        best = -inf if moves(self.pile) else -1
        for take in moves(self.pile):
            self.pile -= take
            self.windows.append((-beta, -max(alpha, best)))
            best = max(best, -self.value())
            self.windows.pop()
            self.pile += take
            if best >= beta:
                break
        return best
"""
    found = game(tmp_path, Written(text, "Solver.value", "Solver(6).value()"))
    assert found.program.recorder.parameters("Solver.value").stack == "self.windows"
    assert found.watched.parts.names == {"self.pile"}
    assert not found.faults


def test_a_list_of_fields_is_no_stack_of_windows(tmp_path: Path) -> None:
    """The last field has a row and a column, which become nearer, but the list has the same length in all calls."""
    text = """
class State:
    def __init__(self, row, column):
        self.fields = [(0, 9), (row, column)]


def largest(state):
    row, column = state.fields[-1]
    if column - row < 2:
        return row * 3 - column
    return max(smallest(State(row + 1, column)), smallest(State(row, column - 1)))


def smallest(state):
    row, column = state.fields[-1]
    if column - row < 2:
        return row * 3 - column
    return min(largest(State(row + 1, column)), largest(State(row, column - 1)))
"""
    found = game(tmp_path, Written(text, "largest", "largest(State(1, 5))"))
    assert not found.program.recorder.parameters("largest").has_window
    assert not found.program.recorder.parameters("smallest").has_window


def test_a_window_may_have_another_point_of_view_than_the_value(tmp_path: Path) -> None:
    """Values have MAX's point of view, and windows that of the side to move."""
    text = """
    def search(stones, depth, mine, alpha, beta):
        if depth == 0:
            return stones % 7 - 3
        sign = 1 if mine else -1
        best = -9
        for take in (1, 2, 3, 4):
            value = search(stones - take, depth - 1, not mine, -beta, -max(alpha, best))
            best = max(best, sign * value)
            if best >= beta:
                break
        return sign * best
    """
    check_windows(tmp_path, text, "search(20, 3, True, -9, 9)")


def test_a_value_may_have_the_point_of_view_of_the_player_who_just_moved(tmp_path: Path) -> None:
    """Windows have that of the side to move, as in a negamax search with the minus sign before the returned value."""
    text = """
    def search(stones, depth, alpha, beta):
        if depth == 0:
            return stones % 7 - 3
        best = -9
        for take in (1, 2, 3, 4):
            best = max(best, search(stones - take, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return -best
    """
    check_windows(tmp_path, text, "search(20, 3, -9, 9)")


def test_bounds_are_whole_numbers_if_the_search_takes_no_others(tmp_path: Path) -> None:
    """Values are whole numbers then, too."""
    text = """
    def search(stones, depth, alpha, beta):
        assert isinstance(alpha, int) and isinstance(beta, int)
        if depth == 0:
            return stones % 7 - 3
        best = -1000
        for take in (1, 2, 3, 4):
            best = max(best, -search(stones - take, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best
    """
    check_windows(tmp_path, text, "search(20, 3, -1000, 1000)")


def check_windows(tmp_path: Path, text: str, start: str) -> None:
    """Check the values that a search returns in narrow windows."""
    file = tmp_path / "own_game.py"
    file.write_text(dedent(text))
    subject = own_game_subject(f"{file}:search", [start])
    random, search = Random(1), subject.open()  # noqa: S311
    for tree in [subject.drawn_tree(random) for _ in range(40)]:
        true = minimax(tree, tree.root)
        assert value_of(search.search(tree, tree.root, true - 1, INF)) == true
        assert value_of(search.search(tree, tree.root, -INF, true + 1)) == true
        assert value_of(search.search(tree, tree.root, -INF, true - 1)) >= true - 1


SOLVER: Final = """
    def after(heaps):
        for nth, heap in enumerate(heaps):
            for taken in range(1, heap + 1):
                yield tuple(sorted(filter(None, (*heaps[:nth], heap - taken, *heaps[nth + 1 :]))))

    def solve(heaps, alpha, beta):
        for following in after(heaps):
            value = -solve(following, -beta, -alpha)
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return -1
"""


@pytest.mark.parametrize(("test", "wrong"), [("value >= beta", False), ("value > beta", True)])
def test_a_search_that_only_decides_who_wins_is_checked_in_the_window_of_its_starting_call(
    test: str, wrong: bool, tmp_path: Path
) -> None:
    """In the window (-inf, inf), it returns -1 in all positions, as if the opponent never moved."""
    subject = own_subject(tmp_path, SOLVER.replace("value >= beta", test), "solve", "solve((1, 2, 2), -1, 1)")
    assert bool(subject.faults) == wrong
    if not wrong:
        assert list(subject.games[0].limits.among) == [-1, 1]
        tree = next(subject.real_trees())
        with pytest.raises(OutsideError, match="windows between -1 and 1"):
            subject.open().search(tree, tree.root, 1, INF)


OWN_WINDOW: Final = """
    class Window:
        def __init__(self, lower, upper):
            self.lower, self.upper = lower, upper

    def search(pile, window=None):
        window = window or Window(-9, 9)
        if pile <= 1:
            return 3 - pile
        best = -10
        for take in (1, 2, 3):
            if take <= pile:
                score = -search(pile - take, Window(-window.upper, -window.lower))
                if score >= window.upper:
                    return score
                best, window.lower = max(best, score), max(window.lower, score)
        return best
"""


def test_a_window_that_the_search_makes_itself_is_refused(tmp_path: Path) -> None:
    """The search may cut off in it, although the starting call passes none."""
    with pytest.raises(
        PreconditionError, match="`window` holds `lower` and `upper`, but is None in the starting call; give"
    ):
        own_subject(tmp_path, OWN_WINDOW, "search", "search(7)")
    assert not own_subject(tmp_path, OWN_WINDOW, "search", "search(7, Window(-9, 9))").faults


RANGES: Final = """
    from math import inf

    class Range:
        def __init__(self, floor=-inf, ceiling=inf):
            self.floor, self.ceiling = floor, ceiling

    def search(pile, depth, within):
        if depth == 0 or pile < 1:
            return pile * 37 % 19 - 9
        best = -inf
        for take in (1, 2, 3):
            best = max(best, -search(pile - take, depth - 1, Range(-within.ceiling, -within.floor)))
            within.floor = max(within.floor, best)
            if within.floor >= within.ceiling:
                break
        return best
"""


def test_a_window_may_have_any_names_in_an_object(tmp_path: Path) -> None:
    """A call changes its own window, but each call gets a new one."""
    subject = own_subject(tmp_path, RANGES, "search", "search(12, 3, Range())")
    assert subject.games[0].takes_window(subject.games[0].root)
    assert_right(subject)


HEAPS: Final = """
    from functools import lru_cache

    @lru_cache(maxsize=None)
    def outcome(a, b, first):
        after = [(a - k, b) for k in range(1, a + 1)] + [(a, b - k) for k in range(1, b + 1)]
        values = [outcome(*heaps, not first) for heaps in after]
        return (max(values) if first else min(values)) if values else (-1 if first else 1)
"""


def test_a_and_b_may_be_heaps(tmp_path: Path) -> None:
    """The first is not always smaller, and they do not begin as a wide window."""
    subject = own_subject(tmp_path, HEAPS, "outcome", "outcome(2, 3, True)")
    assert not subject.games[0].takes_window(subject.games[0].root)
    assert_right(subject)


@pytest.mark.parametrize("passed", ["-within.floor, -within.ceiling", "within.floor, within.ceiling"])
def test_a_window_in_an_object_may_be_passed_on_wrongly(passed: str, tmp_path: Path) -> None:
    """Its bounds then do not become narrower from call to call."""
    text = RANGES.replace("-within.ceiling, -within.floor", passed)
    subject = own_subject(tmp_path, text, "search", "search(12, 3, Range())")
    assert subject.games[0].takes_window(subject.games[0].root)
