"""How a search is called: its arguments, point of view and return value, and the trees that it accepts."""

import sys
from dataclasses import dataclass
from enum import Enum
from math import ceil, floor, nextafter
from typing import Any, Final, Literal, TypeAlias

from prunecheck.trees.protocol import Number
from prunecheck.trees.values import INF, show


class Domain(Enum):
    """The kind of values in the random trees that test a search, such as whole numbers."""

    SMALL = "whole numbers from -3 to 3"
    WHOLE = "whole numbers from -30,000 to 30,000"
    BIGINT = "whole numbers of any size"
    ANY = "all numbers: integers of any size, fractions, neighbouring floats and infinities"


class Turns(Enum):
    """The order of play in the random trees that test a search: strictly alternating, or not."""

    ALTERNATE = "players alternate: the player to move changes with every move"
    ANY = "a player may move several times in a row"


class DepthRule(Enum):
    """The values that a depth-limited search may return if a position occurs several times in a tree."""

    EXACT = "exact"  # only the value of the tree cut at the depth
    DEEPER = "deeper"  # also a value that follows from table entries stored by deeper searches


class PlayerSign(int):
    """A player as a number: 1 for MAX and -1 for MIN. As a bool, MAX is True and MIN is False."""

    def __bool__(self) -> bool:
        return self > 0

    def __eq__(self, other: object) -> bool:
        return bool(self) is other if isinstance(other, bool) else int(self) == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__

    def __neg__(self) -> "PlayerSign":
        """Return the other player, again as a `PlayerSign`."""
        return PlayerSign(-int(self))


SIDES: Final = (PlayerSign(1), PlayerSign(-1))


@dataclass(frozen=True, slots=True)
class Players:
    """The constants or Enum members by which the user's program represents the players MAX and MIN."""

    pair: tuple[Any, Any]


class Role(Enum):
    """What an argument of a search means. The option `--takes` has a word for each meaning.

    - `tree`: a game object, whose methods take a node; passed together with a node.
    - `node`: the position to search.
    - `depth`: plies left.
    - `ply`: plies from the root: 0.
    - `alpha`: the lower end of the window.
    - `beta`: the upper end of the window.
    - `window`: both ends as a pair.
    - `maximising`: who is to move.
    - `children`: a function, or a dictionary: the positions after a position.
    - `value`: a function, or a dictionary: the value of a position.
    - `over`: a function: whether the game is over.
    - `moves`: a function: the moves of a position.
    - `make`: a function: the position after a move.
    - `values`: a dictionary: the value of each node; passed together with a dictionary of children.
    - `place`: the index of a leaf in an array: 0.
    - `guess`: a first guess of the value, as in MTD(f): 0; only without alpha and beta.
    - `table`: an empty dictionary, new for each call.
    - `counts`: an empty dictionary with 0 for a missing key, new for each call.
    - `killers`: an empty dictionary with an empty list for a missing key, new for each call.
    """

    TREE = "tree"
    NODE = "node"
    DEPTH = "depth"
    PLY = "ply"
    ALPHA = "alpha"
    BETA = "beta"
    WINDOW = "window"
    MAXIMISING = "maximising"
    CHILDREN = "children"
    VALUE = "value"
    OVER = "over"
    MOVES = "moves"
    MAKE = "make"
    VALUES = "values"
    PLACE = "place"
    GUESS = "guess"
    TABLE = "table"
    COUNTS = "counts"
    KILLERS = "killers"


class NodeKind(Enum):
    """The representation of a node that the search expects."""

    GAME = "game and position"
    POSITION = "position"
    NESTED = "nested lists"
    TUPLES = "nested tuples"
    ARRAY = "the leaves of a complete binary tree"
    MESSAGE = "messages"
    OWN = "positions of the search's own game"


class Viewpoint(Enum):
    """The player from whose point of view a value is given."""

    MAX = "MAX"
    MOVER = "the player to move"

    @property
    def whose(self) -> str:
        """The words for the point of view in a phrase such as "scores from the side to move"."""
        return "MAX's point of view" if self is Viewpoint.MAX else "the side to move"


