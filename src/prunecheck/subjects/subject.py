"""Searches under test (subjects), their known properties (traits), their instances, and requests to them."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any, Final, NamedTuple, Protocol, Self

from prunecheck.errors import OutsideError
from prunecheck.subjects.convention import Convention, DepthRule, Domain, NodeKind, Returns, Turns
from prunecheck.subjects.convention import ValueRange as Numbers
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import AnySearch, Choice, Entry
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.walk import heights

UNMEASURED_HEIGHT: Final = 100  # the height of a game that is too large to be measured
MOST_MEASURED_NODES: Final = 20_000  # the height is only measured for games with at most this many nodes
MOST_SHIFTED: Final = 20  # keys are shifted by this many bits, so that they share an index in tables of common sizes
WIDEST: Final = 31  # bits of the largest shifted key
LOW_BITS: Final = (
    16  # this many bits of a key stay unchanged; the following ones depend on the whole key and on its tree
)
HIGH_BITS: Final = 62 - LOW_BITS
# odd numbers whose multiples are spread over the high bits, for keys and for tree numbers
KEY_SPREAD: Final = 0x278D_DE6E_5FD3
TREE_SPREAD: Final = 0x1B87_3593_CC9F


class Question(NamedTuple):
    """A request to search `node` of `tree`, to `depth` plies or, if `depth` is None, to the end of the game.

    `tree` has no depth limit, and reading it logs nothing. When a search reads a node, `logged(node, remaining plies)`
    returns the node to log.
    """

    tree: Tree[Any, Number]
    node: Any
    depth: int | None
    logged: Callable[[Any, int], Hashable]

    def entry(self, node: Any, lower: Number, upper: Number, depth: int | None, move: int | None) -> Entry:
        """Make a table entry for a node.

        If the search takes no depth and its tree is cut at a depth limit, `node` is a pair: a node of the whole tree,
        and the number of plies left. The entry stores them separately.
        """
        if self.depth is None and isinstance(self.tree, Cut):
            node, left = node
            depth = left if depth is None else min(depth, left)
        return Entry(node, lower, upper, None if depth is None else max(0, depth), move)


class Watch(Protocol):
    """Observes each call before it is made."""

    def __call__(self, question: Question | None, alpha: Number, beta: Number, asked: object = None, /) -> None:
        """Record that `asked` will be called with `question`, or that it will be cleared if `question` is None."""


def quiet(log: Tree[Any, Number]) -> Tree[Any, Number]:
    """The tree behind a recording view, or the tree itself if nothing is recorded."""
    found: Tree[Any, Number] = getattr(log, "quiet", log)
    return found


def whole_question(log: Tree[Any, Number], node: Any) -> Question:
    """The request for a search that takes no depth: a tree that was cut at a depth limit is passed as it is."""
    return Question(quiet(log), node, None, _node_itself)


def _node_itself(node: Any, _plies: int) -> Any:
    return node


def limited_question(log: Tree[Any, Number], node: Any) -> Question:
    """The request for a search that takes a depth.

    A tree cut at some ply is replaced by the whole tree, with this ply as the depth.

    >>> from prunecheck import from_nested
    >>> from prunecheck.trees.views.cut import cut
    >>> limited_question(cut(from_nested([[3, 5], [2, 9]]), 1), (0, 1)).depth
    1
    """
    inner = quiet(log)
    if isinstance(inner, Cut):
        start, depth = node
        return Question(inner.inner, start, depth, lambda below, left: (below, left))
    return whole_question(log, node)


@dataclass(eq=False, slots=True)
class KnownTree:
    """A tree with a `number`, which distinguishes the keys of its positions from those of other trees."""

    tree: Tree[Any, Number]
    number: int
    shift: int = field(init=False)  # a number from `key_shift`
    _heights: dict[Any, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.shift = key_shift(self.tree)

    def key(self, node: Any) -> Hashable:
        """A key that is the same for all nodes with the same position, whoever is to move."""
        key = self.tree.key(node)
        return unique_key(key << self.shift if self.shift and isinstance(key, int) else key, self.number)

    def height(self, node: Any) -> int:
        """The length of the longest line from `node`. For a game with too many nodes, the result is a large number."""
        if node not in self._heights:
            self._heights[node] = _height(self.tree, node)
        return self._heights[node]


class KnownTrees:
    """Number the searched trees in order.

    If `remembered` is given, only the last `remembered` trees are stored. If `by_content` is True, equal trees have the
    same number in every process, so that a search whose results depend on the keys returns the same results again.
    """

    __slots__ = ("_known", "_last", "_numbers", "by_content")

    def __init__(self, numbers: Iterator[int], *, remembered: int | None = None, by_content: bool = False) -> None:
        self._numbers = numbers
        self.by_content = by_content
        self._known = deque[KnownTree](maxlen=remembered)
        self._last: KnownTree | None = None

    def of(self, tree: Tree[Any, Number]) -> KnownTree:
        """The tree with its number. A tree that is not among the stored trees gets a new number."""
        if self._last is None or self._last.tree is not tree:
            self._last = next((known_tree for known_tree in self._known if known_tree.tree is tree), None)
            if self._last is None:
                self._last = KnownTree(tree, self._number(tree))
                self._known.append(self._last)
        return self._last

    def _number(self, tree: Tree[Any, Number]) -> int:
        """The next number or, if `by_content` is True, a number made from the content of an explicit tree."""
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
    """The number of bits by which a tree's keys are shifted: 0, except for one in eight explicit trees.

    All shifted keys end with the same bits. In a table that is indexed by these bits, all positions have the same
    index, so the search must compare whole keys. Even shifted keys fit into 32 bits.

    >>> from prunecheck import from_nested
    >>> key_shift(from_nested([[3, 5], [2, 9]])), key_shift(from_nested([[3], [2]]))
    (0, 20)
    """
    whole = tree.inner if isinstance(tree, Cut) else tree
    largest = max(whole.keys) if isinstance(whole, ExplicitTree) else 0
    return min(MOST_SHIFTED, WIDEST - largest.bit_length()) if largest % 8 == 4 else 0


def unique_key(key: Hashable, serial: int) -> Hashable:
    """Combine a key with its tree's number, which makes the key unique among all trees.

    Integers become 62-bit integers.

    The last 16 bits of an integer do not change. All other bits depend on the whole key and on the tree.

    >>> unique_key(3, 1) == unique_key(3, 2)
    False
    """
    if not isinstance(key, int):
        return serial, key
    if not 0 <= key < 1 << HIGH_BITS:  # too wide to be combined with the number
        return int.from_bytes(blake2b(b"%d %d" % (serial, key), digest_size=8).digest()) >> 2
    high = (key * KEY_SPREAD + serial * TREE_SPREAD) % (1 << HIGH_BITS)
    return high << LOW_BITS | key % (1 << LOW_BITS)


@dataclass(frozen=True, slots=True)
class SourceLimit:
    """The largest absolute value for which a search is right, and the line of source code that causes this limit."""

    value: int
    line: str
    file: str
    number: int

    @property
    def says(self) -> str:
        """A note on this limit, for the verdict."""
        cause = f"`{self.line}` ({self.file}:{self.number})"
        return (
            f"judged only on values from -{self.value} to {self.value}, since it is wrong beyond that because of "
            f"{cause}"
        )


@dataclass(frozen=True, slots=True)
class SizeLimit:
    """The most moves in a position and the most plies that a search accepts, and the error that it raises beyond them.

    One of the two numbers can be infinite.
    """

    moves: Number
    plies: Number
    error: str

    @property
    def says(self) -> str:
        """A note on this limit, for the verdict."""
        sizes = ((self.moves, "moves in a position"), (self.plies, "plies"))
        most = " and ".join(f"{size} {what}" for size, what in sizes if size < INF)
        return f"judged only on trees with at most {most}; beyond that, {self.error}"

    def check(self, tree: Tree[N, Number], node: N) -> None:
        """Check that the tree below `node` is not too large. Raises: OutsideError if the tree is too large."""
        level, plies = {node}, 0
        while level:
            below = [tuple(tree.children(inner)) for inner in level if not tree.is_terminal(inner)]
            if plies + bool(below) > self.plies or any(len(children) > self.moves for children in below):
                raise OutsideError(f"this search is only {self.says}")
            level, plies = {child for children in below for child in children}, plies + 1


@dataclass(frozen=True, slots=True)
class Traits:
    """What a search takes, returns and stores between calls.

    `numbers` describes the values that an external program accepts.
    """

    convention: Convention
    sees_leaves: bool = True  # True if the search's reads of the tree are logged
    gives_line: bool = False
    gives_table: bool = False  # True if each result includes the entries of the search's table
    window_inside: bool = False  # True if a recursive function that it calls takes alpha and beta, or a single bound
    keeps_state: bool = False  # True if an instance or a global variable may store something from earlier searches
    domain: Domain = Domain.WHOLE
    numbers: Numbers | None = None
    limit: SourceLimit | None = None  # the constant in the source code beyond which the search is wrong
    size: SizeLimit | None = None  # the size of trees beyond which the search crashes
    turns: Turns = Turns.ALTERNATE
    fails_when_over: str = ""  # how the search fails on finished games; if set, these are not judged
    depth_rule: DepthRule = DepthRule.DEEPER  # which values of a depth-limited search are accepted as right

    @property
    def takes_window(self) -> bool:
        """True if the search takes a window."""
        return self.convention.window

    @property
    def must_prune(self) -> bool:
        """True if the search, or a recursive function that it calls, takes a window or a single bound."""
        return self.takes_window or self.window_inside

    @property
    def takes_depth(self) -> bool:
        """True if the search takes a depth."""
        return self.convention.depth

    @property
    def gives_move(self) -> bool:
        """True if the search returns a move, alone or with a value."""
        return self.convention.returns is not Returns.VALUE

    @property
    def gives_value(self) -> bool:
        """True if the search returns a value, alone or with a move."""
        return self.convention.returns is not Returns.MOVE

    @property
    def node(self) -> NodeKind:
        """The representation of a node that the search expects."""
        return self.convention.node

    @property
    def external(self) -> bool:
        """True for an external program: all instances share one process, since starting one takes long."""
        return self.node is NodeKind.MESSAGE


class Definition(NamedTuple):
    """The place of a Python search: its file, and its qualified name in the file."""

    file: str
    name: str


class Instance(Protocol):
    """An instance of a search, as a context manager: a function, an object, a table, or the state of a process.

    The method `search` can be passed on as an `AnySearch`.
    """

    @property
    def clear(self) -> Callable[[], object] | None:
        """A function that makes the search forget all earlier calls, or None if the search cannot forget them."""
        return None

    def search(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        """Search `node` of a tree in the window (alpha, beta), and return the result; all values are MAX's."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the instance. The process of an external program possibly continues to run."""
        return None  # noqa: RET501  # a body, so that it is not abstract


