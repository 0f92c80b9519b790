"""Record the tree of calls of a search, with the window open at each call, so that nothing is cut off."""

from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from time import process_time
from typing import Any, Final

from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.answers import snapshot
from prunecheck.subjects.own_game.program import OwnProgram, seed
from prunecheck.subjects.own_game.recorder import EnoughError, Parameters, TooManyCallsError, random_state, same_random
from prunecheck.subjects.own_game.state import fingerprint, parts_of
from prunecheck.trees.protocol import INF

MOST_CALLS: Final = 8_000  # of a recorded tree: more takes seconds
FIRST_CALLS: Final = 300  # that are watched closely, to see what they change
MOST_FIRST_CALLS: Final = 5_000  # until a first leaf answers
RUN_SECONDS: Final = 4.0  # for one recording
NARROW: Final = 3  # first moves of each position that are followed further than the others, if there are many
UNKNOWN: Final = object()  # no answer so far
CALL: Final = object()  # in place of an answer: call the function


@dataclass(eq=False, slots=True)
class Node:
    """A recorded call, with the calls that it made in order; one object for each position if those can be told apart.

    `answer` is that of the last run.
    """

    function: str
    nth: int  # among the children of its parent
    ply: int
    parent: "Node | None" = None
    key: Hashable = None
    position: Hashable = None  # the key without the depth
    children: list["Node"] = field(default_factory=list)
    by_key: dict[Hashable, "Node"] = field(default_factory=dict)
    answer: Any = UNKNOWN
    sample: Any = UNKNOWN  # its answer with the real values of the leaves
    narrow: bool = True  # it and all above it are among the first moves of their parents
    cut: bool = False  # answered for the search, because it is too many plies away
    again: int = 0  # calls beyond the first, from one parent
    mixed: set[Any] = field(default_factory=set)  # different depths that it gave to its children in one call

    def path(self) -> list["Node"]:
        """The calls from the first one to this one."""
        found: list[Node] = []
        node: Node | None = self
        while node is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    def all(self) -> list["Node"]:
        """This node and all below it, parents first; each once."""
        found, seen = [self], {id(self)}
        for node in found:
            for child in node.children:
                if id(child) not in seen:
                    seen.add(id(child))
                    found.append(child)
        return found


@dataclass(frozen=True, slots=True)
class Identity:
    """What tells positions apart: the names of arguments and of their attributes, without window and depth.

    With `across`, equal positions at equal depths are one node, whatever their parents.
    """

    parts: frozenset[str] = frozenset()
    across: bool = False

    def key(self, name: str, arguments: dict[str, Any], variables: dict[str, Any]) -> Hashable:
        """The key of the position that a call is about."""
        held = {
            part: fingerprint(value)
            for argument, whole in (*arguments.items(), *variables.items())
            for part, value in parts_of(argument, whole)
            if part in self.parts
        }
        return name, frozenset(held.items())


@dataclass(slots=True)
class Frame:
    """A call in progress: its node, the number of children so far, and the arguments of its call."""

    node: Node
    count: int = 0
    depths: set[Any] = field(default_factory=set)


class RecordingGuide:
    """Records all calls from the top-level ones on, down to `most_plies`, with open windows.

    Below the first moves of each position, it goes `further` plies down. It ends after `seconds` of computing.
    `paint` gives the answer for a node that is known to be a leaf; by default, the search answers itself.
    """

    def __init__(
        self,
        roots: list[Node],
        *,
        identity: Identity | None = None,
        variables: Callable[[], dict[str, Any]] = dict,
        most_plies: int | None = None,
        further: int = 0,
        seconds: float = inf,
        leaf_answer: Any = None,
        paint: Callable[[Node], Any] | None = None,
        most_calls: int = MOST_CALLS,
        only: int | None = None,
    ) -> None:
        """Add to the trees below `roots`, one for each top-level call; with `only`, just to that one."""
        self.roots, self.identity, self.variables = roots, identity, variables
        self.most_plies, self.leaf_answer, self.paint, self.most_calls, self.only = (
            most_plies,
            leaf_answer,
            paint,
            most_calls,
            only,
        )
        self.further, self.until = further, process_time() + seconds
        self.calls = 0
        self.short: list[Node] = []  # nodes that made fewer calls than before
        self.new = 0
        self._stack = [Frame(Node("", 0, -1))]
        self._positions: dict[Hashable, Node] = {}
        if identity is not None and identity.across:
            for root in roots:
                self._positions |= {node.key: node for node in root.all()}
        self._top = Node("", 0, -1, children=roots, by_key={})

    def call(
        self, name: str, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], known: Parameters
    ) -> Any:
        """Record a call, and answer it or make it."""
        self.calls += 1
        if self.calls > self.most_calls or (self.until != inf and process_time() > self.until):
            raise TooManyCallsError
        frame = self._stack[-1]
        top = len(self._stack) == 1
        node = self._node(frame, name, args, kwargs, known, top=top)
        frame.count += 1
        if known.depth:
            frame.depths.add(known.get(known.depth, args, kwargs))
        answer = self._answer(node, top=top)
        if answer is not CALL:
            node.answer = answer
            return answer
        if known.has_window:
            args, kwargs = known.with_window(args, kwargs, (-INF, INF))
        inner = Frame(node)
        self._stack.append(inner)
        try:
            answer = function(*args, **kwargs)
        finally:
            self._stack.pop()
        if inner.count < len(node.children) and not (inner.count == 0 and self._shares(node)):
            self.short.append(node)
        if len(inner.depths) > 1:
            node.mixed = inner.depths
        node.answer = snapshot(answer)
        return answer

    def _shares(self, node: Node) -> bool:
        """True if a table may have answered for the position."""
        return self.identity is not None and self.identity.across

    def _answer(self, node: Node, *, top: bool) -> Any:
        if top and self.only is not None and node.nth != self.only:
            return self.leaf_answer
        if self.most_plies is not None and node.ply >= self.most_plies + (self.further if node.narrow else 0):
            node.cut = True
        if self.paint is not None and not node.children and node.sample is not UNKNOWN:
            return self.paint(node)
        return self.leaf_answer if node.cut else CALL

    def _node(
        self, frame: Frame, name: str, args: tuple[Any, ...], kwargs: dict[str, Any], known: Parameters, *, top: bool
    ) -> Node:
        parent = self._top if top else frame.node
        if self.identity is None or top:
            if frame.count < len(parent.children):
                return parent.children[frame.count]
            return self._add(parent, name, None, None, top=top)
        key = position = self.identity.key(name, position_arguments(known, args, kwargs), self.variables())
        if self.identity.across and known.depth:
            key = position, known.get(known.depth, args, kwargs)
        found = parent.by_key.get(key)
        if found is not None:
            found.again += 1
            return found
        if self.identity.across and key in self._positions:
            found = self._positions[key]
            parent.children.append(found)
            parent.by_key[key] = found
            return found
        return self._add(parent, name, key, position, top=top)

    def _add(self, parent: Node, name: str, key: Hashable, position: Hashable, *, top: bool) -> Node:
        self.new += 1
        node = Node(name, len(parent.children), parent.ply + 1, None if top else parent, key, position)
        node.narrow = parent.narrow and (top or node.nth < NARROW)
        parent.children.append(node)
        if key is not None:
            parent.by_key[key] = node
            self._positions[key] = node
        return node


