"""Version 1 of the protocol between prunecheck and an external program. Each request and each reply is a line of JSON.

A search request includes the tree. Therefore, a program can answer each request without storing earlier requests, and
you can paste a request from a report into a program by hand. A tree consists of flat arrays, most of them with one
entry for each node. In a language without a JSON library, a program needs only one function: it finds a field by its
name, and splits the list in the brackets after the name.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, TypeAlias

import msgspec

from prunecheck.errors import PreconditionError, TreeError
from prunecheck.subjects.convention import NumberKind, ValueRange
from prunecheck.subjects.known_trees import key_shift
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.json import JsonNumber, dump_number
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.values import INF, INT64, simplest
from prunecheck.trees.walk import heights

PROTOCOL_VERSION: Final = 1
Takes: TypeAlias = Literal["window", "depth", "shared", "turns", "infinities"]
Gives: TypeAlias = Literal["move", "line", "leaves", "table"]
Side: TypeAlias = Literal["MAX", "MIN"]
MOST_SENT_NODES: Final = 1_000_000


class Request(msgspec.Struct, omit_defaults=True):
    """The fields of every request: the protocol version, a number, and the kind of request."""

    prunecheck: int
    id: int
    ask: str


class TreeArrays(msgspec.Struct):
    """A tree in flat arrays. The nodes of the tree are 0, 1, 2, ..., and 0 is the node to search.

    The children of node n are `child[first[n]]` to `child[first[n + 1] - 1]`, in order. The list `first` has one item
    more than the tree has nodes. `value` is the value of a leaf, or the static value of an interior node; it is null
    for a node without a value.
    """

    first: list[int]
    child: list[int]
    max: list[int]
    value: list[JsonNumber | None]
    key: list[int]


class SearchRequest(Request, kw_only=True):
    """A search of node 0, with `side` to move. Window and depth are only sent to programs that take them.

    `tree` is a `TreeArrays` as JSON text. Requests with different windows share one encoding of the tree.
    """

    side: Side
    alpha: JsonNumber | None = None
    beta: JsonNumber | None = None
    depth: int | None = None
    tree: msgspec.Raw


class Reply(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of every reply: the number of the request and, if the request failed, an error."""

    id: int | None = None
    error: str | None = None


class Capabilities(Reply):
    """The reply to `hello`: the program's name, which arguments its search takes, and what the search returns.

    Infinite bounds and infinite results are written as `infinity` or its negative.
    """

    prunecheck: int = 0
    name: str = ""
    takes: list[Takes] = []
    gives: list[Gives] = []
    viewpoint: Literal["MAX", "mover"] = "MAX"
    values: NumberKind = "int"
    least: JsonNumber = -1_000_000
    greatest: JsonNumber = 1_000_000
    infinity: JsonNumber = "inf"
    memory: bool = False


class TableEntry(msgspec.Struct, forbid_unknown_fields=True):
    """An entry in a program's table: bounds on the value that a node has at the given depth, and the best move."""

    node: int
    lower: JsonNumber = "-inf"
    upper: JsonNumber = "inf"
    depth: int | None = None
    move: int | None = None


class SearchReply(Reply):
    """The reply to `search`.

    `move` and `line` contain child indices, counted from 0; `leaves` lists nodes in order of evaluation.
    """

    value: JsonNumber | None = None
    move: int | None = None
    line: list[int] | None = None
    leaves: list[int] | None = None
    table: list[TableEntry] | None = None


