"""Find out how a stranger's search wants to be called: by the names it uses, then by trial on small trees."""

import re
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from itertools import chain, permutations
from time import perf_counter
from typing import Any, Final, TypeAlias

from prunecheck.errors import BudgetError, Failure, PreconditionError, SubjectError, one_line, told
from prunecheck.oracle.minimax import value
from prunecheck.subjects.answers import NOTHING, no_moves
from prunecheck.subjects.calling import NESTED, QUESTIONS, SECONDS, Called, Watch
from prunecheck.subjects.candidates import candidates
from prunecheck.subjects.convention import NodeKind, Returns
from prunecheck.subjects.leaves import MOST_PLIES, binary
from prunecheck.subjects.probes import depth_probes, probes
from prunecheck.subjects.vocabulary import Vocabulary
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.search import Choice
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL

MOST_QUESTIONS: Final = 5_000  # of one probe
Valued: TypeAlias = list[tuple[Tree[Any, Number], Number]]  # trees with their values
UNKNOWN: Final = re.compile(r"'Position' object has no attribute ('\w+')")
WORKS: Final = 0.999
PROBE_SECONDS, MOST_SECONDS = 0.25, 4.0  # for one answer, and for finding out
MORE_SECONDS: Final = 20.0  # where nothing was found until then, and nothing hangs
SLOW_ANSWERS: Final = 20  # that there is time for, to find out about a search that takes longer
LEAF_SECONDS: Final = 1.0  # to find out what a search gives back for a leaf that answers nothing else
FEW, FEW_CUT = (15, 8, 11, 12, 3, 14), (7, 0)  # of the probes, what tells most first
MOST_GIVEN: Final = 6  # of what a search gives back, in which value and move are looked for


@dataclass(frozen=True, slots=True)
class Detected:
    """The convention under which a search agrees best with minimax on small trees: how often, and its first error."""

    called: Called
    right: int
    answered: int
    tried: int
    error: str
    raised: Exception | None  # what it failed with, of its own if it ever did so
    line: bool
    moves: int = 0  # that are right, where it gives back more than value and move

    @property
    def failed(self) -> bool:
        """True where it failed in a way that has nothing to do with how it is called."""
        return self.raised is not None and _of_its_own(self.raised)

    @property
    def silent(self) -> bool:
        """True where it hung, or asked more than it may, and answered nothing before."""
        return not self.answered and (_failure(self.raised) is Failure.HUNG or isinstance(self.raised, BudgetError))


@dataclass(frozen=True, slots=True)
class Pace:
    """How candidates are tried: the time for an answer, and whether to be sparing with calls, since they are slow."""

    small: bool
    seconds: float
    slow: bool = False
    questions: int = 0  # that an answer may take, where these are more than are usual


def detect(
    make: Callable[[], Callable[..., Any]],
    words: Vocabulary,
    *,
    name: str,
    declared: dict[str, Any] | None = None,
    watch: Watch | None = None,
    small: bool = False,
    seconds: float = SECONDS,
) -> Detected:
    """How to call what `make` gives. `declared` fixes fields of the convention, by name.

    `watch` is told of each call before it is made; with `small`, values lie between -3 and 3. What gives no answer in
    the time that is enough for most has all its `seconds` in the end.
    Raises: PreconditionError where no way of calling gives any answer, with what the likeliest way led to; unless what
    it takes and gives back is declared, for then that is the search's own fault.
    """
    said = declared or {}

    def ways() -> Iterator[Called]:
        for each in candidates(make, words, name, said):
            each.watch = watch
            yield each

    pace = Pace(small, PROBE_SECONDS)
    best, over = _likeliest(ways(), words, said, pace)
    if best is not None and best.silent and seconds > pace.seconds:
        patient = Pace(small, seconds, slow=True, questions=QUESTIONS)
        first = _first(best.called, patient)
        if first.silent:
            best = replace(best, raised=first.raised, error=first.error)
        elif not _first(best.called, pace).silent:  # it was the first call alone that took long
            best, over = _likeliest(ways(), words, said, pace)
        if best is not None and best.silent and not first.silent:
            pace = patient
            best, over = _likeliest(ways(), words, said, pace)
    if best is None:
        raise PreconditionError(f"{name}: what is declared of it excludes every way of calling it; declare less")
    guessed = not {"takes", "returns"} <= said.keys()
    if not best.answered and not best.failed and guessed:
        raise PreconditionError(
            f"{name}: no way of calling it gives an answer. "
            f"{best.called.convention.words()}: {one_line(best.error or 'other values than minimax')}; {_remedy(best)}"
        )
    if best.right < best.tried and guessed and UNKNOWN.search(best.error):
        raise PreconditionError(f"{name} asks what cannot be answered: {one_line(best.error)}; {_remedy(best)}")
    if pace.slow and over and guessed:
        raise PreconditionError(
            f"{name}: its answers take so long that no right way of calling it was found in "
            f"{SLOW_ANSWERS * seconds:g} s; {_remedy(best)}"
        )
    return _as_at_leaves(best, ways(), small=small) if best.silent else best


