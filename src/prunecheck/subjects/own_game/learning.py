"""Learn the game of a hard-wired search from runs with open windows: its tree of calls, its players, its values."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from time import process_time
from traceback import extract_tb
from typing import Any, Final, NamedTuple

from prunecheck.errors import PreconditionError, PrunecheckError, brief, told
from prunecheck.failures import Hang, SubjectError
from prunecheck.subjects.own_game.answers import Place, is_number, places, plain_number, value_at, with_value
from prunecheck.subjects.own_game.game import Limits, OwnGame
from prunecheck.subjects.own_game.program import OwnProgram
from prunecheck.subjects.own_game.recorder import EnoughError, Parameters, TooManyCallsError
from prunecheck.subjects.own_game.recording import (
    MOST_CALLS,
    RUN_SECONDS,
    UNKNOWN,
    Identity,
    Node,
    RecordingGuide,
    WatchingGuide,
    variables_of,
    watch,
)
from prunecheck.subjects.own_game.rules import (
    Rule,
    Sighting,
    decided_rules,
    has_other_value,
    is_adjusted,
    is_changed,
    rules_of,
)
from prunecheck.subjects.own_game.windows import declare_roles
from prunecheck.trees.protocol import INF, Number

OURS: Final = str(Path(__file__).parents[2])  # the folder of this package
LEVELS: Final = (100, 1_000, 30_000)  # of values beyond those of the game, to find constants that are too small
DRAWS: Final = 4  # of all leaf values, to find each call's rule
RECORD_SECONDS: Final = 0.3  # of computing, for a recording: learning makes some 20
MOST_FURTHER: Final = 3  # plies
QUICK_SECONDS: Final = 0.1  # of computing: if a run takes longer, constants that are too small are not looked for
MANY_CALLS, DRAWS_OF_MANY = 2_000, 2  # calls from which on fewer draws have to do
ATTEMPTS: Final = 4  # to complete a tree in which a shortcut hid calls
PLIES_TWICE: Final = 3  # to compare two searches of one position
FEWEST_PLIES, FEWEST_POSITIONS = 3, 10  # in which the same player moves, for that to be a mistake
MANY_ADJUSTED: Final = 0.2  # of the calls: from here on, a search that changes values on the way up
SMALLER: Final = (100, 10, 1)  # than the values of the game: tried if it changes its largest values on the way up
MOST_CONSTANTS: Final = 2  # that a search starts its best value from
WHOLE_FROM: Final = 4  # values to that many on both sides are drawn as whole numbers
LARGEST: Final = 10**9  # a real leaf value beyond this is taken as infinite


class _Recorded(NamedTuple):
    """A recording: the trees below the top-level calls, and the plies after which it was cut, if it was."""

    roots: list[Node]
    plies: int | None
    further: int = 0  # plies, below the first moves of each position


def learn(program: OwnProgram) -> OwnGame:
    """Learn the game that the start of a program plays.

    Raises: PreconditionError, with the reason and the remedy, if the start cannot be used, or if the search does
    something that is not a plain minimax search of its calls.
    """
    try:
        if program.compile(driver=True):
            with suppress(Exception):  # a driver may do what is no node of a tree, such as deepening
                return _learned(program)
            program.compile()
        return _learned(program)
    except PrunecheckError:
        raise
    except SubjectError as error:
        hint = "; give a start with less depth, or allow more with --seconds" if isinstance(error.failure, Hang) else ""
        raise PreconditionError(f"the start {program.start!r} cannot be recorded: {error.failure}{hint}") from None
    except Exception as error:
        raise PreconditionError(f"the start {program.start!r} fails: {told(error)}{_raised_at(error)}") from None


def _raised_at(error: Exception) -> str:
    """The innermost line of the user's code that raised an error."""
    frames = [each for each in extract_tb(error.__traceback__) if not each.filename.startswith((OURS, "<"))]
    return f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""


def _learned(program: OwnProgram) -> OwnGame:
    seen = watch(program)
    shared = {part for part in seen.changes.left if part in program.data() or part.partition(".")[0] in program.data()}
    program.stateful = bool(shared)
    declare_roles(program, seen)
    identity = _identity(program, seen)
    recorded = _record(program, seen, identity)
    again = any(node.again for root in recorded.roots for node in root.all())
    if not identity.across and not again and not _reorders(seen):
        identity_used = None
    else:
        identity_used = identity if identity.parts else None
    top = max(range(len(recorded.roots)), key=lambda nth: len(recorded.roots[nth].all()))
    root = recorded.roots[top]
    if not root.children:
        raise PreconditionError(
            f"{root.function} makes no further call from this start; give a position in which it has moves to search"
        )
    _check_depths(root)
    faults = [*_pollution(program, seen)]
    learner = _Learner(program, recorded, top, identity_used, seen.leaves)
    learner.parts = identity.parts
    game = learner.game(_notes(seen))
    game.faults = (*faults, *_one_sided(game))
    return game