def position_arguments(known: Parameters, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The arguments that may identify a position."""
    without = (known.alpha, known.beta, known.depth)
    return {name: held for name, held in known.arguments(args, kwargs).items() if name not in without}


def variables_of(program: OwnProgram, parts: frozenset[str]) -> Callable[[], dict[str, Any]]:
    """The variables of the module that are among these parts of a position."""
    needed = set(parts) | {part.partition(".")[0] for part in parts}
    names = needed.intersection(program.data())
    if not names:
        return dict

    def held() -> dict[str, Any]:
        data = program.data() if any("." in name for name in names) else vars(program.module())
        return {name: data[name] for name in names if name in data}

    return held


@dataclass(slots=True)
class Changes:
    """What changed during the first calls: parts that differ between calls, and those that a call does not restore.

    `grew`: containers that were larger after a call than before, as a table is.
    """

    varying: set[str] = field(default_factory=set)
    left: set[str] = field(default_factory=set)
    grew: set[str] = field(default_factory=set)


class WatchingGuide:
    """Makes the first calls as the search wants them, and sees what they change; ends the run after enough calls."""

    def __init__(self, variables: Callable[[], dict[str, Any]], most_calls: int = FIRST_CALLS) -> None:
        """`variables` are the module's own, by name."""
        self.changes = Changes()
        self.leaves: list[Any] = []
        self.calls: list[tuple[int, str, tuple[Any, ...], dict[str, Any], Parameters]] = []  # with the caller's index
        self._variables, self._most_calls = variables, most_calls
        self._first: dict[str, Hashable] = {}
        self._stack: list[int] = []

    def call(
        self, name: str, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], known: Parameters
    ) -> Any:
        """Make a call; note its arguments, and what it changes."""
        nth = len(self.calls)
        if nth >= MOST_FIRST_CALLS or (nth >= self._most_calls and self.leaves):
            raise EnoughError
        closely = nth < self._most_calls
        self.calls.append((self._stack[-1] if self._stack else -1, name, args, kwargs, known))
        before = self._parts(known, args, kwargs) if closely else {}
        self._stack.append(nth)
        try:
            answer = function(*args, **kwargs)
        finally:
            self._stack.pop()
        if nth == len(self.calls) - 1:
            self.leaves.append(snapshot(answer))
        if closely:
            self._compare(before, self._parts(known, args, kwargs))
        return answer

    def _parts(
        self, known: Parameters, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> dict[str, tuple[Hashable, int]]:
        """The parts of all arguments and variables, each with its fingerprint and its size."""
        found: dict[str, tuple[Hashable, int]] = {}
        for name, whole in (*position_arguments(known, args, kwargs).items(), *self._variables().items()):
            for part, held in parts_of(name, whole):
                found[part] = fingerprint(held), _size(held)
        for part, (printed, _) in found.items():
            if self._first.setdefault(part, printed) != printed:
                self.changes.varying.add(part)
        return found

    def _compare(self, before: dict[str, tuple[Hashable, int]], after: dict[str, tuple[Hashable, int]]) -> None:
        for part, (printed, size) in after.items():
            if part not in before or before[part][0] == printed:
                continue
            self.changes.varying.add(part)
            self.changes.left.add(part)
            if size > before[part][1]:
                self.changes.grew.add(part)


def _size(held: Any) -> int:
    return len(held) if isinstance(held, list | dict | set) else 0


def watch(program: OwnProgram) -> WatchingGuide:
    """Make the first calls of a program. Raises: PreconditionError if the start makes no call of the search."""
    guide = WatchingGuide(program.data)
    program.module()  # may load numpy
    seed()
    before = random_state()
    with suppress(EnoughError):
        program.run(guide)
    program.recorder.restores_random = not same_random(before, random_state())
    if not guide.calls:
        raise PreconditionError(
            f"the start {program.start!r} does not call {' or '.join(program.functions)}; write a call of the search"
        )
    return guide
