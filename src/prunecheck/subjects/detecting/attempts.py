"""Try one way of calling a search after another on small trees with known values, and rank the results."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from time import process_time
from typing import Any, Final

from prunecheck.failures import Nonsense
from prunecheck.oracle.minimax import value
from prunecheck.subjects.convention import NodeKind, Returns
from prunecheck.subjects.detecting.candidates import candidates
from prunecheck.subjects.detecting.detection import Detection, TrialCall, failure_in
from prunecheck.subjects.detecting.probes import ValuedTrees, depth_probes, probes
from prunecheck.subjects.presenting.adapter import MOST_PLIES, PLAIN_DATA, Adapter, binary
from prunecheck.subjects.presenting.answers import width
from prunecheck.subjects.presenting.python_search import Patience, PythonSearch
from prunecheck.subjects.sandbox.time_limits import clock, past
from prunecheck.subjects.source.vocabulary import Vocabulary
from prunecheck.subjects.subject import Watch
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.search import Choice
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL

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
        self.items: tuple[Any, ...] = ()  # its items, if it is a tuple or a list
        self.width = 0  # length of the result, if it is a tuple

    def call(self, function: Callable[..., Any], arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
        """Call the function, and record what it returns."""
        self.result, self.items, self.width = None, (), 0
        self.result = super().call(function, arguments, keywords)
        self.items = tuple(self.result) if isinstance(self.result, tuple | list) else ()
        self.width = width(self.result)
        return self.result


@dataclass(frozen=True, slots=True)
class Attempts:
    """Tries one calling convention after another. If `small` is True, all values in the test trees are from -3 to 3.

    Before each call of the search, its own depth limit is set to the height of the tree plus `spare_plies`. If `ends`
    is given, the search gets these numbers for an infinite alpha and beta.
    """

    make: Callable[[], Callable[..., Any]]
    words: Vocabulary
    name: str
    declared: dict[str, Any]
    watch: Watch | None
    small: bool
    spare_plies: int = 0
    ends: tuple[Number, Number] | None = None
    made: list[Callable[..., Any]] = field(default_factory=list)  # the function of a search that is only created once

    def candidates(self) -> Iterator[Adapter]:
        """Yield the calling conventions to try, likeliest first."""
        for candidate in candidates(self.make, self.words, self.name, self.declared):
            yield replace(candidate, spare_plies=self.spare_plies, ends=self.ends)

    def likeliest(self, pace: Pace) -> tuple[Detection | None, bool]:
        """Return the calling convention with the best results, and True if time ran out before one was right."""
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
            if found.works:
                break
            over = past(end if best.answered or best.failed or pace.slow else end + EXTRA_SECONDS)
            if over:
                break
        return best, over

    def first(self, adapter: Adapter, pace: Pace) -> Detection:
        """Try a calling convention on only the first of the test trees."""
        return self.attempt(adapter, pace, self.trees(adapter, pace)[:1])

    def _function(self) -> Callable[..., Any]:
        """Create a new search function, or return the first function again if creating it was slow."""
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
        """Try a calling convention on these trees, but stop early if the convention is certainly wrong.

        `widest` is the length of the longest tuple that the search has returned with any calling convention so far.
        """
        convention, recorder = adapter.convention, _Recorder(pace)
        guessed = bool(convention.functions) or len(convention.given) > len(self.declared.get("give", ()))
        search = PythonSearch(adapter, recorder, watch=self.watch)
        found = Detection(adapter, (), widest, guessed=guessed)
        for tree, truth in trees:
            call = self._call(search, recorder, tree, truth)
            found = replace(found, calls=(*found.calls, call))
            if call.fails_anyhow or (pace.slow and found.right < found.tried) or found.hopeless:
                break
        return found

    def _call(self, search: PythonSearch, recorder: _Recorder, tree: Tree[Any, Number], truth: Number) -> TrialCall:
        log = recorded(tree, most_questions=MOST_QUESTIONS)
        answer: Number | Choice | None = None
        raised: Exception | None = None
        try:
            answer = search.answer(self._function(), log, log.root, FULL.alpha, FULL.beta)
        except Exception as error:
            raised = error
        looked_below = any(node != log.root for _, node in log.log)
        return TrialCall(
            tree, truth, answer, raised, recorder.result, recorder.items, recorder.width, looked_below, bool(log.leaves)
        )


def _other_places(candidate: Adapter, width: int, declared: dict[str, Any]) -> Iterator[Adapter]:
    """Yield copies of a calling convention with other tuple indices for value and move, or with a value alone."""
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
