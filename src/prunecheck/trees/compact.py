"""Trees stored in a few arrays of numbers, for compiled searches and for trees of many million nodes."""

from array import array
from collections.abc import Sequence
from operator import add, gt, ne, not_, or_
from typing import Any, Final, Generic, NoReturn

from prunecheck.errors import TreeError
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number, V_co

INTEGERS: Final = ("i", "l", "q")  # formats of columns, as `array` and `memoryview` write them
FLOATS: Final = ("d",)
PLAYERS: Final = ("?",)
MOST: Final = 2**63 - 2  # the greatest integer value; the next integer stands for infinity in compiled searches


class CompactTree(Generic[V_co]):
    r"""A tree with nodes 0, 1, 2,... in arrays. The children of a node are `first[node]`, `first[node] + 1`, and so on.

    The columns are one-dimensional arrays (`array`, numpy, or anything with a buffer) with one entry for each node: the
    first child and the number of children (integers), the value (float64, or integers of at most 64 bits), and whether
    MAX is to move (bool). If `keys` is left out, every node is a different position. The column `known` is False for
    each interior node without a static value. `names` contains, for each node, the number that error messages show for
    it. All columns are copied, so the tree cannot change.

    Children have greater numbers than their parents, which makes a cycle impossible. Several nodes may have the same
    children.
    Raises: TreeError, which names the node, for a column of the wrong type or length, children outside the tree or
    before their parent, NaN, and integers below -MOST or above MOST.

    >>> from array import array
    >>> tree = CompactTree(array("q", [1, 0, 0]), array("q", [2, 0, 0]), array("d", [0, 3, 5]), b"\1\0\0")
    >>> [tree.evaluate(child) for child in tree.children(tree.root)]
    [3.0, 5.0]
    """

    def __init__(
        self,
        first: Any,
        count: Any,
        values: Any,
        players: Any,
        *,
        keys: Any = None,
        known: Any = None,
        names: Any = None,
    ) -> None:
        """Copy and check the columns, which are arrays with one entry for each node."""
        self._first: Sequence[int] = _column("first", first, INTEGERS)
        self._count: Sequence[int] = _column("count", count, INTEGERS)
        self._values: Sequence[V_co] = _column("values", values, (*INTEGERS, *FLOATS))
        self._players: Sequence[bool] = _column("players", players, PLAYERS)
        self._has_keys = keys is not None
        self._keys: Sequence[int] = _column("keys", array("q") if keys is None else keys, INTEGERS)
        self._has_gaps = known is not None
        self._known: Sequence[bool] = _column("known", b"" if known is None else known, PLAYERS)
        self._has_names = names is not None
        self._names: Sequence[int] = _column("names", array("q") if names is None else names, INTEGERS)
        given = {"first": first, "count": count, "values": values, "players": players}
        optional = {"keys": keys, "known": known, "names": names}
        _check_lengths({**given, **{name: column for name, column in optional.items() if column is not None}})
        _check_children(self._first, self._count)
        _check_values(self._values)

    @property
    def root(self) -> int:
        """Node 0."""
        return 0

    @property
    def values(self) -> Sequence[V_co]:
        """The values of all nodes. If an interior node has no static value, the number in its place is arbitrary."""
        return self._values

    @property
    def has_integers(self) -> bool:
        """True if the values are integers, False if they are floats."""
        return isinstance(self._values[0], int)

    def children(self, node: int, /) -> range:
        """The child nodes, left to right."""
        first = self._first[node]
        return range(first, first + self._count[node])

    def is_terminal(self, node: int, /) -> bool:
        """True for a leaf."""
        return self._count[node] == 0

    def evaluate(self, node: int, /) -> V_co:
        """The value of a leaf, or the static value of an interior node, from MAX's point of view.

        Raises: TreeError if an interior node has no static value.
        """
        if self._has_gaps and not self._known[node]:
            _no_static_value(self._names[node] if self._has_names else node)
        return self._values[node]

    def is_max(self, node: int, /) -> bool:
        """True if MAX is to move."""
        return self._players[node]

    def key(self, node: int, /) -> int:
        """The number of the node's position."""
        return self._keys[node] if self._has_keys else node

    def __len__(self) -> int:
        """The number of nodes."""
        return len(self._first)


def compact(tree: ExplicitTree[Number]) -> tuple[CompactTree[Any], list[int]]:
    """Convert an explicit tree to a `CompactTree`, which stores its nodes in arrays.

    Also returns, for each node of the result, the node of `tree` that it represents. A node of `tree` with several
    parents is stored once for each parent, but its children are only stored once. Values are integers if all
    values of `tree` are integers, else floats.
    Raises: TreeError for values that 64 bits cannot represent exactly, and for a tree with a cycle.
    """
    originals, first, count = _laid_out(tree)
    values = [tree.static_value(node) for node in originals]
    return (
        CompactTree(
            array("q", first),
            array("q", count),
            _numbers([0 if value is None else value for value in values]),
            bytes(tree.is_max(node) for node in originals),
            keys=array("q", [tree.key(node) for node in originals]),
            names=array("q", originals),
            known=None if tree.has_static_values else bytes(value is not None for value in values),
        ),
        originals,
    )


