"""Detect how a search must be called: find the calling convention with the best results on small trees."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePath
from typing import Any, Final

from prunecheck.errors import PreconditionError, start_needed
from prunecheck.failures import Raised
from prunecheck.subjects.convention import Returns
from prunecheck.subjects.detecting.attempts import SLOW_ANSWERS, Attempts, Detection, Pace
from prunecheck.subjects.presenting.python_search import QUESTIONS
from prunecheck.subjects.sandbox.budget import ANSWER_SECONDS
from prunecheck.subjects.source.vocabulary import Vocabulary
from prunecheck.subjects.subject import Watch

NO_INPUT: Final = "EOF when reading a line"  # the message of the error that `input()` raises if there is no input


def detect(
    make: Callable[[], Callable[..., Any]],
    words: Vocabulary,
    *,
    name: str,
    declared: dict[str, Any] | None = None,
    watch: Watch | None = None,
    small: bool = False,
    seconds: float = ANSWER_SECONDS,
) -> Detection:
    """Detect how to call the function that `make` returns; `declared` contains the fields that the user has given.

    `watch` observes each call before it is made. If `small` is True, values in the trees are between -3 and 3. If a
    search does not return within the usual time for a trial call, a last attempt allows the full `seconds`. Raises:
    PreconditionError, with the result of the likeliest calling convention, if it is unclear how to call the search. If
    the user has declared the arguments and the result, no error is raised, since the search itself must be wrong.
    """
    said = declared or {}
    trial = Attempts(make, words, name, said, watch, small)
    pace = Pace()
    best, over = trial.likeliest(pace)
    if words.apart is not None and (best is None or not best.understood or (best.unknown and not best.certain)):
        apart = replace(trial, words=words.apart)
        found, late = apart.likeliest(pace)
        if found is not None and (best is None or found.rank > best.rank):
            trial, best, over = apart, found, late
    if best is not None and best.right < best.tried and best.adapter.convention.limits and not best.silent:
        # the search may return a constant at its own limit, even if the game is over there
        spare = replace(trial, spare_plies=1)
        found, _ = spare.likeliest(pace)
        if found is not None and found.right < found.tried:  # the search may assume that MAX moves first
            with_max = replace(found.adapter, convention=replace(found.adapter.convention, max_at_root=True))
            found = spare.attempt(with_max, pace, spare.trees(with_max, pace))
        if found is not None and found.right == found.tried:
            trial, best, over = spare, found, False
    if best is not None and best.silent and seconds > pace.seconds:
        patient = Pace(seconds, slow=True, questions=QUESTIONS)
        first = trial.first(best.adapter, patient)
        if first.silent:
            best = replace(best, raised=first.raised, failure=first.failure, unknown=first.unknown)
        elif not trial.first(best.adapter, pace).silent:  # here, only the first call was slow
            best, over = trial.likeliest(pace)
        if best is not None and best.silent and not first.silent:
            pace = patient
            best, over = trial.likeliest(pace)
    if best is None:
        raise PreconditionError(f"{name}: no way to call it fits the options; drop one or more of them")
    undeclared = not {"takes", "returns"} <= said.keys()
    if not best.understood and undeclared:
        if not best.answered and not best.unknown and isinstance(best.failure, Raised) and best.failure.line:
            raise _raises(name, best, best.failure)
        way = f"{best.adapter.convention.words()}: {_doubt(best)}"
        raise _refused(best, f"{name}: could not tell how it is called. The most likely way is {way}")
    if best.right < best.tried and undeclared and best.unknown:
        raise _refused(best, f"{name} uses an attribute of positions that prunecheck does not know: {_doubt(best)}")
    if pace.slow and over and undeclared:
        within = f"{SLOW_ANSWERS * seconds:g} s"
        raise _refused(best, f"{name} is too slow: prunecheck found no right way to call it within {within}")
    if best.answered and best.adapter.convention.returns is not Returns.MOVE:
        leaves = trial.attempt(best.adapter, pace, trial.leaves())
        if best.right == best.tried or leaves.returns_nothing:
            best = replace(best, over=leaves.failure)
    return best


def _place(failure: Raised) -> str:
    """Return the file and line that raised an exception."""
    return f"{PurePath(failure.file).name}:{failure.line}"


def _doubt(best: Detection) -> str:
    """Say why even the likeliest calling convention may be wrong."""
    if isinstance(best.failure, Raised) and best.failure.line:
        return f"{best.failure} ({_place(best.failure)})"
    if best.failure is not None:
        return str(best.failure)
    if best.right:
        return (
            f"the search returns the right value on only {best.right} of {best.tried} trees, so it may only play its "
            "own game"
        )
    return "the search returns the same value for every tree"


def _raises(name: str, best: Detection, failure: Raised) -> PreconditionError:
    """Return the error for a search that raised an exception in each trial call.

    The message names this exception as the likely cause.
    """
    if (failure.exception, failure.message) == (EOFError.__name__, NO_INPUT):
        return PreconditionError(f"{name} asks the user for input ({_place(failure)}); remove input() there", failure)
    called = f"called as {best.adapter.convention.words()}"
    return _refused(
        best,
        f"{name} raises {failure} ({_place(failure)}); fix this error. If the search is right, prunecheck could "
        f"not tell how it is called: it was {called}",
    )


def _refused(best: Detection, why: str) -> PreconditionError:
    """Return the error for a search whose likeliest calling convention may be wrong: the reason, then a remedy."""
    if best.unknown:
        names = "one of the names in 'Names and calling conventions' of the documentation"
        why = f"{why}; give {best.unknown!r} {names}"
        return start_needed(f"{why}, or give a starting call", best.failure)
    return start_needed(
        f"{why}; declare how it is called (--takes, --values, --answers or --returns), or give a starting call",
        best.failure,
    )
