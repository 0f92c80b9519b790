"""Find where the calls of a search differ from the rules of its game: in the moves, the side to move, or a value."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from prunecheck.errors import brief, quantity
from prunecheck.subjects.own_game.hooks.answers import is_number, snapshot
from prunecheck.subjects.own_game.hooks.fingerprints import SIMPLE, attributes, fingerprint, parts_of
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.recorder import TooManyCallsError
from prunecheck.subjects.own_game.rules_of_game.given_rules import moves_of, position_of
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.values import show

MOST_LISTED: Final = 6  # a message lists at most this many moves


@dataclass(eq=False, slots=True)
class ObservedCall:
    """A call to the search: depth, window, fingerprints of the arguments, recursive calls, and return value."""

    function: str
    ply: int
    depth: Any = None
    window: tuple[Any, ...] | None = None
    marks: dict[str, Hashable] = field(default_factory=dict)
    children: list["ObservedCall"] = field(default_factory=list)
    answer: Any = None


class CallsGuide:
    """Runs all calls of a search unchanged, and stores them as a tree.

    If `opened` is True, the calls get full windows, and their arguments are stored.

    `tops` lists the calls that the starting call makes, and `plies` is the depth of the deepest recursive call below
    the calls in `tops`.
    """

    def __init__(self, *, opened: bool = False, most_calls: int | None = None) -> None:
        self.tops: list[ObservedCall] = []
        self.plies = 0
        self.least_depth: Any = None
        self.counts_down = True
        self._opened, self._most_calls, self._calls = opened, most_calls, 0
        self._stack: list[ObservedCall] = []

    def call(self, call: HookedCall, /) -> Any:
        """Run a call, and store it."""
        self._calls += 1
        if self._most_calls is not None and self._calls > self._most_calls:
            raise TooManyCallsError
        above = self._stack[-1] if self._stack else None
        made = ObservedCall(call.name, 0 if above is None else above.ply + 1)
        self._note_depth(made, above, call.depth)
        if call.takes.has_window:
            made.window = call.window
        elif above is None:
            call = call.opened()  # this value of the single bound may be for the other player
        if self._opened:
            made.marks = dict(_marks(call))
            call = call.opened()
        (self.tops if above is None else above.children).append(made)
        self._stack.append(made)
        try:
            made.answer = snapshot(call.make())
        finally:
            self._stack.pop()
        return made.answer

    def _note_depth(self, made: ObservedCall, above: ObservedCall | None, depth: Any) -> None:
        made.depth = depth
        self.plies = max(self.plies, made.ply)
        if not is_number(depth) or (above is not None and above.depth != depth + 1):
            self.counts_down = False
        elif self.least_depth is None or depth < self.least_depth:
            self.least_depth = depth


def _marks(call: HookedCall) -> Iterator[tuple[str, Hashable]]:
    for name, held in call.position_arguments.items():
        yield name, fingerprint(held)
        yield from ((part, fingerprint(value)) for part, value in parts_of(name, held) if part != name)


def _parts(position: Any) -> dict[str, Hashable]:
    """Make fingerprints of a position in the rules, and of its attributes or items.

    If a tuple only contains pairs, the fingerprint of a dictionary with these pairs is added, because the search may
    store the same data in a dictionary.
    """
    inside = enumerate(position) if isinstance(position, tuple) else attributes(position)
    held = {"": position, **{str(name): value for name, value in inside}}
    tuples = {name: value for name, value in held.items() if isinstance(value, tuple) and value}
    pairs = {
        f"{name} as a dictionary": dict(value)
        for name, value in tuples.items()
        if all(isinstance(pair, tuple) and len(pair) == 2 for pair in value)
    }
    return {name: fingerprint(value) for name, value in (held | pairs).items()}


class _Pair(NamedTuple):
    """The name of a search argument, and the name of an attribute of the rules' position with the same contents."""

    argument: str
    part: str


