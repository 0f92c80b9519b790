"""Try calling conventions on small trees whose values are known, one after another, and rank the results."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from time import process_time
from typing import Any, Final

from prunecheck.errors import BudgetError
from prunecheck.failures import (
    BadAnswer,
    BadReply,
    Changed,
    Crash,
    Failure,
    Hang,
    Nonsense,
    Raised,
    SubjectError,
    failure_of,
)
from prunecheck.oracle.minimax import value
from prunecheck.subjects.convention import Convention, NodeKind, Returns
from prunecheck.subjects.detecting.candidates import candidates
from prunecheck.subjects.detecting.probes import ValuedTrees, depth_probes, probes, sizes_in
from prunecheck.subjects.presenting.adapter import MOST_PLIES, PLAIN_DATA, Adapter, binary
from prunecheck.subjects.presenting.answers import NONE_ANSWER, no_moves, width
from prunecheck.subjects.presenting.position import Position
from prunecheck.subjects.presenting.python_search import Patience, PythonSearch
from prunecheck.subjects.sandbox.limits import clock, past
from prunecheck.subjects.source.vocabulary import Vocabulary
from prunecheck.subjects.subject import Watch
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import Number
from prunecheck.trees.search import Choice, value_of
from prunecheck.trees.views.recorded import Recorded, recorded
from prunecheck.trees.window import FULL

WORKS: Final = 0.999  # a convention is accepted if at least this share of values is right
MOST_QUESTIONS: Final = 5_000  # a call on a probe may read positions this often
PROBE_SECONDS, DETECTION_SECONDS = 0.25, 4.0  # time limits for one answer, and for the whole detection
EXTRA_SECONDS: Final = 20.0  # additional time, if no convention works yet and none hangs
# detecting a slow search may take this many times the limit for one answer; about 20 conventions may hang
SLOW_ANSWERS: Final = 30
SLOW_TO_MAKE: Final = (
    0.5  # a search that takes longer to create, for example because of its table, is only created once
)
FEW_PROBES, FEW_CUT_PROBES = (15, 8, 11, 12, 3, 14), (7, 0)  # indices of the trees that exclude the most conventions
MOST_GIVEN: Final = 6  # value and move are looked for in the first items of a tuple, at most this many


@dataclass(frozen=True, slots=True)
class Detection:
    """The results of trying a calling convention on small trees: how many values were right, and the first failure."""

    adapter: Adapter
    right: int
    answered: int
    tried: int
    failure: Failure | None  # the first failure
    raised: Exception | None  # an error that was raised; if possible, an error that any convention would cause
    line: bool
    moves: int = 0  # number of correct moves, if the search returns more than a value and a move
    widest: int = 0  # length of the longest tuple returned by the search
    unknown: str = ""  # the first attribute that the search used, but that positions do not have
    over: Failure | None = None  # how the search fails on finished games, if it is right on all other trees
    seen: bool = True  # True if the search read a leaf in each tree for which it was right
    explained: int = (
        0  # number of trees for which it read a node below the root, or returned a value that occurs in the tree
    )
    # True if the program's functions are replaced, or if arguments are constants that the user did not declare
    guessed: bool = False
    returns_nothing: bool = False  # True if it returned None, or a tuple of None, for each tree

    @property
    def failed(self) -> bool:
        """True if the search failed in a way that does not depend on the calling convention."""
        return self.raised is not None and of_its_own(self.raised)

    @property
    def rank(self) -> tuple[bool, int, int, int, bool, bool]:
        """A key that ranks calling conventions: the likelier convention has the greater key.

        If the search uses an attribute that positions do not have, this does not make the convention less likely.

        If the search returns right values, this ranks above right moves, since a number can be mistaken for a move.
        """
        value = self.right > 0 and self.adapter.convention.returns is not Returns.MOVE
        return value, self.right, self.explained, self.answered, bool(self.unknown), self.failed

    @property
    def certain(self) -> bool:
        """True if all values were correct.

        If the search returns tuples of three or more items, all moves must also be correct.
        """
        moves = self.right if self.widest == 2 else self.moves  # in a pair, only the other item can be the move
        return min(self.right, moves) >= WORKS * self.tried

    @property
    def understood(self) -> bool:
        """True if the convention explains at least half of the trial calls, or if the search fails with any convention.

        A convention that is based on guesses must give the right value in every trial call. The convention is not
        understood if no value is right and the first error was raised outside of the search's file, since the search
        has possibly passed nodes to the rules of its own game.
        """
        if self.guessed:
            return self.right == self.tried
        explained = self.answered > 0 and 2 * self.explained >= self.tried
        return self.failed or (explained and (self.right > 0 or not _elsewhere(self.failure)))

    @property
    def takes_nested(self) -> bool:
        """True if the search certainly accepts nested lists: most values are right, and all calls are explained."""
        nested = self.adapter.convention.node in (NodeKind.NESTED, NodeKind.TUPLES)
        return nested and self.explained == self.tried and 2 * self.right > self.tried

    @property
    def silent(self) -> bool:
        """True if the search never returned anything, because it timed out or read positions too often."""
        return not self.answered and (isinstance(failure_in(self.raised), Hang) or isinstance(self.raised, BudgetError))


def _elsewhere(failure: Failure | None) -> bool:
    """True for an error that was raised outside of the file that contains the search."""
    return isinstance(failure, Raised) and bool(failure.frames) and failure.frames[0][0] != failure.file


def failure_in(raised: Exception | None) -> Failure | None:
    """Return the failure that an error represents, such as a timeout.

    Returns None for an error that the search raised itself.
    """
    return raised.failure if isinstance(raised, SubjectError) else None


def of_its_own(raised: Exception) -> bool:
    """True for an error that any convention would cause: the search hangs, exits, or runs out of stack or memory."""
    if isinstance(raised, SubjectError):
        return isinstance(raised.failure, Hang | Crash)
    return isinstance(raised, RecursionError | MemoryError)


@dataclass(frozen=True, slots=True)
class Pace:
    """Limits for trying a calling convention: each call may take `seconds`, and a `slow` search gets fewer calls."""

    seconds: float = PROBE_SECONDS
    slow: bool = False
    questions: int = 0  # how often a call may read positions; 0 means the usual limit


class _Recorder(Patience):
    """Calls a function within time limits, and stores the result of the last call."""

    def __init__(self, pace: Pace) -> None:
        super().__init__(pace.seconds, pace.questions)
        self.result: Any = None
        self.width = 0  # length of the result, if it is a tuple

    def call(self, function: Callable[..., Any], arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
        """Call the function, and record what it returns."""
        self.result, self.width = None, 0
        self.result = super().call(function, arguments, keywords)
        self.width = width(self.result)
        return self.result


@dataclass(frozen=True, slots=True)
class Attempts:
    """Tries one calling convention after another. If `small` is True, all values in the trees are between -3 and 3.

    The search's own depth limit is set to the height of each tree plus `spare_plies`.
    """

    make: Callable[[], Callable[..., Any]]
    words: Vocabulary
    name: str
    declared: dict[str, Any]
    watch: Watch | None
    small: bool
    spare_plies: int = 0
    made: list[Callable[..., Any]] = field(default_factory=list)  # the function of a search that is only created once

    def candidates(self) -> Iterator[Adapter]:
        """Yield the calling conventions to try, likeliest first."""
        for candidate in candidates(self.make, self.words, self.name, self.declared):
            yield replace(candidate, spare_plies=self.spare_plies)

    def likeliest(self, pace: Pace) -> tuple[Detection | None, bool]:
        """Return the calling convention with the best results, and whether time ran out before any was right."""
        best: Detection | None = None
        unfit: set[tuple[NodeKind, Returns]] = set()
        over = False
        end = clock() + (SLOW_ANSWERS * pace.seconds if pace.slow else DETECTION_SECONDS)
        for candidate in self.candidates():
            shape = candidate.convention.node, candidate.convention.returns
            if best is not None and best.answered and self.words.makes_in_place and not candidate.in_place:
                continue  # the program makes moves in place, so moves need not return new positions
            if pace.slow and shape in unfit:
                continue
            trees = self.trees(candidate, pace)
            found = self.attempt(candidate, pace, trees)
            if not found.answered and isinstance(failure_in(found.raised), Nonsense):
                unfit.add(shape)
            if found.widest > 1 and shape[1] is not Returns.MOVE and not found.failed and not found.certain:
                elsewhere = _other_places(candidate, min(found.widest, MOST_GIVEN), self.declared)
                others = (self.attempt(adapter, pace, trees, found.widest) for adapter in elsewhere)
                found = max((found, *others), key=lambda one: (one.right, one.moves))  # if tied, the first candidate
            if best is None or found.rank > best.rank:
                best = found
            if found.right >= WORKS * found.tried:
                break
            over = past(end if best.answered or best.failed or pace.slow else end + EXTRA_SECONDS)
            if over:
                break
        return best, over

    def first(self, adapter: Adapter, pace: Pace) -> Detection:
        """Try a calling convention on the first tree only."""
        return self.attempt(adapter, pace, self.trees(adapter, pace)[:1])

    def _function(self) -> Callable[..., Any]:
        """Create a new function to call. If creating the first one took long, return the first one again."""
        if self.made:
            return self.made[0]
        begun = process_time()
        function = self.make()
        if process_time() - begun > SLOW_TO_MAKE:
            self.made.append(function)
        return function

    def leaves(self) -> ValuedTrees:
        """Return two trees that consist of one leaf: one with MAX to move, and one with MIN to move."""
        leaf = 3 if self.small else 17
        return [(from_nested(leaf, max_at_root=player), leaf) for player in (True, False)]

    def trees(self, adapter: Adapter, pace: Pace) -> ValuedTrees:
        """Return the trees on which to try a calling convention."""
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
        """Try a calling convention on these trees.

        `widest` is the length of the longest tuple that the search has returned with any convention so far.
        """
        right = answered = tried = moves = silent = explained = nothing = 0
        beside: list[list[tuple[Any, int]]] = []  # the other items of each tuple, and the root's number of children
        failure: Failure | None = None
        kept, unknown, line, seen = None, "", True, True
        known: set[Number] = set()  # the absolute values
        convention, recorder = adapter.convention, _Recorder(pace)
        guessed = bool(convention.functions) or len(convention.given) > len(self.declared.get("give", ()))
        search = PythonSearch(adapter, recorder, watch=self.watch)
        for tree, truth in trees:
            tried += 1
            log = recorded(tree, most_questions=MOST_QUESTIONS)
            try:
                answer = search.answer(self._function(), log, log.root, FULL.alpha, FULL.beta)
            except Exception as raised:
                if not isinstance(failure_in(raised), Changed):
                    widest = max(widest, recorder.width)
                if failure is None:
                    failure, unknown = failure_of(raised), _unknown(raised)
                own = of_its_own(raised)
                explained += own or isinstance(raised, BudgetError) or _looked_below(log)
                kept = raised if own else kept or raised
                answered += isinstance(failure_in(raised), Changed)
                nothing += _nothing(recorder.result)
                late = convention.depth and nothing == tried  # the search may need a depth of more than one ply
                if (
                    own or pace.slow or (tried == 4 and not answered and not late)
                ):  # this cannot be the right convention
                    break
                continue
            answered += 1
            widest = max(widest, recorder.width)
            here = 0 if tree.is_terminal(tree.root) else len(list(tree.children(tree.root)))
            if convention.returns is Returns.MOVE and isinstance(answer, Choice) and answer.move is None and here:
                silent += 1
                failure = failure or BadAnswer(NONE_ANSWER, "a move")
                continue
            if convention.at:
                beside += [[(item, here) for nth, item in enumerate(recorder.result) if nth not in convention.at]]
            line = line and isinstance(answer, Choice) and answer.line is not None
            found = value_of(answer)
            right += found == truth
            known |= sizes_in(tree)
            seen = seen and (found != truth or bool(log.leaves))
            by_value = convention.returns is not Returns.MOVE and (found == truth or abs(found) in known)
            explained += by_value or _looked_below(log)
            if pace.slow and right < tried:
                break
            if widest > 2 and isinstance(answer, Choice) and answer.move is not None:
                moves += value(tree, list(tree.children(tree.root))[answer.move]) == truth
        misfit = _misfit(convention, beside, widest, recorder.result)
        if misfit is not None:
            return Detection(adapter, 0, 0, tried, misfit, kept, line=False, widest=widest, guessed=guessed)
        answered = 0 if silent == answered else answered
        return Detection(
            adapter,
            right,
            answered,
            tried,
            failure,
            kept,
            line and answered > 0,
            moves,
            widest,
            unknown,
            None,
            seen,
            explained,
            guessed,
            returns_nothing=nothing == tried,
        )


def _misfit(
    convention: Convention, beside: Sequence[Sequence[tuple[Any, int]]], widest: int, result: Any
) -> Failure | None:
    """Say why a calling convention is wrong about moves.

    Either the results contain a move although the convention has none, or they lack the move that the convention has.
    Returns None if it is not wrong.
    """
    if convention.returns is Returns.VALUE and not all(map(no_moves, zip(*beside, strict=False))):
        return BadReply("returned a move, too")
    if convention.returns in (Returns.VALUE_MOVE, Returns.MOVE_VALUE) and 0 < widest <= max(convention.places):
        return BadAnswer(repr(result), "a value and a move")
    return None


def _looked_below(log: Recorded[Any, Number]) -> bool:
    """True if the search read a node below the root, which shows that it can use the positions."""
    return any(node != log.root for _, node in log.log)


def _nothing(result: Any) -> bool:
    return result is None or (isinstance(result, tuple) and all(item is None for item in result))


def _unknown(raised: Exception) -> str:
    """Return the missing attribute of a position that caused this error, or an empty text for any other error."""
    if isinstance(raised, AttributeError) and isinstance(raised.obj, Position):
        return raised.name or ""
    return ""


def _other_places(candidate: Adapter, width: int, declared: dict[str, Any]) -> Iterator[Adapter]:
    """Yield the same calling convention with different tuple indices for value and move, or with a value only."""
    convention = candidate.convention
    for nth in range(width):
        if declared.get("returns", Returns.VALUE) is Returns.VALUE:
            yield replace(candidate, convention=replace(convention, returns=Returns.VALUE, at=(nth, nth)))
    if width == 2:  # for a pair, both orders are candidates anyway
        return
    for at in permutations(range(width), 2):
        order = Returns.VALUE_MOVE if at[0] < at[1] else Returns.MOVE_VALUE
        if declared.get("returns", order) is order and at != convention.places:
            yield replace(candidate, convention=replace(convention, returns=order, at=at))
