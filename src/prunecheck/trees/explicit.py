"""Explicit trees: all nodes are stored in memory, in parallel tuples. Nodes can have several parents."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic

from prunecheck.errors import TreeError
from prunecheck.trees.protocol import V, V_co
from prunecheck.trees.values import show

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # letters that stand for positions that occur several times
MOST_WORDS = 400  # the most brackets, commas and values that `str` writes; for a larger tree, only the size


class ExplicitTree(Generic[V_co]):
    """An immutable tree of nodes 0, 1, 2,... in order of first visit; 0 is the root.

    Two trees compare equal if all their nodes are equal. If a position occurs both with MAX and with MIN to move, it is
    stored as two nodes with the same key. If a position is reached twice with the same player to move, it is stored as
    one node with two parents. Use `from_nested` or `load` to make a tree: the constructor does not check its arguments.
    The arguments are columns of the same length, with an entry for each node: the children of the node, its value
    (None: no static value), whether MAX moves at the node, and its key (default: the node itself).
    """

    __slots__ = ("_children", "_keys", "_players", "_values")

    def __init__(
        self,
        children: Iterable[Sequence[int]],
        values: Iterable[V_co | None],
        players: Iterable[bool],
        keys: Iterable[int] | None = None,
    ) -> None:
        """Store the children, values, players and keys, each as a column with one entry for each node."""
        self._children = tuple(map(tuple, children))
        self._values = tuple(values)
        self._players = tuple(players)
        self._keys = tuple(range(len(self._children))) if keys is None else tuple(keys)

    @property
    def root(self) -> int:
        """Node 0."""
        return 0

    def children(self, node: int, /) -> tuple[int, ...]:
        """The child nodes, left to right."""
        return self._children[node]

    def is_terminal(self, node: int, /) -> bool:
        """True for a leaf."""
        return not self._children[node]

    def evaluate(self, node: int, /) -> V_co:
        """The value of a leaf, or the static value of an interior node, from MAX's point of view.

        Raises: TreeError if an interior node has no static value.
        """
        value = self._values[node]
        if value is None:
            raise TreeError(f"depth limits and orderings need static values, but node {node} has none; give it one")
        return value

    def is_max(self, node: int, /) -> bool:
        """True if MAX is to move."""
        return self._players[node]

    def key(self, node: int, /) -> int:
        """The number of the position. Nodes that only differ in the side to move have the same number."""
        return self._keys[node]

    def static_value(self, node: int, /) -> V_co | None:
        """The value that `evaluate` returns for the node, or None if the node has no value."""
        return self._values[node]

    @property
    def values(self) -> tuple[V_co | None, ...]:
        """The values of all nodes, in node order. A node without a value has None."""
        return self._values

    @property
    def players(self) -> tuple[bool, ...]:
        """For each node, in node order, True if MAX is to move there."""
        return self._players

    @property
    def keys(self) -> tuple[int, ...]:
        """The keys of all nodes, in node order."""
        return self._keys

    @property
    def leaf_values(self) -> list[V_co]:
        """The values of all leaves, in node order."""
        return [v for v, below in zip(self._values, self._children, strict=True) if not below and v is not None]

    @property
    def has_static_values(self) -> bool:
        """True if there are interior nodes and each of them has a static value."""
        inner = [value for value, below in zip(self._values, self._children, strict=True) if below]
        return bool(inner) and None not in inner

    @property
    def shared(self) -> bool:
        """True if at least one position can be reached by more than one path from the root."""
        moves = sum(map(len, self._children))
        return moves >= len(self) or len(set(self._keys)) < len(self)

    @property
    def alternates(self) -> bool:
        """True if the side to move changes with every move."""
        turns = self._players
        return all(turns[child] != turns[node] for node, below in enumerate(self._children) for child in below)

    def with_values(self, change: Callable[[V_co], V]) -> "ExplicitTree[V]":
        """Copy the tree with every value replaced by `change(value)`; nodes without a value are not changed.

        >>> from prunecheck import from_nested
        >>> from_nested([[3, 5], [2, 9]]).with_values(lambda value: -value)
        <ExplicitTree [[-3, -5], [-2, -9]], MAX to move>
        """
        values = [None if value is None else change(value) for value in self._values]
        return ExplicitTree(self._children, values, self._players, self._keys)

    def with_static_values(self, static: Callable[[int], V_co]) -> "ExplicitTree[V_co]":
        """Copy the tree with the static value `static(node)` at each interior node; leaves keep their values.

        >>> from prunecheck import from_nested
        >>> from_nested([[3, 5], 2]).with_static_values(lambda node: 10 * node).values
        (0, 10, 3, 5, 2)
        """
        return self.replaced(
            values=[
                static(node) if below else value
                for node, (below, value) in enumerate(zip(self._children, self._values, strict=True))
            ]
        )

    def replaced(
        self,
        *,
        children: Iterable[Sequence[int]] | None = None,
        values: Iterable[V_co | None] | None = None,
        players: Iterable[bool] | None = None,
        keys: Iterable[int] | None = None,
    ) -> "ExplicitTree[V_co]":
        """Copy the tree with some columns (children, values, players, keys) replaced. The new columns are not checked.

        >>> from prunecheck import from_nested
        >>> tree = from_nested([[3, 5], 2])
        >>> tree.values
        (None, None, 3, 5, 2)
        >>> tree.replaced(values=[None, None, 1, 0, 2])
        <ExplicitTree [[1, 0], 2], MAX to move>
        >>> tree.replaced(children=[[4, 1], [3, 2], [], [], []], players=[False, True, False, False, True])
        <ExplicitTree [2, [5, 3]], MIN to move>
        """
        return ExplicitTree(
            self._children if children is None else children,
            self._values if values is None else values,
            self._players if players is None else players,
            self._keys if keys is None else keys,
        )

    def __len__(self) -> int:
        """The number of nodes; a node that is reached along several paths is counted once."""
        return len(self._children)

    def __eq__(self, other: object) -> bool:
        """True if two trees have the same shape, the same shared positions, and the same players and values."""
        if not isinstance(other, ExplicitTree):
            return NotImplemented
        return (
            self._children == other._children
            and self._players == other._players
            and self._values == other._values
            and self._keys == other._keys
        )

    def __hash__(self) -> int:
        """A hash of the shape, shared positions and players, but not of the values, which may be unhashable."""
        return hash((self._children, self._players, self._keys))

    def __str__(self) -> str:
        """The tree as nested lists if it is small enough to read, otherwise the size of the tree.

        A position that occurs several times gets a letter; from its second occurrence on, only the letter is written.

        >>> from prunecheck import from_nested
        >>> both = [0, 1]
        >>> str(from_nested([[0, both], [both]]))
        '[[0, A=[0, 1]], [A]]'
        """
        words: list[str] = []
        letters = self._letters() if self.shared else {}
        written: set[int] = set()
        stack: list[int | str] = [0]
        while stack and len(words) < MOST_WORDS:
            item = stack.pop()
            if isinstance(item, str):
                words.append(item)
                continue
            key = self._keys[item]
            if key in letters:
                if key in written:
                    words.append(letters[key])
                    continue
                written.add(key)
                words.append(f"{letters[key]}=")
            if below := self._children[item]:
                words.append("[")
                stack.append("]")
                for child in reversed(below):
                    stack += [child, ", "]
                stack.pop()
            else:
                words.append(show(self._values[item]))
        return f"of {len(self)} nodes" if stack else "".join(words)

    def _letters(self) -> dict[int, str]:
        """A dictionary with a letter for each position that occurs several times in `str(tree)`.

        The dictionary's keys are the keys of the positions. Letters are assigned in the order in which the positions
        first occur.
        """
        occurrences: Counter[int] = Counter()
        stack = [0]
        while stack:
            node = stack.pop()
            occurrences[self._keys[node]] += 1
            if occurrences[self._keys[node]] == 1:
                stack += reversed(self._children[node])
        several = (key for key, times in occurrences.items() if times > 1)
        return {key: LETTERS[nth] if nth < len(LETTERS) else f"A{nth}" for nth, key in enumerate(several)}

    def __repr__(self) -> str:
        """The text of `str(tree)`, and the side to move at the root: enough to rebuild a small tree."""
        return f"<ExplicitTree {self}, {'MAX' if self._players[0] else 'MIN'} to move>"


def build(
    children: Sequence[Sequence[int]],
    values: Sequence[V | None],
    *,
    max_at_root: bool = True,
    players: Sequence[bool | None] | None = None,
    keys: Sequence[Hashable] | None = None,
) -> ExplicitTree[V]:
    """Build an explicit tree from a graph of positions. Position 0 is the root.

    `children[p]` lists the positions after `p`, and `values[p]` is the value of `p`. `players[p]` is True if MAX moves
    at `p`, False if MIN moves, and None for the opponent of the player who moved before. A search with a transposition
    table treats positions with equal `keys` as the same position. Positions that cannot be reached are left out. The
    caller must have checked that the graph has no cycle.
    """
    number: dict[tuple[int, bool], int] = {}
    key_numbers: dict[Hashable, int] = {}
    stack = [(0, max_at_root)]
    while stack:
        state = stack.pop()
        if state in number:
            continue
        number[state] = len(number)
        position, is_max = state
        key_numbers.setdefault(position if keys is None else keys[position], len(key_numbers))
        if players is None:
            stack += [(child, not is_max) for child in reversed(children[position])]
        else:
            stack += [(child, _mover(players[child], is_max)) for child in reversed(children[position])]
    if players is None:
        links = [[number[child, not is_max] for child in children[position]] for position, is_max in number]
    else:
        links = [
            [number[child, _mover(players[child], is_max)] for child in children[position]]
            for position, is_max in number
        ]
    return ExplicitTree(
        links,
        [values[position] for position, _ in number],
        [is_max for _, is_max in number],
        [key_numbers[position if keys is None else keys[position]] for position, _ in number],
    )


def without_keys(tree: ExplicitTree[V_co]) -> ExplicitTree[V_co]:
    """Copy the tree with a different key for every node: a position that occurs at two nodes becomes two positions."""
    return tree.replaced(keys=range(len(tree)))


def _mover(player: bool | None, parent_is_max: bool) -> bool:
    return not parent_is_max if player is None else player