def _likeliest(
    candidates: Iterable[Called], words: Vocabulary, declared: dict[str, Any], pace: Pace
) -> tuple[Detected | None, bool]:
    """The way of calling that does best, if there is any, and whether time was over before one was right."""
    best: Detected | None = None
    silent: Detected | None = None  # the likeliest that hangs or crashes before it gives any answer
    unfit: set[tuple[NodeKind, Returns]] = set()
    over = False
    end = perf_counter() + (SLOW_ANSWERS * pace.seconds if pace.slow else MOST_SECONDS)
    for candidate in candidates:
        shape = candidate.convention.node, candidate.convention.returns
        if best is not None and best.answered and words.makes_in_place and not candidate.in_place:
            continue  # what it never uses need not be tried
        if pace.slow and shape in unfit:
            continue
        found = _tried(candidate, pace, _trees(candidate, pace))
        if not found.answered and _failure(found.raised) is Failure.NONSENSE:
            unfit.add(shape)
        if candidate.widest > 1 and not found.failed and not _certain(found):
            others = (_tried(each, pace, _trees(each, pace)) for each in _elsewhere(candidate, declared))
            found = max((found, *others), key=lambda each: (each.right, each.moves))  # the first, of equal ones
        if best is None or _rank(found) > _rank(best):
            best = found
        if silent is None and found.failed and not found.answered:
            silent = found
        if found.right >= WORKS * found.tried:
            break
        over = perf_counter() > (end if best.answered or best.failed or pace.slow else end + MORE_SECONDS)
        if over:
            break
    if best is not None and silent is not None and best.failed and 2 * best.right <= best.answered:
        best = silent  # both fail of their own; what answers before that is as often wrong as right
    return best, over


def _first(called: Called, pace: Pace) -> Detected:
    """What comes of the first tree alone."""
    return _tried(called, pace, _trees(called, pace)[:1])


def _as_at_leaves(silent: Detected, candidates: Iterable[Called], *, small: bool) -> Detected:
    """What hangs, called in a way that is right for leaves: those it may answer, and is not to be blamed for."""
    end = perf_counter() + LEAF_SECONDS
    leaf = 3 if small else 17
    leaves: Valued = [(from_nested(leaf, max_at_root=player), leaf) for player in (True, False)]
    for candidate in chain([silent.called], candidates):
        found = _tried(candidate, Pace(small, PROBE_SECONDS), leaves)
        if found.right == found.tried:
            return replace(silent, called=candidate)
        if found.failed or perf_counter() > end:
            break
    return silent


def _remedy(best: Detected) -> str:
    unknown = UNKNOWN.search(best.error)
    if unknown:
        return f"give {unknown[1]} one of the names that positions are asked by, which docs/subjects.md lists"
    return "say more with --takes, --values, --answers or --returns"


def _rank(found: Detected) -> tuple[bool, int, int, bool, bool]:
    """The likelier the greater. Words that no position knows are no matter of the way of calling.

    A number may pass for a move; no move passes for the right value of a probe.
    """
    value = found.right > 0 and found.called.convention.returns is not Returns.MOVE
    return value, found.right, found.answered, bool(UNKNOWN.search(found.error)), found.failed


