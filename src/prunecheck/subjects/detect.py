"""Find out how a search is called: try the likely calling conventions on small trees."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, permutations
from time import perf_counter
from typing import Any, Final, TypeAlias

from prunecheck.errors import BudgetError, PreconditionError
from prunecheck.failures import BadAnswer, BadReply, Changed, Crash, Failure, Hang, Nonsense, SubjectError, failure_of
from prunecheck.oracle.minimax import value
from prunecheck.subjects.candidates import candidates
from prunecheck.subjects.convention import NodeKind, Returns
from prunecheck.subjects.presenting.adapter import MOST_PLIES, PLAIN_DATA, Adapter, binary
from prunecheck.subjects.presenting.answers import NONE_ANSWER, no_moves, width
from prunecheck.subjects.presenting.position import Position
from prunecheck.subjects.presenting.python_search import QUESTIONS, Patience, PythonSearch
from prunecheck.subjects.sandbox.budget import ANSWER_SECONDS
from prunecheck.subjects.source.vocabulary import Vocabulary
from prunecheck.subjects.subject import Watch
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.search import Choice
from prunecheck.trees.views.cut import Cut, cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL

MOST_QUESTIONS: Final = 5_000  # of one probe
WORKS: Final = 0.999
PROBE_SECONDS, DETECTION_SECONDS = 0.25, 4.0  # for one answer, and for finding out
EXTRA_SECONDS: Final = 20.0  # where nothing was found until then, and nothing hangs
SLOW_ANSWERS: Final = 20  # that there is time for, to find out about a search that takes longer
LEAF_SECONDS: Final = 1.0  # to find out what a search gives back for a leaf that answers nothing else
FEW_PROBES, FEW_CUT_PROBES = (15, 8, 11, 12, 3, 14), (7, 0)  # of the probes, what tells most first
MOST_GIVEN: Final = 6  # of what a search gives back, in which value and move are looked for
ValuedTrees: TypeAlias = list[tuple[Tree[Any, Number], Number]]  # trees with their values

# no two values that a wrong convention could exchange: neither negatives of each other, nor places of moves
USUAL_PROBES: Final = (
    *([17, 23], [31, 19, 11], [[17, 23], [29, 13]], [[41], [37, 43]], [[-17, 23], [-29, 13], [31]]),
    [[[17, 29], [11, 23]], [[37, 13], [41, 19]]],
    [[[-17], [-11, 23]], [43, [-41, 19]]],
    [13, [[31, -23], 17], [19, [47]]],
)


# the same where values may lie between -3 and 3 alone: fewer kinds can be distinguished, and nothing else may be asked
SMALL_PROBES: Final = (
    *([2, 3], [3, -2, 1], [[2, 3], [1, -2]], [[3], [2, 1]], [[-2, 3], [-1, 2], [1]]),
    [[[2, -1], [1, 3]], [[3, 2], [-2, 1]]],
    [[[-2], [-1, 3]], [2, [-3, 1]]],
    [3, [[2, -1], 1], [-2, [3]]],
)


@cache
def probes(*, small: bool = False) -> tuple[tuple[ExplicitTree[Number], Number], ...]:
    """Trees with either player to move, each with its value; with `small`, that is between -3 and 3."""
    nested = SMALL_PROBES if small else USUAL_PROBES
    trees = [from_nested(each, max_at_root=player) for each in nested for player in (True, False)]
    return tuple((tree, value(tree, tree.root)) for tree in trees)


@cache
def depth_probes(*, small: bool = False) -> tuple[tuple[Cut[int, Number], Number], ...]:
    """The deeper trees of `probes` with a static value at each interior node, cut at two plies."""
    found: list[tuple[Cut[int, Number], Number]] = []
    for tree, _ in probes(small=small)[8:]:
        values = [
            (5 * node % 7 - 3 if small else 53 + 2 * node) if value is None else value
            for node, value in enumerate(tree.values)
        ]
        limited = cut(tree.replaced(values=values), 2)
        found.append((limited, value(limited, limited.root)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Detection:
    """The convention under which a search agrees best with minimax on small trees: how often, and its first error."""

    adapter: Adapter
    right: int
    answered: int
    tried: int
    failure: Failure | None  # the first
    raised: Exception | None  # what it failed with, of its own if it ever did so
    line: bool
    moves: int = 0  # that are right, where it gives back more than value and move
    widest: int = 0  # of the tuples that it gave back
    unknown: str = ""  # what it first asked positions for, if they have no answer to that name

    @property
    def failed(self) -> bool:
        """True where it failed in a way that has nothing to do with how it is called."""
        return self.raised is not None and _of_its_own(self.raised)

    @property
    def rank(self) -> tuple[bool, int, int, bool, bool]:
        """The likelier the greater. Words that no position knows are no matter of the way of calling.

        A number may pass for a move; no move passes for the right value of a probe.
        """
        value = self.right > 0 and self.adapter.convention.returns is not Returns.MOVE
        return value, self.right, self.answered, bool(self.unknown), self.failed

    @property
    def certain(self) -> bool:
        """True where all values came out right, and among more than two things all moves."""
        moves = self.right if self.widest == 2 else self.moves  # a pair is what it is
        return min(self.right, moves) >= WORKS * self.tried

    @property
    def silent(self) -> bool:
        """True where it hung, or asked more than it may, and answered nothing before."""
        return not self.answered and (isinstance(_failure(self.raised), Hang) or isinstance(self.raised, BudgetError))


@dataclass(frozen=True, slots=True)
class Pace:
    """How candidates are tried: the time for an answer, and whether to be sparing with calls, since they are slow."""

    seconds: float = PROBE_SECONDS
    slow: bool = False
    questions: int = 0  # that an answer may take, where these are more than are usual


class _Recorder(Patience):
    """The limits of calls, which also notes what came of the last one."""

    def __init__(self, pace: Pace) -> None:
        super().__init__(pace.seconds, pace.questions)
        self.result: Any = None
        self.width = 0  # of the result

    def call(self, function: Callable[..., Any], arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
        """What the function returns, noted."""
        self.result, self.width = None, 0
        self.result = super().call(function, arguments, keywords)
        self.width = width(self.result)
        return self.result


def detect(
    make: Callable[[], Callable[..., Any]],
    words: Vocabulary,
    *,
    name: str,
    declared: dict[str, Any] | None = None,
    watch: Watch | None = None,
    small: bool = False,
    seconds: float = ANSWER_SECONDS,
) -> Detection:
    """How to call what `make` gives. `declared` fixes fields of the convention, by name.

    `watch` sees each call before it is made; with `small`, values lie between -3 and 3. What gives no answer in
    the time that is enough for most has all its `seconds` in the end.
    Raises: PreconditionError where no way of calling gives any answer, with what the likeliest way led to; unless what
    it takes and gives back is declared, for then that is the search's own fault.
    """
    said = declared or {}
    trial = _Trial(make, words, name, said, watch, small)
    pace = Pace()
    best, over = trial.likeliest(pace)
    if best is not None and best.silent and seconds > pace.seconds:
        patient = Pace(seconds, slow=True, questions=QUESTIONS)
        first = trial.first(best.adapter, patient)
        if first.silent:
            best = replace(best, raised=first.raised, failure=first.failure, unknown=first.unknown)
        elif not trial.first(best.adapter, pace).silent:  # it was the first call alone that took long
            best, over = trial.likeliest(pace)
        if best is not None and best.silent and not first.silent:
            pace = patient
            best, over = trial.likeliest(pace)
    if best is None:
        raise PreconditionError(f"{name}: what is declared of it excludes every way of calling it; declare less")
    guessed = not {"takes", "returns"} <= said.keys()
    if not best.answered and not best.failed and guessed:
        raise PreconditionError(
            f"{name}: no way of calling it gives an answer. "
            f"{best.adapter.convention.words()}: {best.failure or 'other values than minimax'}; {_remedy(best)}"
        )
    if best.right < best.tried and guessed and best.unknown:
        raise PreconditionError(f"{name} asks what cannot be answered: {best.failure}; {_remedy(best)}")
    if pace.slow and over and guessed:
        raise PreconditionError(
            f"{name}: its answers take so long that no right way of calling it was found in "
            f"{SLOW_ANSWERS * seconds:g} s; {_remedy(best)}"
        )
    return trial.as_at_leaves(best) if best.silent else best


@dataclass(frozen=True, slots=True)
class _Trial:
    """The trial of the ways of calling what `make` gives; with `small`, on values between -3 and 3."""

    make: Callable[[], Callable[..., Any]]
    words: Vocabulary
    name: str
    declared: dict[str, Any]
    watch: Watch | None
    small: bool

    def candidates(self) -> Iterator[Adapter]:
        """The ways of calling it, the likeliest first."""
        return candidates(self.make, self.words, self.name, self.declared)

    def likeliest(self, pace: Pace) -> tuple[Detection | None, bool]:
        """The way of calling that does best, if there is any, and whether time was over before one was right."""
        best: Detection | None = None
        silent: Detection | None = None  # the likeliest that hangs or crashes before it gives any answer
        unfit: set[tuple[NodeKind, Returns]] = set()
        over = False
        end = perf_counter() + (SLOW_ANSWERS * pace.seconds if pace.slow else DETECTION_SECONDS)
        for candidate in self.candidates():
            shape = candidate.convention.node, candidate.convention.returns
            if best is not None and best.answered and self.words.makes_in_place and not candidate.in_place:
                continue  # what it never uses need not be tried
            if pace.slow and shape in unfit:
                continue
            trees = self.trees(candidate, pace)
            found = self.attempt(candidate, pace, trees)
            if not found.answered and isinstance(_failure(found.raised), Nonsense):
                unfit.add(shape)
            if found.widest > 1 and shape[1] is not Returns.MOVE and not found.failed and not found.certain:
                elsewhere = _other_places(candidate, min(found.widest, MOST_GIVEN), self.declared)
                others = (self.attempt(each, pace, trees, found.widest) for each in elsewhere)
                found = max((found, *others), key=lambda each: (each.right, each.moves))  # the first, of equal ones
            if best is None or found.rank > best.rank:
                best = found
            if silent is None and found.failed and not found.answered:
                silent = found
            if found.right >= WORKS * found.tried:
                break
            over = perf_counter() > (end if best.answered or best.failed or pace.slow else end + EXTRA_SECONDS)
            if over:
                break
        if best is not None and silent is not None and best.failed and 2 * best.right <= best.answered:
            best = silent  # both fail of their own; what answers before that is as often wrong as right
        return best, over

    def first(self, adapter: Adapter, pace: Pace) -> Detection:
        """What comes of the first tree alone."""
        return self.attempt(adapter, pace, self.trees(adapter, pace)[:1])

    def as_at_leaves(self, silent: Detection) -> Detection:
        """What hangs, called in a way that is right for leaves: those it may answer, and is not to be blamed for."""
        end = perf_counter() + LEAF_SECONDS
        leaf = 3 if self.small else 17
        leaves: ValuedTrees = [(from_nested(leaf, max_at_root=player), leaf) for player in (True, False)]
        for candidate in chain([silent.adapter], self.candidates()):
            found = self.attempt(candidate, Pace(), leaves)
            if found.right == found.tried:
                return replace(silent, adapter=candidate)
            if found.failed or perf_counter() > end:
                break
        return silent

    def trees(self, adapter: Adapter, pace: Pace) -> ValuedTrees:
        """What a candidate is tried on."""
        convention = adapter.convention
        trees: ValuedTrees = list(probes(small=self.small))
        if convention.node is NodeKind.ARRAY:
            filled = [binary(tree, convention.plies or MOST_PLIES) for tree, _ in probes(small=self.small)]
            trees = [(tree, value(tree, tree.root)) for tree in filled]
        limited = convention.depth and convention.node not in PLAIN_DATA
        cuts: ValuedTrees = list(depth_probes(small=self.small)) if limited else []
        if not pace.slow:
            return trees + cuts
        return [trees[nth] for nth in FEW_PROBES] + [cuts[nth] for nth in FEW_CUT_PROBES if cuts]

    def attempt(self, adapter: Adapter, pace: Pace, trees: ValuedTrees, widest: int = 0) -> Detection:
        """What comes of calling it in this way, with trees that have these values; `widest` is known from before."""
        right = answered = tried = moves = silent = 0
        beside: list[list[tuple[Any, int]]] = []  # what stands beside value and move, and how many moves there were
        failure: Failure | None = None
        kept, unknown, line = None, "", True
        convention, recorder = adapter.convention, _Recorder(pace)
        search = PythonSearch(adapter, recorder, watch=self.watch)
        for tree, truth in trees:
            tried += 1
            log = recorded(tree, most_questions=MOST_QUESTIONS)
            try:
                answer = search.answer(self.make(), log, log.root, FULL.alpha, FULL.beta)
            except Exception as raised:
                if not isinstance(_failure(raised), Changed):
                    widest = max(widest, recorder.width)
                if failure is None:
                    failure, unknown = failure_of(raised), _unknown(raised)
                own = _of_its_own(raised)
                kept = raised if own else kept or raised
                if own or pace.slow or (tried == 4 and not answered):  # it fails at once: this is not how it is called
                    break
                continue
            answered += 1
            widest = max(widest, recorder.width)
            here = 0 if tree.is_terminal(tree.root) else len(list(tree.children(tree.root)))
            if convention.returns is Returns.MOVE and isinstance(answer, Choice) and answer.move is None and here:
                silent += 1
                failure = failure or BadAnswer(NONE_ANSWER, "a move is")
                continue
            if convention.at:
                beside += [[(each, here) for nth, each in enumerate(recorder.result) if nth not in convention.at]]
            line = line and isinstance(answer, Choice) and answer.line is not None
            right += (answer.value if isinstance(answer, Choice) else answer) == truth
            if pace.slow and right < tried:
                break
            if widest > 2 and isinstance(answer, Choice) and answer.move is not None:
                moves += value(tree, list(tree.children(tree.root))[answer.move]) == truth
        if convention.returns is Returns.VALUE and not all(map(no_moves, zip(*beside, strict=False))):
            return Detection(adapter, 0, 0, tried, BadReply("gave back a move, too"), kept, line=False, widest=widest)
        answered = 0 if silent == answered else answered
        return Detection(adapter, right, answered, tried, failure, kept, line and answered > 0, moves, widest, unknown)


def _remedy(best: Detection) -> str:
    if best.unknown:
        return f"give {best.unknown!r} one of the names in 'Names and calling conventions' of the documentation"
    return "say more with --takes, --values, --answers or --returns"


def _failure(raised: Exception | None) -> Failure | None:
    return raised.failure if isinstance(raised, SubjectError) else None


def _unknown(raised: Exception) -> str:
    """The attribute that a position was asked for and does not have; empty for any other error."""
    if isinstance(raised, AttributeError) and isinstance(raised.obj, Position):
        return raised.name or ""
    return ""


def _of_its_own(raised: Exception) -> bool:
    """True for what a search does by itself, however it is called: it hangs, exits, recurses or grows without end."""
    if isinstance(raised, SubjectError):
        return isinstance(raised.failure, Hang | Crash)
    return isinstance(raised, RecursionError | MemoryError)


def _other_places(candidate: Adapter, width: int, declared: dict[str, Any]) -> Iterator[Adapter]:
    """The candidate with value and move in other places of what it gives back, or with a value and no move in it."""
    convention = candidate.convention
    for nth in range(width):
        if declared.get("returns", Returns.VALUE) is Returns.VALUE:
            yield replace(candidate, convention=replace(convention, returns=Returns.VALUE, at=(nth, nth)))
    if width == 2:  # both orders of a pair are candidates anyway
        return
    for at in permutations(range(width), 2):
        order = Returns.VALUE_MOVE if at[0] < at[1] else Returns.MOVE_VALUE
        if declared.get("returns", order) is order and at != convention.places:
            yield replace(candidate, convention=replace(convention, returns=order, at=at))