class Returns(Enum):
    """What a search returns."""

    VALUE = "value"
    VALUE_MOVE = "value and move"
    MOVE_VALUE = "move and value"
    MOVE = "move"


class Flag(Enum):
    """The values that stand for MAX to move and MIN to move, in arguments and in results of a position's methods.

    The values of the Enum members are names, because Python treats the pairs (False, True) and (0, 1) as equal.
    """

    BOOL = "MAX to move"
    MIN_TO_MOVE = "MIN to move"
    SIGN = "sign"
    ZERO_ONE = "0 and 1"
    ONE_TWO = "1 and 2"

    @property
    def pair(self) -> tuple[Any, Any]:
        """The value that means MAX is to move, and the value that means MIN is to move."""
        pairs = {
            Flag.BOOL: (True, False),
            Flag.MIN_TO_MOVE: (False, True),
            Flag.SIGN: (1, -1),
            Flag.ZERO_ONE: (0, 1),
            Flag.ONE_TWO: (1, 2),
        }
        return pairs[self]


@dataclass(frozen=True, slots=True)
class Convention:
    """How a search is called.

    `takes` lists the meaning of each argument (its role), in order. Arguments with roles in `by_name` are passed by
    keyword.

    `values` says from whose point of view leaves are evaluated. `answers` is the point of view of the window and of the
    search's result. If `max_at_root` is True, the search assumes that MAX moves at the root. `limits` lists the names
    of the search's own depth limits. `limits_in` is a pair of numbers that converts the search's own depth limits to
    plies: how many plies one unit of depth has, and how many plies to add. `limits_in` is None if the unit of the
    search's own depth limits is unknown. If `plies` is not 0, the search only accepts trees of this height. `at`
    contains the indices of the value and the move in a returned tuple, if they differ from the usual indices. If the
    returned tuple contains no move, both numbers in `at` are the index of the value. `functions` lists the functions of
    the user's program, such as an evaluation, that prunecheck replaces by functions of the test tree. `given` lists
    constant arguments of the search as `NAME=EXPRESSION`.
    """

    takes: tuple[Role, ...]
    names: tuple[str, ...]
    by_name: frozenset[Role] = frozenset()
    node: NodeKind = NodeKind.POSITION
    values: Viewpoint = Viewpoint.MAX
    answers: Viewpoint = Viewpoint.MAX
    returns: Returns = Returns.VALUE
    flag: Flag | Players = Flag.BOOL
    sides: Players | None = None
    max_at_root: bool = False
    limits: tuple[str, ...] = ()
    limits_in: tuple[int, int] | None = None
    plies: int = 0
    at: tuple[int, int] | None = None
    functions: tuple[str, ...] = ()
    given: tuple[str, ...] = ()

    @property
    def window(self) -> bool:
        """True if the search takes a window (alpha, beta)."""
        return Role.WINDOW in self.takes or (Role.ALPHA in self.takes and Role.BETA in self.takes)

    @property
    def depth(self) -> bool:
        """True if prunecheck can set the depth of the search, by an argument or by a variable that limits the depth."""
        return Role.DEPTH in self.takes or self.limits_in is not None

    def limit_for(self, plies: int) -> int | None:
        """Convert a number of plies to the unit in which the search counts its depth.

        Returns None if no depth limit means exactly this many plies, for example if the search counts rounds of two
        plies.
        """
        unit, beyond = self.limits_in or (1, 0)
        limit, rest = divmod(plies - beyond, unit)
        return limit if limit >= 1 and not rest else None

    @property
    def places(self) -> tuple[int, int]:
        """The indices of the value and the move in a returned tuple."""
        return self.at or ((1, 0) if self.returns is Returns.MOVE_VALUE else (0, 1))

    def words(self) -> str:
        """Describe the search's signature and the meaning of its scores, in one line."""
        players = _sides_in_words(self.flag.pair)
        parts = [f"({', '.join(self.names)}) -> {self.returns.value}"]
        parts += [
            f"{name} is {players}" for role, name in zip(self.takes, self.names, strict=True) if role is Role.MAXIMISING
        ]
        if self.at:
            move = "" if self.returns is Returns.VALUE else f" and the move at [{self.at[1]}]"
            parts.append(f"the value at [{self.at[0]}]{move} of the result")
        if self.node is NodeKind.OWN:
            return "; ".join((*parts, f"runs on {self.node.value}"))  # the other parts are found out for each call
        if self.node is not NodeKind.POSITION:
            parts.append(f"nodes are passed as {self.node.value}")
        if self.returns is Returns.MOVE or self.values is self.answers:
            parts.append(f"scores from {self.values.whose}")
        else:
            values, answers = self.values.whose, self.answers.whose
            parts += [f"evaluations are scores from {values}", f"window and returned value are scores from {answers}"]
        if self.flag not in (Flag.BOOL, Flag.SIGN) and Role.MAXIMISING not in self.takes:
            parts.append(f"the side to move is {players}")
        if self.sides is not None:
            parts.append(f"positions return {_sides_in_words(self.sides.pair)}")
        if self.max_at_root:
            parts.append("MAX always moves at the root")
        if self.plies:
            parts.append(f"every tree is padded to {self.plies} plies by repeating leaves")
        if self.limits:
            parts.append(f"{', '.join(self.limits)} set to {self._limit_in_words()}")
        elif self.limits_in is not None:
            parts.append(self._limit_in_words())
        if self.given:
            parts.append(f"with {', '.join(self.given)}")
        if self.functions:
            parts.append(f"{', '.join(self.functions)} computed from the tree")
        return "; ".join(parts)

    def _limit_in_words(self) -> str:
        if self.limits_in is None:
            return "at least the height of the tree"
        unit, beyond = self.limits_in
        return ("the depth" if unit == 1 else f"the depth in rounds of {unit} plies") + (
            f" {-beyond:+}" if beyond else ""
        )