@dataclass(frozen=True, slots=True)
class TreeEncoding:
    """A tree as JSON text (a `TreeArrays`), and facts about the tree. Each list has one entry for each node.

    `plies` contains the length of the shortest path from the root to each node. `height` is the length of the longest
    path from the root to a leaf. `valued` contains True for each node that has a value. `whole` is True if all values
    are whole numbers or infinite.
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


def encode_tree(
    tree: Tree[Any, Number], start: Any, domain: ValueRange, *, shared: bool, mover: bool, times: int = 1
) -> TreeEncoding:
    """Encode the part of `tree` below `start`.

    If `shared` is False, a node is encoded once for each path to the node.

    If `mover` is True, values are from the point of view of the side to move. All values are multiplied by `times`. If
    the program does not accept some value of the tree, the result's `excluded` names this value.
    Raises: PreconditionError if the tree has more than a million nodes. Errors raised by the tree pass through.
    """
    nodes: list[Any] = []
    plies: list[int] = []
    below: list[list[int]] = []
    number: dict[Any, int] = {}
    stack: list[tuple[Any, int, int]] = [(start, -1, 0)]
    while stack:  # preorder, so that node numbers are in the order of a left-to-right search
        node, parent, ply = stack.pop()
        known = number.get(node, -1) if shared else -1
        if parent >= 0:
            below[parent].append(len(nodes) if known < 0 else known)
        if known >= 0:
            plies[known] = min(plies[known], ply)
            continue
        number[node] = this = len(nodes)
        if this == MOST_SENT_NODES:
            raise PreconditionError(f"the tree has more than {MOST_SENT_NODES:,} nodes to send; cut it at a depth")
        nodes.append(node)
        plies.append(ply)
        below.append([])
        if not tree.is_terminal(node):
            stack += [(child, this, ply + 1) for child in reversed(list(tree.children(node)))]
    turns = [tree.is_max(node) for node in nodes]
    found = [_value(tree, node, interior=bool(below[nth])) for nth, node in enumerate(nodes)]
    if times != 1:
        found = [None if value is None else scale_up(value, times) for value in found]
    turned = [mover and not turn for turn in turns]
    found = [-value if other and value is not None else value for value, other in zip(found, turned, strict=True)]
    whys = (
        domain.excludes(value, turned=other) for value, other in zip(found, turned, strict=True) if value is not None
    )
    first = [0]
    for child_list in below:
        first.append(first[-1] + len(child_list))
    arrays = TreeArrays(
        first=first,
        child=[child for children in below for child in children],
        max=[int(turn) for turn in turns],
        value=[None if value is None else number_for(value, domain) for value in found],
        key=_key_numbers([tree.key(node) for node in nodes], key_shift(tree)),
    )
    return TreeEncoding(
        msgspec.Raw(msgspec.json.encode(arrays)),
        nodes,
        plies,
        [len(children) for children in below],
        heights(tree, start)[start],
        all(turns[child] != turns[nth] for nth, children in enumerate(below) for child in children),
        next(filter(None, whys), ""),
        [value is not None for value in found],
        all(value is None or is_whole(value) for value in found),
    )


def number_for(value: Number, domain: ValueRange) -> JsonNumber:
    """Convert `value` to the program's notation, with the program's own number for infinity."""
    if type(value) is int and value in INT64:  # nearly all values are of this kind
        return value
    if value in (INF, -INF):
        return dump_number(domain.infinity if value > 0 else -domain.infinity)
    if domain.kind == "int" and value == int(value):
        return dump_number(int(value))
    return dump_number(simplest(value))


def is_whole(value: Number) -> bool:
    """True for whole numbers, and for infinities."""
    return value in (INF, -INF) or value == int(value)


def scale_up(value: Number, times: int) -> Number:
    """Return the exact product of `value` and `times`. Infinities stay infinite."""
    return value if times == 1 or value in (INF, -INF) else simplest(Fraction(value) * times)


def scale_down(value: Number, times: int) -> Number:
    """Return the exact quotient of `value` and `times`, which undoes `scale_up`."""
    return value if times == 1 or value in (INF, -INF) else simplest(Fraction(value) / times)


def _value(tree: Tree[Any, Number], node: Any, *, interior: bool) -> Number | None:
    if isinstance(tree, ExplicitTree):
        return tree.static_value(node)
    try:
        return tree.evaluate(node)
    except TreeError:
        if interior:  # an interior node has no static value
            return None
        raise


def _key_numbers(keys: list[Any], shift: int) -> list[int]:
    """Convert keys to integers.

    Integer keys are only shifted by `shift` bits, so that a position has the same key in every search. If any key is
    not an integer, all keys are replaced by 0, 1, 2, and so on.
    """
    if all(type(key) is int and key in INT64 for key in keys):
        return [key << shift for key in keys] if shift else keys
    numbers: dict[Any, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]
