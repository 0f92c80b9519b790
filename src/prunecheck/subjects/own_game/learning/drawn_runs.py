"""Run a program while its leaf calls return random values, and record what its other calls return."""

import random
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from time import process_time
from typing import Any, Final

from prunecheck.subjects.own_game.hooks.answers import Place, places, value_at, with_value
from prunecheck.subjects.own_game.hooks.own_program import RUN_SECONDS
from prunecheck.subjects.own_game.hooks.parts import Identity
from prunecheck.subjects.own_game.hooks.recorder import TooManyCallsError
from prunecheck.subjects.own_game.hooks.search_tables import SearchTables
from prunecheck.subjects.own_game.learning.call_rules import Sighting
from prunecheck.subjects.own_game.learning.leaf_limits import Limits
from prunecheck.subjects.own_game.recording.call_tree import (
    MOST_CALLS,
    UNKNOWN,
    Node,
    RecordedTrees,
    RecordingGuide,
    by_ply,
)
from prunecheck.subjects.own_game.recording.watching import Watched
from prunecheck.trees.protocol import INF, Number

MOST_BRANCHES: Final = 60  # at most this many branches get larger values than the others, one branch at a time
LARGE, SMALL = (0.6, 0.9), (0.01, 0.5)  # sizes of values, as shares of the largest value
MANY_CALLS, DRAWS_OF_MANY = 2_000, 2  # a recording with more calls than this gets fewer runs
ATTEMPTS: Final = 4  # at most this many rounds of runs, because a round may find calls that earlier rounds skipped
LARGEST: Final = 10**9  # real leaf values above this limit count as infinite


class RootNotCalledError(Exception):
    """Raised if a run with new leaf values does not reach the call that is the root of the recorded tree."""

    def __init__(self, root: Node) -> None:
        super().__init__(f"the recorded call to `{root.function}` is then not made")


