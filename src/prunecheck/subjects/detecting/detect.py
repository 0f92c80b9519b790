"""Detect how a search must be called: find the calling convention with the best results on small trees."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any, Final

from prunecheck.errors import PreconditionError, start_needed
from prunecheck.failures import Raised
from prunecheck.subjects.convention import Returns
from prunecheck.subjects.detecting.attempts import SLOW_ANSWERS, Attempts, Pace
from prunecheck.subjects.detecting.detection import Detection
from prunecheck.subjects.presenting.python_search import QUESTIONS
from prunecheck.subjects.sandbox.budget import ANSWER_SECONDS
from prunecheck.subjects.source.parameters import default_window
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
    """Detect how to call the function that `make` returns. `declared` contains what the user has said about the call.

    `watch` is called before each call of the search. If `small` is True, values in the trees are between -3 and 3. If a
    search does not return within the usual time for a trial call, a last attempt allows the full `seconds`. Raises:
    PreconditionError, with the result of the likeliest calling convention, if it is unclear how to call the search. If
    the user has declared both the arguments and the result, no error is raised, since then only the search itself can
    be wrong.
    """
    trial = Attempts(make, words, name, declared or {}, watch, small)
    found = _patient(_with_spare_ply(_with_other_words(_found_in_window(trial, Pace()))), seconds)
    best = found.best
    if best is None:
        raise PreconditionError(f"no way to call `{name}` fits the options; drop one or more of them")
    if not {"takes", "returns"} <= trial.declared.keys():
        _refuse_unclear(name, best)
        if found.pace.slow and found.over:
            within = f"{SLOW_ANSWERS * seconds:g} s"
            raise _refused(best, f"cannot tell how to call `{name}`: it is slow, and no call was right within {within}")
    if best.answered and best.adapter.convention.returns is not Returns.MOVE:
        leaves = found.trial.attempt(best.adapter, found.pace, found.trial.leaves())
        if best.right == best.tried or leaves.returns_nothing:
            return replace(best, over=leaves.failure)
    return best


@dataclass(frozen=True, slots=True)
class _Found:
    """The likeliest calling convention so far, and the attempts that found it.

    `over` is True if time ran out before any calling convention was right.
    """

    trial: Attempts
    pace: Pace
    best: Detection | None
    over: bool


def _found(trial: Attempts, pace: Pace) -> _Found:
    return _Found(trial, pace, *trial.likeliest(pace))


def _found_in_window(trial: Attempts, pace: Pace) -> _Found:
    """Find the likeliest calling convention. If the search fails in an infinite window, use its default window instead.

    For example, a search that halves its window again and again needs finite bounds.
    """
    first = next(trial.candidates(), None)
    ends = None if first is None else default_window(first.convention, trial.make())
    if first is None or ends is None or trial.first(first, pace).raised is None:
        return _found(trial, pace)
    finite = _found(replace(trial, ends=ends), pace)
    if finite.best is None:
        return _found(trial, pace)
    infinite = replace(finite.best.adapter, ends=None)
    fails = finite.best.right > trial.attempt(infinite, pace, trial.trees(infinite, pace)).right
    return finite if fails else _found(trial, pace)


def _with_other_words(found: _Found) -> _Found:
    """If the program's names have a second possible meaning, try all calling conventions again with this meaning."""
    words, best = found.trial.words.apart, found.best
    if words is None or (best is not None and best.understood and (best.certain or not best.unknown)):
        return found
    other = _found(replace(found.trial, words=words), found.pace)
    better = other.best is not None and (best is None or other.best.rank > best.rank)
    return other if better else found


def _with_spare_ply(found: _Found) -> _Found:
    """Try the search's own depth limit with one more ply, since the search may return a constant at this limit."""
    best = found.best
    if best is None or best.right == best.tried or not best.adapter.convention.limits or best.silent:
        return found
    spare = _found(replace(found.trial, spare_plies=1), found.pace)
    if spare.best is not None and spare.best.right < spare.best.tried:  # the search may assume that MAX moves first
        with_max = replace(spare.best.adapter, convention=replace(spare.best.adapter.convention, max_at_root=True))
        trees = spare.trial.trees(with_max, spare.pace)
        spare = replace(spare, best=spare.trial.attempt(with_max, spare.pace, trees), over=False)
    return spare if spare.best is not None and spare.best.right == spare.best.tried else found


def _patient(found: _Found, seconds: float) -> _Found:
    """If the search has never returned in time, call it again with the full time limit of `seconds`."""
    best, trial = found.best, found.trial
    if best is None or not best.silent or seconds <= found.pace.seconds:
        return found
    pace = Pace(seconds, slow=True, questions=QUESTIONS)
    first = trial.first(best.adapter, pace)
    if first.silent:
        return replace(found, best=replace(best, calls=first.calls))
    if not trial.first(best.adapter, found.pace).silent:  # here, only the first call was slow
        again = _found(trial, found.pace)
        if again.best is None or not again.best.silent:
            return again
    return _found(trial, pace)


def _refuse_unclear(name: str, best: Detection) -> None:
    """Raise a PreconditionError if the trial calls do not show how to call the search."""
    if not best.understood:
        if not best.answered and not best.unknown and isinstance(best.failure, Raised) and best.failure.line:
            raise _raises(name, best, best.failure)
        raise _refused(best, f"cannot tell how to call `{name}`: {_doubt(best)}. {_likeliest_call(best)}")
    if best.right < best.tried and best.unknown:
        raise _refused(best, f"`{name}` uses an attribute of positions that prunecheck does not know: {_doubt(best)}")


def _place(failure: Raised) -> str:
    """Return the file and line that raised an exception."""
    return f"{PurePath(failure.file).name}:{failure.line}"


def _doubt(best: Detection) -> str:
    """Say why even the likeliest calling convention may be wrong."""
    if isinstance(best.failure, Raised) and best.failure.line:
        return f"it raises {best.failure} ({_place(best.failure)})"
    if best.failure is not None:
        return str(best.failure)
    if best.right:
        return (
            f"it returns the right value on only {best.right} of {best.tried} trees, so it may only play its own game"
        )
    return "it returns the same value for every tree"


def _likeliest_call(best: Detection) -> str:
    """Say what the likeliest way to call the search is."""
    return f"The most likely way to call it is {best.adapter.convention.words()}"


def _raises(name: str, best: Detection, failure: Raised) -> PreconditionError:
    """Return the error for a search that raised an exception in each trial call.

    The error's message names the search's exception as the likely cause of the problem.
    """
    if (failure.exception, failure.message) == (EOFError.__name__, NO_INPUT):
        return PreconditionError(f"`{name}` asks the user for input ({_place(failure)}); remove input() there", failure)
    return _refused(
        best,
        f"cannot call `{name}` on random trees: it raises {failure} ({_place(failure)}). {_likeliest_call(best)}. Fix "
        "the error if it is a bug",
        otherwise="otherwise, ",
    )


def _refused(best: Detection, why: str, *, otherwise: str = "") -> PreconditionError:
    """Return the error for a search whose likeliest calling convention may be wrong: the reason, then a remedy."""
    remedy = "declare how to call it (--takes, --values, --answers or --returns)"
    if best.unknown:
        remedy = f"rename `{best.unknown}` to a name that 'prunecheck list names' shows"
    return start_needed(why, best.failure, request=f"{otherwise}{remedy}, or give a starting call")
