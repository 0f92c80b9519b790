"""Find the rule of each recorded call, where answers hold their value, and which values the search takes."""

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from time import process_time
from typing import Any, Final

from prunecheck.errors import PreconditionError, brief
from prunecheck.subjects.own_game.hooks.answers import Place, value_at, with_value
from prunecheck.subjects.own_game.hooks.program import OwnProgram
from prunecheck.subjects.own_game.learning.game import Limits, OwnGame
from prunecheck.subjects.own_game.learning.leaf_calls import (
    LARGEST,
    are_changed,
    calls_above,
    check_adjusted,
    draw_values,
    leaf_calls,
    values_beyond,
)
from prunecheck.subjects.own_game.learning.recording import (
    MOST_CALLS,
    RUN_SECONDS,
    UNKNOWN,
    Identity,
    Node,
    Recorded,
    RecordingGuide,
    variables_of,
)
from prunecheck.subjects.own_game.learning.rules import (
    Known,
    Sighting,
    decided_rules,
    is_changed,
    is_value_of_a_call,
    other_value,
    rules_of,
)
from prunecheck.subjects.own_game.learning.value_places import check_chosen_by, number_places, telling_places
from prunecheck.subjects.own_game.learning.watching import WatchingGuide
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show

LEVELS: Final = (100, 1_000, 30_000)  # values larger than those of the game, which show constants that are too small
DRAWS: Final = 4  # runs with drawn leaf values, from which each call's rule is inferred
MORE_DRAWS: Final = 8  # the same if some call negates only some of its children's values
MOST_BRANCHES: Final = 60  # branches that get larger values, one at a time
LARGE, SMALL = (0.6, 0.9), (0.01, 0.5)  # shares of the largest value
QUICK_SECONDS: Final = 0.1  # if a run takes longer, constants that are too small are not searched for
MANY_CALLS, DRAWS_OF_MANY = 2_000, 2  # a recording with this many calls gets fewer draws
ATTEMPTS: Final = 4  # runs to complete a tree in which a shortcut hid calls
FEWEST_EXPLAINED: Final = 0.3  # if fewer calls follow a rule, the number is probably a move, not a value
SMALLER: Final = (100, 10, 1)  # smaller values, tried if the search changes its largest values
FEWEST_OWN_VALUES, MOST_OWN_VALUES = 2, 20  # number of different leaf values in the game for which only these are drawn
MOST_PLIES_BESIDE: Final = 8  # plies in which calls with their own static value are searched for
FAR: Final = 1_000  # from here on, values may be adjusted for the distance to a mate
CHANGES: Final = "changes larger values that its calls return; checked with values from {:,} to {:,}"
WHOLE_FROM: Final = 4  # if values go up to at least this, whole numbers are drawn


