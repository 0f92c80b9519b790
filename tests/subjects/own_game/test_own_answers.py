"""The value is found in any kind of answer, and can be replaced there."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from piles import Written, game, nested
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
