"""Judge a search that ended its process, and find a small tree on which the process ends again."""

from collections.abc import Callable, Iterable
from linecache import getline
from pathlib import Path
from typing import Any, Final

from msgspec import structs

from prunecheck.catalog.records import Need
from prunecheck.contracts.conduct import REPEATABLE
from prunecheck.errors import CrashError, PreconditionError, printable_name
from prunecheck.failures import Hang, Raised
from prunecheck.oracle.fewest_leaves import fewest_leaves
from prunecheck.oracle.minimax import value
from prunecheck.subjects.sandbox.call_log import EarlyEnd
from prunecheck.subjects.subject import Subject, Watch
from prunecheck.trees.call import Call, Scenario
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.views.cut import cut
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.outcomes import Outcome, Severity
from prunecheck.verify.plan import Plan
from prunecheck.verify.records import ClaimVerdict, CodeLine, Finding, Origin, Report, Skipped, VariantVerdict
from prunecheck.verify.repeating import RepeatedCalls, crash_story, crashing_calls
from prunecheck.verify.run import UNDER_TEST
from prunecheck.verify.trial_result import SubjectVerdict, TrialResult

BROKEN: Final = REPEATABLE.name  # the contract that a crash or a timeout violates
NOT_AGAIN: Final = "this call does not fail on its own, only after other calls"
NOT_KNOWN: Final = "how it is called is not known"


def judge_crash(
    name: str, find: Callable[[Watch], Subject], plan: Plan, ended: EarlyEnd, *, silence: float, calls: Scenario = ()
) -> TrialResult:
    """Make the verdict on the search `name`, which ended its process during the check. `find()` loads the search again.

    The last call is repeated in separate processes, on smaller and smaller trees. If the call does not fail on its own,
    it is repeated after earlier calls: the user's `calls`, otherwise the logged calls. While the search is being
    loaded, up to `silence` seconds may pass without a call. After Ctrl-C, no more calls are repeated, but a verdict is
    still returned.

    Raises: PreconditionError if a search that only accepts positions of its own game was merely slow: the call that
    timed out returns when it is repeated.
    """
    call, found = ended.call, RepeatedCalls(None)
    if call is not None:
        found = crashing_calls(find, ended, call, silence, alone=bool(calls))
    if found.start and found.calls == () and isinstance(ended.failure, Hang):
        raise PreconditionError(
            f"{name} cannot be checked from {found.start}: {ended.failure}; when repeated, the same "
            "call returns, so the search is slow, but does not hang. Give a starting call with a smaller depth, or "
            "allow more time with --seconds"
        )
    story, again, interrupted = None, None if found.calls is None else False, found.interrupted
    match found.calls:
        case (Call(path=()) as call,):
            again = True
    if again is False and not interrupted:
        try:
            story = crash_story(find, ended, found.calls or calls, silence, given=bool(calls))
        except KeyboardInterrupt:
            interrupted = True
    cause = "memory" if story is not None and len(story.steps) > 1 else ""
    broken = Finding(Severity.WRONG, str(ended.failure), BROKEN, cause)
    witness = story or (None if call is None else _witness(call, ended, again=again))
    if witness is not None and (again is not False or story is not None):
        witness = structs.replace(witness, unshrunk=found.unshrunk)
    alternates = call is None or call.tree.alternates
    skipped = (Skipped("random trees", plan.given, evidence=False),) if plan.given else ()
    report = Report(plan.seed, plan.examples, interrupted, calls=ended.calls, skipped=skipped)
    return _result(name, report, broken, witness, title=found.title or NOT_KNOWN, alternates=alternates)


def judge_crash_at_start(name: str, starts: Iterable[str], plan: Plan, error: CrashError) -> TrialResult:
    """Make the verdict on a search that crashes in each of its starting calls, so that it cannot be judged on trees."""
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


def _witness(call: Call, ended: EarlyEnd, *, again: bool | None) -> Witness:
    """Make a counterexample from a call that ended the process.

    `again` is False if the process did not end when the call was repeated.
    """
    searched: Tree[Any, Number] = call.tree if call.depth is None else cut(call.tree, call.depth)
    return Witness(
        tree=call.tree,
        window=call.window,
        truth=value(searched, searched.root),
        found=None,
        failure=ended.failure,
        leaves=(),
        fewest=fewest_leaves(searched, call.window),
        details=NOT_AGAIN if again is False else "",
        depth=call.depth,
        among=ended.calls if again is False else None,
    )
