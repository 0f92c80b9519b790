"""Find the shortest sequence of calls of a search that fails again in a new process.

The failure is a crash, or a wrong result that depends on a table in the user's module. A table in a global variable
outlives every instance of the search. A table in a global variable already contains entries from the first calls, which
detect how the search is called. The search is therefore loaded again in a separate process, and the earlier calls are
repeated there.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from time import monotonic
from typing import Final, NamedTuple, NoReturn, TypeAlias, TypeVar

from msgspec import structs

from prunecheck.contracts.order import owed_by
from prunecheck.errors import PrunecheckError
from prunecheck.failures import Failure, Hang
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.sandbox.call_log import CallLog, EarlyEnd
from prunecheck.subjects.sandbox.child import SearchDescription, TryOn, run_on_subject, try_in_forks
from prunecheck.subjects.sandbox.shared_memory import Stage
from prunecheck.subjects.subject import Instance, Subject, Watch
from prunecheck.trees.call import Call, Scenario
from prunecheck.trees.scenario_json import scenario_to_json
from prunecheck.verify.budgets import CRASH_SHRINKING, CRASH_SILENCE, CRASH_STEPS, CRASH_TRIES, MOST_REPEATED, SILENCE
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.findings import what_is_wrong
from prunecheck.verify.hunt.drawn_sequences import witness_of
from prunecheck.verify.hunt.reproduce import last_parts
from prunecheck.verify.judge import InstanceJudge, contracts_in_sequences
from prunecheck.verify.outcomes import FAIL_ON, USUAL
from prunecheck.verify.plan import OnProgress, Progress
from prunecheck.verify.records import ClaimVerdict
from prunecheck.verify.run import traits_of
from prunecheck.verify.shrink.sequence_passes import SEQUENCE_PASSES, sequence_size
from prunecheck.verify.shrink.shrinker import OutOfTimeError, Shrinker
from prunecheck.verify.trial_result import SubjectVerdict, TrialResult

# the most characters that the text of the calls may have; systems limit command-line arguments to a little more
MOST_WRITTEN: Final = 100_000

# returns the calls up to the one that fails as before, or None if none fails
Fails: TypeAlias = Callable[[Scenario], Scenario | None]
T = TypeVar("T")
R = TypeVar("R")


class RepeatedCalls(NamedTuple):
    """The shortest sequence of calls that failed again.

    `calls` is empty if no sequence failed again, and None if no call was repeated.

    `unshrunk` is True if time ran out before the sequence was as short as possible. `interrupted` is True after Ctrl-C.
    `title` describes how the search is called, if this was detected. If the search only accepts positions of its own
    game, `start` is the starting call.
    """

    calls: Scenario | None
    unshrunk: bool = False
    interrupted: bool = False
    title: str = ""
    start: str = ""


def crashing_calls(
    find: Callable[[Watch], Subject], ended: EarlyEnd, call: Call, silence: float, *, alone: bool
) -> RepeatedCalls:
    """Find the shortest sequence of calls whose last call, `call`, ends the process again as described in `ended`.

    First, the call is repeated alone. If `alone` is False, the last 2, 4, 8... calls on the same instance are repeated
    next, then the last 2, 4, 8... calls on all instances. When a sequence of calls makes the process end as in `ended`,
    this sequence is shortened as far as time allows. A sequence has at most `CRASH_STEPS` calls.
    """
    of_last = () if alone or ended.log is None else (True, False)
    logs = [ended.log.scenario(MOST_REPEATED, of_last=last) for last in of_last if ended.log is not None]
    work = partial(_shortest_that_ends, ended, ((call,), *(part for calls in logs for part in last_parts(calls))))
    try:
        done = try_in_forks(find, work, silence=silence, seconds=2 * CRASH_SHRINKING, silence_of_try=CRASH_SILENCE)
    except PrunecheckError:  # the search cannot be called in the new process
        return RepeatedCalls(None)
    except KeyboardInterrupt:
        return RepeatedCalls(None, unshrunk=True, interrupted=True)
    if isinstance(done, EarlyEnd):  # possibly in a call that detects how the search is called
        return RepeatedCalls((call,) if ended_alike(done, ended) and done.call == call else None)
    return done


def crash_story(
    find: Callable[[Watch], Subject], ended: EarlyEnd, calls: Scenario, silence: float, *, given: bool
) -> Witness | None:
    """Make the calls on one instance. Returns a counterexample if the last call ends the process as in `ended`.

    If the user gave the calls (`given`), the process must end in the same call as before.
    """
    if not any(isinstance(call, Call) for call in calls):
        return None
    try:
        done = run_on_subject(find, partial(_carry_out, calls=calls), silence=silence)
        if not ended_alike(done, ended) or (given and isinstance(done, EarlyEnd) and done.call != ended.call):
            return None
        last = _Crashed(ended.failure)
        seen = run_on_subject(find, partial(_carry_out, calls=calls, last=last), silence=silence)
    except PrunecheckError:  # the search cannot be called in the new process
        return None
    return seen if isinstance(seen, Witness) else None


def ended_alike(done: object, ended: EarlyEnd) -> bool:
    """True if a process ended as `ended` describes.

    Two timeouts are treated as equal even if their time limits differ.
    """
    if not isinstance(done, EarlyEnd):
        return False
    return done.failure == ended.failure or (isinstance(done.failure, Hang) and isinstance(ended.failure, Hang))


def _shortest_that_ends(
    ended: EarlyEnd, parts: tuple[Scenario, ...], loaded: SearchDescription, try_on: TryOn
) -> RepeatedCalls:
    """Find the shortest sequence of calls that ends the process again, among sequences made from `parts`.

    If a search that only accepts positions of its own game timed out, only its last call is repeated. If the repeated
    call returns, the search is just slow.
    """
    slow = bool(loaded.start) and isinstance(ended.failure, Hang)
    found = shortest(parts[:1] if slow else parts, partial(_ends, ended, try_on))
    found = RepeatedCalls(()) if len(found.calls or ()) > CRASH_STEPS else found
    return found._replace(title=loaded.title, start=loaded.start)


def _ends(ended: EarlyEnd, run: TryOn, calls: Scenario) -> Scenario | None:
    """Make calls in a new process until one ends the process in the same way as before. Returns the calls made.

    Returns None if the process does not end in the same way.
    """
    at = Stage()
    done = run(partial(_play, calls=calls, at=at))
    return calls[: int(at.words) + 1] if at.words and ended_alike(done, ended) else None


def limited(fails: Callable[[T], R]) -> Callable[[T], R]:
    """Wrap the test `fails` so that it raises OutOfTimeError when the time or the tries for shrinking are used up.

    One try is always made.
    """
    deadline, tries = monotonic() + CRASH_SHRINKING, count()

    def fails_in_time(candidate: T) -> R:
        tried = next(tries)
        if tried == CRASH_TRIES or (tried and monotonic() > deadline):
            raise OutOfTimeError
        return fails(candidate)

    return fails_in_time


def shortest(parts: tuple[Scenario, ...], fails: Fails) -> RepeatedCalls:
    """Shrink the first sequence in `parts` that fails, within the limits on time and tries.

    The result is empty if no sequence fails, or if even the shrunk sequence is too long. After Ctrl-C, the result is
    the shortest failing sequence so far.
    Raises: KeyboardInterrupt after Ctrl-C if no sequence has failed yet.
    """
    fails = limited(fails)
    shrinker: Shrinker[Scenario] | None = None
    unshrunk, interrupted = True, False
    try:
        with suppress(OutOfTimeError):
            first = next((found for part in parts if (found := fails(part))), None)
            if first is None:
                return RepeatedCalls(())
            shrinker = Shrinker(first, fails, sequence_size)
            shrinker.shrink(SEQUENCE_PASSES)
            unshrunk = False
    except KeyboardInterrupt:
        if shrinker is None:
            raise
        interrupted = True
    if shrinker is None or len(scenario_to_json(shrinker.best)) > MOST_WRITTEN:
        return RepeatedCalls(())
    return RepeatedCalls(shrinker.best, unshrunk, interrupted)


def _play(subject: Subject, calls: Scenario, at: Stage) -> None:
    """Make the calls on one instance of a search. Before a call is made, its number is logged."""
    judge = _judge(subject)
    for nth, call in enumerate(calls):
        at.begin(str(nth))
        judge.play(call)


def _judge(subject: Subject) -> InstanceJudge:
    return InstanceJudge(subject, contracts_in_sequences(owed_by(traits_of(subject))))


def _carry_out(subject: Subject, calls: Scenario, last: Instance | None = None) -> Witness:
    """Make the calls on one instance of a search. Returns a counterexample record of the last call.

    If `last` is not None, the last call is made on the instance `last`, and not on the instance of the other calls.
    """
    judge = _judge(subject)
    for call in calls[:-1]:
        judge.carry_out(call)
    if last is not None:
        judge.shared = last
    judge.carry_out(calls[-1])
    return witness_of(judge)


class _Crashed(Instance):
    """Stands for an instance whose process has ended: every call fails with `failure`."""

    def __init__(self, failure: Failure) -> None:
        self._failure = failure

    @property
    def clear(self) -> Callable[[], object]:
        """A function that raises SubjectError with `failure`, as every call of the search does."""
        return self.search

    def search(self, *_: object) -> NoReturn:
        """Raise SubjectError with `failure`."""
        raise SubjectError(self._failure)


def with_repeated_calls(
    done: TrialResult, find: Callable[[Watch], Subject], log: CallLog, silence: float, on_progress: OnProgress
) -> TrialResult:
    """Replace a counterexample that only fails after earlier calls by a sequence of calls that fails on its own.

    `find()` loads the search again. `log` contains the calls that were made. After Ctrl-C, no more calls are repeated,
    and the verdict is returned with the results so far. If no sequence of calls fails again, the counterexample is not
    replaced.
    """
    searches = list(done.searches)
    try:
        for nth, searched in enumerate(searches):
            for name in _unrepeated(searched):
                on_progress(Progress("shrinking", calls=done.report.calls))
                claim = searched.claim(name)
                assert claim is not None
                assert claim.witness is not None
                seen = _repeated(find, name, claim.witness, log, silence)
                if seen is not None:
                    searches[nth] = _with_witness(searches[nth], structs.replace(claim, witness=seen))
    except KeyboardInterrupt:
        pass
    report = structs.replace(done.report, variants=tuple(search.verdict for search in searches))
    return structs.replace(done, report=report, searches=tuple(searches))


def _with_witness(searched: SubjectVerdict, claim: ClaimVerdict) -> SubjectVerdict:
    """Replace the counterexample to a violated contract, and reword the finding to fit the new counterexample."""
    words = what_is_wrong(claim.contract, claim.witness)
    findings = tuple(
        structs.replace(finding, words=words) if finding.contract == claim.contract else finding
        for finding in searched.findings
    )
    return structs.replace(searched, verdict=searched.verdict.with_claim(claim), findings=findings)


def _unrepeated(searched: SubjectVerdict) -> list[str]:
    """List the contracts whose counterexample does not fail again on its own, but may fail after other calls."""
    found = []
    for finding in searched.findings:
        witness = searched.witness(finding)
        if finding.severity not in FAIL_ON[USUAL] or witness is None or witness.steps:
            continue
        # such a failure depends on earlier calls, or on the keys of a process
        comes_and_goes = finding.cause in ("memory", "keys")
        needs_others = comes_and_goes or witness.among is not None
        if needs_others and contracts_in_sequences([finding.contract]):
            found.append(finding.contract)
    return found


def _repeated(
    find: Callable[[Watch], Subject], name: str, seen: Witness, log: CallLog, silence: float
) -> Witness | None:
    """Make a counterexample from the shortest sequence of calls that violates a contract again.

    Returns None if no sequence of calls violates the contract again.
    """
    alone = (Call(seen.tree, seen.window, seen.depth),)
    parts = (alone, *last_parts(log.scenario(MOST_REPEATED, of_last=False)))
    work = partial(_shortest_that_violates, name, parts)
    try:
        found = try_in_forks(find, work, silence=silence, seconds=2 * CRASH_SHRINKING, silence_of_try=SILENCE)
    except PrunecheckError:  # the search cannot be called now
        return None
    return None if isinstance(found, EarlyEnd) else found


def _shortest_that_violates(
    name: str, parts: tuple[Scenario, ...], loaded: SearchDescription, try_on: TryOn
) -> Witness | None:
    """Find a short sequence of calls, from `parts`, that violates a contract.

    If the search must be loaded again for each try, only the first sequence is tried.
    """

    def outcome(calls: Scenario) -> Witness | None:
        done = try_on(partial(_violation_in, name, calls))
        return done if isinstance(done, Witness) else None

    def fails(calls: Scenario) -> Scenario | None:
        seen = outcome(calls)
        return None if seen is None else seen.scenario

    if not loaded.can_fork:
        return outcome(parts[0])
    found = shortest(parts, fails)
    if found.interrupted:
        raise KeyboardInterrupt
    seen = outcome(found.calls) if found.calls else None
    return None if seen is None else structs.replace(seen, unshrunk=found.unshrunk)


def _violation_in(name: str, calls: Scenario, subject: Subject) -> Witness | None:
    judge = InstanceJudge(subject, contracts_in_sequences([name]))
    return None if all(map(judge.play, calls)) else witness_of(judge)
