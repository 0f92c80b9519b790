"""The names of the players are read from comparisons and arguments in a search's source."""

import sys
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from prunecheck import verify_search
from prunecheck.subjects.source.players import named_players

pytestmark = pytest.mark.usefixtures("few_statistics")

BODY = """
def alphabeta(node, depth, alpha, beta{parameter}):
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    best = {least} if {test} else {most}
    for child in node.children():
        found = alphabeta(child, depth - 1, alpha, beta{passed})
        if {test}:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
WHO = "from enum import Enum, IntEnum\n\nclass Who({kind}):\n    {members}\n"
TWO = WHO.format(kind="Enum", members="MIN = 2; MAX = 1")
THREE = WHO.format(kind="Enum", members="NONE = 0; O = 1; X = 2")
CLASS = "class Who:\n    MAX, MIN = 'M', 'm'"

# (head, test for MAX, argument in the recursion unless it is an attribute)
WAYS = {
    "members": (TWO, "{} is Who.MAX", "Who.MIN if {0} is Who.MAX else Who.MAX"),
    "members of more": (THREE, "Who.X == {}", "Who.O if {0} == Who.X else Who.X"),
    "members that count": (WHO.format(kind="IntEnum", members="RED = 5; BLUE = 7"), "{} == Who.RED", "Who(12 - {0})"),
    "texts": ("", "{} == 'AI'", "'human' if {0} == 'AI' else 'AI'"),
    "the other": ("", "{} != 'MIN'", "'MAX' if {0} == 'MIN' else 'MIN'"),
    "numbers": ("HUMAN, AI = 0, 1", "{} == AI", "HUMAN if {0} == AI else AI"),
    "the second": ("", "{} == 2", "3 - {0}"),
    "tens": ("ME = 10\nYOU = 20", "{} == ME", "30 - {0} if {0} == YOU else YOU"),
    "of a class": (CLASS, "{} == Who.MAX", "Who.MIN if {0} == Who.MAX else Who.MAX"),
}


def written(head: str, test: str, passed: str) -> str:
    """The source of the search, with a parameter for the side to move if an argument is passed on."""
    who = "player" if passed else "node.turn"
    return f"{head}\n" + BODY.format(
        parameter=", player" if passed else "",
        passed=f", {passed.format(who)}" if passed else "",
        test=test.format(who),
        least="float('-inf')",
        most="float('inf')",
    )


@pytest.mark.fast_cases("position-numbers")
@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("by_position", [False, True], ids=["parameter", "position"])
def test_a_search_gets_its_own_names_for_the_side_to_move(name: str, *, by_position: bool, tmp_path: Path) -> None:
    """The search gets the names in a parameter or from the positions.

    A search that maximises for the other player is refuted.
    """
    head, test, passed = WAYS[name]
    (tmp_path / "named.py").write_text(written(head, test, "" if by_position else passed), encoding="utf-8")
    verdict = verify_search(f"{tmp_path / 'named.py'}:alphabeta", claims=["fishburn", "visits"], examples=30)
    assert verdict.sound, str(verdict)
    wrong = written(head, test, "" if by_position else passed).replace(
        "beta = min(beta, best)", "alpha = max(alpha, best)"
    )
    (tmp_path / "named.py").write_text(wrong, encoding="utf-8")
    assert not verify_search(f"{tmp_path / 'named.py'}:alphabeta", examples=30).sound


MATCHED = """
from enum import Enum, auto

class Turn(Enum):
    US = auto()
    THEM = auto()

class Engine:
    def __init__(self, root):
        self.root = root

    def search(self, node, turn):
        if not node.children():
            return node.value()
        match turn:
            case Turn.US:
                return max(self.search(child, Turn.THEM) for child in node.children())
            case Turn.THEM:
                return min(self.search(child, Turn.US) for child in node.children())
"""


def test_names_are_looked_up_where_the_search_finds_them(tmp_path: Path) -> None:
    """Names may be in `case`, or in a method of a class that is made for each call."""
    (tmp_path / "matched.py").write_text(MATCHED, encoding="utf-8")
    verdict = verify_search(f"{tmp_path / 'matched.py'}:Engine.search", claims=["exact"], examples=30)
    assert verdict.sound, str(verdict)
    assert "turn is Turn.US for MAX and Turn.THEM for MIN" in verdict.searches[0].verdict.title


class Colour(Enum):
    """Two players with uninformative names."""

    RED = "r"
    BLUE = "b"


ME, YOU = "me", "you"


class Engine:
    """An engine whose players are constants of its class."""

    FIRST = "1st"
    SECOND = "2nd"

    def search(self, node: Any) -> Any:
        """Does nothing; only its scope matters."""


def local() -> Callable[..., Any]:
    """A function with players in its enclosing scope."""
    white, black = "w", "b"

    def inner() -> tuple[str, str]:
        return black, white

    return inner


@pytest.mark.parametrize(
    ("function", "texts", "pair"),
    [
        (Engine.search, ["Colour.BLUE"], (Colour.BLUE, Colour.RED)),
        (Engine.search, ["YOU", "ME"], ("you", "me")),
        (Engine().search, ["self.FIRST", "self.SECOND"], ("1st", "2nd")),
        (local(), ["black", "white"], ("b", "w")),
        (local(), ["'one'"], ("one", "not one")),
        (local(), ["4", "'x'", "9"], (4, 9)),
        (local(), ["4"], (4, 5)),
        (local(), ["2"], (2, 1)),
    ],
)
def test_the_player_that_is_named_first_is_max_at_first(
    function: Callable[..., Any], texts: list[str], pair: tuple[Any, Any]
) -> None:
    """The player that is named first is tried as MAX first, then as MIN."""
    found = named_players(function, texts)
    assert [players.pair for players in found] == [pair, pair[::-1]]


@pytest.mark.parametrize(
    "texts",
    [[], ["1", "-1"], ["True"], ["0"], ["unknown"], ["sys.path"], ["no.such.thing"], ["1.5"], ["Engine.missing"]],
)
def test_expressions_without_players_leave_the_usual_encodings(texts: list[str]) -> None:
    """Examples are 1 and -1, booleans, and names that cannot be looked up."""
    assert sys.path
    assert named_players(Engine.search, texts) == []
