"""Read and write harvested trees: compact files that contain a tree, node by node, and a checksum.

`docs/workloads.md` describes the format. A position that several paths lead to is only written once.
"""

import zlib
from collections.abc import Hashable
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec

from prunecheck.errors import TreeError
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.json import JsonNumber, dump_optional, load_number
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.values import check_value
from prunecheck.trees.walk import check_acyclic

MAGIC: Final = b"\x93prunecheck-tree"  # its first byte cannot begin a text file
VERSION: Final = 1
SUM_AT: Final = len(MAGIC) + 1  # after one byte for the version
PACKED_AT: Final = SUM_AT + 32
MOST_NODES: Final = 1_000_000
MOST_MOVES: Final = 4 * MOST_NODES
MOST_BYTES: Final = 200_000_000  # the largest payload
AGAIN: Final = "harvest the tree again"  # the remedy for every fault in a file


class Payload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a file with a harvested tree, in columns.

    Nodes are numbered from 0, the root, in depth-first order of first visit.

    `moves[n]` is the number of children of node n. `steps` lists all children, node by node, each as its number minus
    its parent's number. `players` says at which nodes MAX moves; it is omitted if players alternate, beginning with
    `root_player`. `keys` says which nodes are the same position; it is omitted if all nodes are different positions.
    """

    name: str
    source: str
    root_player: str
    moves: list[int]
    steps: list[int]
    values: list[JsonNumber | None]
    players: list[bool] | None = None
    keys: list[int] | None = None


class Harvest(msgspec.Struct, frozen=True):
    """A tree taken from a game or program, with a name and a source."""

    name: str
    source: str
    tree: ExplicitTree[Number]


def written_out(tree: Tree[Any, Number]) -> ExplicitTree[Number]:
    """Convert `tree` to an explicit tree with nodes in depth-first order. Equal nodes become one node.

    An interior node keeps its static value, if it has one.
    Raises: TreeError for more than a million nodes or four million moves, a cycle, or an invalid value.

    >>> from prunecheck.trees.games.nim import Nim
    >>> written_out(Nim([1, 1]))
    <ExplicitTree [[A=-1], [A]], MAX to move>
    """
    number: dict[Any, int] = {}
    below: list[list[Any]] = []
    values: list[Number | None] = []
    key_numbers: dict[Hashable, int] = {}
    keys: list[int] = []
    moves = 0
    stack = [tree.root]
    while stack:
        node = stack.pop()
        if node in number:
            continue
        if len(number) == MOST_NODES:
            raise TreeError(
                f"the tree has more than {MOST_NODES:,} nodes; cut it at a depth, or start from a later position"
            )
        number[node] = len(number)
        terminal = tree.is_terminal(node)
        children = [] if terminal else list(islice(tree.children(node), MOST_MOVES - moves + 1))
        moves += len(children)
        if moves > MOST_MOVES:
            raise TreeError(
                f"the tree has more than {MOST_MOVES:,} moves; cut it at a depth, or start from a later position"
            )
        if not terminal and not children:
            raise TreeError(f"node {node!r} has no children and is not terminal, so it has no value; give it one")
        below.append(children)
        values.append(_value(tree, node, terminal=terminal))
        keys.append(key_numbers.setdefault(tree.key(node), len(key_numbers)))
        stack += reversed(children)
    found: ExplicitTree[Number] = ExplicitTree(
        [[number[child] for child in children] for children in below], values, map(tree.is_max, number), keys
    )
    check_acyclic(found)
    return found


def _value(tree: Tree[Any, Number], node: Any, *, terminal: bool) -> Number | None:
    """The value of a leaf, or the static value of an interior node.

    Returns None if an explicit tree has no value for the node.
    """
    try:
        value = tree.evaluate(node)
    except TreeError:
        if terminal:
            raise
        return None
    check_value(value, f"the value of node {node!r}")
    return value


def harvested(tree: Tree[Any, Number], name: str, source: str = "") -> Harvest:
    """Turn any tree into a `Harvest` that can be written to a file. Raises: the same TreeError as `written_out`."""
    return Harvest(name, source, written_out(tree))


def payload(harvest: Harvest) -> bytes:
    """The uncompressed contents of a file for a harvested tree. The same harvest gives the same bytes on every machine.

    Raises: TreeError if a value is not a number.
    """
    tree = written_out(harvest.tree)  # children before grandchildren cost no extra bytes
    nodes = range(len(tree))
    columns = Payload(
        name=harvest.name,
        source=harvest.source,
        root_player="MAX" if tree.is_max(tree.root) else "MIN",
        moves=[len(tree.children(node)) for node in nodes],
        steps=[child - node for node in nodes for child in tree.children(node)],
        values=[dump_optional(value) for value in tree.values],
        players=None if tree.alternates else list(tree.players),
        keys=None if tree.keys == tuple(nodes) else list(tree.keys),
    )
    return msgspec.msgpack.encode(columns)


def checksum(harvest: Harvest) -> str:
    """SHA-256 of the payload, in hexadecimal digits."""
    return sha256(payload(harvest)).hexdigest()


def file_bytes(harvest: Harvest) -> bytes:
    """All bytes of a file for a harvested tree: magic number, version, checksum, and compressed payload."""
    plain = payload(harvest)
    return MAGIC + bytes([VERSION]) + sha256(plain).digest() + zlib.compress(plain, 9)


def is_harvest(path: Path) -> bool:
    """True if the file begins like a file with a harvested tree."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):  # the file is missing, or its name is impossible
        return False