class DrawnRuns:
    """Runs a program again, so that it repeats the calls in a recording, but with different leaf values."""

    def __init__(
        self,
        watched: Watched,
        recorded: RecordedTrees,
        identity: Identity | None,
        later: Sequence[tuple[str, Any]] = (),
        tables: SearchTables | None = None,
    ) -> None:
        """Prepare to repeat the calls in the first tree of the recording.

        `later` contains results of leaf calls deeper in the game, each in a pair with the name of the function. If
        `tables` contains tables of the search, these tables are emptied before and after each call.
        """
        self.watched, self.recorded = watched, recorded
        self.identity, self._later, self._tables = identity, later, tables
        self.seconds = 0.0  # duration of the last run
        self.root = recorded.root
        self.short: list[Node] = []  # recorded calls that made fewer calls than in another run
        self.made: dict[Node, int] = {}
        self.appeared = 0  # number of calls that were not in the recording
        self.grown = False  # True if a call made an unrecorded call, perhaps on a known position
        # for each call that made new calls: these, and the known calls that it did not make in the same run
        self.instead: list[tuple[list[Node], list[Node]]] = []
        self.random = random.Random(0)  # noqa: S311  # not for security
        self.places: dict[str, Place] = {}
        self.whole = watched.program.recorder.takes_whole_numbers  # True if all leaf values must be whole numbers
        self._nodes: list[Node] = []
        for node in self.nodes():
            node.sample = node.answer

    def with_empty_tables(self) -> "DrawnRuns":
        """Return a copy that empties the tables of the search before and after each call.

        With empty tables, no call finds table entries of another call.
        """
        tables = self.watched.search_tables()
        return DrawnRuns(self.watched, self.recorded, self.identity, self._later, tables)

    def nodes(self) -> list[Node]:
        """List the root and all calls below it, parents before their children."""
        if not self._nodes:
            self._nodes = self.root.all()
        return self._nodes

    def leaves(self) -> list[Node]:
        """List the recorded calls that make no recursive calls."""
        return [node for node in self.nodes() if not node.children]

    @property
    def remembers(self) -> bool:
        """True if the search has a table from which a call may get its result."""
        return self.identity is not None and self.identity.across

    def run(self, leaf_values: dict[Node, Number], leaves: Collection[Node] = ()) -> int:
        """Run the search with these leaf values, and return the number of calls that were not recorded before.

        The calls in `leaves` are treated as leaves, too: each returns its value in `leaf_values`, without being run.

        Raises: RootNotCalledError if the run does not make the call at the root of the recording, for example because
        of aspiration windows.
        """

        def answer_leaf(node: Node) -> Any:
            value = leaf_values.get(node, 0)
            return with_value(node.sample, self.places[node.function], round(value) if self.whole else value)

        guide = self._guide(self.identity, answer_leaf=answer_leaf, leaves=leaves)
        before = process_time()
        for node in self.nodes():  # a call that is not made in this run has no value
            node.answer = UNKNOWN
        self._run(guide)
        self.seconds = process_time() - before
        if self.root.answer is UNKNOWN:
            raise RootNotCalledError(self.root)
        self.short += guide.short
        self.made |= guide.made
        self.appeared += guide.new
        for node in self.nodes() if guide.new else ():
            if node.sample is UNKNOWN:
                node.sample = node.answer
        return guide.new

    def _run(self, guide: RecordingGuide) -> None:
        try:
            self.watched.program.run(guide.call, seconds=RUN_SECONDS)
        finally:
            self.instead += guide.instead
            if guide.grown:
                self._nodes, self.grown = [], True

    def _guide(self, identity: Identity | None, **how: Any) -> RecordingGuide:
        """Make the guide for the next run, an object that runs calls or returns values for them.

        The guide repeats the recorded calls, and records calls that are new.
        """
        return RecordingGuide(
            self.recorded.roots,
            identity=identity,
            most_plies=self.recorded.plies,
            further=self.recorded.further,
            leaf_answers=self.watched.leaf_answers,
            most_calls=2 * MOST_CALLS,
            only=self.recorded.top,
            tables=self._tables,
            **how,
        )

    def add_hidden_calls(self, identity: Identity | None, ends: tuple[Number, Number] | None = None) -> None:
        """Run the search in the window `ends`, and record calls that the search did not make in the full window.

        If `ends` is None, recursive calls get the windows that the search itself passes to them.
        """
        guide = self._guide(identity, ends=ends)
        with suppress(TooManyCallsError, Exception):
            self._run(guide)
        for node in self.nodes() if guide.new else ():
            if node.sample is UNKNOWN:
                known = places(node.answer)
                node.sample = node.answer if known else self.watched.leaf_answers.of(node.function)

    def sightings(self, limits: Limits, *, draws: int, negates: bool = False) -> dict[Node, list[Sighting]]:
        """Record the values of interior nodes in `draws` runs with random leaf values, and two with equal leaf values.

        If leaves only get values that occur in the user's game, a call may skip some of its children. The value of a
        skipped child is unknown, so its smallest and its largest possible value are both tried. `negates` says whether
        calls negate the values of their children.
        """
        draws = min(draws, DRAWS_OF_MANY) if len(self.nodes()) > MANY_CALLS else draws
        for _ in range(ATTEMPTS):
            found: dict[Node, list[Sighting]] = {}
            self.short = []
            new, skipped = 0, self._values_of_skipped(limits, negates=negates)
            for all_equal in (*[None] * draws, *(() if limits.only_real else limits.ends)):
                new += self.run(self.leaf_values(limits, all_equal))
                for node in self.nodes():
                    for seen in self.seen(node, skipped.get(node.ply + 1, ())):
                        found.setdefault(node, []).append(seen)
            if not new:
                break
        return found

    def _values_of_skipped(self, limits: Limits, *, negates: bool) -> dict[int, tuple[Number, Number]]:
        """For each ply, find the smallest and the largest possible value of a call that the search skipped.

        The result is empty if a skipped call can have any value.
        """
        plies = range(max(node.ply for node in self.nodes()), -1, -1)
        if not limits.only_real:
            return dict.fromkeys(plies, limits.ends) if limits.among else {}
        real, below = self._real_by_ply(), set[Number]()
        found: dict[int, tuple[Number, Number]] = {}
        for ply in plies:
            below = {*real.get(ply, ()), *(-value if negates else value for value in below)}
            found[ply] = min(below), max(below)
        return found

    def _real_by_ply(self) -> dict[int, list[Number]]:
        """Return the values that the leaves at each ply have in the user's game."""
        return {ply: list(map(self.own_value, leaves)) for ply, leaves in by_ply(self.leaves()).items()}

    def one_branch_at_a_time(self, level: Number) -> dict[Node, list[Sighting]]:
        """Make runs in which the leaves below some children have larger absolute values than all other leaves.

        Each run is for one ply and one child index, for example for the second child of each call at ply 3. The result
        contains the values of the calls at this ply.
        """
        found: dict[Node, list[Sighting]] = {}
        nodes = self.nodes()
        plies = by_ply(nodes)
        leaves = {node: [inner.nth for inner in node.path()] for node in nodes if not node.children}
        branches = [(node.ply, nth) for node in nodes for nth in range(len(node.children))]
        for ply, nth in list(dict.fromkeys(branches))[:MOST_BRANCHES]:
            large = {node for node, path in leaves.items() if path[ply + 1 : ply + 2] == [nth]}
            leaf_values: dict[Node, Number] = {
                node: self.random.uniform(*(LARGE if node in large else SMALL)) * level * self.random.choice((-1, 1))
                for node in leaves
            }
            self.run(leaf_values)
            for node in plies[ply]:
                for seen in self.seen(node):
                    found.setdefault(node, []).append(seen)
        return found

    def seen(self, node: Node, skipped: Sequence[Any] = ()) -> Iterator[Sighting]:
        """For the last run, yield the value that a call returned, and the values of the children that it searched.

        If `skipped` contains values, children that were not searched are assumed to have each of these values in turn.
        """
        made = [child for child in node.children if child.answer is not UNKNOWN]
        with suppress(LookupError):
            if made and (len(made) == len(node.children) or not skipped):
                yield Sighting([self._value(child, child.answer) for child in made], self._value(node, node.answer))
                return
            for value in skipped if node.children else ():
                known = [value if child.answer is UNKNOWN else child.answer for child in node.children]
                yield Sighting(list(map(self._value, node.children, known)), self._value(node, node.answer))

    def leaf_values(self, limits: Limits, all_equal: Number | None = None) -> dict[Node, Number]:
        """Choose a random value within the limits for each leaf.

        If `all_equal` is given, all leaves get this value instead of random values.
        """
        leaves = self.leaves()
        if all_equal is not None:
            return dict.fromkeys(leaves, all_equal)
        if limits.only_real:
            real = self._real_by_ply()
            return {leaf: self.random.choice(real[leaf.ply]) for leaf in leaves}
        return dict(zip(leaves, limits.drawn(self.random, len(leaves)), strict=True))

    def own_most(self) -> Number:
        """The largest absolute value of a leaf in the user's game, but at least 1."""
        return max([1, *self.own_leaf_values()])

    def own_leaf_values(self) -> tuple[Number, ...]:
        """The leaf values of the user's game and the negatives of these values, in ascending order."""
        values = [self.own_value(node) for node in self.leaves() if not node.cut]
        for function, answer in (*self.watched.opened.leaves.values(), *self._later):
            with suppress(LookupError):
                values.append(value_at(answer, self.places.get(function)))
        finite = {sign * value for value in values if -LARGEST < value < LARGEST for sign in (1, -1)}
        return tuple(sorted(finite))

    def own_value(self, node: Node) -> Any:
        """The value that a call returned when the search ran with the leaf values of the user's game."""
        return self._value(node, node.sample)

    def values(self, *, outside: Node | None = None) -> set[Any]:
        """The finite values that calls of the search returned in the last run, except the value of the first call.

        If `outside` is given, the values of the call `outside`, of its ancestors and of its descendants are left out.
        """
        found: set[Any] = set()
        inside = set() if outside is None else {*outside.path(), *outside.all()}
        for node in self.nodes()[1:]:
            if node in inside:
                continue
            with suppress(LookupError):
                if node.answer is not UNKNOWN:
                    found.add(self._value(node, node.answer))
        return {value for value in found if -INF < value < INF}

    def _value(self, node: Node, answer: Any) -> Any:
        return value_at(answer, self.places[node.function])