def _laid_out(tree: ExplicitTree[Number]) -> tuple[list[int], list[int], list[int]]:
    """List the nodes, each after all its parents, and for each node list its first child and its number of children."""
    parents = [0] * len(tree)
    for node in range(len(tree)):
        for child in tree.children(node):
            parents[child] += 1
    originals = [tree.root]
    block = {}  # the place of a node's first child
    ready = [tree.root]
    while ready:
        node = ready.pop()
        children = tree.children(node)
        block[node] = len(originals)
        originals += children
        for child in reversed(children):
            parents[child] -= 1
            if not parents[child] and not tree.is_terminal(child):
                ready.append(child)
    if any(not tree.is_terminal(node) and node not in block for node in originals):
        raise TreeError("the tree has a cycle; search it with a depth limit")
    first = [0 if tree.is_terminal(node) else block[node] for node in originals]
    return originals, first, [len(tree.children(node)) for node in originals]


def _numbers(values: list[Any]) -> "array[int] | array[float]":
    if all(isinstance(value, int) for value in values):
        try:
            return array("q", values)
        except OverflowError:
            raise TreeError(
                f"the tree has a value beyond {MOST} or {-MOST}, too large for compiled searches; use smaller "
                "integers, or search it in plain Python"
            ) from None
    for value in values:
        if type(value) not in (int, float) or (isinstance(value, int) and abs(value) > 2**53):
            raise TreeError(
                f"the tree has the value {value!r}, which is not exact as a float64; compiled searches need values "
                "that are all integers, or all floats"
            )
    return array("d", values)


def _column(name: str, given: Any, formats: tuple[str, ...]) -> Any:
    """A read-only copy of a column, an array with one entry for each node.

    Raises: TreeError if the elements of the column have the wrong type.
    """
    try:
        view = memoryview(given)
    except TypeError:
        raise TreeError(f"the column {name} is a {type(given).__name__}; use an array") from None
    code = "?" if formats == PLAYERS and view.format in ("B", "b") else view.format
    if code not in formats or view.ndim != 1 or not view.c_contiguous:
        raise TreeError(
            f"the column {name} is an array with {view.ndim} dimensions and format "
            f"{view.format!r}{'' if view.c_contiguous else ' (not contiguous)'}; use a contiguous array with one "
            f"dimension and one of the formats {', '.join(formats)}"
        )
    return memoryview(view.tobytes()).cast(code)  # type: ignore[call-overload]  # one of `formats`


def _check_lengths(columns: dict[str, Any]) -> None:
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1 or not lengths["first"]:
        raise TreeError(
            "the columns have different lengths, or are empty: "
            f"{', '.join(f'{length} ({name})' for name, length in lengths.items())}; each column needs one entry for "
            "each node, and a tree needs at least one node"
        )


def _check_children(first: Sequence[int], count: Sequence[int]) -> None:
    """Check that every child is in the tree and has a greater number than its parent."""
    nodes = len(first)
    later = map(or_, map(not_, count), map(gt, first, range(nodes)))
    if min(count) >= 0 and max(map(add, first, count)) <= nodes and all(later):
        return
    for node in range(nodes):
        if count[node] < 0:
            raise TreeError(f"node {node} has {count[node]} children; use 0 or more")
        if count[node] and not node < first[node] <= nodes - count[node]:
            raise TreeError(
                f"the children of node {node} are {first[node]} to {first[node] + count[node] - 1}; "
                f"number them from {node + 1} to {nodes - 1}"
            )
        if not count[node] and not 0 <= first[node] <= nodes:
            raise TreeError(f"the first child of the leaf {node} is {first[node]}; use 0")


def _check_values(values: Sequence[Any]) -> None:
    if isinstance(values[0], int):
        if max(values) > MOST or min(values) < -MOST:
            node = next(node for node, value in enumerate(values) if abs(value) > MOST)
            raise TreeError(
                f"node {node} has the value {values[node]}, which stands for infinity in compiled searches; "
                f"use integers from {-MOST} to {MOST}"
            )
    elif any(map(ne, values, values)):
        node = next(node for node, value in enumerate(values) if value != value)  # noqa: PLR0124  # only NaN
        raise TreeError(f"node {node} has the value NaN, which cannot be compared; use a number or an infinity")


def _no_static_value(node: int) -> NoReturn:
    raise TreeError(f"depth limits and orderings need static values, but node {node} has none; give it one")