def _failure(raised: Exception | None) -> Failure | None:
    return raised.failure if isinstance(raised, SubjectError) else None


def _of_its_own(raised: Exception) -> bool:
    """True for what a search does by itself, however it is called: it hangs, exits, recurses or grows without end."""
    if isinstance(raised, SubjectError):
        return raised.failure in (Failure.HUNG, Failure.CRASHED)
    return isinstance(raised, RecursionError | MemoryError)


def _certain(found: Detected) -> bool:
    """True where all values came out right, and among more than two things all moves."""
    moves = found.right if found.called.widest == 2 else found.moves  # a pair is what it is
    return min(found.right, moves) >= WORKS * found.tried


def _elsewhere(candidate: Called, declared: dict[str, Any]) -> Iterator[Called]:
    """The candidate with value and move in other places of what it gives back, or with a value and no move in it."""
    for nth in range(min(candidate.widest, MOST_GIVEN)):
        if declared.get("returns", Returns.VALUE) is Returns.VALUE:
            other = copy(candidate)
            other.convention = replace(candidate.convention, returns=Returns.VALUE, at=(nth, nth))
            yield other
    if candidate.widest == 2:  # both orders of a pair are candidates anyway
        return
    for at in permutations(range(min(candidate.widest, MOST_GIVEN)), 2):
        order = Returns.VALUE_MOVE if at[0] < at[1] else Returns.MOVE_VALUE
        if declared.get("returns", order) is order and at != candidate.convention.places:
            other = copy(candidate)  # it is called in the same way
            other.convention = replace(candidate.convention, returns=order, at=at)
            yield other


def _trees(called: Called, pace: Pace) -> Valued:
    """What a candidate is tried on."""
    trees: Valued = list(probes(small=pace.small))
    if called.convention.node is NodeKind.ARRAY:
        plies = called.convention.plies or MOST_PLIES
        filled = [binary(tree, plies) for tree, _ in probes(small=pace.small)]
        trees = [(tree, value(tree, tree.root)) for tree in filled]
    limited = called.convention.depth and called.convention.node not in NESTED
    cuts: Valued = list(depth_probes(small=pace.small)) if limited else []
    return [trees[nth] for nth in FEW] + [cuts[nth] for nth in FEW_CUT if cuts] if pace.slow else trees + cuts


def _tried(called: Called, pace: Pace, trees: Valued) -> Detected:
    right = answered = tried = moves = silent = 0
    beside: list[list[tuple[Any, int]]] = []  # what stands beside value and move, and how many moves there were
    error, kept, line = "", None, True
    called.seconds, called.questions = pace.seconds, pace.questions
    for tree, truth in trees:
        tried += 1
        log = recorded(tree, most_questions=MOST_QUESTIONS)
        try:
            answer = called(log, log.root, FULL.alpha, FULL.beta)
        except Exception as raised:
            error = error or told(raised)
            own = _of_its_own(raised)
            kept = raised if own else kept or raised
            if own or pace.slow or (tried == 4 and not answered):  # it fails at once: this is not how it is called
                break
            continue
        answered += 1
        here = 0 if tree.is_terminal(tree.root) else len(list(tree.children(tree.root)))
        if called.convention.returns is Returns.MOVE and isinstance(answer, Choice) and answer.move is None and here:
            silent += 1
            error = error or told(SubjectError(Failure.NONSENSE, f"gave back {NOTHING}, where a move is due"))
            continue
        if called.convention.at:
            beside += [[(each, here) for nth, each in enumerate(called.given_back) if nth not in called.convention.at]]
        line = line and isinstance(answer, Choice) and answer.line is not None
        right += (answer.value if isinstance(answer, Choice) else answer) == truth
        if pace.slow and right < tried:
            break
        if called.widest > 2 and isinstance(answer, Choice) and answer.move is not None:
            moves += value(tree, list(tree.children(tree.root))[answer.move]) == truth
    if called.convention.returns is Returns.VALUE and not all(map(no_moves, zip(*beside, strict=False))):
        return Detected(called, 0, 0, tried, "it gives back a move, too", kept, line=False)
    answered = 0 if silent == answered else answered
    return Detected(called, right, answered, tried, error, kept, line and answered > 0, moves)
