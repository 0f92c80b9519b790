"""A tree as the arrays that a program is sent, from a node on, and what each number in them stands for."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Final

import msgspec

from prunecheck.errors import PreconditionError, TreeError
from prunecheck.subjects.process.messages import Domain, TreeArrays
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.json import JsonNumber, dump_number
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.values import INF, INT64, simplest

MOST_NODES: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Encoded:
    """`tree` is JSON of a `TreeArrays`; the rest has an entry for each node in it.

    `plies` are those on the shortest way from the start to a node, `height` those to the deepest leaf; `valued` is
    true of nodes with a value. `whole`: all values are whole numbers, or infinite.
    """

    tree: msgspec.Raw
    nodes: list[Any]
    plies: list[int]
    children: list[int]
    height: int
    alternates: bool
    excluded: str
    valued: list[bool]
    whole: bool


def encoded(
    tree: Tree[Any, Number], start: Any, domain: Domain, *, shared: bool, mover: bool, times: int = 1
) -> Encoded:
    """`tree` from `start` on; without `shared`, a node of its own for each path.

    With `mover`, values are those of the player to move; all are so many `times` as large. What the domain does
    not have is named in `excluded`.
    Raises: PreconditionError for a tree of more than a million nodes; errors of the tree pass through.
    """
    nodes: list[Any] = []
    plies: list[int] = []
    below: list[list[int]] = []
    number: dict[Any, int] = {}
    stack: list[tuple[Any, int, int]] = [(start, -1, 0)]
    while stack:  # preorder, so that numbers grow in the order in which a left-to-right search meets them
        node, parent, ply = stack.pop()
        known = number.get(node, -1) if shared else -1
        if parent >= 0:
            below[parent].append(len(nodes) if known < 0 else known)
        if known >= 0:
            plies[known] = min(plies[known], ply)
            continue
        number[node] = this = len(nodes)
        if this == MOST_NODES:
            raise PreconditionError(f"the tree has more than {MOST_NODES:,} nodes to write out; cut it at a depth")
        nodes.append(node)
        plies.append(ply)
        below.append([])
        if not tree.is_terminal(node):
            stack += [(child, this, ply + 1) for child in reversed(list(tree.children(node)))]
    turns = [tree.is_max(node) for node in nodes]
    found = [_value(tree, node, interior=bool(below[nth])) for nth, node in enumerate(nodes)]
    if times != 1:
        found = [None if value is None else multiplied(value, times) for value in found]
    turned = [mover and not turn for turn in turns]
    found = [-value if other and value is not None else value for value, other in zip(found, turned, strict=True)]
    first = [0]
    for each in below:
        first.append(first[-1] + len(each))
    arrays = TreeArrays(
        first=first,
        child=[child for each in below for child in each],
        max=[int(turn) for turn in turns],
        value=[None if value is None else number_for(value, domain) for value in found],
        key=_key_numbers([tree.key(node) for node in nodes]),
    )
    return Encoded(
        msgspec.Raw(msgspec.json.encode(arrays)),
        nodes,
        plies,
        [len(each) for each in below],
        _height(below),
        all(turns[child] != turns[nth] for nth, each in enumerate(below) for child in each),
        next(filter(None, map(partial(_excluded, domain), found, turned)), ""),
        [value is not None for value in found],
        all(value is None or is_whole(value) for value in found),
    )


def number_for(value: Number, domain: Domain) -> JsonNumber:
    """`value` as the program reads it: infinities as its own, whole numbers without a fraction."""
    if type(value) is int and value in INT64:  # nearly always
        return value
    if value in (INF, -INF):
        return dump_number(domain.infinity if value > 0 else -domain.infinity)
    if domain.kind == "int" and value == int(value):
        return dump_number(int(value))
    return dump_number(simplest(value))


def is_whole(value: Number) -> bool:
    """True for whole numbers, and infinities."""
    return value in (INF, -INF) or value == int(value)


def multiplied(value: Number, times: int) -> Number:
    """`times` the value, exactly; infinities stay."""
    return value if times == 1 or value in (INF, -INF) else simplest(Fraction(value) * times)


def divided(value: Number, times: int) -> Number:
    """What `multiplied` made of, exactly."""
    return value if times == 1 or value in (INF, -INF) else simplest(Fraction(value) / times)


def _excluded(domain: Domain, value: Number | None, turned: bool) -> str:
    return "" if value is None else domain.excludes(value, turned=turned)


def _value(tree: Tree[Any, Number], node: Any, *, interior: bool) -> Number | None:
    if isinstance(tree, ExplicitTree):
        return tree.static_value(node)
    try:
        return tree.evaluate(node)
    except TreeError:
        if interior:  # no static value
            return None
        raise


def _key_numbers(keys: list[Any]) -> list[int]:
    """Keys as numbers: those that are keep theirs, which are then the same from whatever node on a tree is asked."""
    if all(type(key) is int and key in INT64 for key in keys):
        return keys
    numbers: dict[Any, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]


def _height(below: list[list[int]]) -> int:
    """The plies from node 0 to the deepest leaf; nodes may be shared."""
    parents = [0] * len(below)
    for each in below:
        for child in each:
            parents[child] += 1
    depth = [0] * len(below)
    ready = [0]
    while ready:
        node = ready.pop()
        for child in below[node]:
            depth[child] = max(depth[child], depth[node] + 1)
            parents[child] -= 1
            if not parents[child]:
                ready.append(child)
    return max(depth)
