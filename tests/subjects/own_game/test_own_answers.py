"""The value is found in any kind of answer, and can be replaced there."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from own_programs import assert_right, own_subject
from piles import Written, game, nested
from prunecheck.errors import PreconditionError
from prunecheck.subjects.importing.stand_ins import StandIn
from prunecheck.subjects.own_game.hooks.answers import (
    Place,
    inner_places,
    is_number,
    places,
    plain_number,
    value_at,
    with_value,
)
from prunecheck.subjects.own_game.judging.game_trees import real_trees
from prunecheck.trees.protocol import INF
from prunecheck.variants.forms.minimax import minimax


class Named(NamedTuple):
    """A named tuple."""

    move: str
    value: float


@dataclass(frozen=True)
class Frozen:
    """A record that cannot be changed."""

    value: float
    move: str = ""


class Plain:
    """An object."""

    def __init__(self) -> None:
        """A value."""
        self.value = 3


class Slotted:
    """An object without a dictionary of attributes."""

    __slots__ = ("move", "value")

    def __init__(self) -> None:
        """A value."""
        self.move, self.value = "e4", 3


ANSWERS: Final[list[tuple[Any, Place]]] = [
    (3, None),
    (Fraction(3), None),
    (Decimal(3), None),
    (("e4", 3), 1),
    ([3, "e4"], 0),
    (Named("e4", 3), 1),
    (Frozen(3), "value"),
    (Plain(), "value"),
    (Slotted(), "value"),
    ({"value": 3, "move": "e4"}, "value"),
    (((3, "e4"), "e4"), (0, 0)),
]
VALUES: Final = {  # kind of answer: (expression that packs the value v, expression that unpacks the answer a)
    "Fraction": ("Fraction(v)", "a"),
    "Decimal": ("Decimal(v)", "a"),
    "tuple": ("('move', v)", "a[1]"),
    "list": ("[v, 'move']", "a[0]"),
    "named tuple": ("Best(v, None)", "a.value"),
    "dataclass": ("Found(v)", "a.value"),
    "dictionary": ("{'value': v}", "a['value']"),
    "two numbers": ("(pile, v)", "a[1]"),
    "tuple in a tuple": ("((v, 'move'), pile)", "a[0][0]"),
}


@pytest.mark.parametrize(("answer", "place"), ANSWERS)
def test_a_value_is_read_and_replaced(answer: Any, place: Place) -> None:
    """The answer itself is not changed."""
    assert (places(answer) or inner_places(answer)) == [place]
    assert value_at(answer, place) == 3
    assert value_at(with_value(answer, place, 5), place) == 5
    assert value_at(answer, place) == 3


def test_numbers_of_numpy_are_numbers_and_truth_values_are_not() -> None:
    """An array with one axis counts as a sequence."""
    numpy = pytest.importorskip("numpy")
    assert is_number(numpy.float32(3))
    assert type(plain_number(numpy.int64(3))) is int
    assert places(numpy.array([3, 5])) == [0, 1]
    assert not any(map(is_number, (True, numpy.True_, "3", None)))


@pytest.mark.parametrize("kind", VALUES)
def test_a_search_may_return_any_kind_of_answer(kind: str, tmp_path: Path) -> None:
    """The same game is learned for each kind."""
    made, held = VALUES[kind]
    text = f"""
from collections import namedtuple
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

Best = namedtuple("Best", "value move")


@dataclass
class Found:
    value: float


def answer(pile, v):
    return {made}


def value(a):
    return {held}


def negamax(pile):
    if not pile:
        return answer(pile, -1)
    return answer(pile, max(-value(negamax(pile - take)) for take in moves(pile)))
"""
    found = game(tmp_path, Written(text, "negamax", "negamax(3)"))
    assert nested(real_trees(found)[-1]) == [[[1], -1], [-1], 1]


TWO_KINDS_OF_ANSWERS = """
    def largest(stones, depth, alpha, beta):
        if stones <= 0 or depth == 0:
            return stones, None
        best, chosen = -99, None
        for move in (1, 2):
            value = smallest(stones - move, depth, alpha, beta)
            if value > best:
                best, chosen = value, move
            if best >= beta:
                break
            alpha = max(alpha, best)
        return best, chosen

    def smallest(stones, depth, alpha, beta):
        if stones <= 0:
            return stones
        best = 99
        for move in (1, 2):
            best = min(best, largest(stones - move, depth - 1, alpha, beta)[0])
            if best <= alpha:
                break
            beta = min(beta, best)
        return best
"""


def test_each_function_has_its_own_kind_of_answer(tmp_path: Path) -> None:
    assert_right(own_subject(tmp_path, TWO_KINDS_OF_ANSWERS, "largest", "largest(9, 3, -99, 99)"), trees=40)


ROUNDED = """
    def search(stones, depth, mine):
        if depth == 0 or stones <= 0:
            return None, stones % 2
        best, best_move = (-99 if mine else 99), 0
        for move in (1, 2, 3):
            _, value = search(stones - move, depth - 1, not mine)
            if (value > best) if mine else (value < best):
                best, best_move = value, move
        return best_move, int(best)
"""


@pytest.mark.parametrize(("worth", "stones"), [("stones % 2", 9), ("stones * stones % 61", 20)], ids=["few", "many"])
def test_a_value_that_is_rounded_is_found_beside_the_move(worth: str, stones: int, tmp_path: Path) -> None:
    """A rounded value follows from the values of the calls if those are whole numbers.

    There may be few different values, or more than inner positions, but fewer than leaves.
    """
    subject = own_subject(tmp_path, ROUNDED.replace("stones % 2", worth), "search", f"search({stones}, 4, True)")
    random, search = Random(1), subject.open()  # noqa: S311
    for tree in [subject.drawn_tree(random) for _ in range(20)]:
        assert minimax(tree, tree.root) == getattr(search.search(tree, tree.root, -INF, INF), "value", None), tree


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
    with pytest.raises(
        PreconditionError,
        match="but never compares `player` in what its recursive calls return; let it return the value",
    ):
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


def test_an_object_that_answers_to_any_name_is_not_a_number() -> None:
    assert not is_number(StandIn())


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
