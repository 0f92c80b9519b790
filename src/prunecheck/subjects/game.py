"""A tree as a game object that answers questions about its nodes, under the names of this project and of AIMA.

AIMA: S. Russell and P. Norvig, "Artificial Intelligence: A Modern Approach", the class `Game` of its programs.
"""

from collections.abc import Iterable
from typing import Any

from prunecheck.errors import TreeError
from prunecheck.subjects.asked import Asked
from prunecheck.subjects.position import unique
from prunecheck.trees.protocol import Number, Tree

MAX, MIN = "MAX", "MIN"


class NodeNumber(int):
    """A node that is a number, which is no place among the moves of the one before."""


class NodePair(tuple[Any, int]):
    """A node with the plies left, which is no line of moves."""

    __slots__ = ()


class Game:
    """Nodes are those of the judge's tree; with a depth limit, `left` plies go with each of them."""

    def __init__(self, log: Tree[Any, Number], asked: Asked, serial: int, *, mover: bool, inner_values: bool) -> None:
        """`serial` is the tree's number, of which keys are made.

        `mover`: values as the player to move sees them; `inner_values`: interior nodes have one.
        """
        self._log = log
        self._asked = asked
        self._serial = serial
        self._mover = mover
        self._inner_values = inner_values
        self.root = self.initial = _told(asked.node if asked.depth is None else (asked.node, asked.depth))

    def _bare(self, node: Any) -> Any:
        return node if self._asked.depth is None else node[0]

    def is_terminal(self, node: Any) -> bool:
        """True where the game is over."""
        self._log.is_terminal(node)
        return self._asked.tree.is_terminal(self._bare(node))

    def children(self, node: Any) -> Iterable[Any]:
        """The nodes after each move; none where the game is over."""
        if self._asked.tree.is_terminal(self._bare(node)):
            return []
        return [*map(_told, self._log.children(node))]

    def evaluate(self, node: Any) -> Number | None:
        """The value of a node; of an interior one its static value, or None or 0 where there is none."""
        bare = self._bare(node)
        tree = self._asked.tree
        if tree.is_terminal(bare):
            value = self._log.evaluate(node)
        elif not self._inner_values:
            return None
        else:
            try:
                value = tree.evaluate(bare)
            except TreeError:
                return 0
            self._log.evaluate(node)
        return -value if self._mover and not tree.is_max(bare) else value

    def __getitem__(self, node: Any) -> list[Any]:
        """The nodes after each move, as from a dictionary that has no leaves in it. Raises: KeyError for a leaf."""
        if node not in self:
            raise KeyError(node)
        return list(self.children(node))

    def __contains__(self, node: Any) -> bool:
        """True for a node with children."""
        return not self.is_terminal(node)

    def get(self, node: Any, default: Any = None) -> Any:
        """As of a dictionary."""
        return self[node] if node in self else default  # noqa: SIM401  # this is what it says

    def is_max(self, node: Any) -> bool:
        """True where MAX is to move."""
        return self._asked.tree.is_max(self._bare(node))

    def key(self, node: Any) -> Any:
        """Equal for nodes that are the same position, whoever moves and whatever depth is left."""
        return unique(self._asked.tree.key(self._bare(node)), self._serial)

    successors = get_children = next_states = children
    terminal = is_leaf = game_over = is_over = terminal_test = is_terminal
    value = static_value = eval = score = evaluate

    def actions(self, node: Any) -> list[int]:
        """AIMA: the moves, as numbers."""
        return list(range(len(list(self.children(node)))))

    def result(self, node: Any, action: int) -> Any:
        """AIMA: the node after a move."""
        after = list(self._asked.tree.children(self._bare(node)))[action]
        return _told(after if self._asked.depth is None else (after, node[1] - 1))

    def utility(self, node: Any, player: Any = MAX) -> Number:
        """AIMA: the value of a node for a player."""
        value = self.evaluate(node)
        assert value is not None
        if self._mover and not self.is_max(node):
            value = -value
        return -value if player in (MIN, -1) else value

    def to_move(self, node: Any) -> str:
        """AIMA: the player to move."""
        return MAX if self.is_max(node) else MIN

    moves = legal_moves = actions
    make = play = apply = result
    player = to_move

    def __copy__(self, *_: Any) -> "Game":
        """The game itself: nobody can change it."""
        return self

    __deepcopy__ = __copy__


def _told(node: Any) -> Any:
    """A node as a search is given it."""
    kind = {int: NodeNumber, tuple: NodePair}.get(type(node))
    return node if kind is None else kind(node)


class Values:
    """The values of a game's nodes as a dictionary; leaves are in it, and where `inner_values` says so, all nodes."""

    def __init__(self, game: Game, *, inner_values: bool) -> None:
        """What the game says of its nodes."""
        self._game = game
        self._inner_values = inner_values

    def __getitem__(self, node: Any) -> Number:
        """The value of a node. Raises: KeyError where it has none."""
        value = self._game.evaluate(node)
        if value is None:
            raise KeyError(node)
        return value

    def __contains__(self, node: Any) -> bool:
        """True for a node that has a value."""
        return self._inner_values or self._game.is_terminal(node)

    def get(self, node: Any, default: Any = None) -> Any:
        """As of a dictionary."""
        return self[node] if node in self else default  # noqa: SIM401  # this is what it says
