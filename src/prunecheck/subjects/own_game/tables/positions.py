"""Record the positions of a game at each remaining depth, with all tables emptied before each call."""

import random
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.hooks.answers import snapshot
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import RUN_SECONDS
from prunecheck.subjects.own_game.hooks.recorder import ControlError, TooManyCallsError
from prunecheck.subjects.own_game.learning.call_rules import Known, NodeRule, Sighting
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.recording.call_tree import MOST_CALLS, UNKNOWN, Frame, Node, RecordingGuide
from prunecheck.subjects.own_game.tables.clearing import why_tables_are_new
from prunecheck.trees.protocol import Number

MOST_PLIES: Final = 40
RECORD_SECONDS: Final = 0.6  # CPU seconds for each recording; each recording is one ply deeper than the previous one
LONGER: Final = 4  # with random values, the same calls may take this many times longer
DRAWS: Final = 3  # number of runs with random leaf values, to find the rules
MORE_DRAWS: Final = 20  # additional runs show which values a call negates if a player may move twice in a row
ATTEMPTS: Final = 4  # at most this many rounds of runs, because a round may find calls that earlier rounds skipped
MANY_ODD: Final = 0.3  # if a larger share of the positions follows no rule, the search is not plain minimax
OTHER_DEPTHS: Final = (1, 2, 3)  # the starting call is also searched to these depths, if they are smaller than its own


class _UnclearError(ControlError):
    """Raised if the calls of a search do not show how deep positions are searched. The message names the reason."""


class Key(NamedTuple):
    """A position, and the depth argument that the search receives. The depth is None for a search without a depth."""

    position: Hashable
    depth: Any


@dataclass(eq=False, slots=True)
class Positions:
    """The positions of a recorded game, each with the depths at which it was searched.

    Each key of the dictionary `nodes` consists of a position and the depth argument of its search.

    `tops` contains the positions that the starting call searches directly, in order. The search of each position in
    `tops` was recorded down to ply `plies`, and again with each of the smaller depths in `depths`. If `depths` is
    empty, the text `no_other_depths` says why. `sign` is 1 if the depth counts down to the leaves, -1 if it counts up,
    and 0 without a depth. `closed` contains the positions that must be leaves in every tree.
    """

    game: OwnGame
    plies: int
    on_call: Callable[[], None]  # called before each call to the search
    depths: tuple[int, ...] = ()
    sign: int = 0
    tops: list[Node] = field(default_factory=list)
    nodes: dict[Hashable, Node] = field(default_factory=dict)
    rules: dict[Node, NodeRule] = field(default_factory=dict)
    closed: frozenset[Hashable] = frozenset()
    no_other_depths: str = ""
    _largest: dict[Hashable, bool] = field(default_factory=dict)  # position -> True if it takes the largest value

    def left(self, node: Node) -> Number:
        """Return the remaining depth of the search at a node, or 0 for a search without a depth."""
        depth: Number = depth_of(node)
        return self.sign * depth if self.sign else 0

    def returns_largest(self, node: Node) -> bool:
        """True if a search of this position, to whatever depth, returns the largest of its children's values."""
        if not self._largest:
            self._largest = {other.position: rule.largest for other, rule in self.rules.items()}
        rule = self.rules.get(node)
        return self._largest.get(node.position, True) if rule is None else rule.largest

    def shown(self) -> list[Node]:
        """List the nodes that the starting call searches directly, and all nodes below.

        Leaves, and nodes whose moves are not known, are left out.
        """
        found = dict.fromkeys(node for top in self.tops for node in top.all())
        return [node for node in found if node.children and node.position not in self.closed]


