"""Shrinking passes for trees: each proposes trees that differ by one change from a tree on which a search fails.

The function `tree_size` defines which of two trees is smaller.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from prunecheck.oracle.minimax import values as minimax_values
from prunecheck.trees.explicit import ExplicitTree, build, without_keys
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import Number
from prunecheck.trees.small import filled, shapes
from prunecheck.trees.unfold import unfolded
from prunecheck.verify.budgets import MANY_CHILDREN, SHRINKING_TRIES, SMALL_TREE_NODES
from prunecheck.verify.shrink.shrinker import Pass, Shrinker

Plain: TypeAlias = ExplicitTree[Number]
TreeSize: TypeAlias = tuple[int, int, int, bool, bool, list[tuple[bool, Number, bool]], int]


class _Draft(NamedTuple):
    """A tree as a list of nodes, which makes it easy to move or remove nodes. The first node is the root.

    Nodes that cannot be reached from the root are ignored. `players` lists the player to move at each node, or is None
    if players alternate.
    """

    children: list[tuple[int, ...]]
    values: list[Number | None]
    max_at_root: bool
    players: list[bool | None]

    def tree(self) -> Plain:
        players = None if set(self.players) == {None} else self.players
        return build(self.children, self.values, max_at_root=self.max_at_root, players=players)

    def with_node(self, position: int, children: tuple[int, ...], value: Number | None) -> "_Draft":
        """Copy the draft of a tree, with other children and another value for one node."""
        draft = _Draft(self.children.copy(), self.values.copy(), self.max_at_root, self.players)
        draft.children[position] = children
        draft.values[position] = value
        return draft

    def with_player(self, position: int, player: bool | None) -> "_Draft":
        """Copy the draft of a tree, with another player to move at one node."""
        return self._replace(players=[*self.players[:position], player, *self.players[position + 1 :]])

    def exchanged(self) -> "_Draft":
        """Exchange MAX and MIN in the whole tree, and negate all values."""
        players = [None if player is None else not player for player in self.players]
        return self.negated()._replace(max_at_root=not self.max_at_root, players=players)

    def negated(self) -> "_Draft":
        """Copy the draft of a tree, with all values negated."""
        return self._replace(values=[None if value is None else -value for value in self.values])

    def with_values(self, change: dict[Number, Number]) -> "_Draft":
        """Copy the draft of a tree, with some values replaced as `change` says."""
        return self._replace(values=[None if value is None else change.get(value, value) for value in self.values])


def _draft(tree: Plain, *, pinned: bool = False) -> _Draft:
    """Make the draft of a tree, which shrinking passes can change.

    If `pinned` is True, the draft stores the player to move for each position that always has the same player to move.
    """
    positions = 1 + max(tree.key(node) for node in range(len(tree)))
    children: list[tuple[int, ...]] = [()] * positions
    values: list[Number | None] = [None] * positions
    movers: list[set[bool]] = [set() for _ in range(positions)]
    again = {tree.key(child) for node, child in _again(tree)}
    for node in range(len(tree)):
        children[tree.key(node)] = tuple(tree.key(child) for child in tree.children(node))
        values[tree.key(node)] = tree.static_value(node)
        movers[tree.key(node)].add(tree.is_max(node))
    players = [
        next(iter(both)) if len(both) == 1 and (pinned or position in again) else None
        for position, both in enumerate(movers)
    ]
    return _Draft(children, values, tree.is_max(tree.root), players)


def _drafts(tree: Plain) -> list[_Draft]:
    """Make the draft of a tree, which shrinking passes can change.

    If players do not alternate, also make a draft that stores the player to move at each position.
    """
    return [_draft(tree)] if tree.alternates else [_draft(tree), _draft(tree, pinned=True)]


def _inner_positions(tree: Plain) -> Iterator[tuple[_Draft, int, tuple[int, ...]]]:
    """For each draft (changeable copy) of a tree, yield its inner positions, as (draft, position, children)."""
    for draft in _drafts(tree):
        yield from ((draft, position, below) for position, below in enumerate(draft.children) if below)


def _again(tree: Plain) -> Iterator[tuple[int, int]]:
    """Yield each move after which the same player moves again, as (node, child)."""
    for node in range(len(tree)):
        for child in tree.children(node):
            if tree.is_max(node) == tree.is_max(child):
                yield node, child


def tree_size(tree: Plain) -> TreeSize:
    """The size of a tree, to decide which of two failing trees is smaller.

    Of two trees, the one with fewer leaves is smaller. If the trees have equally many leaves, the one with fewer nodes
    is smaller. If they also have equally many nodes, five more properties are compared, and the first difference
    decides. The properties of a smaller tree are, in this order: fewer moves after which the same player moves again,
    no nodes with several parents, MAX at the root, simpler values, fewer static values.
    """
    plain = unfolded(tree)
    leaves = [_plainness(value) for value in plain.leaf_values]
    again = sum(1 for _ in _again(plain))
    static = sum(value is not None for value in plain.values) - len(leaves)
    return len(leaves), len(plain), again, tree.shared, not tree.is_max(tree.root), leaves, static


def _plainness(value: Number) -> tuple[bool, Number, bool]:
    return not isinstance(value, int), -value if value < 0 else value, value < 0


def _values_of(tree: Plain) -> list[Number]:
    """All different leaf values of a tree, simplest first."""
    return sorted(set(tree.leaf_values), key=_plainness)


def prune_what_does_not_matter(tree: Plain) -> Iterator[Plain]:
    """Turn one node into a leaf with the node's minimax value. Nodes near the root are tried first.

    The root's minimax value does not change. Yields one candidate for each interior node, so a large tree becomes small
    after a few tries.
    """
    worth, draft = minimax_values(tree, tree.root), _draft(tree)
    level = [tree.root]
    while level:
        level = list(dict.fromkeys(child for node in level for child in tree.children(node)))
        for node in level:
            if tree.children(node):
                yield draft.with_node(tree.key(node), (), worth[node]).tree()


def start_at_a_node(tree: Plain) -> Iterator[Plain]:
    """Replace the tree by the subtree below a node, with either player to move, and unchanged or negated values.

    Yields four candidates for each node. If a search already fails on one subtree, the tree shrinks to this subtree in
    one step.
    """
    for draft in _drafts(tree):
        for node in range(1, len(tree)):
            key = tree.key(node)
            moved = draft.with_node(0, draft.children[key], draft.values[key])
            for candidate in (
                moved,
                moved.negated(),
            ):  # at this node, values may be from the other player's point of view
                yield candidate._replace(max_at_root=tree.is_max(node)).tree()
                yield candidate._replace(max_at_root=not tree.is_max(node)).tree()


def replace_a_node_by_one_below(tree: Plain) -> Iterator[Plain]:
    """Replace a node by one of its children or grandchildren, so that one or two plies disappear there.

    Yields one candidate for each move, and one for each pair of consecutive moves.
    """
    for draft, position, below in _inner_positions(tree):
        for child in below:
            for replacement in (child, *draft.children[child]):
                yield draft.with_node(position, draft.children[replacement], draft.values[replacement]).tree()


def make_a_node_a_leaf(tree: Plain) -> Iterator[Plain]:
    """Turn an interior node into a leaf with the node's static value, or with any leaf value of the tree.

    The number of candidates is the number of values times the number of nodes.
    """
    values = _values_of(tree)
    for draft, position, _ in _inner_positions(tree):
        static = draft.values[position]
        for value in values if static is None else (static, *values):
            yield draft.with_node(position, (), value).tree()


def make_a_node_a_leaf_of_zero(tree: Plain) -> Iterator[Plain]:
    """Turn one interior node into a leaf with the value 0. Yields one candidate for each interior node.

    This shrinking pass comes last, since the failure may depend on the value of the new leaf.
    """
    for draft, position, _ in _inner_positions(tree):
        yield draft.with_node(position, (), 0).tree()


def drop_children(tree: Plain) -> Iterator[Plain]:
    """Drop one child of a node. If a node has many children, first drop half of the children.

    Yields about one candidate for each move.
    """
    for draft, position, below in _inner_positions(tree):
        value, half = draft.values[position], len(below) // 2
        if len(below) > MANY_CHILDREN:  # dropping them one by one would take long
            yield draft.with_node(position, below[:half], value).tree()
            yield draft.with_node(position, below[half:], value).tree()
        for nth in range(len(below) if len(below) > 1 else 0):
            yield draft.with_node(position, below[:nth] + below[nth + 1 :], value).tree()


def drop_static_values(tree: Plain) -> Iterator[Plain]:
    """Remove the static value of an interior node. Yields one candidate for each static value."""
    for draft, position, below in _inner_positions(tree):
        if draft.values[position] is not None:
            yield draft.with_node(position, below, None).tree()


def alternate_players(tree: Plain) -> Iterator[Plain]:
    """Make players alternate, everywhere or after one move, or change the player to move at one position.

    Yields at most two candidates for each position, and two for the whole tree.
    """
    if tree.alternates:
        return
    draft, pinned = _drafts(tree)
    yield draft._replace(players=[None] * len(draft.players)).tree()
    for position, player in enumerate(draft.players):
        if player is not None:
            yield draft.with_player(position, None).tree()
            yield pinned.with_player(position, not player).tree()
    yield draft.exchanged().tree()


def start_with_max(tree: Plain) -> Iterator[Plain]:
    """Let MAX move at the root without changing values. Yields one candidate, or two if players do not alternate."""
    for draft in _drafts(tree):
        yield draft._replace(max_at_root=True).tree()


def share_nothing(tree: Plain) -> Iterator[Plain]:
    """Copy each node that has several parents, so that every node has one parent. Yields at most one candidate."""
    if tree.shared:
        yield without_keys(unfolded(tree))


def plain_values(tree: Plain) -> Iterator[Plain]:
    """Replace all leaf values by small integers without changing their order or signs.

    Then replace one leaf value at a time by 0, 1, -1 or another leaf value. If the tree also contains the negative of
    this leaf value, both are replaced, too, by two values that are negatives of each other. The number of candidates is
    about the square of the number of different values.
    """
    values = _values_of(tree)
    others = [(value, other) for value in values for other in (0, 1, -1, *values)]
    for draft in _drafts(tree):
        yield draft.with_values(_plain_ranks(values)).tree()
        yield from (draft.with_values({value: other}).tree() for value, other in others)
    for draft in _drafts(tree):  # the same position may occur with either player to move
        yield draft.with_values(_plain_sizes(values)).tree()
        pairs = [(value, other) for value, other in others if -value in values]
        yield from (draft.with_values({value: other, -value: -other}).tree() for value, other in pairs)


def _plain_ranks(values: list[Number]) -> dict[Number, Number]:
    """Replace values by small integers without changing their order or signs."""
    above = sorted(value for value in values if value > 0)
    below = sorted((value for value in values if value < 0), reverse=True)
    ranks: dict[Number, Number] = {value: rank for rank, value in enumerate(above, start=1)}
    ranks.update({value: -rank for rank, value in enumerate(below, start=1)})
    return ranks


def _plain_sizes(values: list[Number]) -> dict[Number, Number]:
    """Replace values by small integers with the same signs.

    Values that are negatives of each other are replaced by negatives of each other.
    """
    sizes = sorted({max(value, -value) for value in values if value})
    ranks: dict[Number, Number] = {size: rank for rank, size in enumerate(sizes, 1)}
    return {value: ranks[value] if value > 0 else -ranks[-value] for value in values if value}


TREE_PASSES: Final[tuple[Pass[Plain], ...]] = (
    prune_what_does_not_matter,
    start_at_a_node,
    replace_a_node_by_one_below,
    drop_children,
    make_a_node_a_leaf,
    alternate_players,
    start_with_max,
    share_nothing,
    drop_static_values,
    plain_values,
    make_a_node_a_leaf_of_zero,
)


def shrink_tree(tree: Plain, fails: Callable[[Plain], bool], *, most_tries: int = SHRINKING_TRIES) -> Plain:
    """Shrink a tree on which a search fails: apply all passes as long as the search fails on a smaller tree, too."""
    shrinker = Shrinker(
        tree, lambda candidate: candidate if fails(candidate) else None, tree_size, most_tries=most_tries
    )
    return shrinker.shrink(TREE_PASSES)


@cache
def small_trees(
    most_nodes: int = SMALL_TREE_NODES, values: tuple[Number, ...] = (1, 2, 0, 3)
) -> list[ExplicitTree[Number]]:
    """Make a tree of each shape with at most `most_nodes` nodes, smallest tree first.

    MAX moves at the root, and the leaves get the numbers in `values` from left to right.

    >>> [str(tree) for tree in small_trees(3)]
    ['1', '[1]', '[[1]]', '[1, 2]']
    """
    found: list[ExplicitTree[Number]] = [
        from_nested(filled(shape, iter(values)))
        for leaves in range(1, most_nodes + 1)
        for singles in range(most_nodes - leaves + 1)
        for shape in shapes(leaves, single_children=singles)
        if str(shape).count("(") <= most_nodes
    ]
    return sorted(found, key=tree_size)


def take_a_small_tree(_tree: Plain) -> Iterator[Plain]:
    """Replace the tree by one of the smallest possible trees, before other passes change it step by step.

    Yields a few dozen candidates.
    """
    yield from small_trees()