def _pollution(program: OwnProgram, seen: WatchingGuide) -> Iterator[str]:
    """What the search leaves changed, if a second search from the same position then sees another game."""
    left = sorted(seen.changes.left)
    if not left or seen.changes.grew or program.has_cache:
        return
    guide = _TwiceGuide(seen.leaves[0])
    with suppress(EnoughError, TooManyCallsError):
        program.run(guide, seconds=RUN_SECONDS)
    first, second = guide.calls
    if second and first != second:
        yield (
            f"changes {', '.join(left)} and does not restore {'it' if len(left) == 1 else 'them'}: "
            f"a second search of the same position makes {second:,} calls, the first made {first:,}"
        )


class _TwiceGuide:
    """Makes the first call of the search twice with the same arguments, and counts the calls below; then ends."""

    def __init__(self, leaf_answer: Any) -> None:
        self.calls = [0, 0]
        self._leaf_answer = leaf_answer
        self._inner: RecordingGuide | None = None

    def call(
        self, name: str, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], known: Parameters
    ) -> Any:
        """Pass a call on to the recording of the first or of the second search."""
        if self._inner is not None:
            return self._inner.call(name, function, args, kwargs, known)
        for nth in range(2):
            self._inner = RecordingGuide([], most_plies=PLIES_TWICE, leaf_answer=self._leaf_answer)
            self._inner.call(name, function, args, kwargs, known)
            self.calls[nth] = self._inner.calls
        raise EnoughError


def _one_sided(game: OwnGame) -> Iterator[str]:
    """A game in which the same player moves everywhere: the search does not change the point of view."""
    shown = [node for node in game.starts() if len(node.children) > 1]
    tree = game.tree(game.root, dict.fromkeys(game.root.all(), 0))
    turns = {tree.is_max(node) for node in range(len(tree)) if len(tree.children(node)) > 1}
    plies = {node.ply for node in shown}
    if len(plies) >= FEWEST_PLIES and len(shown) >= FEWEST_POSITIONS and len(turns) == 1:
        which = "largest" if turns == {True} else "smallest"
        yield (
            f"the opponent never moves: all {len(shown):,} positions take the {which} value for the same player; "
            "is a minus sign missing, or the change of the side to move?"
        )


def _identity(program: OwnProgram, seen: WatchingGuide) -> Identity:
    changes = seen.changes
    remembers = bool(changes.grew) or program.has_cache
    parts = frozenset(changes.varying - changes.left)
    if remembers and not parts:
        raise PreconditionError(
            f"{program.name} keeps a table ({', '.join(sorted(changes.grew)) or 'a cache'}), and its arguments do not "
            "tell its positions apart; switch the table off to have the search checked"
        )
    return Identity(parts, across=remembers)


def _reorders(seen: WatchingGuide) -> bool:
    """True if the search changes something that may decide the order of its moves."""
    return bool(seen.changes.left)


def _notes(seen: WatchingGuide) -> tuple[str, ...]:
    left = sorted(seen.changes.left - seen.changes.grew)
    return (f"changes {', '.join(left)} and does not restore {'it' if len(left) == 1 else 'them'}",) if left else ()


def _record(program: OwnProgram, seen: WatchingGuide, identity: Identity) -> _Recorded:
    """The whole tree of calls, or as many plies as do not take long, and some more below the first moves."""

    def recorded(plies: int, further: int = 0) -> _Recorded:
        roots: list[Node] = []
        guide = RecordingGuide(
            roots,
            identity=identity if identity.parts else None,
            variables=variables_of(program, identity.parts),
            most_plies=plies,
            further=further,
            seconds=INF if plies == 1 and not further else RECORD_SECONDS,
            leaf_answer=seen.leaves[0],
        )
        program.run(guide, seconds=RUN_SECONDS)
        cut = any(node.cut for root in roots for node in root.all())
        return _Recorded(roots, plies if cut else None, further)

    last: _Recorded | None = None
    for plies in range(1, 1_000):
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
        raise PreconditionError(
            f"the start makes more than {MOST_CALLS:,} calls within one ply; give a position with fewer moves"
        )
    assert last.plies is not None
    with suppress(Exception, TooManyCallsError):
        for further in range(1, MOST_FURTHER + 1):
            last = recorded(last.plies or 1, further)
    return last