@dataclass(slots=True)
class RulesComparison:
    """Compares the calls of a search below `top` with the rules below `node`, down to `plies` plies (None: no limit).

    The function `value` returns the value of a call, and `truth` returns the value of a position according to the
    rules. `value` and `truth` return values from MAX's point of view.
    """

    top: ObservedCall
    tree: Tree[Any, Number]
    node: Any
    plies: int | None
    value: Callable[[ObservedCall, Any], Number | None]
    truth: Callable[[Any], Number]
    _known: tuple[list[_Pair], list[_Pair]] = field(default=([], []), init=False)
    _below: dict[int, list[tuple[ObservedCall, Any]]] = field(default_factory=dict, init=False)

    def difference(self) -> tuple[tuple[int, ...], str] | None:
        """Find the first difference between search and rules, and the indices of the moves that lead to the position.

        Returns None if there is no difference.
        """
        self._known = self._pairs()
        queue: list[tuple[tuple[int, ...], ObservedCall, Any]] = [((), self.top, self.node)]
        for path, call, node in queue:
            left = None if self.plies is None else self.plies - len(path)
            words = self._at_end(call, node, left)
            if words:
                return path, words
            if call.children and left != 0:
                matched = self._matched(call, node)
                if isinstance(matched, str):
                    return path, matched
                nodes = list(self.tree.children(node))
                self._below[id(call)] = [(child, nodes[nth]) for nth, child in matched]
                queue += [((*path, nth), child, nodes[nth]) for nth, child in matched]
        return next(self._wrong_choices(queue), None)

    def matched(self) -> Iterator[tuple[tuple[int, ...], ObservedCall, Any]]:
        """Yield each call whose arguments show its position, with the indices of the moves to it and its tree node."""
        pairs, _ = self._known = self._pairs()
        queue: list[tuple[tuple[int, ...], ObservedCall, Any]] = [((), self.top, self.node)]
        for path, call, node in queue:
            yield path, call, node
            at_end = self.tree.is_terminal(node) or (self.plies is not None and len(path) >= self.plies)
            nodes = [] if at_end or not pairs else list(self.tree.children(node))
            marks = [tuple(parts.get(pair.part) for pair in pairs) for parts in map(_parts, map(position_of, nodes))]
            for child in _distinct(call) if len(set(marks)) == len(set(nodes)) else ():
                mark = tuple(child.marks.get(pair.argument) for pair in pairs)
                if mark in marks:
                    nth = marks.index(mark)
                    queue.append(((*path, nth), child, nodes[nth]))

    def _at_end(self, call: ObservedCall, node: Any, left: int | None) -> str:
        """Describe the difference at a position where the search or the game ends.

        Returns an empty text if both the search and the game end at this position.
        """
        if self.tree.is_terminal(node):
            if call.children:
                return f"the game is over, but the search continues with {quantity(len(_distinct(call)), 'move')}"
        elif call.children and left != 0:
            return ""
        elif left != 0:
            return (
                f"the search makes no move there, but the rules have {quantity(len(moves_of(self.tree, node)), 'move')}"
            )
        got, expected = self.value(call, node), self.truth(node)
        if call.children or got is None or got == expected:
            return ""
        return f"the search's value is {show(got)} for MAX, but by the rules, it is {show(expected)}"

    def _wrong_choices(
        self, queue: Sequence[tuple[tuple[int, ...], ObservedCall, Any]]
    ) -> Iterator[tuple[tuple[int, ...], str]]:
        """Yield the calls that do not return the value of the best child for the side to move, the deepest first."""
        for path, call, node in reversed(queue):
            known = [self.value(child, below) for child, below in self._below.get(id(call), [])]
            found, got = [value for value in known if value is not None], self.value(call, node)
            if not found or got is None:
                continue
            is_max = self.tree.is_max(node)
            best = max(found) if is_max else min(found)
            if got != best:
                who, listed = "MAX" if is_max else "MIN", _listed(list(map(show, found)))
                yield (
                    path,
                    (f"{who} to move; for MAX, the moves have the values {listed}, but the search returns {show(got)}"),
                )

    def _pairs(self) -> tuple[list[_Pair], list[_Pair]]:
        """Find pairs of a search argument and an attribute of the rules' position that are equal in the first call.

        Returns two lists of pairs of a search argument and an attribute. The first list contains the best pairs: those
        that are also equal in the largest number of recursive calls. The second list contains pairs whose argument and
        attribute do not occur in the first list, if the argument changes from call to call.
        """
        here = _parts(position_of(self.node))
        found = [
            _Pair(argument, part)
            for argument, mark in self.top.marks.items()
            for part, held in here.items()
            if mark == held and mark is not None and type(mark) is type(held)  # True must not count as 1
        ]
        if self.tree.is_terminal(self.node):
            return found, []
        below = [_parts(position_of(child)) for child in self.tree.children(self.node)]
        scores = {
            pair: sum(
                any(child.marks.get(pair.argument) == parts.get(pair.part) for parts in below)
                for child in self.top.children
            )
            for pair in found
        }
        most = max(scores.values(), default=0)
        good = [pair for pair, score in scores.items() if score == most > 0]
        said = {value for pair in good for value in pair}
        changing = {pair.argument for pair in found if len(set(_values(self.top, pair.argument))) > 1}
        other = [pair for pair in found if pair.argument in changing and not said.intersection(pair)]
        return good, other

    def _matched(self, call: ObservedCall, node: Any) -> list[tuple[int, ObservedCall]] | str:
        """Match each recursive call of the search with the index of a move in the rules.

        If the calls do not match the moves of the rules, return a description of the difference.
        """
        pairs, others = self._known
        moves, calls = moves_of(self.tree, node), _distinct(call)
        nodes = list(self.tree.children(node))
        below = [_parts(position_of(position)) for position in nodes]
        for pair in (*others, *pairs):
            by_rules = {parts.get(pair.part) for parts in below}
            by_search = {child.marks.get(pair.argument) for child in calls}
            if len(by_rules) == len(by_search) == 1 and by_rules != by_search:
                (ours,), (theirs,) = by_rules, by_search
                if isinstance(ours, SIMPLE) and isinstance(theirs, SIMPLE):
                    says = f"the search continues with `{pair.argument}={theirs!r}`"
                    return f"{says}, but by the rules, `{pair.argument}` is {ours!r}"
        marks = [tuple(parts.get(pair.part) for pair in pairs) for parts in below]
        tried = [tuple(child.marks.get(pair.argument) for pair in pairs) for child in calls]
        counts = f"the rules have {quantity(len(moves), 'move')} there, but the search tried {len(calls):,}"
        if not pairs or len(set(marks)) < len(set(nodes)):
            return list(enumerate(calls)) if len(moves) == len(calls) else counts
        missing = [move for move, mark in zip(moves, marks, strict=True) if mark not in tried]
        extra = len([mark for mark in tried if mark not in marks])
        if len(missing) == len(moves):
            return "the search makes a move there that the rules do not allow"
        if missing or extra:
            words = [f"missing {_listed(missing)}"] if missing else []
            words += [f"{extra:,} that the rules do not allow"] if extra else []
            return f"{counts}: {', '.join(words)}"
        return [(marks.index(mark), child) for mark, child in zip(tried, calls, strict=True)]


def _values(top: ObservedCall, argument: str) -> Iterator[Hashable]:
    """Yield the fingerprints of an argument in the call `top` and in all calls below."""
    stack = [top]
    while stack:
        call = stack.pop()
        yield call.marks.get(argument)
        stack += call.children


def _distinct(call: ObservedCall) -> list[ObservedCall]:
    """List the recursive calls of a call. If several calls search the same child, only the last one is listed."""
    found: dict[Hashable, ObservedCall] = {}
    for child in call.children:
        found[frozenset(child.marks.items())] = child
    return list(found.values())


def _listed(moves: Sequence[Any]) -> str:
    more = ["..."] if len(moves) > MOST_LISTED else []
    return brief(", ".join([*map(str, moves[:MOST_LISTED]), *more]))
