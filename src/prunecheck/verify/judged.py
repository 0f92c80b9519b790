"""A search judged where it can do no harm: the one way from what a user names to a verdict."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from prunecheck.errors import Failure, PreconditionError
from prunecheck.subjects.alone import Ended, Stage, alone
from prunecheck.subjects.calling import Watch
from prunecheck.subjects.found import find_subject
from prunecheck.subjects.given import given
from prunecheck.subjects.program_subject import is_program
from prunecheck.subjects.subject import Subject, subject_of
from prunecheck.subjects.wanted import Wanted
from prunecheck.verify.fallen import fallen
from prunecheck.verify.session import Plan
from prunecheck.verify.stranger import Tried, tried

SILENCE: Final = 6.0  # seconds without a call after which a process is given up, beyond twice the time for an answer


def judged(search: Callable[..., Any] | str, wanted: Wanted, plan: Plan) -> Tried:
    """Try `search` by `plan`, for what `wanted` says of it.

    A search in Python that is named by a text is tried in a process of its own: if it takes that down, the verdict says
    so. A callable is tried in this one, and so is any search where other threads run, which no fork takes along.
    Raises: PreconditionError or UnknownNameError where there is no such search, or no way to call it.
    """
    if isinstance(search, str) and not is_program(search) and threading.active_count() == 1:
        done = _judged_alone(search, wanted, plan)
    else:
        subject = _found(search, wanted)
        try:
            done = tried(subject, plan, claims=wanted.claims)
        finally:
            subject.close()
    return replace(done, searches=tuple(replace(each, said=wanted.calling) for each in done.searches))


def _judged_alone(name: str, wanted: Wanted, plan: Plan) -> Tried:
    stage = Stage()

    def find(watch: Watch) -> Subject:
        return _found(name, wanted, watch, stage.begin)

    silence = SILENCE + 2 * wanted.seconds
    done = alone(lambda watch: tried(find(watch), plan, claims=wanted.claims), silence=silence)
    if not isinstance(done, Ended):
        return done
    if stage.words:
        raise PreconditionError(f"{stage.words}: {before_any_call(done, silence)}")
    return fallen(name, find, plan, done, silence=silence)


def before_any_call(ended: Ended, silence: float) -> str:
    """How it ended while the search was still to be found, and what to do: that is no verdict on it."""
    if ended.failure is Failure.HUNG:
        return f"it does not come to an end within {silence:g} s; mend it, or allow more with --seconds"
    return f"{ended.failure.value}: {ended.message}; mend what it does there"


def _found(
    search: Callable[..., Any] | str,
    wanted: Wanted,
    watch: Watch | None = None,
    begin: Callable[[str], None] | None = None,
) -> Subject:
    declared = wanted.declared()
    reading = wanted.depth_reading
    if not isinstance(search, str):
        found = subject_of(
            given(search, seconds=wanted.seconds), declared=declared, seconds=wanted.seconds, watch=watch
        )
        return replace(found, reading=reading)
    found = find_subject(search, declared=declared, seconds=wanted.seconds, watch=watch, begin=begin)
    return replace(found, name=search, reading=reading)
