"""Look for a sequence of calls on one instance of a search in which a call fails.

First, known sequences that often show bugs are tried, then random sequences. The first sequence that fails is shrunk.
Each call in a sequence can differ from the previous call in its tree, window or depth, or can start at a lower node, as
after moves in a game. Between two calls, the instance's state is sometimes cleared.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from hypothesis import strategies as st
from hypothesis.errors import Flaky
from msgspec.structs import replace

from prunecheck.strategies.encoding import RANKS
from prunecheck.subjects.sandbox.time_limits import clock, past
from prunecheck.subjects.subject import Instance, Subject
from prunecheck.trees.call import CLEAR, Call, Clear, Scenario
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.window import FULL, windows_of_same_kind
from prunecheck.verify.budgets import DEEPEST, SEQUENCE_STEPS, SEQUENCE_TREES
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.hunt.drawing import draw_each
from prunecheck.verify.hunt.suitable_trees import fit_values
from prunecheck.verify.judge import InstanceJudge, contracts_in_sequences
from prunecheck.verify.plan import Drawn, OnProgress, Progress, no_progress
from prunecheck.verify.shrink.sequence_passes import SEQUENCE_PASSES, sequence_size
from prunecheck.verify.shrink.shrinker import OutOfTimeError, Shrinker

HOW: Final = 5  # number of bytes that encode a search: window, depth, number of moves, and the moves or the tree


@dataclass(slots=True)
class Sequences:
    """The result of trying sequences of calls: how many sequences and calls were tried, and the shortest that fails.

    `clears` is True if the search has a method to clear its state, and some sequences called this method.
    """

    tried: int = 0
    calls: int = 0
    clears: bool = False
    broken: str = ""
    witness: Witness | None = None


class SequenceHunt:
    """Tries sequences of calls until one fails. Each sequence uses a new instance of the search.

    Starting an external program takes longer than a sequence, so all sequences run on one instance of the program,
    whose state is cleared after each sequence. A failure on this instance is only reported if the sequence also fails
    on an isolated instance, either alone or after all earlier calls.
    """

    def __init__(
        self, subject: Subject, due: frozenset[str], *, seconds: float = INF, on_progress: OnProgress = no_progress
    ) -> None:
        """Prepare to judge sequences for at most `seconds`, by all contracts in `due` that can judge sequences."""
        self.found = Sequences()
        self.failed: InstanceJudge | None = None
        self._subject, self._due = subject, contracts_in_sequences(due)
        self._end = clock() + seconds
        self._on_progress = on_progress
        self._shared: Instance | None = None
        self._before: list[Call | Clear] = []  # earlier calls on the shared instance

    def try_all(self, several: Iterable[Sequence[Call | Clear]]) -> None:
        """Try the given sequences of calls in turn until one fails or time runs out."""
        with suppress(OutOfTimeError):
            for steps in several:
                self._try(steps)
                if self.failed is not None:
                    return

    def draw(self, drawn_from: Drawn, *, runs: int, seed_number: int) -> None:
        """Try `runs` random sequences of calls, drawn by Hypothesis.

        The sequences only depend on the seed and on the version of Hypothesis.
        """
        traits = self._subject.traits
        if traits.keeps_state:
            with self._subject.open(isolated=True) as instance:
                self.found.clears = instance.clear is not None
        strategy = _drawn_sequences(drawn_from, self._takeable, clears=self.found.clears)

        def try_drawn(steps: Scenario) -> None:
            if self.failed is None:
                self._try(steps, runs)
            if self.failed is not None:
                raise _FailedError

        with suppress(OutOfTimeError, _FailedError, Flaky):
            draw_each(strategy, try_drawn, examples=runs, seed_number=seed_number)

    def shrink(self, seconds: float) -> Sequences:
        """Shrink the failing sequence, if there is one, as far as possible within `seconds`. Return all results."""
        if self.failed is not None:
            self._end = clock() + seconds
            unshrunk = True
            with suppress(OutOfTimeError):
                Shrinker(_scenario_of(self.failed), self._failing, sequence_size).shrink(SEQUENCE_PASSES)
                unshrunk = False
            self.found.broken = self.failed.broken
            self.found.witness = replace(witness_of(self.failed), unshrunk=unshrunk)
        return self.found

    def _takeable(self, tree: ExplicitTree[Number]) -> ExplicitTree[Number]:
        if not self._subject.traits.takes_depth:
            return tree
        return fit_values(self._subject, _with_static_values(tree))

    def _try(self, steps: Sequence[Call | Clear], total: int = 0) -> None:
        self._on_progress(Progress("sequences", min(self.found.tried, total), total, self.found.calls))
        self.found.tried += 1
        if not self._subject.traits.external:
            self._note(self._judge(steps))
            return
        if self._shared is None:
            self._shared, self._before = self._subject.open(isolated=True), []
        judge = self._judge([*([CLEAR] if self._before else []), *steps], self._shared)
        self._before += _scenario_of(judge)
        if judge.broken:
            self._shared = None  # since opening an isolated instance ends the shared one
            if not self._note(self._judge(steps)):
                self._note(self._judge(self._before))

    def _note(self, judge: InstanceJudge) -> bool:
        """Record a failure if the sequence of calls that `judge` has run failed.

        Return True if any sequence has failed so far, so that no more sequences need to be tried.
        """
        self.failed = judge if judge.broken else None
        return bool(judge.broken)

    def _judge(self, steps: Sequence[Call | Clear], instance: Instance | None = None) -> InstanceJudge:
        """Make the calls in `steps` until one fails. Raises: OutOfTimeError when time runs out."""
        judge = InstanceJudge(self._subject, self._due, instance)
        for step in steps:
            if past(self._end):
                raise OutOfTimeError
            self.found.calls += isinstance(step, Call)
            if not judge.play(step):
                break
        return judge

    def _failing(self, steps: Scenario) -> Scenario | None:
        """Return the steps (calls) up to the first step that fails. Remember the smallest sequence that fails.

        Raises: OutOfTimeError when time runs out.
        """
        calls = self.found.calls
        self._on_progress(Progress("shrinking", calls=calls))
        try:
            judge = self._judge(steps)
        finally:
            self.found.calls = calls  # shrinking must not change the counts in the report
        if not judge.broken:
            return None
        self.failed = judge
        return _scenario_of(judge)


def sequences(
    subject: Subject,
    due: frozenset[str],
    *,
    listed: Iterable[Sequence[Call | Clear]] = (),
    drawn_from: Drawn | None = None,
    runs: int = 0,
    seed_number: int = 0,
    seconds: float = INF,
    shrinking: float = INF,
    on_progress: OnProgress = no_progress,
) -> Sequences:
    """Try the `listed` sequences of calls, then `runs` random sequences, within `seconds`.

    Shrinking a sequence that fails may take up to `shrinking` more seconds.
    """
    hunt = SequenceHunt(subject, due, seconds=seconds, on_progress=on_progress)
    hunt.try_all(listed)
    if drawn_from is not None and hunt.failed is None:
        hunt.draw(drawn_from, runs=runs, seed_number=seed_number)
    return hunt.shrink(shrinking)


@st.composite
def _drawn_sequences(
    draw: st.DrawFn,
    drawn_from: Drawn,
    takeable: Callable[[ExplicitTree[Number]], ExplicitTree[Number]],
    *,
    clears: bool,
) -> Scenario:
    """Draw random sequences of calls on up to three trees. Each call starts at the root or at a lower node.

    If `clears` is True, the instance's state is sometimes cleared between two calls.
    """
    trees: list[ExplicitTree[Number]] = []
    steps: list[Call | Clear] = []
    hows = st.binary(min_size=HOW, max_size=HOW)
    while len(steps) < SEQUENCE_STEPS:
        kinds = ["new"] if len(trees) < SEQUENCE_TREES else []
        kinds += ["again", "further"] if trees else []
        kinds += ["clear"] if clears and steps and steps[-1] != CLEAR else []
        kind = draw(st.sampled_from(kinds))
        if kind == "clear":
            steps.append(CLEAR)
            continue
        how = draw(hows)
        if kind == "new":
            trees.append(takeable(draw(drawn_from)))
        tree = trees[how[-1] % len(trees)] if kind == "again" else trees[-1]
        further = how[-2:] if how[2] % 2 else how[-1:]
        steps.append(_search(tree, how, further if kind == "further" else ()))
    return tuple(steps)


def _scenario_of(judge: InstanceJudge) -> Scenario:
    return tuple(step.call for step in judge.done)


def _with_static_values(tree: ExplicitTree[Number]) -> ExplicitTree[Number]:
    """Give each interior position a small static value, so that results depend on the depth of the search."""
    if tree.has_static_values or not tree.children(tree.root):
        return tree
    return tree.with_static_values(lambda node: RANKS[tree.key(node) % len(RANKS)])


def _search(tree: ExplicitTree[Number], how: bytes, path: Iterable[int] = ()) -> Call:
    """Make a call from random bytes, since Hypothesis draws bytes faster than numbers.

    If all bytes are zero, the result is the simplest call. Half of all calls use the window (-inf, inf), in which most
    bugs show.
    """
    windows = windows_of_same_kind(tree.leaf_values)
    window = windows[how[0] // 2 % len(windows)] if how[0] % 2 else FULL
    return Call(tree, window, how[1] % (DEEPEST + 1) or None, tuple(path))


def witness_of(judge: InstanceJudge) -> Witness:
    """Make the counterexample record of the last step: the call, and the sequence of calls that led to it."""
    steps = tuple(judge.done)
    last = steps[-1]
    at = next(step for step in reversed(steps) if step.tree is not None)
    assert at.tree is not None
    assert at.truth is not None
    return Witness(
        tree=at.tree,
        window=at.window,
        truth=at.truth,
        found=last.found,
        failure=last.failure,
        leaves=(),
        fewest=0,
        kind=judge.objection.kind,
        details=judge.objection.details,
        depth=at.depth,
        explained=judge.explained,
        steps=steps,
    )


class _FailedError(Exception):
    """Raised when a sequence of calls fails, so that Hypothesis stops drawing sequences."""
