"""Make trees for a search with a table: leaves have random values, or the values of the user's game."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from prunecheck.subjects.own_game.judging.game_trees import Draw
from prunecheck.subjects.own_game.recording.call_tree import UNKNOWN, Node
from prunecheck.subjects.own_game.tables.positions import Positions
from prunecheck.subjects.source.reachable import reachable
from prunecheck.trees.protocol import INF, Number

HORIZONS: Final = (2, 3, 4, 6, 9, 12)  # positions so many plies below the `starts` are leaves
MOST_NODES: Final = 400  # most nodes in an example with random values
MOST_OWN_NODES: Final = 4_000  # most nodes in an example with the game's own values
Signed: TypeAlias = tuple[Node, int]  # (node, sign of MAX's values)


@dataclass(frozen=True, eq=False)
class Example:
    """A tree whose nodes are pairs: a position to be searched to a depth, and a sign.

    The sign of a node is -1 if the search returns the negative of MAX's value there, and otherwise 1.

    A position is a leaf of the tree if it is in `ends` or has no moves.

    `values` contains the values of the leaves as the search returns them. If `own_values` is True, leaves have the
    values that they have in the user's game.
    """

    positions: Positions
    ends: frozenset[Hashable]
    values: dict[Hashable, Number]
    root: Signed
    own_values: bool = False

    def children(self, node: Signed, /) -> Sequence[Signed]:
        """Return the children of a node: for each move, the position after it, and its sign.

        The sign is -1 if the search returns the negative of MAX's value for this position, and otherwise 1.
        """
        held, sign = node
        rule = self.positions.rules[held]
        return [(child, -sign if negated else sign) for child, negated in zip(held.children, rule.negated, strict=True)]

    def is_terminal(self, node: Signed, /) -> bool:
        """True if the position is a leaf of this tree."""
        return self.is_leaf(node[0])

    def is_leaf(self, node: Node) -> bool:
        """True if the position is a leaf of this tree."""
        return not node.children or node.position in self.ends

    def evaluate(self, node: Signed, /) -> Number:
        """Return the value of a leaf from MAX's point of view."""
        return node[1] * self.values[node[0].position]

    def is_max(self, node: Signed, /) -> bool:
        """True if MAX is to move.

        A leaf has a side to move, too, because its position may have moves at a different depth.
        """
        held, sign = node
        return self.positions.returns_largest(held) == (sign == 1)

    def key(self, node: Signed, /) -> Hashable:
        """Return the key of a position. The key does not depend on the remaining depth or on the side to move."""
        return node[0].position

    def sign(self, node: Signed, /) -> int:
        """Return 1 if the search returns MAX's value at this node, or -1 if it returns the negative of this value."""
        return node[1]

    def left(self, node: Signed, /) -> Number:
        """Return the remaining depth at this node."""
        return self.positions.left(node[0])


def below(starts: Sequence[Node], ends: frozenset[Hashable]) -> list[Node]:
    """List the nodes in `starts` and all nodes below, each once, except nodes below the positions in `ends`."""
    return reachable(starts, lambda node: () if node.position in ends else node.children)


def drawn_example(positions: Positions, starts: Sequence[Node], random: Random) -> Example | None:
    """Make a tree from the first plies below `starts`. The number of plies and the leaf values are random.

    Returns None if even the smallest tree is too large, or if one of the `starts` would be a leaf of the tree.

    The first of the `starts` is the root.
    """
    most = random.choice(HORIZONS)
    for horizon in (plies for plies in reversed(HORIZONS) if plies <= most):
        inner: set[Hashable] = set()
        level = list(dict.fromkeys(starts))
        for _ in range(horizon):
            level = [node for node in level if node.children and node.position not in positions.closed]
            inner.update(node.position for node in level)
            level = list(dict.fromkeys(child for node in level for child in node.children))
        ends = frozenset(node.position for node in positions.nodes.values() if node.position not in inner)
        if any(start.position in ends for start in starts):
            return None
        shown = below(starts, ends)
        if len(shown) <= MOST_NODES:
            draw = Draw(positions.game, random)
            return Example(positions, ends, {node.position: draw() for node in shown}, (starts[0], 1))
    return None


def own_example(positions: Positions, starts: Sequence[Node]) -> Example | None:
    """Make a tree from all positions below `starts`, with the leaf values of the user's game.

    The first of the `starts` is the root.

    Returns None if there are too many positions, if the depth limit is reached before the game ends, or if a leaf has
    different values at different depths.
    """
    shown = below(starts, frozenset())
    if len(shown) > MOST_OWN_NODES:
        return None
    values: dict[Hashable, Number] = {}
    for node in shown:
        if node.cut or node.position in positions.closed or node.sample is UNKNOWN:
            return None
        if node.children:
            continue
        value = positions.game.value_in(node, node.sample)
        if (positions.sign > 0 and positions.left(node) <= 0) or values.setdefault(node.position, value) != value:
            return None
    return Example(positions, frozenset(), values, (starts[0], 1), own_values=True)


def has_values_beyond_limits(positions: Positions) -> bool:
    """True if some leaf values of the user's game, such as mate scores, are beyond the limits for random values."""
    ends = [node for node in positions.nodes.values() if not node.children and not node.cut]
    known = [positions.game.value_in(node, node.sample) for node in ends if node.sample is not UNKNOWN]
    return any(positions.game.limits.values < abs(value) < INF for value in known)
