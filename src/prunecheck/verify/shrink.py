"""From a tree that fails to the smallest near it: by subtree, by rank, until no single change makes it smaller.

Hypothesis shrinks the bytes that a tree is drawn from; this goes on where a smaller tree is not a simpler string of
bytes. A tree is smaller by (leaves, nodes, then simpler values), as witnesses are compared everywhere.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from prunecheck.trees.explicit import ExplicitTree, build
from prunecheck.trees.protocol import Number
from prunecheck.trees.unfold import unfolded

Size: TypeAlias = tuple[int, int, bool, bool, list[tuple[bool, Number, bool]]]

MOST_TRIES = 5_000
MANY = 5  # children of a node, of which half are given up at once


class _Draft(NamedTuple):
    """A tree as positions that can be rearranged; position 0 is the root, unreachable ones do not count."""

    children: list[tuple[int, ...]]
    values: list[Number | None]
    max_at_root: bool

    def tree(self) -> ExplicitTree[Number]:
        return build(self.children, self.values, max_at_root=self.max_at_root)

    def with_node(self, position: int, children: tuple[int, ...], value: Number | None) -> "_Draft":
        """This draft with one position changed."""
        draft = _Draft(self.children.copy(), self.values.copy(), self.max_at_root)
        draft.children[position] = children
        draft.values[position] = value
        return draft

    def negated(self) -> "_Draft":
        """This draft with the sign of each value changed."""
        return self._replace(values=[None if each is None else -each for each in self.values])

    def with_values(self, change: dict[Number, Number]) -> "_Draft":
        """This draft with values exchanged for others."""
        return self._replace(values=[None if each is None else change.get(each, each) for each in self.values])


def _draft(tree: ExplicitTree[Number]) -> _Draft:
    positions = 1 + max(tree.key(node) for node in range(len(tree)))
    children: list[tuple[int, ...]] = [()] * positions
    values: list[Number | None] = [None] * positions
    for node in range(len(tree)):
        children[tree.key(node)] = tuple(tree.key(child) for child in tree.children(node))
        values[tree.key(node)] = tree.static_value(node)
    return _Draft(children, values, tree.is_max(tree.root))


def size(tree: ExplicitTree[Number]) -> Size:
    """What makes one witness smaller than another, unfolded as people read it.

    Fewer leaves, fewer nodes, then nothing shared, MAX at the root, simpler values.
    """
    plain = unfolded(tree)
    leaves = [_plainness(value) for value in plain.leaf_values]
    return len(leaves), len(plain), tree.shared, not tree.is_max(tree.root), leaves


def _plainness(value: Number) -> tuple[bool, Number, bool]:
    return not isinstance(value, int), -value if value < 0 else value, value < 0


def _smaller(tree: ExplicitTree[Number]) -> Iterator[_Draft]:
    """Trees one change away: a subtree, a node given up for one below it or a leaf, a child less, a plainer value."""
    draft = _draft(tree)
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
        yield _draft(_without_keys(unfolded(tree)))
    yield draft.with_values(_plain_ranks(values))
    for value in values:
        for other in (0, 1, -1, *values):
            yield draft.with_values({value: other})
    for position, below in enumerate(draft.children):
        if not below:
            for other in (0, *values):
                yield draft.with_node(position, (), other)


def _without_keys(tree: ExplicitTree[Number]) -> ExplicitTree[Number]:
    nodes = range(len(tree))
    return ExplicitTree(map(tree.children, nodes), map(tree.static_value, nodes), map(tree.is_max, nodes))


def _plain_ranks(values: list[Number]) -> dict[Number, Number]:
    """Small integers in the same order and with the same signs."""
    above = sorted(value for value in values if value > 0)
    below = sorted((value for value in values if value < 0), reverse=True)
    ranks: dict[Number, Number] = {value: rank for rank, value in enumerate(above, start=1)}
    ranks.update({value: -rank for rank, value in enumerate(below, start=1)})
    return ranks


def shrunk(tree: ExplicitTree[Number], fails: Callable[[ExplicitTree[Number]], bool]) -> ExplicitTree[Number]:
    """The smallest tree that one can come to from `tree`, change by change, each of them smaller and still failing.

    `tree` must have alternating players. Stops after 5,000 tries with what it has.
    """
    best, best_size = tree, size(tree)
    tries = 0
    improved = True
    while improved and tries < MOST_TRIES:
        improved = False
        for draft in _smaller(best):
            candidate = draft.tree()
            if size(candidate) < best_size:
                tries += 1
                if fails(candidate):
                    best, best_size, improved = candidate, size(candidate), True
                    break
    return best
