"""Reproduce a failure that only occurs after other calls in a new process, as its rerun command does.

A module-level table outlives every instance, and the calls that detect the calling convention also fill it. So the
search is loaded again in a separate process, and the earlier calls are repeated there.
"""

from collections.abc import Callable
from functools import partial

from msgspec import structs

from prunecheck.errors import PrunecheckError
from prunecheck.subjects.sandbox.call_log import CallLog
from prunecheck.subjects.sandbox.child import LoadedOnce, run_in_child
from prunecheck.subjects.subject import Subject, Watch
from prunecheck.trees.call import Call, Scenario
from prunecheck.verify.budgets import CRASH_SHRINKING, SILENCE
from prunecheck.verify.crashing_sequence import last_parts, shortest
from prunecheck.verify.findings import what_is_wrong
from prunecheck.verify.hunt.drawn_sequences import witness_of
from prunecheck.verify.judge import InstanceJudge, contracts_in_sequences
from prunecheck.verify.plan import OnProgress, Progress
from prunecheck.verify.records import ClaimVerdict, Witness
from prunecheck.verify.severity import FAIL_ON, USUAL
from prunecheck.verify.trial import SubjectVerdict, TrialResult


def with_repeated_calls(
    done: TrialResult, find: Callable[[Watch], Subject], log: CallLog, silence: float, on_progress: OnProgress
) -> TrialResult:
    """Replace each witness that needs earlier calls by a sequence of calls that fails again, if there is one.

    `find` loads the search again; `log` has the calls that were made. An interrupt ends the repetitions, and keeps the
    verdict.
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
    report = structs.replace(done.report, variants=tuple(each.verdict for each in searches))
    return structs.replace(done, report=report, searches=tuple(searches))


def _with_witness(searched: SubjectVerdict, claim: ClaimVerdict) -> SubjectVerdict:
    """The verdict with another witness against a contract, and with the finding worded for that witness."""
    words = what_is_wrong(claim.contract, claim.witness)
    findings = tuple(
        structs.replace(each, words=words) if each.contract == claim.contract else each for each in searched.findings
    )
    return structs.replace(searched, verdict=searched.verdict.with_claim(claim), findings=findings)


def _unrepeated(searched: SubjectVerdict) -> list[str]:
    """The contracts whose witness does not reproduce the failure alone, although a sequence of calls may."""
    found = []
    for finding in searched.findings:
        claim = searched.claim(finding.contract)
        if finding.severity not in FAIL_ON[USUAL] or claim is None or claim.witness is None or claim.witness.steps:
            continue
        # such a failure depends on earlier calls, or on the keys of a process
        comes_and_goes = finding.cause in ("memory", "keys")
        needs_others = comes_and_goes or claim.witness.among is not None
        if needs_others and contracts_in_sequences([finding.contract]):
            found.append(finding.contract)
    return found


def _repeated(
    find: Callable[[Watch], Subject], name: str, seen: Witness, log: CallLog, silence: float
) -> Witness | None:
    """The witness of the shortest sequence that violates the contract again, or None."""
    alone = (Call(seen.tree, seen.window, seen.depth),)
    parts = (alone, *last_parts(log, of_last=False))
    try:
        found = run_in_child(partial(_repeated_in_forks, find, name, parts), silence=silence + 2 * CRASH_SHRINKING)
    except PrunecheckError:  # the search cannot be called now
        return None
    return found if isinstance(found, Witness) else None


def _repeated_in_forks(
    find: Callable[[Watch], Subject], name: str, parts: tuple[Scenario, ...], watch: Watch
) -> Witness | None:
    """The same as `_repeated`.

    The search is loaded once, and each sequence runs in a fork; without forks, only the first runs.
    """
    loaded = LoadedOnce(find, watch)

    def played(calls: Scenario, subject: Subject) -> Witness | None:
        judge = InstanceJudge(subject, contracts_in_sequences([name]))
        return None if all(map(judge.play, calls)) else witness_of(judge)

    if not loaded.can_fork:
        return played(parts[0], loaded.subject)

    def outcome(calls: Scenario) -> Witness | None:
        done = loaded.run(partial(played, calls), silence=SILENCE)
        return done if isinstance(done, Witness) else None

    def fails(calls: Scenario) -> Scenario | None:
        seen = outcome(calls)
        return None if seen is None else seen.scenario

    found = shortest(parts, fails)
    seen = None if found is None else outcome(found.calls)
    return None if found is None or seen is None else structs.replace(seen, unshrunk=found.unshrunk)