class RuleFinder:
    """Runs a program with drawn leaf values, and finds the rules that explain what its calls return."""

    def __init__(
        self,
        program: OwnProgram,
        recorded: Recorded,
        top: int,
        identity: Identity | None,
        seen: WatchingGuide,
        later: Sequence[tuple[str, Any]] = (),
    ) -> None:
        """`top` is the index of the top-level call to learn; `seen` are its first calls, `later` are other leaves."""
        self.program, self.recorded, self.top = program, recorded, top
        self.identity, self.seen, self.later = identity, seen, later
        self._seconds = 0.0  # duration of the last run
        self.root = recorded.roots[top]
        self.short: list[Node] = []  # calls that made fewer calls than in another run
        self.skipped: list[Node] = []
        self.made: dict[Node, int] = {}
        self.appeared = 0  # calls that were not in the recording
        self.bounds: dict[str, str] = {}  # function -> its parameter that gets the answers of earlier calls
        self.opening: Callable[[Node], Any] | None = None  # other values for the bound of a search that takes only one
        self.random = random.Random(0)  # noqa: S311  # not for security
        self.places: dict[str, Place] = {}
        for node in self.root.all():
            node.sample = node.answer

    def game(self, parts: frozenset[str], notes: Iterable[str], *, at_fault: bool = False) -> OwnGame:
        """The game. Raises: PreconditionError if its answers or rules are not understood, unless it is `at_fault`."""
        self.places = self._find_places()
        own = most = self._own_values()
        known, whole = self._known(own), False
        among: tuple[Number, ...] = ()
        if known.short and (inside := self._known_with_own_values(own)) is not None:
            known, among = inside, self._own_leaf_values()
        if not known.fits and own < len(known.rules):
            in_whole_numbers = self._known(own, whole=True)
            if in_whole_numbers.fits:
                known, whole = in_whole_numbers, True
        changed = known.fits and not among and own >= FAR and self._changes((own,))
        if changed or not (known.fits or known.constants()):
            for smaller in (each for each in (reversed(LEVELS) if changed else SMALLER) if each < own):
                inside = self._known(smaller)
                if inside.fits and not (changed and self._changes((smaller,))):
                    known, most = inside, smaller
                    break
        self._check_driver(known, own, whole=whole)
        # computed before larger values are tried; if no run made all calls of a node, they differ for another reason
        self.skipped = [node for node in self.short if node.most_made == len(node.children)]
        if not at_fault:
            check_adjusted(known)
        limits = list(self._limit(own)) if known.fits and most == own and not among else []
        opaque = frozenset(known.odd if at_fault else leaf_calls(known, self.program, self._own_value))
        opaque |= self._unseen(known)
        if opaque and not at_fault:
            opaque = self._opaque_beside(opaque, known, most) | self._unseen(known)
        if opaque.issuperset(known.rules):
            raise PreconditionError(
                f"every position of {self.root.function} has its own value besides those of its calls, as in "
                "quiescence (stand pat); give a start for the search that calls it"
            )
        said = list(notes)
        if most < own:
            said.append(CHANGES.format(-most, most))
        elif among:
            values = ", ".join(map(show, among))
            said.append(f"stops early, as at a sure win; checked with the values of its own leaves: {brief(values)}")
        said += limits
        if opaque:
            said.append(
                f"{len(opaque):,} of {len(known.rules):,} positions are only shown as leaves, since none of their "
                "calls returned their value: it may be that of a move without a call, or an initial best value"
            )
        beyond = () if among or most < own else values_beyond(most, opaque, self._own_value)
        if beyond and self._changes(beyond):
            beyond = ()
            said.append(CHANGES.format(-most, most))
        return OwnGame(
            self.program,
            self.root,
            self.top,
            self.places,
            decided_rules(known.rules, known.mixed, known.sightings),
            Limits(most, self.recorded.plies, whole=whole, among=among, beyond=beyond),
            self.identity,
            opaque,
            notes=tuple(said),
            parts=parts,
        )

    def _unseen(self, known: Known) -> set[Node]:
        """The calls with children whose rule could not be found, because they appeared too late."""
        return {node for node in self.root.all() if node.children and node not in known.rules}

    def _check_driver(self, known: Known, own: Number, *, whole: bool) -> None:
        """Refuse a driver that returns a number but not a value: a move's index, say. Raises: PreconditionError."""
        root, seen = self.root, known.sightings.get(self.root, [])
        if root.function != self.program.driver or root in known.mixed:
            return
        if whole:  # a coordinate of a move may be equal to a value by chance, so the calls get the largest values
            seen = [each for best in root.children[:MORE_DRAWS] for each in self._with_best(best, own)]
        elif known.rules.get(root):
            return
        if 2 * sum(map(is_changed, seen)) >= len(seen):
            raise PreconditionError(f"{root.function} does not return a value of its calls")

    def _with_best(self, best: Node, own: Number) -> Iterator[Sighting]:
        """The sighting of the root in a run in which one of its calls returns the largest value, the others -`own`."""
        self.run({each: own if each is best else -own for each in self.root.children}, self.root.children)
        return self._seen(self.root, ())

    def _limit(self, own: Number) -> Iterator[str]:
        """A note on the values for which a constant of the search is too small, if one is."""
        right = own
        for level in (each for each in LEVELS if each > own and self._seconds <= QUICK_SECONDS):
            if not self._known(level, draws=1).fits:
                yield (
                    f"right for values from {-right:,} to {right:,}, which covers its own game; wrong for values "
                    f"up to {level:,}, because a constant in the search is smaller"
                )
                return
            right = level

    def _changes(self, values: Collection[Number]) -> bool:
        """True if the search changes such values of its calls."""
        return are_changed(values, lambda these: self._sightings(these[-1], draws=0, among=these).values())

    def _known_with_own_values(self, own: Number) -> Known | None:
        """The rules from runs with the game's own leaf values only; None unless each call follows one.

        In such runs, the search may skip moves whose values cannot matter, as after a sure win.
        """
        remembers = self.identity is not None and self.identity.across  # if so, a table may answer calls for moves
        if remembers or self.bounds or not FEWEST_OWN_VALUES <= len(self._own_leaf_values()) <= MOST_OWN_VALUES:
            return None
        before = self.short
        known = Known(self._sightings(own, draws=MORE_DRAWS, among=self._own_leaf_values()), short=False)
        self.short = before if known.odd else []
        return None if known.odd else known

    def _known(self, level: Number, *, draws: int = DRAWS, whole: bool = False) -> Known:
        known = Known(self._sightings(level, draws=draws, whole=whole), short=bool(self.short))
        if known.odd:
            more = self._sightings(level, draws=MORE_DRAWS, whole=whole)
            together = {node: [*seen, *more.get(node, [])] for node, seen in known.sightings.items()}
            known = Known(together, short=bool(self.short))
            known.find_mixed()
            if known.mixed:  # if so, any call may negate the value of a child that has not mattered so far
                one_branch = self._one_branch_at_a_time(level)
                together = {node: [*seen, *one_branch.get(node, [])] for node, seen in known.sightings.items()}
                known = Known(together, short=bool(self.short))
                known.find_mixed()
        return known

    def _one_branch_at_a_time(self, level: Number) -> dict[Node, list[Sighting]]:
        """The values seen in runs in which, at one ply, one child of each call has far larger values than the rest."""
        found: dict[Node, list[Sighting]] = {}
        nodes = self.root.all()
        leaves = {node: [each.nth for each in node.path()] for node in nodes if not node.children}
        branches = [(node.ply, nth) for node in nodes for nth in range(len(node.children))]
        for ply, nth in list(dict.fromkeys(branches))[:MOST_BRANCHES]:
            large = {node for node, path in leaves.items() if path[ply + 1 : ply + 2] == [nth]}
            leaf_values: dict[Node, Number] = {
                node: self.random.uniform(*(LARGE if node in large else SMALL)) * level * self.random.choice((-1, 1))
                for node in leaves
            }
            self.run(leaf_values)
            for node in nodes:
                for seen in self._seen(node, ()) if node.ply == ply else ():
                    found.setdefault(node, []).append(seen)
        return found

    def _find_places(self) -> dict[str, Place]:
        """The place of the value in the answers of each function: the one for which the most calls follow a rule."""
        candidates = number_places(self.root)
        found = {function: each[0] for function, each in candidates.items()}
        most = 0
        for function, several in candidates.items():
            if len(several) > 1:
                found[function], most = self._likeliest(function, telling_places(self.root, function, several), found)
        beside_moves = most < self._fewest_explained and any(place is not None for place in found.values())
        if beside_moves and self._explained(found, constants=True) < self._fewest_explained:
            raise PreconditionError(
                f"{self.root.function} returned {brief(repr(self.root.sample))}, and no number in its answers "
                "follows from those of its calls; return the value, alone or beside the move, to have it checked"
            )
        self.places = found
        check_chosen_by(self.root, found, lambda: self._sightings(self._own_values(), draws=DRAWS).values())
        return found

    def _likeliest(self, function: str, several: list[Place], others: dict[str, Place]) -> tuple[Place, int]:
        """The place for which the most calls follow a rule, with their number; 0 if there is only one place."""
        if len(several) == 1:
            return several[0], 0
        calls = sum(bool(node.children) for node in self.root.all())
        explained: dict[Place, int] = {}
        for place in several:
            explained[place] = self._explained({**others, function: place})
            if explained[place] == calls:
                break
        best = max(explained, key=explained.__getitem__)
        return best, explained[best]

    def _explained(self, chosen: dict[str, Place], *, constants: bool = False) -> int:
        """The number of calls that follow a rule if the value is at these places, perhaps with a constant."""
        self.places = chosen
        most = 0
        for whole in (False, True):  # some searches round their values
            seen = self._sightings(self._own_values(), draws=2, whole=whole).values()
            most = max(most, sum(bool(rules_of(each)) or (constants and is_value_of_a_call(each)) for each in seen))
            if most >= self._fewest_explained:
                break
        return most

    @property
    def _fewest_explained(self) -> float:
        return FEWEST_EXPLAINED * sum(bool(node.children) for node in self.root.all())

    def _own_values(self) -> Number:
        """The largest absolute value of a leaf that the search evaluated itself; at least 1."""
        return max([1, *self._own_leaf_values()])

    def _own_leaf_values(self) -> tuple[Number, ...]:
        """The values of the leaves that the search evaluated itself, and their negatives, in order."""
        values = [self._own_value(node) for node in self.root.all() if not node.children and not node.cut]
        for function, answer in (*self.seen.leaf_answers.leaves.items(), *self.later):
            with suppress(LookupError):
                values.append(value_at(answer, self.places.get(function)))
        finite = {sign * each for each in values if -LARGEST < each < LARGEST for sign in (1, -1)}
        return tuple(sorted(finite))

    def _own_value(self, node: Node) -> Any:
        return self._value(node, node.sample)

    def _value(self, node: Node, answer: Any) -> Any:
        return value_at(answer, self.places[node.function])

    def _sightings(
        self, level: Number, *, draws: int, whole: bool = False, among: Sequence[Number] = ()
    ) -> dict[Node, list[Sighting]]:
        """The values at each call with children, in several runs with drawn leaf values, and two with equal ones."""
        draws = min(draws, DRAWS_OF_MANY) if len(self.root.all()) > MANY_CALLS else draws
        for _ in range(ATTEMPTS):
            found: dict[Node, list[Sighting]] = {}
            self.short = []
            new = 0
            ends = (among[0], among[-1]) if among else (-level * 9 / 10, level * 9 / 10)
            for all_equal in (*[None] * draws, *ends):
                for node in self.root.all() if among else ():
                    node.answer = UNKNOWN
                new += self.run(self._leaf_values(level, all_equal, whole=whole, among=among))
                for node in self.root.all():
                    for seen in self._seen(node, ends if among else ()):
                        found.setdefault(node, []).append(seen)
            if not new:
                break
        return found

    def _seen(self, node: Node, skipped: Iterable[Any]) -> Iterator[Sighting]:
        """The values of a call and its children in the last run, once for each value that `skipped` ones may have."""
        made = [child.answer is not UNKNOWN for child in node.children]
        for value in (None,) if all(made) else skipped:
            with suppress(LookupError):
                answers = [child.answer if known else value for child, known in zip(node.children, made, strict=True)]
                values = [self._value(child, answer) for child, answer in zip(node.children, answers, strict=True)]
                if values:
                    yield Sighting(values, self._value(node, node.answer))

    def _leaf_values(
        self, level: Number, all_equal: Number | None, *, whole: bool, among: Sequence[Number]
    ) -> dict[Node, Number]:
        """A value for each leaf inside (-level, level), either all different or all equal.

        With `whole` numbers, or if each is chosen from `among`, some may be equal.
        """
        leaves = [node for node in self.root.all() if not node.children]
        if all_equal is not None:
            even: Number = int(all_equal) if not among and (whole or level >= WHOLE_FROM) else all_equal
            return dict.fromkeys(leaves, even)
        return dict(zip(leaves, draw_values(self.random, len(leaves), level, whole=whole, among=among), strict=True))

    def run(self, leaf_values: dict[Node, Number], leaves: Collection[Node] = ()) -> int:
        """Run the search with these leaf values, also for the calls in `leaves`; returns the number of new calls."""

        def answer_leaf(node: Node) -> Any:
            return with_value(node.sample, self.places[node.function], leaf_values.get(node, 0))

        guide = RecordingGuide(
            self.recorded.roots,
            identity=self.identity,
            variables=variables_of(self.program, self.identity.parts) if self.identity else dict,
            most_plies=self.recorded.plies,
            further=self.recorded.further,
            leaf_answers=self.seen.leaf_answers,
            answer_leaf=answer_leaf,
            leaves=leaves,
            most_calls=2 * MOST_CALLS,
            only=self.top,
            opening=self.opening,
        )
        before = process_time()
        self.program.run(guide, seconds=RUN_SECONDS)
        self._seconds = process_time() - before
        self.short += guide.short
        self.made |= guide.made
        self.appeared += guide.new
        self.bounds |= guide.bounds.found()
        for node in self.root.all() if guide.new else ():
            if node.sample is UNKNOWN:
                node.sample = node.answer
        return guide.new

    def _opaque_beside(self, opaque: frozenset[Node], known: Known, level: Number) -> frozenset[Node]:
        """Find more calls that can only be shown as leaves, by giving the `opaque` ones random values.

        If all calls of a function and side have the same value, it is a constant of the search, and they are left out.
        """
        found = set(opaque)
        sightings = {node: list(seen) for node, seen in known.sightings.items()}
        plies = sorted({node.ply for node in opaque})[:MOST_PLIES_BESIDE]
        # a share of the largest value, or None for drawn values
        for ply, share in product(plies, (None, None, 0.9, -0.9)):
            leaves = frozenset(node for node in found if node.ply >= ply)
            leaf_values = self._leaf_values(level, share and share * level, whole=False, among=())
            for node in leaves:
                leaf_values[node] = level * (share or self.random.uniform(-0.95, 0.95))
            self.run(leaf_values, leaves)
            for node in calls_above(self.root, leaves):
                if node in sightings and node not in known.mixed and node not in known.odd:
                    sightings[node].extend(self._seen(node, ()))
                    if not rules_of(sightings[node]) and other_value(sightings[node]) is not None:
                        found.add(node)
        values: dict[tuple[str, bool], set[Number]] = {}
        for node in found.intersection(sightings):
            values.setdefault((node.function, node.ply % 2 == 0), set()).add(other_value(sightings[node]))
        return opaque if all(len(each) == 1 for each in values.values()) else frozenset(found)
