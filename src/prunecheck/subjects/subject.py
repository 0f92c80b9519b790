"""A search under test: its traits, its instances, and the question that each call puts to it."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any, Final, NamedTuple, Protocol, Self

from prunecheck.subjects.convention import Convention, DepthReading, Domain, NodeKind, Returns, Turns
from prunecheck.subjects.convention import ValueRange as Numbers
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import AnySearch, Choice, Entry
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.walk import heights

UNMEASURED_HEIGHT: Final = 100  # plies, for a game too large to be measured
MOST_MEASURED_NODES: Final = 20_000  # of a game that is measured; what is written out has an end
MOST_PLAIN_NUMBER: Final = 1 << 14  # of a tree: beside a larger one, a key would need more than 62 bits
KEY_SPREAD: Final = 0x278DDE6E5FD29F05  # 2**62 by the golden ratio: its multiples keep the most room between them


class Question(NamedTuple):
    """What a call asks for: the value of `node` in `tree`, searched to `depth` plies, or to the end if that is None.

    `tree` is not cut, and reading it logs nothing; `logged(node, plies)` is the node under which a read is logged,
    given the plies left there.
    """

    tree: Tree[Any, Number]
    node: Any
    depth: int | None
    logged: Callable[[Any, int], Hashable]

    def entry(self, node: Any, lower: Number, upper: Number, depth: int | None, move: int | None) -> Entry:
        """A table entry about a node. Of a search that knows nothing of plies, the nodes of a tree that is cut do."""
        if self.depth is None and isinstance(self.tree, Cut):
            node, left = node
            depth = left if depth is None else min(depth, left)
        return Entry(node, lower, upper, None if depth is None else max(0, depth), move)


class Watch(Protocol):
    """Sees each call before it is made."""

    def __call__(self, question: Question | None, alpha: Number, beta: Number, asked: object = None, /) -> None:
        """See a call of the object or function that is `asked`; without a question, it is asked to forget."""


def quiet(log: Tree[Any, Number]) -> Tree[Any, Number]:
    """The tree that a view logs the questions of, or the tree itself: the same nodes, and nothing is logged."""
    found: Tree[Any, Number] = getattr(log, "quiet", log)
    return found


def whole_question(log: Tree[Any, Number], node: Any) -> Question:
    """What a search is asked that knows nothing of depth: a tree that is cut ends there."""
    return Question(quiet(log), node, None, _node_itself)


def _node_itself(node: Any, _plies: int) -> Any:
    return node


def limited_question(log: Tree[Any, Number], node: Any) -> Question:
    """What a search that counts its depth itself is asked, when the judge asks for `node` of a tree that may be cut.

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
    """A tree with its `number`, which makes the keys of its positions different from those of other trees."""

    tree: Tree[Any, Number]
    number: int
    _heights: dict[Any, int] = field(default_factory=dict)

    def height(self, node: Any) -> int:
        """The plies of the longest line from `node`; a large number for a game of too many nodes."""
        if node not in self._heights:
            self._heights[node] = _height(self.tree, node)
        return self._heights[node]


class KnownTrees:
    """The last trees, as many as are `remembered`, or all. A tree that is not known gets the next of `numbers`."""

    __slots__ = ("_known", "_last", "_numbers")

    def __init__(self, numbers: Iterator[int], *, remembered: int | None = None) -> None:
        self._numbers = numbers
        self._known = deque[KnownTree](maxlen=remembered)
        self._last: KnownTree | None = None

    def of(self, tree: Tree[Any, Number]) -> KnownTree:
        """What is known of a tree."""
        if self._last is None or self._last.tree is not tree:
            self._last = next((each for each in self._known if each.tree is tree), None)
            if self._last is None:
                self._last = KnownTree(tree, next(self._numbers))
                self._known.append(self._last)
        return self._last


def _height(tree: Tree[Any, Number], node: Any) -> int:
    level, height, nodes = {node}, -1, 0
    while level:
        height += 1
        nodes += len(level)
        if nodes > MOST_MEASURED_NODES:
            return heights(tree, node)[node] if isinstance(tree, ExplicitTree) else UNMEASURED_HEIGHT
        level = {child for each in level if not tree.is_terminal(each) for child in tree.children(each)}
    return height


