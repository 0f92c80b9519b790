"""Convert nested Python lists to trees and back.

A list is an interior node; an object that is not a list, even a tuple, is a leaf value.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Generic, overload

from prunecheck.errors import TreeError
from prunecheck.trees.explicit import ExplicitTree, build
from prunecheck.trees.protocol import Number, V
from prunecheck.trees.values import check_comparable, check_value, is_number
from prunecheck.trees.walk import check_acyclic, place, postorder


@overload
def from_nested(tree: object, *, max_at_root: bool = True) -> ExplicitTree[Number]: ...
@overload
def from_nested(tree: object, *, max_at_root: bool = True, of: type[V]) -> ExplicitTree[V]: ...
def from_nested(
    tree: object, *, max_at_root: bool = True, of: type[V] | None = None
) -> ExplicitTree[V] | ExplicitTree[Number]:
    """Make an explicit tree from nested lists; MAX and MIN alternate.

    If one list object occurs in several places, it becomes one position with several parents. Values are numbers (int,
    float with infinities, Fraction). If `of` is an ordered type such as `tuple`, all values must have this type. Trees
    may have any depth.
    Raises: TreeError, which says where the mistake is, for NaN, a value of another type, an empty list, or a list
    inside itself.

    >>> from_nested([[3, 5], [2, 9]])
    <ExplicitTree [[3, 5], [2, 9]], MAX to move>
    >>> from_nested([1, [float("nan")]])
    Traceback (most recent call last):
    prunecheck.errors.TreeError: the leaf at [1][0] is NaN, which cannot be compared; use a number or an infinity
    """
    if of is None:
        return read_nested(tree, _number, max_at_root=max_at_root)
    reader = _KindReader(of)
    built = read_nested(tree, reader, max_at_root=max_at_root)
    reader.check_order()
    return built


def _number(item: object, spot: str) -> Number:
    check_value(item, spot)
    if not is_number(item):
        kind = type(item).__name__
        raise TreeError(f"{spot} is {item!r} ({kind}), not a number; for values of that type, pass of={kind}")
    return item


class _KindReader(Generic[V]):
    """Read leaf values that all have one non-numeric type, and check that they can be compared with each other."""

    def __init__(self, kind: type[V]) -> None:
        self.kind = kind
        self.read: list[tuple[V, str]] = []

    def __call__(self, item: object, spot: str) -> V:
        check_value(item, spot)
        if not isinstance(item, self.kind):
            raise TreeError(
                f"{spot} is {item!r} of type {type(item).__name__}, but of={self.kind.__name__} requires "
                f"{self.kind.__name__}"
            )
        self.read.append((item, spot))
        return item

    def check_order(self) -> None:
        """Sort all values, to raise an error if two cannot be compared."""
        try:
            self.read.sort(key=lambda pair: pair[0])
        except TypeError:
            for item, spot in self.read:
                for other, other_spot in self.read:
                    check_comparable(item, spot, other, other_spot)
        for (low, low_spot), (high, high_spot) in pairwise(self.read):
            check_comparable(high, high_spot, low, low_spot)


def read_nested(tree: object, read: Callable[[object, str], V], *, max_at_root: bool) -> ExplicitTree[V]:
    """Make a tree from nested lists.

    `read(leaf, spot)` returns the value of a leaf, or raises a TreeError that names `spot`, the place of the leaf.
    """
    children: list[list[int]] = [[]]
    values: list[V | None] = [None]
    position_of: dict[int, int] = {}  # id of a list -> its position; lists are not freed during the call
    shared = False
    path: list[int] = []
    open_lists: list[tuple[list[object], int]] = []

    def enter(item: object, position: int) -> None:
        if not isinstance(item, list):
            values[position] = read(item, f"the leaf at {place(path)}" if path else "the root")
        elif item:
            position_of[id(item)] = position
            open_lists.append((item, position))
            path.append(-1)
        else:
            at = f"the node at {place(path)}" if path else "the root"
            raise TreeError(f"{at} is an empty list, which has no value; give it a child or a value")

    enter(tree, 0)
    while open_lists:
        items, position = open_lists[-1]
        path[-1] += 1
        if path[-1] == len(items):
            open_lists.pop()
            path.pop()
            continue
        item = items[path[-1]]
        known = position_of.get(id(item)) if isinstance(item, list) else None
        child = len(children) if known is None else known
        children[position].append(child)
        if known is None:
            children.append([])
            values.append(None)
            enter(item, child)
        else:
            shared = True
    built = build(children, values, max_at_root=max_at_root)
    if shared:
        check_acyclic(built)
    return built


def to_nested(tree: ExplicitTree[V]) -> object:
    """Convert an explicit tree to nested lists; a node with several parents becomes one list object in several places.

    Static values of interior nodes and the player at the root are lost, since nested lists cannot represent them.

    >>> to_nested(from_nested([[3, 5], [2, 9]]))
    [[3, 5], [2, 9]]
    """
    made: dict[int, object] = {}
    lists: dict[tuple[int, ...], list[object]] = {}  # (key and ids of the children) -> list, which both players share
    for node, children in postorder(tree, tree.root):
        if children:
            below = [made[child] for child in children]
            same = (
                tree.key(node),
                *(
                    id(subtree) if isinstance(subtree, list) else -tree.key(child)
                    for subtree, child in zip(below, children, strict=True)
                ),
            )
            made[node] = lists.setdefault(same, below)
        else:
            made[node] = tree.evaluate(node)
    return made[tree.root]
