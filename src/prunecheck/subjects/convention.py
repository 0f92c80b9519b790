"""How a search is called: its arguments, the point of view of its values, what it returns, which trees it takes."""

import sys
from dataclasses import dataclass
from enum import Enum
from math import ceil, floor, nextafter
from typing import Any, Literal, TypeAlias

from prunecheck.trees.protocol import Number
from prunecheck.trees.values import INF, show


class Domain(Enum):
    """Which values the drawn trees have. A search is not blamed for what lies outside."""

    SMALL = "whole numbers from -3 to 3"
    WHOLE = "whole numbers from -30,000 to 30,000"
    BIGINT = "whole numbers of any size"
    ANY = "infinities, fractions, integers of any size, and floats one unit apart, too"


class Turns(Enum):
    """Who moves after whom in the drawn trees. A search is not tried on others than it takes."""

    ALTERNATE = "the player to move changes with every move"
    ANY = "a player may move several times in a row"


class DepthReading(Enum):
    """How the value of a search to a depth is read, where a position is met again."""

    STRICT = "the strict reading"  # the value of the tree as it is when it is cut there
    WITNESS = "the witness criterion"  # or one that deeper searches of positions met again explain


@dataclass(frozen=True, slots=True)
class Players:
    """What stands for MAX and for MIN in a program: members of an Enum, or constants of its own."""

    value: tuple[Any, Any]


class Role(Enum):
    """What an argument of a search stands for."""

    TREE = "tree"  # answers questions about nodes; comes with a node
    NODE = "node"  # where the search starts
    DEPTH = "depth"  # plies left
    PLY = "ply"  # plies from the start, which is 0
    ALPHA = "alpha"
    BETA = "beta"
    WINDOW = "window"  # both ends, as a pair
    MAXIMISING = "maximising"  # who is to move
    CHILDREN = "children"  # this and what follows are functions of a position
    VALUE = "value"
    OVER = "over"
    MOVES = "moves"
    MAKE = "make"  # of a position and a move
    VALUES = "values"  # a dictionary of the values of nodes; comes with a tree
    PLACE = "place"  # of a leaf in an array, which is 0
    TABLE = "table"  # this and what follows are its own to write to, and empty
    COUNTS = "counts"
    KILLERS = "killers"


class NodeKind(Enum):
    """What a node is to the search."""

    TREE = "tree and node"
    GAME = "game and position"
    POSITION = "position"
    NESTED = "nested lists"
    TUPLES = "nested tuples"
    ARRAY = "the leaves of a complete binary tree"
    MESSAGE = "messages"


class Viewpoint(Enum):
    """The player whose point of view a value is from."""

    MAX = "MAX"
    MOVER = "the player to move"


class Returns(Enum):
    """What a search gives back."""

    VALUE = "value"
    VALUE_MOVE = "value and move"
    MOVE_VALUE = "move and value"
    MOVE = "move"


class Flag(Enum):
    """How a search gets to know who is to move, and what positions say about it: a value for MAX, and one for MIN."""

    BOOL = (True, False)
    SIGN = (1, -1)
    ZERO_ONE = (0, 1)
    ONE_TWO = (1, 2)
    NOUGHTS_AND_CROSSES = ("X", "O")
    SMALL_NOUGHTS_AND_CROSSES = ("x", "o")
    NAMES = ("MAX", "MIN")
    SMALL_NAMES = ("max", "min")
    CAPITAL_NAMES = ("Max", "Min")
    COLOURS = ("white", "black")
    CAPITAL_COLOURS = ("White", "Black")
    LETTERS = ("W", "B")
    SMALL_LETTERS = ("w", "b")