def unique_key(key: Hashable, serial: int) -> Hashable:
    """A key of the tree of that number, and of no other tree: where the tree's own is an integer, one of 62 bits.

    >>> unique_key(3, 1) == unique_key(3, 2)
    False
    """
    if not isinstance(key, int):
        return serial, key
    if not 0 <= key < 1 << 48:  # too wide to stand beside the number
        return int.from_bytes(blake2b(b"%d %d" % (serial, key), digest_size=8).digest()) >> 2
    return serial << 48 | key if serial < MOST_PLAIN_NUMBER else (serial * KEY_SPREAD + key) % (1 << 62)


@dataclass(frozen=True, slots=True)
class Traits:
    """What a search takes, gives and keeps. `numbers` are the values that a program says it takes, as they are sent."""

    convention: Convention
    sees_leaves: bool = True  # what it reads of a tree is logged
    gives_line: bool = False
    gives_table: bool = False  # with each answer
    keeps_state: bool = False  # from search to search, in an instance
    domain: Domain = Domain.WHOLE
    numbers: Numbers | None = None
    turns: Turns = Turns.ALTERNATE
    depth_reading: DepthReading = DepthReading.WITNESS  # of the values of one that takes a depth

    @property
    def takes_window(self) -> bool:
        """True if it takes a window."""
        return self.convention.window

    @property
    def takes_depth(self) -> bool:
        """True if it takes a depth."""
        return self.convention.depth

    @property
    def gives_move(self) -> bool:
        """True if it answers with a move, alone or beside a value."""
        return self.convention.returns is not Returns.VALUE

    @property
    def gives_value(self) -> bool:
        """True if it answers with a value, alone or beside a move."""
        return self.convention.returns is not Returns.MOVE

    @property
    def node(self) -> NodeKind:
        """What a node is to it."""
        return self.convention.node

    @property
    def external(self) -> bool:
        """True for a program: all its instances live in one process, and starting another takes long."""
        return self.node is NodeKind.MESSAGE


class Instance(Protocol):
    """One life of a search: a function, an object, a table, or what a process keeps. It ends with its context.

    Its bound `search` is an `AnySearch`.
    """

    @property
    def clear(self) -> Callable[[], object] | None:
        """What has it forget what it was asked; None if there is no such thing."""
        return None

    def search(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        """The answer for `node` of a tree, which may be cut or recorded, in the window (alpha, beta) of MAX."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End it. What it ran in may go on, as the process of a program does."""
        return None  # noqa: RET501  # a body, so that it is not abstract


@dataclass(frozen=True)
class Subject(ABC):
    """A search under test: a function, a class, a program, a library. `findable`: its name leads to it."""

    name: str
    traits: Traits
    findable: bool = field(default=False, kw_only=True)

    @abstractmethod
    def open(self, *, isolated: bool = False) -> Instance:
        """An instance for one search, or for many.

        What outlives an instance, such as a program's process or a table in a Python module, may know of earlier
        searches, unless the instance is `isolated`: then a program is restarted, which ends its other instances, and
        the trees have keys that no earlier instance was given.
        """

    def reload(self) -> "Subject | None":
        """The same search from scratch: its file read again, or its process restarted; None if that cannot be done."""
        return None

    def close(self) -> None:  # noqa: B027  # most have nothing to end
        """End what was started for it."""

    def check(  # noqa: B027  # most take all values
        self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /
    ) -> None:
        """Raise OutsideError if the search does not take these values."""

    @property
    def search(self) -> AnySearch:
        """The search as a plain callable: each call has an instance of its own."""

        def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
            with self.open() as instance:
                return instance.search(tree, node, alpha, beta)

        return search

    @property
    def value_when_over(self) -> Number | None:
        """What it last answered for a position that was over, in the place of its value; None if it did not."""
        return None

    def with_traits(self, **changes: Any) -> Self:
        """The same subject with some traits changed."""
        return replace(self, traits=replace(self.traits, **changes))
