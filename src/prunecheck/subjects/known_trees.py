"""Number the trees on which a search is called, and make position keys that differ from tree to tree."""

from collections import deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final

from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.walk import heights

UNMEASURED_HEIGHT: Final = 100  # the height of a game that is too large to be measured
MOST_MEASURED_NODES: Final = 20_000  # the height is only measured for games with at most this many nodes
MOST_SHIFTED: Final = 20  # keys are shifted by this many bits, to share an index in tables of common sizes
WIDEST: Final = 31  # bits of the largest shifted key
LOW_BITS: Final = 16  # bits of a key that stay unchanged; the others depend on the whole key and on its tree
HIGH_BITS: Final = 62 - LOW_BITS
# odd numbers; their multiples are spread over the high bits, for keys and for tree numbers
KEY_SPREAD: Final = 0x278D_DE6E_5FD3
TREE_SPREAD: Final = 0x1B87_3593_CC9F


@dataclass(eq=False, slots=True)
class KnownTree:
    """A tree with a `number`, so that positions in different trees have different keys."""

    tree: Tree[Any, Number]
    number: int
    shift: int = field(init=False)  # a number from `key_shift`
    _heights: dict[Any, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.shift = key_shift(self.tree)

    def key(self, node: Any) -> Hashable:
        """Return the key of a node's position. The key does not depend on the side to move."""
        key = self.tree.key(node)
        return unique_key(key << self.shift if self.shift and isinstance(key, int) else key, self.number)

    def height(self, node: Any) -> int:
        """Return the length of the longest path from `node` to a leaf, or a large number if the game is too large."""
        if node not in self._heights:
            self._heights[node] = _height(self.tree, node)
        return self._heights[node]


class KnownTrees:
    """Number the searched trees in order.

    If `remembered` is given, only this many of the latest trees are stored. If `by_content` is True, equal trees have
    the same number in every process, so that a search whose results depend on the keys of positions returns the same
    results again.
    """

    __slots__ = ("_known", "_last", "_numbers", "by_content")

    def __init__(self, numbers: Iterator[int], *, remembered: int | None = None, by_content: bool = False) -> None:
        self._numbers = numbers
        self.by_content = by_content
        self._known = deque[KnownTree](maxlen=remembered)
        self._last: KnownTree | None = None

    def of(self, tree: Tree[Any, Number]) -> KnownTree:
        """Return the tree with its number. A tree that is not among the stored trees gets a new number."""
        if self._last is None or self._last.tree is not tree:
            self._last = next((known_tree for known_tree in self._known if known_tree.tree is tree), None)
            if self._last is None:
                self._last = KnownTree(tree, self._number(tree))
                self._known.append(self._last)
        return self._last

    def _number(self, tree: Tree[Any, Number]) -> int:
        """Return the next tree number.

        If `by_content` is True, the number of an `ExplicitTree` is made from the content of the tree.
        """
        if not (self.by_content and isinstance(tree, ExplicitTree)):
            return next(self._numbers)
        children = [tree.children(node) for node in range(len(tree))]
        content = repr((children, tree.players, tree.values, tree.keys)).encode()
        return int.from_bytes(blake2b(content, digest_size=8).digest()) >> 4


def _height(tree: Tree[Any, Number], node: Any) -> int:
    level, height, nodes = {node}, -1, 0
    while level:
        height += 1
        nodes += len(level)
        if nodes > MOST_MEASURED_NODES:
            return heights(tree, node)[node] if isinstance(tree, ExplicitTree) else UNMEASURED_HEIGHT
        level = {child for inner in level if not tree.is_terminal(inner) for child in tree.children(inner)}
    return height


def key_shift(tree: Tree[Any, Number]) -> int:
    """Return the number of bits by which a tree's keys are shifted, which is 0 for most trees.

    About one in eight trees that are stored node by node (`ExplicitTree`) has shifted keys. All shifted keys end with
    the same bits. In a table that is indexed by the last bits of keys, all shifted keys have the same index, so the
    search must compare whole keys. Shifted keys, too, fit into 32 bits.

    >>> from prunecheck import from_nested
    >>> key_shift(from_nested([[3, 5], [2, 9]])), key_shift(from_nested([[3], [2]]))
    (0, 20)
    """
    whole = tree.inner if isinstance(tree, Cut) else tree
    largest = max(whole.keys) if isinstance(whole, ExplicitTree) else 0
    return min(MOST_SHIFTED, WIDEST - largest.bit_length()) if largest % 8 == 4 else 0


def unique_key(key: Hashable, serial: int) -> Hashable:
    """Combine a key with its tree's number. The combined key is unique among the positions of all trees.

    An integer key becomes a 62-bit integer. The last 16 bits of the key stay unchanged, and all other bits depend on
    the whole key and on the tree.

    >>> unique_key(3, 1) == unique_key(3, 2)
    False
    """
    if not isinstance(key, int):
        return serial, key
    if not 0 <= key < 1 << HIGH_BITS:  # too wide to be combined with the number
        return int.from_bytes(blake2b(b"%d %d" % (serial, key), digest_size=8).digest()) >> 2
    high = (key * KEY_SPREAD + serial * TREE_SPREAD) % (1 << HIGH_BITS)
    return high << LOW_BITS | key % (1 << LOW_BITS)