@dataclass(frozen=True)
class Subject(ABC):
    """A search under test: a function, class, program or library search.

    `findable` is True if the search can be loaded by its name. `notes` describes how the search was loaded, and
    `assumptions` says what a PASS assumes about the program. `definition` is the place of the search in a file; it is
    None if the search is not in Python or not in a file.
    """

    name: str
    traits: Traits
    findable: bool = field(default=False, kw_only=True)
    notes: tuple[str, ...] = field(default=(), kw_only=True)
    assumptions: tuple[str, ...] = field(default=(), kw_only=True)
    definition: Definition | None = field(default=None, kw_only=True)

    @abstractmethod
    def open(self, *, isolated: bool = False) -> Instance:
        """Make an instance, for one search or for many.

        The process of an external program outlives an instance, and so does a table in a Python module. Both possibly
        contain results of earlier searches. For an `isolated` instance, an external program is restarted (which ends
        its other instances), and trees have keys that no earlier instance has seen.
        """

    def reload(self) -> "Subject | None":
        """The same search, with its file read again or its process restarted.

        Returns None if the search cannot be reloaded.
        """
        return None

    def close(self) -> None:  # noqa: B027  # most have nothing to end
        """End the processes that were started for the search."""

    def check(  # noqa: B027  # most take all values
        self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /
    ) -> None:
        """Check that the search accepts the values of this tree and window.

        Raises: OutsideError if the search does not.
        """

    @property
    def search(self) -> AnySearch:
        """The search as a plain callable. Each call uses a new instance."""

        def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
            with self.open() as instance:
                return instance.search(tree, node, alpha, beta)

        return search

    @property
    def value_when_over(self) -> Number | None:
        """The last wrong result that the search returned for a finished game.

        Returns None if no result for a finished game was wrong.
        """
        return None

    @property
    def starts(self) -> tuple[str, ...]:
        """The starting calls of a search that plays its own game, as expressions; empty for other searches."""
        return ()

    def with_traits(self, **changes: Any) -> Self:
        """Copy the subject with some traits changed."""
        return replace(self, traits=replace(self.traits, **changes))