class PositionsGuide(RecordingGuide):
    """Records calls, and empties all tables before each call.

    No position is searched twice at the same depth. Each search that the starting call makes is repeated with each
    smaller depth in `found.depths`. If `deeper` is set, each search is repeated one ply deeper instead of with smaller
    depths. The function `answer_leaf` returns the results of calls known to be leaves.
    """

    def __init__(
        self, found: Positions, *, deeper: bool = False, answer_leaf: Callable[[Node], Any] | None = None
    ) -> None:
        """Prepare to add the positions of the next run to `found`."""
        game, longer = found.game, 1 if answer_leaf is None else LONGER
        super().__init__(
            [],
            seconds=RECORD_SECONDS * longer,
            most_calls=MOST_CALLS * longer,
            leaf_answers=game.watched.leaf_answers,
            answer_leaf=answer_leaf,
            tables=game.watched.search_tables(),
        )
        self._found, self._deeper = found, deeper
        self.changed = False  # True if some node made different calls than in an earlier run
        self.below: dict[Node, list[Node]] = {}  # node -> the calls that it made in this run
        self.done: dict[Node, Any] = {}

    @property
    def cut(self) -> bool:
        """True if at least one call was not run, because it was too many plies below the starting call."""
        return any(node.cut for node in self._found.nodes.values())

    def call(self, call: HookedCall, /) -> Any:
        """Record a call.

        The call is run, or a chosen value is returned in place of the call. A call that the starting call makes
        directly is repeated with different depths.
        """
        plies = len(self._stack) - 1
        answer = self._recorded(call, plies)
        if not plies and isinstance(call.depth, int):
            others = [call.depth + 1] if self._deeper else [other for other in self._found.depths if other < call.depth]
            for other in others:
                self._recorded(call.with_argument(call.takes.depth, other), plies, beside=True)
        return answer

    def _recorded(self, call: HookedCall, plies: int, *, beside: bool = False) -> Any:
        self._found.on_call()
        self.count()
        node = self._found.nodes.get(key := key_of(self._found.game, call))
        if node is None:
            parent = self._stack[-1].node if plies else None
            node = self._found.nodes[key] = Node(call.name, 0, plies, parent, key, key.position)
        if plies:
            self._stack[-1].made[id(node)] = node
        elif not beside:
            self.roots.append(node)
        if node in self.done:
            return snapshot(self.done[node])
        if any(node is frame.node for frame in self._stack):
            raise _UnclearError(
                "the search reaches a position that it is still searching, and searches it again to the same depth"
            )
        if self.answer_leaf is not None and not node.children and node.sample is not UNKNOWN:
            answer = self.answer_leaf(node)
        elif plies >= self._found.plies and not node.children:
            node.cut = True
            answer = self._cut_answer(node.function)
        else:
            answer = self._made(node, call)
        self.done[node] = node.answer = answer
        return snapshot(answer)

    def _made(self, node: Node, call: HookedCall) -> Any:
        inner = Frame(node)
        answer = snapshot(self.make(call, inner))
        made = list(inner.made.values())
        if {*made} == {*node.children}:  # the order may depend on a table, or on earlier cutoffs
            made = node.children
        self.below[node] = made
        shorter, longer = sorted((made, node.children), key=len)  # a search may stop at a value that ends the game
        self.changed |= longer[: len(shorter)] != shorter
        node.children, node.cut = longer, False
        return answer


def key_of(game: OwnGame, call: HookedCall) -> Key:
    """Return the position and the depth of a call."""
    assert game.identity is not None
    return Key(game.identity.key(call), game.identity.depth(call))


def depth_of(node: Node) -> Any:
    """Return the depth argument of the call at a node."""
    assert isinstance(node.key, Key)
    return node.key.depth


def find_positions(game: OwnGame, on_call: Callable[[], None] = lambda: None) -> Positions:
    """Record the positions of a game at each depth, if possible also with smaller depths than in the starting call.

    `on_call` is called before each call to the search.
    Raises: PreconditionError if it is unclear how deep positions are searched, or if the search fails with empty
    tables.
    """
    try:
        found = _recorded(game, on_call)
        found.no_other_depths = _why_not_other_depths(found)
        if not found.no_other_depths:
            with suppress(TooManyCallsError):
                found = _recorded(game, on_call, OTHER_DEPTHS)
        drawn = random.Random(0)  # noqa: S311  # not for security
        known = Known(_sightings(found, drawn, DRAWS), short=False)
        if known.odd:
            known = known.with_more(_sightings(found, drawn, MORE_DRAWS), short=False)
        found.sign = _sign(found.nodes.values())
        _check(found)
        _find_rules(found, known)
    except TooManyCallsError:
        raise PreconditionError("the search makes too many calls within one ply") from None
    except _UnclearError as error:
        raise PreconditionError(str(error)) from None
    except (ControlError, Exception) as error:
        why = str(error) or type(error).__name__
        raise PreconditionError(f"the search fails if its tables are emptied before each call: {why}") from None
    return found


def _recorded(game: OwnGame, on_call: Callable[[], None], depths: tuple[int, ...] = ()) -> Positions:
    """Record as many plies of a search as possible in a short time.

    Raises: TooManyCallsError if one ply takes too long.
    """
    last: Positions | None = None
    for plies in range(1, MOST_PLIES):
        found = Positions(game, plies, on_call, depths)
        guide = PositionsGuide(found)
        try:
            game.program.run(guide.call, seconds=RUN_SECONDS)
        except TooManyCallsError:
            if last is None:
                raise
            break
        found.tops, last = guide.roots, found
        if not guide.cut:
            break
    assert last is not None
    for node in last.nodes.values():
        node.sample = node.answer
    return last