def write_harvest(harvest: Harvest, path: Path) -> None:
    """Write a harvested tree to a file.

    Raises: OSError if writing fails, TreeError if a value is not a number.
    """
    path.write_bytes(file_bytes(harvest))


def read_harvest(path: Path) -> Harvest:
    """Read a harvested tree from a file.

    Raises: TreeError, with the file's name and a remedy, if the file cannot be read, is not a harvested tree, is
    damaged, or does not contain a valid tree.
    """
    try:
        return _harvest(path.read_bytes())
    except OSError as error:
        raise TreeError(f"{path}: {error.strerror or error}; give a file written by prunecheck harvest") from None
    except TreeError as error:
        raise TreeError(f"{path}: {error}") from None


def _harvest(content: bytes) -> Harvest:
    if not content.startswith(MAGIC):
        raise TreeError("not a harvested tree; give a file written by prunecheck harvest")
    version = content[SUM_AT - 1 : SUM_AT]
    if version != bytes([VERSION]):
        said = version[0] if version else "missing"
        raise TreeError(f"the file has version {said}, but this release reads version {VERSION}; {AGAIN}")
    plain = _unpacked(content[PACKED_AT:])
    if sha256(plain).digest() != content[SUM_AT:PACKED_AT]:
        raise TreeError(f"the file is damaged: its checksum is wrong; {AGAIN}")
    try:
        columns = msgspec.msgpack.decode(plain, type=Payload)
    except msgspec.DecodeError as error:
        raise TreeError(f"the file does not contain a tree: {error}; {AGAIN}") from None
    if not (columns.name + columns.source).isprintable():
        raise TreeError(f"the tree's name or source contains characters that cannot be printed; {AGAIN}")
    return Harvest(columns.name, columns.source, _tree(columns))


def _unpacked(compressed: bytes) -> bytes:
    unpacking = zlib.decompressobj()
    try:
        plain = unpacking.decompress(compressed, MOST_BYTES)
    except zlib.error:
        raise TreeError(f"the file is damaged: its contents cannot be unpacked; {AGAIN}") from None
    if unpacking.unconsumed_tail:
        raise TreeError(f"the file contains more than {MOST_BYTES:,} bytes; cut the tree at a depth, and {AGAIN}")
    if not unpacking.eof or unpacking.unused_data:
        raise TreeError(f"the file is damaged: its contents end too early or too late; {AGAIN}")
    return plain


def _tree(columns: Payload) -> ExplicitTree[Number]:
    """Check the columns of a file, which another program has possibly written, and convert them to a tree.

    Raises: TreeError, which names the invalid node.
    """
    size = len(columns.moves)
    if not 0 < size <= MOST_NODES:
        raise TreeError(f"the file has {size:,} nodes, but a tree has 1 to {MOST_NODES:,}; {AGAIN}")
    if columns.root_player not in {"MAX", "MIN"}:
        raise TreeError(f"root_player in the file is {columns.root_player!r}, not MAX or MIN; {AGAIN}")
    for name, column in (("values", columns.values), ("players", columns.players), ("keys", columns.keys)):
        if column is not None and len(column) != size:
            raise TreeError(f"the file has {len(column):,} {name} for {size:,} nodes; {AGAIN}")
    children = _children(columns)
    alternating = _alternating(children, columns.root_player == "MAX")
    values = [
        None if value is None and children[node] else _loaded(value, node) for node, value in enumerate(columns.values)
    ]
    tree: ExplicitTree[Number] = ExplicitTree(children, values, columns.players or alternating, columns.keys)
    if columns.players is None and not tree.alternates:
        raise TreeError(f"players do not alternate, but the file does not say who moves at which node; {AGAIN}")
    check_acyclic(tree)
    return tree


def _children(columns: Payload) -> list[list[int]]:
    size = len(columns.moves)
    if min(columns.moves) < 0 or sum(columns.moves) != len(columns.steps):
        raise TreeError(
            f"the sum of its child counts (moves) is not the length of its list of children (steps); {AGAIN}"
        )
    steps = iter(columns.steps)
    found = [[node + step for step in islice(steps, moves)] for node, moves in enumerate(columns.moves)]
    for node, children in enumerate(found):
        if not all(0 <= child < size for child in children):
            raise TreeError(f"node {node} has a child that is not a node; {AGAIN}")
    return found


def _alternating(children: list[list[int]], max_at_root: bool) -> list[bool]:
    """A list that says for each node whether MAX moves there, if players alternate.

    Nodes must be numbered so that each parent comes before its children.
    """
    players: list[bool | None] = [None] * len(children)
    players[0] = max_at_root
    found: list[bool] = []
    for node, below in enumerate(children):
        is_max = players[node]
        if is_max is None:
            raise TreeError(f"node {node} is not a child of any earlier node; {AGAIN}")
        found.append(is_max)
        for child in below:
            if players[child] is None:
                players[child] = not is_max
    return found


def _loaded(value: JsonNumber | None, node: int) -> Number:
    spot = f"the value of node {node}"
    number = load_number(value, spot)
    check_value(number, spot)
    return number