def _sides_in_words(pair: tuple[Any, Any]) -> str:
    """Say in words which value means MAX, and which value means MIN.

    >>> _sides_in_words((1, -1))
    '1 for MAX and -1 for MIN'
    >>> _sides_in_words(("X", "not X"))
    "'X' for MAX and any other value for MIN"
    """
    first, second = (repr(side) if isinstance(side, str) else str(side) for side in pair)
    if pair[1] == f"not {pair[0]}":
        second = "any other value"
    elif pair[0] == f"not {pair[1]}":
        first = "any other value"
    return f"{first} for MAX and {second} for MIN"


NumberKind: TypeAlias = Literal["int", "float", "fraction"]


@dataclass(frozen=True, slots=True)
class ValueRange:
    """The range of numbers that an external program accepts in trees and windows."""

    kind: NumberKind
    least: Number
    greatest: Number
    infinity: Number
    infinities: bool

    @property
    def ends(self) -> tuple[Number, Number]:
        """The least and the greatest value that the external program accepts.

        If the program accepts no value, the first end is greater than the second, so that the range is empty.
        """
        if self.kind == "int":
            return ceil(self.least), floor(self.greatest)
        if self.kind == "float":
            return -_float_up_to(-self.least), _float_up_to(self.greatest)
        return self.least, self.greatest

    def excludes(self, value: Number, *, turned: bool = False) -> str:
        """Return the reason why `value` is not allowed at a leaf, or an empty text if the value is allowed.

        `turned` is True if `value` was negated for MIN's point of view. If `turned` is True, the returned reason begins
        with the value from MAX's point of view.
        """
        if value in (INF, -INF):
            return "" if self.infinities else "infinite leaves"
        told = f"{show(-value)}, from MIN's point of view {show(value)}" if turned else show(value)
        if not self.least <= value <= self.greatest:
            return f"{told}, which is outside {show(self.least)} to {show(self.greatest)}"
        if self.kind == "int" and value != int(value):
            return f"{told}, which is not an int"
        if self.kind == "float" and not _is_float(value):
            return f"{told}, which is not exact as a float"
        return ""

    def excludes_end(self, value: Number, *, turned: bool = False) -> str:
        """Return the reason why `value` is not allowed as a bound of a window.

        Returns an empty text if the value is allowed or infinite.
        """
        return "" if value in (INF, -INF) else self.excludes(value, turned=turned)


def _float_up_to(value: Number) -> float:
    """Return the greatest float that is not above `value`."""
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