def _check_depths(root: Node) -> None:
    """Refuse a search that gives moves from one position different depths. Raises: PreconditionError."""
    for node in root.all():
        if node.mixed:
            raise PreconditionError(
                f"{node.function} searches moves from one position to different depths ({_listed(node.mixed)}), as "
                "with reductions, extensions or null moves, so its value is not that of a plain minimax search; "
                "switch them off to have the rest checked"
            )


def _listed(depths: Iterable[Any]) -> str:
    return ", ".join(str(each) for each in sorted(depths, key=str))


class _Learner:
    """Finds the place of the value, the rules, and the values that the search takes."""

    def __init__(
        self, program: OwnProgram, recorded: _Recorded, top: int, identity: Identity | None, leaves: list[Any]
    ) -> None:
        self.program, self.recorded, self.top = program, recorded, top
        self.identity, self.leaves, self.leaf_answer = identity, leaves, leaves[0]
        self.root = recorded.roots[top]
        self._short: list[Node] = []
        self._seconds = 0.0  # that the last run took
        self.parts: frozenset[str] = frozenset()
        self.random = random.Random(0)  # noqa: S311  # not for security
        for node in self.root.all():
            node.sample = node.answer

    def game(self, notes: tuple[str, ...]) -> OwnGame:
        """The game. Raises: PreconditionError if its answers or rules are not understood."""
        place = self._place()
        own = self._own_values(place)
        most, whole = own, False
        sightings, known = self._known(place, own)
        if not self._fits(known) and own < len(known):
            in_whole_numbers = self._known(place, own, whole=True)
            if self._fits(in_whole_numbers[1]):
                whole, (sightings, known) = True, in_whole_numbers
        if not self._fits(known):
            for smaller in (each for each in SMALLER if each < own):
                inside = self._known(place, smaller)
                if self._fits(inside[1]) and self._only_adjusted(known, sightings):
                    most, (sightings, known) = smaller, inside
                    break
        opaque = frozenset(self._opaque(known, sightings)) - {self.root}
        rules = decided_rules(known)
        self._check_adjusted(known, sightings)
        said = list(notes)
        if most < own:
            said.append(f"changes larger values on the way up; checked with values from {-most:,} to {most:,}")
        elif self._fits(known):
            said += self._limit(place, own)
        if opaque:
            said.append(
                f"{len(opaque)} of {len(rules)} positions are only taken as leaves: "
                "moves there are evaluated without a call"
            )
        return OwnGame(
            self.program,
            self.root,
            self.top,
            place,
            rules,
            Limits(most, self.recorded.plies, whole=whole),
            self.identity,
            opaque,
            notes=tuple(said),
            parts=self.parts,
        )

    def _limit(self, place: Place, own: Number) -> Iterator[str]:
        """The values from which on a constant of the search is too small."""
        right = own
        for level in (each for each in LEVELS if each > own and self._seconds <= QUICK_SECONDS):
            if not self._fits(self._known(place, level, draws=1)[1]):
                yield (
                    f"right for values from {-right:,} to {right:,}, which include those of its game; not for values "
                    f"up to {level:,}, because of a constant that is smaller"
                )
                return
            right = level

    def _known(
        self, place: Place, level: Number, *, draws: int = DRAWS, whole: bool = False
    ) -> tuple[dict[Node, list[Sighting]], dict[Node, frozenset[Rule]]]:
        sightings = self._sightings(place, level, draws=draws, whole=whole)
        return sightings, {node: rules_of(seen) for node, seen in sightings.items()}

    def _fits(self, known: dict[Node, frozenset[Rule]]) -> bool:
        """True if each call follows a rule, and made all calls."""
        return not self._short and all(known.values())

    def _only_adjusted(self, known: dict[Node, frozenset[Rule]], sightings: dict[Node, list[Sighting]]) -> bool:
        """True if calls that follow no rule changed values on the way up, as searches do with the distance to a win.

        If they all returned the same other values, these are constants of the search.
        """
        odd = [[each for each in sightings[node] if is_changed(each)] for node, rules in known.items() if not rules]
        others = {abs(each.result) for changed in odd for each in changed}
        return all(odd) and len(others) > MOST_CONSTANTS

    def _place(self) -> Place:
        """Where answers hold their value: the place for which the most calls follow a rule."""
        nodes = self.root.all()
        common = [place for place in places(nodes[0].answer) if all(place in places(each.answer) for each in nodes[1:])]
        if not common:
            bad = next((each for each in nodes if not places(each.answer)), nodes[0])
            raise PreconditionError(
                f"{bad.function} returned {brief(repr(bad.answer))}, in which no number can be found that all its "
                "calls return; the value must be a number, alone or in a tuple, list, dictionary or record"
            )
        if len(common) == 1:
            return common[0]

        def explained(place: Place) -> int:
            seen = self._sightings(place, self._own_values(place), draws=2)
            return sum(bool(rules_of(each)) for each in seen.values())

        return max(common, key=explained)

    def _own_values(self, place: Place) -> Number:
        """The largest value of a leaf that the search evaluated itself, whatever its sign; at least 1."""
        values = [value_at(node.sample, place) for node in self.root.all() if not node.children and not node.cut]
        for leaf in self.leaves:
            with suppress(LookupError):
                values.append(value_at(leaf, place))
        finite = [abs(each) for each in values if -LARGEST < each < LARGEST]
        found: Number = max([1, *finite])
        return found

    def _sightings(
        self, place: Place, level: Number, *, draws: int = DRAWS, whole: bool = False
    ) -> dict[Node, list[Sighting]]:
        """The values at each call with children, in several runs with drawn leaf values, and two with equal ones."""
        for _ in range(ATTEMPTS):
            found: dict[Node, list[Sighting]] = {}
            self._short = []
            new = 0
            draws = min(draws, DRAWS_OF_MANY) if len(self.root.all()) > MANY_CALLS else draws
            plans: list[Number | None] = [*[None] * draws, -level * 9 / 10, level * 9 / 10]
            for all_equal in plans:
                painted = self._painted(level, all_equal, whole=whole)
                new += self._run(place, painted)
                for node in self.root.all():
                    if node.children:
                        seen = self._sighting(node, place)
                        if seen is not None:
                            found.setdefault(node, []).append(seen)
            if not new:
                break
        return found

    def _sighting(self, node: Node, place: Place) -> Sighting | None:
        try:
            return Sighting([value_at(child.answer, place) for child in node.children], value_at(node.answer, place))
        except LookupError:
            return None

    def _painted(self, level: Number, all_equal: Number | None, *, whole: bool) -> dict[Node, Number]:
        """A value for each leaf, inside (-level, level): all different, or all equal; `whole` numbers may be equal."""
        leaves = [node for node in self.root.all() if not node.children]
        if all_equal is not None:
            even: Number = int(all_equal) if whole or level >= WHOLE_FROM else all_equal
            return dict.fromkeys(leaves, even)
        if whole:
            drawn: Sequence[Number] = [self.random.randint(-int(level), int(level)) for _ in leaves]
        elif level >= len(leaves):
            drawn = self.random.sample(range(1 - int(level), int(level)), len(leaves))
        else:
            drawn = [self.random.uniform(-0.95, 0.95) * level for _ in leaves]
        return dict(zip(leaves, drawn, strict=True))

    def _run(self, place: Place, painted: dict[Node, Number]) -> int:
        """Run the search with these values; the number of calls that were not known before."""

        def paint(node: Node) -> Any:
            return with_value(node.sample, place, painted.get(node, 0))

        guide = RecordingGuide(
            self.recorded.roots,
            identity=self.identity,
            variables=variables_of(self.program, self.identity.parts) if self.identity else dict,
            most_plies=self.recorded.plies,
            further=self.recorded.further,
            leaf_answer=self.leaf_answer,
            paint=paint,
            most_calls=2 * MOST_CALLS,
            only=self.top,
        )
        before = process_time()
        self.program.run(guide, seconds=RUN_SECONDS)
        self._seconds = process_time() - before
        self._short += guide.short
        for node in self.root.all() if guide.new else ():
            if node.sample is UNKNOWN:
                node.sample = node.answer
        return guide.new

    def _opaque(self, known: dict[Node, frozenset[Rule]], sightings: dict[Node, list[Sighting]]) -> Iterable[Node]:
        """The calls with a value that no call returned, unless all calls have one: then it is the search's own."""
        odd = [node for node, rules in known.items() if not rules]
        hidden = [node for node in odd if has_other_value(sightings[node])]
        functions = {node.function for node in hidden}
        for function in functions:
            those = [node for node in known if node.function == function]
            mine = [node for node in hidden if node.function == function]
            if len(mine) < len(those):
                yield from mine

    def _check_adjusted(self, known: dict[Node, frozenset[Rule]], sightings: dict[Node, list[Sighting]]) -> None:
        """Refuse a search that changes values on the way up. Raises: PreconditionError."""
        odd = [node for node, rules in known.items() if not rules]
        adjusted = [node for node in odd if is_adjusted(sightings[node])]
        if len(adjusted) > MANY_ADJUSTED * len(known):
            seen = sightings[adjusted[0]][0]
            raise PreconditionError(
                f"{adjusted[0].function} changes values on the way up: it returned {seen.result} from "
                f"{brief(str(list(seen.children)))}, so its value is not that of a plain minimax search of its calls; "
                "return values unchanged to have the search checked"
            )


def _is_value(held: object) -> bool:
    return is_number(held) and plain_number(held) not in (INF, -INF)