@dataclass(frozen=True, slots=True)
class Convention:
    """How a search is called. `takes` are its arguments in order; those in `by_name` are passed by keyword.

    `values` is the point of view of positions' values, `answers` that of the window and the result. With `max_at_root`,
    the search assumes that MAX moves at the root. `limits` are the names of depth limits of its own; `plies` is the
    only height of trees that it takes, if not 0. `at` are the places of value and move in a longer result; both are
    that of the value, if there is no move.
    """

    takes: tuple[Role, ...]
    names: tuple[str, ...]
    by_name: frozenset[Role] = frozenset()
    node: NodeKind = NodeKind.POSITION
    values: Viewpoint = Viewpoint.MAX
    answers: Viewpoint = Viewpoint.MAX
    returns: Returns = Returns.VALUE
    flag: Flag | Players = Flag.BOOL
    max_at_root: bool = False
    limits: tuple[str, ...] = ()
    plies: int = 0
    at: tuple[int, int] | None = None

    @property
    def window(self) -> bool:
        """True where a window is passed."""
        return Role.WINDOW in self.takes or (Role.ALPHA in self.takes and Role.BETA in self.takes)

    @property
    def depth(self) -> bool:
        """True where a depth is passed."""
        return Role.DEPTH in self.takes

    @property
    def places(self) -> tuple[int, int]:
        """Of value and move, in a tuple that it gives back."""
        return self.at or ((1, 0) if self.returns is Returns.MOVE_VALUE else (0, 1))

    def words(self) -> str:
        """The convention in a sentence."""
        players = "{} for MAX, {} for MIN".format(*self.flag.value)
        arguments = ", ".join(
            f"{name}={players}" if role is Role.MAXIMISING else name
            for role, name in zip(self.takes, self.names, strict=True)
        )
        parts = [
            f"called with ({arguments})",
            f"nodes as {self.node.value}",
            f"values of positions as {self.values.value} sees them",
            f"gives back {self.returns.value}",
        ]
        if self.returns is not Returns.MOVE:
            parts[-1] += f" as {self.answers.value} sees it"
        if self.at:
            parts[-1] += f", the value at [{self.at[0]}]"
            parts[-1] += "" if self.returns is Returns.VALUE else f" and the move at [{self.at[1]}]"
        if self.flag not in (Flag.BOOL, Flag.SIGN) and Role.MAXIMISING not in self.takes:
            parts.append(f"who is to move as {players}")
        if self.max_at_root:
            parts.append("MAX to move at the root")
        if self.plies:
            parts.append(f"{self.plies} plies, filled up by repeating leaves")
        if self.limits:
            parts.append(f"{', '.join(self.limits)} set to the height of the tree")
        return "; ".join(parts)


NumberKind: TypeAlias = Literal["int", "float", "fraction"]


@dataclass(frozen=True, slots=True)
class ValueRange:
    """The values that a program takes in trees and windows."""

    kind: NumberKind
    least: Number
    greatest: Number
    infinity: Number
    infinities: bool

    @property
    def ends(self) -> tuple[Number, Number]:
        """The least and the greatest value of its kind that lie within; the first is greater where none does."""
        if self.kind == "int":
            return ceil(self.least), floor(self.greatest)
        if self.kind == "float":
            return -_float_up_to(-self.least), _float_up_to(self.greatest)
        return self.least, self.greatest

    def excludes(self, value: Number, *, turned: bool = False) -> str:
        """Why `value` is none that a leaf may have; empty where it may.

        Of one that was `turned`, for MIN to see, that of MAX comes first.
        """
        if value in (INF, -INF):
            return "" if self.infinities else "infinite leaves"
        told = f"{show(-value)}, for MIN {show(value)}" if turned else show(value)
        if not self.least <= value <= self.greatest:
            return f"{told}, which is outside {show(self.least)} to {show(self.greatest)}"
        if self.kind == "int" and value != int(value):
            return f"{told}, which is no int"
        if self.kind == "float" and not _is_float(value):
            return f"{told}, which no float is equal to"
        return ""

    def excludes_end(self, value: Number, *, turned: bool = False) -> str:
        """Why `value` is no end that a window may have; empty where it may be: infinite ends always may."""
        return "" if value in (INF, -INF) else self.excludes(value, turned=turned)


def _float_up_to(value: Number) -> float:
    """The greatest float that is not above `value`."""
    try:
        near = float(value)
    except OverflowError:
        return sys.float_info.max if value > 0 else -INF
    return near if near <= value else nextafter(near, -INF)


def _is_float(value: Number) -> bool:
    try:
        return float(value) == value
    except OverflowError:
        return False