def _why_not_other_depths(found: Positions) -> str:
    """Say why the starting call is not repeated with different depths.

    The text is empty if the starting call can be repeated with different depths.
    """
    takes_depth = found.game.program.recorder.has_depth
    if not takes_depth or _sign(found.nodes.values()) < 1 or not isinstance(depth_of(found.tops[0]), int):
        return "no parameter says how many plies are left"
    if why := why_tables_are_new(found.game.program, found.game.watched.tables):
        return why
    if any(node.cut for top in found.tops for node in top.all()):
        return "not all plies of the starting call could be recorded; give one with a smaller depth"
    plies = 1 + max(node.ply for node in found.nodes.values())
    deeper = Positions(found.game, plies, found.on_call)
    too_long = False
    try:
        found.game.program.run(PositionsGuide(deeper, deeper=True).call, seconds=RUN_SECONDS)
    except TooManyCallsError:
        too_long = True  # what was recorded until then may be enough
    except (ControlError, Exception):
        return "the starting call fails if it searches one ply deeper"
    inner = {node.position for node in deeper.nodes.values() if node.children}
    if any(node.position in inner for top in found.tops for node in top.all() if not node.children):
        return ""
    if too_long:
        return "a search one ply deeper takes too long; give a starting call with a smaller depth"
    return "every game is over before the depth in the starting call is reached"


def _sign(nodes: Iterable[Node]) -> int:
    """Return 1 if the depth counts down to the leaves, -1 if it counts up, and 0 if there is no depth.

    Raises: _UnclearError if the depth argument counts up in some calls and down in others, or if only some functions
    take a depth.
    """
    signs = set()
    for node in nodes:
        for child in node.children:
            above, below = depth_of(node), depth_of(child)
            if (above is None) != (below is None):
                raise _UnclearError("only some functions of the search take a depth")
            if above is not None and above != below:
                signs.add(1 if below < above else -1)
    if len(signs) > 1:
        raise _UnclearError("the depth argument counts up in some calls, but down in others")
    return signs.pop() if signs else 0


def _check(found: Positions) -> None:
    """Check that each position has the same moves at all depths, except that it may be a leaf at the smallest depths.

    Raises: _UnclearError if some position has different moves at different depths.
    """
    by_position: dict[Hashable, list[Node]] = {}
    for node in found.nodes.values():
        if not node.cut:
            by_position.setdefault(node.position, []).append(node)
    for nodes in by_position.values():
        inner = [node for node in nodes if node.children]
        leaves = [node for node in nodes if not node.children]
        if inner and leaves and not max(map(found.left, leaves)) < min(map(found.left, inner)):
            raise _UnclearError(
                "two calls have the same arguments except the depth, but only the call with the smaller depth makes "
                "moves"
            )
        if len({frozenset(child.position for child in node.children) for node in inner}) > 1:
            raise _UnclearError("two calls have the same arguments except the depth, but they make different moves")


def _sightings(found: Positions, drawn: random.Random, draws: int) -> dict[Node, list[Sighting]]:
    """Record the values at interior nodes in runs with random leaf values.

    Raises: _UnclearError if a run makes different calls than were recorded.
    """
    game = found.game
    for _ in range(ATTEMPTS):
        sightings: dict[Node, list[Sighting]] = {}
        size = len(found.nodes)
        for _ in range(draws):
            leaves = [node for node in found.nodes.values() if not node.children]
            values = dict(zip(leaves, game.limits.drawn(drawn, len(leaves)), strict=True))  # whole, as in learning

            def answer_leaf(node: Node, values: dict[Node, Number] = values) -> Any:
                return game.leaf_answer(node, 1, values.get(node, 0))

            guide = PositionsGuide(found, answer_leaf=answer_leaf)
            game.program.run(guide.call, seconds=RUN_SECONDS)
            if guide.changed:
                raise _UnclearError("the calls that the search makes depend on the values of positions")
            for node in found.nodes.values():
                if node.sample is UNKNOWN:
                    node.sample = node.answer
                if node.children and guide.below.get(node) == node.children:
                    with suppress(LookupError):
                        below = [game.value_in(child, child.answer) for child in node.children]
                        sightings.setdefault(node, []).append(Sighting(below, game.value_in(node, node.answer)))
        if len(found.nodes) == size:
            return sightings
    raise _UnclearError("the calls that the search makes depend on the values of positions")


def _find_rules(found: Positions, known: Known) -> None:
    """For each interior node, store whether its value is the maximum or minimum of its children's values.

    Positions whose value is neither the maximum nor the minimum of their children's values become `closed`: they are
    leaves of every tree. Raises: _UnclearError if too many values are neither the maximum nor the minimum of the
    children's values.
    """
    if len(known.odd) > MANY_ODD * len(known.rules):
        raise _UnclearError("the search often returned a value that none of its recursive calls had returned")
    unseen = [node for node in found.nodes.values() if node.cut or (node.children and node not in known.rules)]
    found.rules, found.closed = known.decided(), frozenset(node.position for node in (*known.odd, *unseen))
    if not found.shown():
        raise _UnclearError(
            "prunecheck cannot tell which moves the search makes if its tables are emptied before each call"
        )
