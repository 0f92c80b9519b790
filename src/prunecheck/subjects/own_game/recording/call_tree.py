"""Record the recursive calls of a search as a tree. Each call gets the full window, which prevents cutoffs.

The tree is recorded to one ply, then to two plies, and so on, until it is complete or the time limit is reached.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Final

from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.hooks.answers import LeafAnswers, is_number, snapshot
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import RUN_SECONDS
from prunecheck.subjects.own_game.hooks.parts import Identity
from prunecheck.subjects.own_game.hooks.recorder import TooManyCallsError
from prunecheck.subjects.own_game.hooks.search_tables import SearchTables
from prunecheck.subjects.own_game.recording.watching import Watched
from prunecheck.subjects.sandbox.time_limits import ComputingTime
from prunecheck.subjects.source.reachable import reachable
from prunecheck.trees.protocol import INF

MOST_CALLS: Final = 8_000  # a recorded tree has at most this many calls, since more would take seconds
NARROW: Final = 3  # if a position has many moves, the first of them, at most this many, are recorded to more plies
MOST_PLIES: Final = 1_000
RECORD_SECONDS: Final = 0.3  # seconds of computing for one recording; learning makes about 20
TABLE_FACTOR: Final = 5  # this many times longer if the search recognises positions
MOST_FURTHER: Final = 3  # number of further plies that are recorded below the first moves
TOO_MANY: Final = f"the starting call makes more than {MOST_CALLS:,} calls within one ply"
UNKNOWN: Final = object()  # stands for a missing return value
CALL: Final = object()  # returned instead of a value if the function must be run


@dataclass(eq=False, slots=True, repr=False)
class Node:
    """A recorded call, and its recursive calls, in order. `answer` is what the call returned in the last run.

    If equal positions are recognised, all calls that search the same position to the same depth share one node.
    """

    function: str
    nth: int  # index among the children of its parent
    ply: int
    parent: "Node | None" = None
    key: Hashable = None
    position: Hashable = None  # the key of the position without the depth
    children: list["Node"] = field(default_factory=list)
    by_key: dict[Hashable, "Node"] = field(default_factory=dict)
    answer: Any = UNKNOWN
    sample: Any = UNKNOWN  # what the call returns if leaves have their real values
    narrow: bool = True  # True if this node and all nodes above it are among the first moves of their parents
    cut: bool = False  # True if the call was too deep and was therefore replaced by a value
    again: int = 0  # how often a parent repeated this call
    in_one_call: int = 0  # highest number of repetitions within a single call of the parent
    most_made: int = 0  # highest number of children in one run
    # the depths that the call passed to its children, if they differed within one run
    mixed: set[Any] = field(default_factory=set)
    # True if the depth changed more for the first child than for all others, as for a null move
    starts_deeper: bool = False
    line: int = 0  # the source line that first made this call

    @property
    def side(self) -> tuple[str, bool]:
        """A label for the side to move: the name of the called function, and whether the ply is even.

        Calls with equal labels usually belong to the same player.
        """
        return self.function, self.ply % 2 == 0

    @property
    def passes_on(self) -> bool:
        """True if this call only makes one call, to a different function (such as MIN's), with the same position."""
        if len(self.children) != 1 or self.children[0].function == self.function:
            return False
        here: Any = self.position
        below: Any = self.children[0].position
        return bool(here is not None and below is not None and below[1] <= here[1])

    def path(self) -> list["Node"]:
        """List the calls from the root down to this call, both included."""
        found: list[Node] = []
        node: Node | None = self
        while node is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    def all(self) -> list["Node"]:
        """List this node and all nodes below it, each once, with parents before their children."""
        return reachable([self], attrgetter("children"))


def by_ply(nodes: Iterable[Node]) -> dict[int, list[Node]]:
    """Group the nodes of recorded calls by their ply."""
    found: dict[int, list[Node]] = {}
    for node in nodes:
        found.setdefault(node.ply, []).append(node)
    return found


@dataclass(frozen=True, slots=True)
class Top:
    """Describes a search that the starting call makes, so that the search can be recognised in later runs.

    A call in a later run is the described search if it has the same `key`: the position, according to `identity`, and
    the depth. The starting call's call number `nth` (from 0) is also accepted if its key is new. `others` contains the
    keys of all other searches that the starting call made. Call numbers alone are not enough: a program that sorts
    moves or searches again may make its calls in a different order if earlier calls return different values.
    """

    nth: int
    identity: Identity | None = None
    key: Hashable = None
    others: frozenset[Hashable] = frozenset()

    def is_made_by(self, call: HookedCall, nth: int) -> bool:
        """True if this record describes `call`, which the starting call makes as call number `nth` in a later run."""
        if self.identity is None:
            return nth == self.nth
        key = key_of_top(self.identity, call)
        return key == self.key or (nth == self.nth and key not in self.others)


def key_of_top(identity: Identity, call: HookedCall) -> Hashable:
    """Return the position and the depth of a call that the starting call makes."""
    return identity.key(call), identity.depth(call)


@dataclass(frozen=True, slots=True)
class RecordedTrees:
    """The trees of recorded calls, one below each search that the starting call makes.

    The trees are recorded down to `plies` plies; `plies` is None if the trees are complete. Below the first few moves
    of each position, the trees are `further` plies deeper. `tops` describes the calls at the roots of the trees.
    """

    roots: list[Node]
    plies: int | None
    further: int = 0
    tops: tuple[Top, ...] = ()

    def largest(self) -> "RecordedTrees":
        """Return a recording that only contains the largest tree."""
        nth = max(range(len(self.roots)), key=lambda nth: len(self.roots[nth].all()))
        return RecordedTrees([self.roots[nth]], self.plies, self.further, (self.tops[nth],))

    @property
    def root(self) -> Node:
        """The root of the first tree."""
        return self.roots[0]

    @property
    def top(self) -> Top:
        """The call at the root of the first tree."""
        return self.tops[0]


@dataclass(slots=True)
class Frame:
    """A running call: its node, and how many recursive calls it has made so far (`count`)."""

    node: Node
    count: int = 0
    depths: list[Any] = field(default_factory=list)
    made: dict[int, Node] = field(default_factory=dict)  # id -> node
    # for each position, how often the call was repeated
    again: Counter[int] = field(default_factory=Counter)


class RecordingGuide:
    """Record all calls of a search down to `most_plies` plies, with full windows.

    Below the first few moves of each position, `further` more plies are recorded. The run of the search ends after
    `seconds` of computing. Each call gets the window `ends` or, if `ends` is None, the window that the program passes.
    The function `answer_leaf`, if given, returns the results of the calls in `leaves` and of calls known to be leaves.
    If `tables` is given, the search's tables are emptied before each call that is run, and after each recursive call.
    """

    def __init__(
        self,
        roots: list[Node],
        *,
        identity: Identity | None = None,
        most_plies: int | None = None,
        further: int = 0,
        seconds: float = INF,
        leaf_answers: LeafAnswers | None = None,
        answer_leaf: Callable[[Node], Any] | None = None,
        leaves: Collection[Node] = (),
        most_calls: int = MOST_CALLS,
        only: Top | None = None,
        ends: tuple[Any, Any] | None = (-INF, INF),
        tables: SearchTables | None = None,
    ) -> None:
        """Prepare to extend the trees below the nodes `roots`, or only the tree below the call `only`."""
        self.roots, self.identity = roots, identity
        self.most_plies, self.most_calls, self.only = most_plies, most_calls, only
        self.leaf_answers, self.answer_leaf = leaf_answers, answer_leaf
        self._ends, self._leaves, self._tables = ends, leaves, tables
        self.further, self._time = further, ComputingTime(seconds)
        self.calls = 0
        self.short: list[Node] = []  # nodes that made fewer calls than in an earlier run
        self.made: dict[Node, int] = {}  # node in `short` -> how many calls it made
        # if a call made new calls instead of known ones: the new children, and the missing children
        self.instead: list[tuple[list[Node], list[Node]]] = []
        self.new = 0
        self.grown = False  # True if a node got one more child, which is possibly a known node
        self._stack = [Frame(Node("", 0, -1))]
        self._positions: dict[Hashable, Node] = {}
        if identity is not None and identity.across:
            for root in roots:
                self._positions |= {node.key: node for node in root.all()}
        self._top = Node("", 0, -1, children=roots, by_key={})
        self.keys: list[Hashable] = []  # the keys of the top-level calls, if equal positions are recognised
        self._made_only = False  # True after the call `only` was made

    def call(self, call: HookedCall, /) -> Any:
        """Record a call, and run it or return a chosen value in its place."""
        self.count()
        frame = self._stack[-1]
        top = len(self._stack) == 1
        if top and self._is_other(call, frame.count):
            frame.count += 1
            return snapshot(self._cut_answer(call.name))
        node = self._node(frame, call, top=top)
        frame.made[id(node)] = node
        frame.count += 1
        if call.takes.depth:
            frame.depths.append(call.depth)
        answer = self._answer(node)
        if answer is not CALL:
            node.answer = answer
            return snapshot(answer)  # the caller may change it, for example to negate the value
        inner, known = Frame(node), len(node.children)
        answer = self.make(call, inner)
        if known < len(node.children) > len(inner.made):
            missing = [child for child in node.children[:known] if id(child) not in inner.made]
            self.instead.append((node.children[known:], missing))
        node.most_made = max(node.most_made, len(inner.made))
        from_table = inner.count == 0 and self.identity is not None and self.identity.across
        if inner.count < len(node.children) and not from_table:
            self.short.append(node)
            self.made[node] = inner.count
        if len(inner.depths) > 1 and (depths := set(inner.depths)) != {inner.depths[0]}:
            node.mixed, node.starts_deeper = depths, _starts_deeper(call.depth, inner.depths)
        node.answer = snapshot(answer)
        return answer

    def count(self) -> None:
        """Count a call. Raises: TooManyCallsError if there were too many calls, or if the calls took too much time."""
        self.calls += 1
        if self.calls > self.most_calls or self._time.is_over:
            raise TooManyCallsError

    def make(self, call: HookedCall, inner: Frame) -> Any:
        """Run a call in the window set for all calls, if any. `inner` counts the recursive calls of this call."""
        if self._ends is not None:
            call = call.with_window(self._ends) if call.takes.has_window else call.opened()
        self._forget(call)
        self._stack.append(inner)
        try:
            answer = call.make()
        finally:
            self._stack.pop()
            if len(self._stack) > 1:  # a driver may afterwards read the entry of the position that it searched
                self._forget(call)
        if self._ends is not None:
            call.open_attributes()
        return answer

    def _forget(self, call: HookedCall) -> None:
        if self._tables is not None:
            self._tables.forget(call)

    def _is_other(self, call: HookedCall, nth: int) -> bool:
        """True if this call is not recorded: if `only` is given, only the first call that matches it is recorded."""
        if self.only is None:
            if self.identity is not None:
                self.keys.append(key_of_top(self.identity, call))
            return False
        if self._made_only or not self.only.is_made_by(call, nth):
            return True
        self._made_only = True
        return False

    def _answer(self, node: Node) -> Any:
        if self.most_plies is not None and node.ply >= self.most_plies + (self.further if node.narrow else 0):
            node.cut = True
        if self.answer_leaf is not None and (not node.children or node in self._leaves) and node.sample is not UNKNOWN:
            return self.answer_leaf(node)
        return self._cut_answer(node.function) if node.cut else CALL

    def _cut_answer(self, function: str) -> Any:
        return None if self.leaf_answers is None else self.leaf_answers.of(function)

    def _node(self, frame: Frame, call: HookedCall, *, top: bool) -> Node:
        parent = self._top if top else frame.node
        if self.identity is None or top:
            nth = 0 if top and self.only is not None else frame.count
            if nth < len(parent.children):
                return parent.children[nth]
            return self._add(parent, call, None, None, top=top)
        key, position = self.identity.keys(call)
        found = parent.by_key.get(key)
        if found is not None:
            found.again += 1
            frame.again[id(found)] += 1
            found.in_one_call = max(found.in_one_call, frame.again[id(found)])
            return found
        if self.identity.across and key in self._positions:
            found = self._positions[key]
            parent.children.append(found)
            parent.by_key[key] = found
            self.grown = True
            return found
        return self._add(parent, call, key, position, top=top)

    def _add(self, parent: Node, call: HookedCall, key: Hashable, position: Hashable, *, top: bool) -> Node:
        self.new += 1
        self.grown = True
        node = Node(
            call.name, len(parent.children), parent.ply + 1, None if top else parent, key, position, line=call.line
        )
        node.narrow = parent.narrow and (top or node.nth < NARROW)
        parent.children.append(node)
        if key is not None:
            parent.by_key[key] = node
            self._positions[key] = node
        return node


def _starts_deeper(own: Any, depths: Sequence[Any]) -> bool:
    """True if the first of several calls reduces the caller's depth (`own`) by more than all later calls do.

    Returns False if all later calls have the caller's depth: they are extensions, and the first may be an ordinary
    move.

    >>> _starts_deeper(3, [1, 2, 2]), _starts_deeper(3, [2, 3])
    (True, False)
    """
    if not all(map(is_number, (own, *depths))):
        return False
    first, *others = (abs(own - depth) for depth in depths)
    return bool(first > max(others) > 0)


def record_plies(watched: Watched, *, only: Top | None = None, most_plies: int = MOST_PLIES) -> RecordedTrees:
    """Record the whole tree of calls or, if it is too large, as many plies as the time limit allows.

    More plies are recorded below the first few moves of each position. If the call `only` is given, only the tree below
    this call is recorded. No tree has more than `most_plies` plies.
    """
    identity = watched.identity
    known = identity if identity.names else None

    def recorded(plies: int, further: int = 0) -> RecordedTrees:
        roots: list[Node] = []
        guide = RecordingGuide(
            roots,
            identity=known,
            most_plies=plies,
            further=further,
            seconds=INF if plies == 1 and not further else RECORD_SECONDS * (TABLE_FACTOR if identity.across else 1),
            leaf_answers=watched.leaf_answers,
            only=only,
            tables=watched.search_tables() if watched.null_windows else None,
        )
        watched.program.run(guide.call, seconds=RUN_SECONDS)
        cut = any(node.cut for root in roots for node in root.all())
        tops = tuple(
            Top(nth, known, key, frozenset(guide.keys) - {key})
            for nth, key in enumerate(guide.keys or [None] * len(roots))
        )
        return RecordedTrees(roots, plies if cut else None, further, tops if only is None else (only,))

    last: RecordedTrees | None = None
    for plies in range(1, most_plies + 1):
        try:
            last = recorded(plies)
        except TooManyCallsError:
            break
        except Exception:
            if last is None:
                raise
            break
        if last.plies is None:
            return last
    if last is None:
        raise PreconditionError(f"{TOO_MANY}; give a position with fewer moves")
    if most_plies < MOST_PLIES:
        return last
    if identity.across:  # searches with tables need complete plies
        return last
    whole = last.plies or 1
    with suppress(Exception, TooManyCallsError):
        for further in range(1, MOST_FURTHER + 1):
            last = recorded(whole, further)
    return last
