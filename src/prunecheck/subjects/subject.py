"""Searches under test, which are called subjects; their known properties (traits), instances, and requests to them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol, Self

from prunecheck.errors import OutsideError
from prunecheck.subjects.convention import Convention, DepthRule, Domain, NodeKind, Returns, Turns
from prunecheck.subjects.convention import ValueRange as Numbers
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import AnySearch, Choice, Entry
from prunecheck.trees.views.cut import Cut


class Question(NamedTuple):
    """A request to search `node` of `tree`, to `depth` plies or, if `depth` is None, to the end of the game.

    `tree` has no depth limit, and reading it logs nothing. If a search reads a node, the node to log is `logged(node,
    remaining plies)`.
    """

    tree: Tree[Any, Number]
    node: Any
    depth: int | None
    logged: Callable[[Any, int], Hashable]

    def entry(self, node: Any, lower: Number, upper: Number, depth: int | None, move: int | None) -> Entry:
        """Make a transposition-table entry for a node.

        A search that takes no depth can get a tree cut at a depth limit. The nodes of such a tree are pairs: a node of
        the whole tree, and the number of plies left. A table entry stores the two items of a pair in separate fields.
        """
        if self.depth is None and isinstance(self.tree, Cut):
            node, left = node
            depth = left if depth is None else min(depth, left)
        return Entry(node, lower, upper, None if depth is None else max(0, depth), move)


class Watch(Protocol):
    """A function that is called before each call of a search."""

    def __call__(self, question: Question | None, alpha: Number, beta: Number, asked: object = None, /) -> None:
        """Record that the search `asked` will be called with the request `question`.

        If `question` is None, record that the state of the search will be cleared.
        """


def quiet(log: Tree[Any, Number]) -> Tree[Any, Number]:
    """Return a tree without the wrapper that records reads, or the tree itself if it has no such wrapper."""
    found: Tree[Any, Number] = getattr(log, "quiet", log)
    return found


def whole_question(log: Tree[Any, Number], node: Any) -> Question:
    """Make a request (a `Question`) to a search that takes no depth. A tree cut at a depth limit stays unchanged."""
    return Question(quiet(log), node, None, _node_itself)


def _node_itself(node: Any, _plies: int) -> Any:
    return node


def limited_question(log: Tree[Any, Number], node: Any) -> Question:
    """Make a request (a `Question`) to a search that takes a depth.

    If the tree was cut at a depth limit, the request contains the whole tree, and the limit as the depth.

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


@dataclass(frozen=True, slots=True)
class SourceLimit:
    """The largest absolute value for which a search is right, and the source line that causes this limit."""

    value: int
    line: str
    file: str
    number: int

    @property
    def says(self) -> str:
        """A note for the verdict that says which values the search was checked with, and why."""
        cause = f"`{self.line}` ({self.file}:{self.number})"
        return (
            f"the search was only checked with values from -{self.value} to {self.value}, since it is wrong for "
            f"larger values because of {cause}"
        )


@dataclass(frozen=True, slots=True)
class SizeLimit:
    """The largest numbers of moves in a position and of plies that a search accepts, and the error for larger trees.

    One of the limits `moves` and `plies` can be infinite.
    """

    moves: Number
    plies: Number
    error: str

    @property
    def says(self) -> str:
        """A note for the verdict that says which trees the search was checked on, and why."""
        sizes = ((self.moves, "moves in a position"), (self.plies, "plies"))
        most = " and ".join(f"{size} {what}" for size, what in sizes if size < INF)
        return f"the search was only checked on trees with at most {most}. On larger trees, it fails: {self.error}"

    def check(self, tree: Tree[N, Number], node: N) -> None:
        """Check that the tree below `node` is not too large. Raises: OutsideError if the tree is too large."""
        level, plies = {node}, 0
        while level:
            below = [tuple(tree.children(inner)) for inner in level if not tree.is_terminal(inner)]
            if plies + bool(below) > self.plies or any(len(children) > self.moves for children in below):
                raise OutsideError(self.says)
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
    stored_in_positions: tuple[str, ...] = ()  # attributes of positions that the search sets or changes
    domain: Domain = Domain.WHOLE
    numbers: Numbers | None = None
    limit: SourceLimit | None = None  # the search is wrong for values beyond this limit
    size: SizeLimit | None = None  # the size of trees beyond which the search crashes
    turns: Turns = Turns.ALTERNATE
    fails_when_over: str = ""  # how the search fails on finished games; if this is set, finished games are not judged
    depth_rule: DepthRule = DepthRule.DEEPER  # the values of a depth-limited search that count as right

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
    """An instance of a search, as a context manager.

    Depending on the search, an instance is a function, an object, a table, or a process.

    The method `search` can be passed on as an `AnySearch`.
    """

    @property
    def clear(self) -> Callable[[], object] | None:
        """A function that makes the search forget all earlier calls, or None if the search cannot forget them."""
        return None

    def search(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        """Search `node` of a tree in the window (alpha, beta).

        The window and the result are from MAX's point of view.
        """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the instance. The process of an external program possibly continues to run."""
        return None  # noqa: RET501  # a body, so that it is not abstract


@dataclass(frozen=True)
class Subject(ABC):
    """A search under test: a function, class, program or library search.

    `findable` is True if the search can be loaded by its name. `notes` describes how the search was loaded, and
    `assumptions` says what must be true of the program for a PASS to count. `definition` is the place of the search in
    a file; it is None if the search is not in Python or not in a file.
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

        The process of an external program outlives an instance, and so does a table in a Python module. A new instance
        may therefore find results of earlier searches. An `isolated` instance finds no results of earlier searches. To
        isolate an instance, an external program is restarted, which ends its other instances. For an isolated instance
        of a Python search, trees have keys that no earlier instance has seen.
        """

    def reload(self) -> "Subject | None":
        """Load the same search again: read its file again, or restart its process.

        Returns None if the search cannot be reloaded.
        """
        return None

    def close(self) -> None:  # noqa: B027  # most have nothing to end
        """End the processes that were started for the search."""

    def check(  # noqa: B027  # most take all values
        self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /
    ) -> None:
        """Check that the search accepts the values of this tree and window.

        Raises: OutsideError if the search does not accept some value.
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

        Returns None if all results for finished games were right.
        """
        return None

    @property
    def starts(self) -> tuple[str, ...]:
        """The starting calls, as Python expressions, of a search written for one game. Empty for any other search."""
        return ()

    def with_traits(self, **changes: Any) -> Self:
        """Copy the subject, but change some of its traits (known properties of the search)."""
        return replace(self, traits=replace(self.traits, **changes))
