"""From a tree that fails to the smallest near it: by subtree, by rank, until no single change makes it smaller.

Hypothesis shrinks the bytes that a tree is drawn from; this goes on where a smaller tree is not a simpler string of
bytes. A tree is smaller by (leaves, nodes, players who alternate, then simpler values), as witnesses are compared
everywhere.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from prunecheck.oracle.minimax import values as minimax_values
from prunecheck.trees.explicit import ExplicitTree, build, without_keys
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import Number
from prunecheck.trees.small import Shape, shapes
from prunecheck.trees.unfold import unfolded

Size: TypeAlias = tuple[int, int, int, bool, bool, list[tuple[bool, Number, bool]]]

MOST_TRIES = 5_000
STANDARD = 5  # nodes of the largest small tree that is tried before any change
LARGE = 100  # nodes of a tree in which most will not matter
MANY = 5  # children of a node, of which half are given up at once


class _Draft(NamedTuple):
    """A tree as positions that can be rearranged; position 0 is the root, unreachable ones do not count.

    `players` says who moves at a position whoever moved before, None where the player to move just changes.
    """

    children: list[tuple[int, ...]]
    values: list[Number | None]
    max_at_root: bool
    players: list[bool | None]

    def tree(self) -> ExplicitTree[Number]:
        players = None if set(self.players) == {None} else self.players
        return build(self.children, self.values, max_at_root=self.max_at_root, players=players)

    def with_node(self, position: int, children: tuple[int, ...], value: Number | None) -> "_Draft":
        """This draft with one position changed."""
        draft = _Draft(self.children.copy(), self.values.copy(), self.max_at_root, self.players)
        draft.children[position] = children
        draft.values[position] = value
        return draft

    def with_player(self, position: int, player: bool | None) -> "_Draft":
        """This draft with another player to move at a position."""
        return self._replace(players=[*self.players[:position], player, *self.players[position + 1 :]])

    def exchanged(self) -> "_Draft":
        """The same game, seen by the opponent."""
        players = [None if each is None else not each for each in self.players]
        return self.negated()._replace(max_at_root=not self.max_at_root, players=players)

    def negated(self) -> "_Draft":
        """This draft with the sign of each value changed."""
        return self._replace(values=[None if each is None else -each for each in self.values])

    def with_values(self, change: dict[Number, Number]) -> "_Draft":
        """This draft with values exchanged for others."""
        return self._replace(values=[None if each is None else change.get(each, each) for each in self.values])


def _draft(tree: ExplicitTree[Number], *, pinned: bool = False) -> _Draft:
    """The draft of a tree. With `pinned`, each position has a player of its own wherever one player moves there."""
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


def _again(tree: ExplicitTree[Number]) -> Iterator[tuple[int, int]]:
    """The moves, each as a node and its child, after which the same player moves again."""
    for node in range(len(tree)):
        for child in tree.children(node):
            if tree.is_max(node) == tree.is_max(child):
                yield node, child


def size(tree: ExplicitTree[Number]) -> Size:
    """What makes one witness smaller than another, unfolded as people read it.

    Fewer leaves, fewer nodes, fewer moves after which the same player moves again, then nothing shared, MAX at the
    root, simpler values.
    """
    plain = unfolded(tree)
    leaves = [_plainness(value) for value in plain.leaf_values]
    again = sum(1 for _ in _again(plain))
    return len(leaves), len(plain), again, tree.shared, not tree.is_max(tree.root), leaves


def _plainness(value: Number) -> tuple[bool, Number, bool]:
    return not isinstance(value, int), -value if value < 0 else value, value < 0


def _smaller(tree: ExplicitTree[Number]) -> Iterator[_Draft]:
    """Trees one change away: with players who alternate, and those of `_changed`."""
    if tree.alternates:
        yield from _changed(tree, _draft(tree))
        return
    draft, pinned = _draft(tree), _draft(tree, pinned=True)
    yield draft._replace(players=[None] * len(draft.players))
    for position, player in enumerate(draft.players):
        if player is not None:
            yield draft.with_player(position, None)
            yield pinned.with_player(position, not player)
    yield draft.exchanged()
    yield from _changed(tree, draft)
    yield from _changed(tree, pinned)


def _changed(tree: ExplicitTree[Number], draft: _Draft) -> Iterator[_Draft]:
    """A subtree, a node given up for one below it or a leaf, a child less, a plainer value."""
    for node in range(1, len(tree)):
        key = tree.key(node)
        moved = draft.with_node(0, draft.children[key], draft.values[key])
        for each in (moved, moved.negated()):  # one ply up, what was seen by one player is seen by the other
            yield each._replace(max_at_root=tree.is_max(node))
            yield each._replace(max_at_root=not tree.is_max(node))
    values = sorted(set(tree.leaf_values), key=_plainness)
    for position, below in enumerate(draft.children):
        if not below:
            continue
        for child in below:
            yield draft.with_node(position, draft.children[child], draft.values[child])
            for grandchild in draft.children[child]:
                yield draft.with_node(position, draft.children[grandchild], draft.values[grandchild])
        for value in values:
            yield draft.with_node(position, (), value)
        half = len(below) // 2
        if len(below) > MANY:  # one by one would take long
            yield draft.with_node(position, below[:half], draft.values[position])
            yield draft.with_node(position, below[half:], draft.values[position])
        for nth in range(len(below) if len(below) > 1 else 0):
            yield draft.with_node(position, below[:nth] + below[nth + 1 :], draft.values[position])
        if draft.values[position] is not None:
            yield draft.with_node(position, below, None)
    yield draft._replace(max_at_root=True)
    if tree.shared:
        yield _draft(without_keys(unfolded(tree)))
    yield draft.with_values(_plain_ranks(values))
    for value in values:
        for other in (0, 1, -1, *values):
            yield draft.with_values({value: other})
    for position, below in enumerate(draft.children):
        if not below:
            for other in (0, *values):
                yield draft.with_node(position, (), other)


def _plain_ranks(values: list[Number]) -> dict[Number, Number]:
    """Small integers in the same order and with the same signs."""
    above = sorted(value for value in values if value > 0)
    below = sorted((value for value in values if value < 0), reverse=True)
    ranks: dict[Number, Number] = {value: rank for rank, value in enumerate(above, start=1)}
    ranks.update({value: -rank for rank, value in enumerate(below, start=1)})
    return ranks


@cache
def small_trees(most_nodes: int = STANDARD, values: tuple[Number, ...] = (1, 2, 0, 3)) -> list[ExplicitTree[Number]]:
    """A tree of each shape with so many nodes at most, MAX at its root, its leaves worth `values` in turn; by size.

    >>> [str(tree) for tree in small_trees(3)]
    ['1', '[1]', '[[1]]', '[1, 2]']
    """
    found = [
        from_nested(_filled(shape, iter(values)))
        for leaves in range(1, most_nodes + 1)
        for singles in range(most_nodes)
        for shape in shapes(leaves, single_children=singles)
        if str(shape).count("(") <= most_nodes
    ]
    return sorted(found, key=size)


def _filled(shape: Shape, values: Iterator[Number]) -> Any:
    return [_filled(child, values) for child in shape] if shape else next(values)


def _cleared(tree: ExplicitTree[Number], fails: Callable[[ExplicitTree[Number]], bool]) -> ExplicitTree[Number]:
    """The tree with leaves of the same value where it does not matter what is below; from the root downwards."""
    worth = minimax_values(tree, tree.root)
    draft = _draft(tree)
    level = [tree.root]
    while level:
        left = []
        for node in level:
            cleared = draft.with_node(tree.key(node), (), worth[node])
            if tree.children(node) and node != tree.root and fails(cleared.tree()):
                draft = cleared
            else:
                left.append(node)
        level = list(dict.fromkeys(child for node in left for child in tree.children(node)))
    return draft.tree()


def shrunk(
    tree: ExplicitTree[Number], fails: Callable[[ExplicitTree[Number]], bool], *, most_tries: int = MOST_TRIES
) -> ExplicitTree[Number]:
    """The smallest tree that one can come to from `tree`, change by change, each of them smaller and still failing.

    Of a large tree, what does not matter is given up first. Stops after `most_tries` with what it has.
    """
    best = _cleared(tree, fails) if len(tree) > LARGE else tree
    best_size = size(best)
    tries = 0
    improved = True
    while improved and tries < most_tries:
        improved = False
        for draft in _smaller(best):
            candidate = draft.tree()
            if size(candidate) < best_size:
                tries += 1
                if fails(candidate):
                    best, best_size, improved = candidate, size(candidate), True
                    break
    return best
