"""A calling convention: what a stranger's search is given, in whose eyes, and what it gives back."""

from dataclasses import dataclass
from enum import Enum

from prunecheck.subjects.own_types import Players


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


class Eyes(Enum):
    """In whose eyes a value is good."""

    MAX = "MAX"
    MOVER = "the player to move"


class Returns(Enum):
    """What a search gives back."""

    VALUE = "value"
    VALUE_MOVE = "value and move"
    MOVE_VALUE = "move and value"
    MOVE = "move"


class Flag(Enum):
    """How a search is told who is to move, and what its positions say of it: a value for MAX, and one for MIN."""

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

    @property
    def words(self) -> str:
        """The two values, each with its player."""
        return f"{self.value[0]} for MAX, {self.value[1]} for MIN"


@dataclass(frozen=True, slots=True)
class Convention:
    """How a search is called. `takes` are its arguments in order; those in `by_name` are passed by keyword.

    `values` says in whose eyes the value of a position is, `answers` in whose the window and the result are. With
    `max_at_root`, the search is told nothing of who moves and takes MAX to move at the root for granted. `limits` are
    the names under which it keeps a depth limit of its own; `plies` is the height of all trees that it takes, if it
    takes no others. `at` are the places of value and move in what it gives back, if that is more than the two; both are
    that of the value, if there is no move.
    """

    takes: tuple[Role, ...]
    names: tuple[str, ...]
    by_name: frozenset[Role] = frozenset()
    node: NodeKind = NodeKind.POSITION
    values: Eyes = Eyes.MAX
    answers: Eyes = Eyes.MAX
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
        arguments = ", ".join(
            f"{name}={self.flag.words}" if role is Role.MAXIMISING else name
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
            parts.append(f"who is to move as {self.flag.words}")
        if self.max_at_root:
            parts.append("MAX to move at the root")
        if self.plies:
            parts.append(f"{self.plies} plies, filled up by repeating leaves")
        if self.limits:
            parts.append(f"{', '.join(self.limits)} set to the height of the tree")
        return "; ".join(parts)
