"""Make the trees that a search should see: each leaf has a random value, or its real value in the game."""

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
    """A tree of positions, each with a remaining depth and a sign.

    A position is a leaf if it is in `ends` or has no moves.

    `values` contains the values of the leaves as the search returns them; if `own_values` is True, these are the real
    values of the game.
    """

    positions: Positions
    ends: frozenset[Hashable]
    values: dict[Hashable, Number]
    root: Signed
    own_values: bool = False

    def children(self, node: Signed, /) -> Sequence[Signed]:
        """Return the positions after each move."""
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
        """True if MAX moves.

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
    """List the `starts` and all nodes below them, each of them once, except those below the positions in `ends`."""
    return reachable(starts, lambda node: () if node.position in ends else node.children)


def drawn_example(positions: Positions, starts: Sequence[Node], random: Random) -> Example | None:
    """Make a random part of the tree below `starts`, with random leaf values.

    Returns None if the tree is too large.

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
    """Make an example from all positions below `starts`, with the game's real values.

    The first of the `starts` is the root.

    Returns None if there are too many positions, if the depth limit is reached before the game ends, or if a position
    has different values at different depths.
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
    """True if some real values of the game, such as mate scores, are beyond the limits for random values."""
    ends = [node for node in positions.nodes.values() if not node.children and not node.cut]
    known = [positions.game.value_in(node, node.sample) for node in ends if node.sample is not UNKNOWN]
    return any(positions.game.limits.values < abs(value) < INF for value in known)
