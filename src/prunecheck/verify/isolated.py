"""A search judged where it can do no harm: the one way from what a user names to a verdict."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from msgspec import structs

from prunecheck.errors import PreconditionError
from prunecheck.failures import Hang
from prunecheck.subjects.external.search import is_program
from prunecheck.subjects.find import find_subject, subject_of
from prunecheck.subjects.loading.from_object import load_object
from prunecheck.subjects.sandbox.forked import EarlyEnd, Stage, run_in_fork
from prunecheck.subjects.subject import Subject, Watch
from prunecheck.verify.budgets import SILENCE
from prunecheck.verify.catalogue import judge_variant, variant_in
from prunecheck.verify.options import Options
from prunecheck.verify.plan import OnProgress, Plan, Progress, no_progress
from prunecheck.verify.process_crash import fallen
from prunecheck.verify.trial import TrialResult, verify_subject

CALLING: Final = "finding out how it is called"


def judged(
    search: Callable[..., Any] | str, wanted: Options, plan: Plan, on_progress: OnProgress = no_progress
) -> TrialResult:
    """Judge `search` by `plan`, for what `wanted` says of it: on its calls, on its tree, or on drawn trees.

    A search in Python that is named by a text is judged in a process of its own: if it takes that down, the verdict
    says so. A callable is judged in this one, and so is any search where other threads run, which no fork takes along.
    A text without a colon may name a variant of the catalogue.
    Raises: PreconditionError or UnknownNameError where there is no such search, or no way to call it.
    """
    if isinstance(search, str) and (variant := variant_in(search)) is not None:
        return judge_variant(variant, wanted, plan, on_progress)
    on_progress(Progress(CALLING))
    if isinstance(search, str) and not is_program(search) and threading.active_count() == 1:
        done = _judged_alone(search, wanted, plan, on_progress)
    else:
        subject = _found(search, wanted)
        try:
            done = _judge(subject, wanted, plan, on_progress)
        finally:
            subject.close()
    return structs.replace(done, searches=tuple(structs.replace(each, said=wanted.calling) for each in done.searches))


def _judge(subject: Subject, wanted: Options, plan: Plan, on_progress: OnProgress) -> TrialResult:
    return verify_subject(subject, plan, claims=wanted.claims, on_progress=on_progress)


def _judged_alone(name: str, wanted: Options, plan: Plan, on_progress: OnProgress) -> TrialResult:
    stage = Stage()
    line = Stage()

    def find(watch: Watch) -> Subject:
        return _found(name, wanted, watch, stage.begin)

    def note(at: Progress) -> None:
        line.begin(f"{at.done} {at.total} {at.calls} {at.stage}")

    def pass_on() -> None:
        done, total, calls, *words = line.words.split(" ", 3) if line.words else ["0", "0", "0"]
        on_progress(Progress(words[0] if words else CALLING, int(done), int(total), int(calls)))

    silence = SILENCE + 2 * wanted.seconds
    done = run_in_fork(lambda watch: _judge(find(watch), wanted, plan, note), silence=silence, while_waiting=pass_on)
    if not isinstance(done, EarlyEnd):
        return done
    if stage.words:
        raise PreconditionError(f"{stage.words}: {before_any_call(done, silence)}")
    on_progress(Progress("shrinking", calls=done.calls))
    return fallen(name, find, plan, done, silence=silence)


def before_any_call(ended: EarlyEnd, silence: float) -> str:
    """How it ended while the search was still to be found, and what to do: that is no verdict on it."""
    if isinstance(ended.failure, Hang):
        return f"it does not come to an end within {silence:g} s; fix it, or allow more with --seconds"
    return f"{ended.failure}; fix what it does there"


def _found(
    search: Callable[..., Any] | str,
    wanted: Options,
    watch: Watch | None = None,
    begin: Callable[[str], None] | None = None,
) -> Subject:
    declared = wanted.declared()
    reading = wanted.depth_reading
    found: Subject
    if not isinstance(search, str):
        found = subject_of(
            load_object(search, seconds=wanted.seconds), declared=declared, seconds=wanted.seconds, watch=watch
        )
        return found.with_traits(depth_reading=reading)
    found = find_subject(search, declared=declared, seconds=wanted.seconds, watch=watch, begin=begin)
    return replace(found, name=search).with_traits(depth_reading=reading)
