"""Judge a search that ended its process, and find the smallest tree on which the process ends."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from linecache import getline
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec import structs

from prunecheck.catalog.records import Need
from prunecheck.contracts.conduct import REPEATABLE
from prunecheck.errors import CrashError, PreconditionError, PrunecheckError, printable_name
from prunecheck.failures import Failure, Hang, Raised
from prunecheck.oracle.limit import fewest_leaves
from prunecheck.oracle.minimax import value
from prunecheck.subjects.sandbox.call_log import EarlyEnd
from prunecheck.subjects.sandbox.child import SearchDescription, TryOn, try_in_forks
from prunecheck.subjects.subject import Subject, Watch
from prunecheck.trees.call import Call, Scenario
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.verify.budgets import CRASH_SHRINKING, CRASH_SILENCE
from prunecheck.verify.outcomes import Outcome, Severity
from prunecheck.verify.plan import Plan
from prunecheck.verify.records import ClaimVerdict, CodeLine, Finding, Origin, Report, VariantVerdict, Witness
from prunecheck.verify.repeating import crashing_sequence, ended_alike, limited
from prunecheck.verify.run import UNDER_TEST
from prunecheck.verify.shrink.shrinker import OutOfTimeError, Shrinker
from prunecheck.verify.shrink.tree_passes import TREE_PASSES, tree_size
from prunecheck.verify.trial_result import SubjectVerdict, TrialResult

BROKEN: Final = REPEATABLE.name  # the contract that a crash or a timeout violates
NOT_AGAIN: Final = "this call does not fail on its own, only after other calls"
NOT_KNOWN: Final = "how it is called is not known"


class _Repeated(NamedTuple):
    """The smallest call so far that ended the process.

    `again` is True if the call ended the process again when it was repeated, and None if this is unknown. `title`
    describes how the search is called, if that was detected. For a search that plays its own game, `start` is the
    starting call.
    """

    call: Call
    again: bool | None = None
    unshrunk: bool = False
    interrupted: bool = False
    title: str = NOT_KNOWN
    start: str = ""


def judge_crash(
    name: str, find: Callable[[Watch], Subject], plan: Plan, ended: EarlyEnd, *, silence: float, calls: Scenario = ()
) -> TrialResult:
    """The verdict on the search `name`, which ended its process while it was judged. `find` loads it again.

    The last call is repeated in separate processes, on smaller and smaller trees. If the call does not fail on its own,
    it is repeated after earlier calls: the user's `calls`, otherwise the logged calls. Loading the search may take
    `silence` seconds without a call. An interrupt ends only the repetitions; a verdict is still returned.

    Raises: PreconditionError if a search that plays its own game is just slow, and returns when the call is repeated.
    """
    found = None if ended.call is None else _repeated(find, ended, ended.call, silence)
    if found is not None and found.start and found.again is False and isinstance(ended.failure, Hang):
        raise PreconditionError(
            f"{name} cannot be checked from {found.start}: {ended.failure}; the same call returns when it is "
            "repeated, so the search is only slow. Give a starting call with a smaller depth, or allow more time "
            "with --seconds"
        )
    story, interrupted = None, found is not None and found.interrupted
    if found is not None and found.again is False and not interrupted:
        try:
            story = crashing_sequence(find, ended, calls, silence)
        except KeyboardInterrupt:
            interrupted = True
    cause = "memory" if story is not None and len(story.steps) > 1 else ""
    broken = Finding(Severity.WRONG, str(ended.failure), BROKEN, cause)
    witness = story or (None if found is None else _witness(found, ended.failure, ended.calls))
    title = NOT_KNOWN if found is None else found.title
    alternates = found is None or found.call.tree.alternates
    report = Report(plan.seed, plan.examples, interrupted, calls=ended.calls)
    return _result(name, report, broken, witness, title=title, alternates=alternates)


def judge_crash_at_start(name: str, starts: Iterable[str], plan: Plan, error: CrashError) -> TrialResult:
    """The verdict on a search that crashes in each of its starting calls, so that it cannot be judged on trees."""
    failure = error.failure
    assert isinstance(failure, Raised)
    place = f" ({Path(failure.file).name}:{failure.line})" if failure.file else ""
    code = None
    if text := getline(failure.file, failure.line).strip():
        code = CodeLine(failure.file, failure.line, text)
    broken = Finding(Severity.WRONG, f"crash: {failure}{place}", BROKEN, lines=error.lines, code=code)
    said = tuple(("start", start) for start in starts)
    return _result(name, Report(plan.seed, plan.examples), broken, None, title=NOT_KNOWN, alternates=True, said=said)


def _result(
    name: str,
    report: Report,
    broken: Finding,
    witness: Witness | None,
    *,
    title: str,
    alternates: bool,
    said: tuple[tuple[str, str], ...] = (),
) -> TrialResult:
    """Make a verdict with a single finding: the search did not return."""
    claim = ClaimVerdict(BROKEN, REPEATABLE.says, "", Outcome.REFUTED, trees=0, calls=0, witness=witness)
    verdict = VariantVerdict(
        name=printable_name(name),
        title=title,
        source=UNDER_TEST,
        needs=(Need.ALTERNATION.value,) if alternates else (),
        claims=(claim,),
        origin=Origin.NAMED,
    )
    searched = SubjectVerdict(verdict, frozenset({BROKEN}), (broken,), said=said)
    return TrialResult(printable_name(name), structs.replace(report, variants=(verdict,)), (searched,))


def _witness(found: _Repeated, failure: Failure, calls: int) -> Witness:
    call = found.call
    searched = _searched(call)
    return Witness(
        tree=call.tree,
        window=call.window,
        truth=value(searched, searched.root),
        found=None,
        failure=failure,
        leaves=(),
        fewest=fewest_leaves(searched, call.window),
        details=NOT_AGAIN if found.again is False else "",
        depth=call.depth,
        unshrunk=found.unshrunk,
        among=calls if found.again is False else None,
    )


def _searched(call: Call) -> Tree[Any, Number]:
    return call.tree if call.depth is None else cut(call.tree, call.depth)


def _repeated(find: Callable[[Watch], Subject], ended: EarlyEnd, call: Call, silence: float) -> _Repeated:
    """Repeat this call. If the process ends in the same way, shrink the call as far as time allows."""
    work = partial(_repeated_and_shrunk, ended, call)
    try:
        found = try_in_forks(find, work, silence=silence, seconds=CRASH_SHRINKING, silence_of_try=CRASH_SILENCE)
    except PrunecheckError:  # the search cannot be called in the new process
        return _Repeated(call)
    except KeyboardInterrupt:
        return _Repeated(call, unshrunk=True, interrupted=True)
    # the process may have ended in a call that detects how the search is called
    return _Repeated(call, again=_alike(found, ended, call) or None) if isinstance(found, EarlyEnd) else found


def _repeated_and_shrunk(ended: EarlyEnd, call: Call, loaded: SearchDescription, try_on: TryOn) -> _Repeated:
    """Shrink the call as long as it ends the process in the same way, until time runs out or an interrupt comes.

    At least one try is made.
    """

    def fails(tree: ExplicitTree[Number]) -> ExplicitTree[Number] | None:
        smaller = Call(tree, call.window, call.depth)
        return tree if _alike(try_on(partial(_ask, call=smaller)), ended, smaller) else None

    shrinker = Shrinker(call.tree, limited(fails), tree_size)
    again, unshrunk, interrupted = None, True, False
    try:
        with suppress(OutOfTimeError):
            again = fails(call.tree) is not None
            if again:
                shrinker.shrink(TREE_PASSES)
            unshrunk = False
    except KeyboardInterrupt:
        interrupted = True
    smallest = Call(shrinker.best, call.window, call.depth)
    return _Repeated(smallest, again, unshrunk, interrupted, loaded.title, loaded.start)


def _ask(subject: Subject, call: Call) -> None:
    searched = recorded(_searched(call))
    with suppress(Exception):
        subject.search(searched, searched.root, call.window.alpha, call.window.beta)


def _alike(done: object, ended: EarlyEnd, call: Call) -> bool:
    """True if this call ended the process in the same way as before.

    A process that ends while it loads the search does not count.
    """
    return ended_alike(done, ended) and isinstance(done, EarlyEnd) and done.call == call
