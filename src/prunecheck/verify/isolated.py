"""Run a user's search in a separate process, so that a crash of the search does not crash prunecheck."""

import threading
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeVar

import msgspec

from prunecheck.errors import CrashError, PreconditionError, UnknownNameError
from prunecheck.failures import Hang
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.convention import Viewpoint
from prunecheck.subjects.drivers_not_run import with_driver_note
from prunecheck.subjects.external.program_subject import is_program
from prunecheck.subjects.find import Loading, PythonSubject, find_on_own_game, find_subject, subject_of
from prunecheck.subjects.find_start import find_likelier_start, find_nested, find_obvious_start
from prunecheck.subjects.load_search import load_object
from prunecheck.subjects.make_callable import UnnamedMethodError
from prunecheck.subjects.own_game.hooks.random_numbers import kept_random
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject
from prunecheck.subjects.own_game.rules_of_game.given_rules import GivenRules
from prunecheck.subjects.sandbox.call_log import CallLog, EarlyEnd
from prunecheck.subjects.sandbox.child import run_in_child
from prunecheck.subjects.sandbox.shared_memory import CAN_FORK, Stage
from prunecheck.subjects.subject import Subject, Watch
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.search import AnySearch, Choice
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.budgets import SILENCE
from prunecheck.verify.catalogue import judge_variant, variant_in
from prunecheck.verify.explain.divide import Division, Terms, divide_tree
from prunecheck.verify.explain.trace import Trace, trace_failure, trace_search
from prunecheck.verify.options import Options
from prunecheck.verify.phases.sequences import GIVEN_CALLS
from prunecheck.verify.phases.value_limits import VALUE_LIMITS
from prunecheck.verify.plan import OnProgress, Plan, Progress, no_progress
from prunecheck.verify.process_crash import judge_crash, judge_crash_at_start
from prunecheck.verify.repeating import with_repeated_calls
from prunecheck.verify.run import check_turns, check_windows
from prunecheck.verify.trial import verify_subject
from prunecheck.verify.trial_result import TrialResult

T = TypeVar("T")
CALLING: Final = "detecting how it is called"
OF_RULES: Final = ("values", "answers")  # options that may be given with --start, as they describe the rules in --game
RECORDING: Final = "recording its own game"


def judge_search(
    search: Callable[..., Any] | str, wanted: Options, plan: Plan, on_progress: OnProgress = no_progress
) -> TrialResult:
    """Check `search`, called as the options `wanted` say, on the calls or the tree in `plan`, or on random trees.

    If `search` is the name of a Python search, the search runs in a separate process. If the search ends the separate
    process, the verdict says so. If `search` is a callable, it runs in the current process. While other threads run,
    any search runs in the current process, because a fork does not copy threads. A string without a colon may name a
    search of the catalogue.
    Raises: PreconditionError or UnknownNameError if the search is not found or cannot be called.
    """
    plan = replace(plan, claims=wanted.claims)
    if isinstance(search, str) and (variant := variant_in(search)) is not None:
        return judge_variant(variant, wanted, plan, on_progress)
    on_progress(_first(wanted))
    if isinstance(search, str) and _can_isolate(search):
        done = _judge_in_child(search, wanted, plan, on_progress)
    else:
        judge = partial(verify_subject, plan=plan, on_progress=on_progress)
        with kept_random() if wanted.start else nullcontext():
            done = _or_crash(wanted, plan, partial(_find_and_use, search, wanted, judge))
    return msgspec.structs.replace(
        done,
        searches=tuple(
            msgspec.structs.replace(verdict, said=tuple(dict.fromkeys((*wanted.calling, *verdict.said))))
            for verdict in done.searches
        ),
        fail_on=wanted.fail_on,
    )


def divide_search(
    wanted: Options,
    tree: ExplicitTree[Number],
    windows: Sequence[Window[Number]] | None = None,
    *,
    depth: int | None = None,
) -> Division | EarlyEnd:
    """Find the first node at which a search is wrong. Returns an EarlyEnd if the process ends before the first call.

    The search that `wanted` names is called in a separate process, as in `judge_search`. A call that ends the process
    is treated as wrong, and the walk through the tree continues in another process.
    Raises: PreconditionError or UnknownNameError if the search is not found, or cannot be called on this tree in these
    windows; TreeError if the tree has no value.
    """
    crashes: dict[int, EarlyEnd] = {}  # number of a call -> its crash
    while True:
        at = Stage()
        done = _use(wanted, partial(_divide, tree=tree, windows=windows, depth=depth, at=at, crashes=crashes))
        if not isinstance(done, EarlyEnd) or not at.words:
            return done
        crashes[int(at.words)] = done


def follow_search(
    wanted: Options, tree: ExplicitTree[Number], window: Window[Number] = FULL, *, depth: int | None = None
) -> Trace:
    """Trace the search that `wanted` names on `tree`, with the depth limit `depth` if given.

    The search is called in a separate process, as in `judge_search`. If the search ends the separate process, it is not
    known which leaves were evaluated.
    Raises: PreconditionError or UnknownNameError if the search is not found, or cannot be called on this tree in this
    window; TreeError if the tree has no value, or is too large.
    """
    at = Stage()
    done = _use(wanted, partial(_follow, tree=tree, window=window, depth=depth, at=at))
    if not isinstance(done, EarlyEnd):
        return done
    if not at.words:
        raise _refusal(f"{wanted.search}: {CALLING}", done, wanted)
    return trace_failure(done.failure, tree, window, depth=depth, name=wanted.search)


def _follow(
    subject: Subject, tree: ExplicitTree[Number], window: Window[Number], depth: int | None, at: Stage
) -> Trace:
    check_turns(subject.traits.turns, tree)
    check_windows(subject, (window,))
    search = _numbered(subject.search, at, {})
    found = trace_search(search, tree, window, depth=depth, name=subject.name, seen=subject.traits.sees_leaves)
    if subject.traits.gives_value:
        return found
    return replace(found, witness=msgspec.structs.replace(found.witness, found=None))


def _can_isolate(name: str) -> bool:
    return not is_program(name) and (not CAN_FORK or threading.active_count() == 1)


def _silence(wanted: Options) -> float:
    """The number of seconds without a call of the search after which its process is killed."""
    return SILENCE + 2 * wanted.seconds


def use_search(wanted: Options, work: Callable[[Subject], T]) -> T:
    """Run the function `work` on the search that `wanted` names, in a separate process, and return its result.

    `work` must be picklable, and must not return None. Raises: PreconditionError or UnknownNameError if the search
    cannot be found, or ends its process; KeyboardInterrupt after Ctrl-C.
    """
    done = _use(wanted, work)
    if isinstance(done, EarlyEnd):
        raise PreconditionError(f"{wanted.search}: {done.failure}; check it without -j and --scheduler")
    return done


def find_search(wanted: Options, *, spare_plies: int = 0) -> Subject:
    """Load the search that `wanted` names, in the current process.

    Raises: PreconditionError or UnknownNameError if the search is not found or cannot be called.
    """
    return _find(wanted.search, wanted, spare_plies=spare_plies)


def _use(wanted: Options, work: Callable[[Subject], T]) -> T | EarlyEnd:
    """Run the function `work` on a search, in a separate process if possible.

    Raises: KeyboardInterrupt after Ctrl-C; PreconditionError if loading the search ends the process.
    """
    if not _can_isolate(wanted.search):
        return _find_and_use(wanted.search, wanted, work)
    stage = Stage()
    done = run_in_child(partial(_use_in_child, wanted, work, stage), silence=_silence(wanted))
    if done is None:
        raise KeyboardInterrupt
    if isinstance(done, EarlyEnd) and stage.words:
        raise _refusal(stage.words, done, wanted)
    return done


def _use_in_child(wanted: Options, work: Callable[[Subject], T], stage: Stage, watch: Watch) -> T | None:
    """In the separate process, load the search and run the function `work` on it. Returns None after Ctrl-C."""
    try:
        return _find_and_use(wanted.search, wanted, work, watch, stage.begin)
    except KeyboardInterrupt:
        return None


def _find_and_use(
    search: Callable[..., Any] | str,
    wanted: Options,
    work: Callable[[Subject], T],
    watch: Watch | None = None,
    begin: Callable[[str], None] | None = None,
) -> T:
    subject = _find(search, wanted, watch, begin)
    try:
        return work(subject)
    finally:
        subject.close()


def _find(
    search: Callable[..., Any] | str,
    wanted: Options,
    watch: Watch | None = None,
    begin: Callable[[str], None] | None = None,
    spare_plies: int = 0,
) -> Subject:
    declared = wanted.declared()
    depth_rule = wanted.chosen_depth_rule
    found: Subject
    rules = _rules(wanted)
    how = Loading(wanted.seconds, watch, begin, rules)
    if wanted.start:
        others = [name for name in declared if rules is None or name not in OF_RULES]
        return find_on_own_game(search, wanted.start, how, declared=others)
    if isinstance(search, str):
        try:
            found = find_subject(search, how, declared=declared, spare_plies=spare_plies)
            if isinstance(found, PythonSubject) and not declared and rules is None:
                found = find_likelier_start(found, how)
        except UnnamedMethodError as error:
            if not error.methods:
                raise
            return with_driver_note(_find(f"{search}.{error.methods[0]}", wanted, watch, begin, spare_plies), search)
        except UnknownNameError as error:
            if declared or rules is not None:
                raise
            found = find_nested(search, error, how)
        except PreconditionError as error:
            if declared and rules is None:
                raise
            found = find_obvious_start(search, error, how)
        found = with_driver_note(replace(found, name=search), search)
        if rules is not None and not isinstance(found, OwnGameSubject):
            raise PreconditionError(
                f"{search} is checked on random trees, so the rules of a game are not needed; drop --game, or give "
                "--start to check it on its own game"
            )
    else:
        if rules is not None:
            raise PreconditionError("'game' needs 'start', and a search given by name, path/file.py:name")
        found = subject_of(load_object(search, seconds=how.seconds), how, declared=declared)
        found = with_driver_note(found, found.name)
    return found.with_traits(depth_rule=depth_rule)


def _rules(wanted: Options) -> GivenRules | None:
    if wanted.game is None:
        return None
    said = wanted.declared()
    answers = said.get("answers")
    return GivenRules(
        wanted.game,
        values_by_mover=said.get("values") is Viewpoint.MOVER,
        answers_by_mover=None if answers is None else answers is Viewpoint.MOVER,
    )


def _refusal(doing: str, ended: EarlyEnd, wanted: Options) -> PreconditionError:
    """Make the error for a search whose process ends while the search is being loaded.

    The message says how the process ended, and what to do. There is an error instead of a verdict, since the user must
    fix the file first.
    """
    if isinstance(ended.failure, Hang):
        remedy = "give a starting call with a smaller depth or a smaller board" if wanted.start else "fix it"
        why = f"it does not finish within {_silence(wanted):g} s; {remedy}, or allow more time with --seconds"
    else:
        why = f"{ended.failure}; fix the code that runs at this point"
    return PreconditionError(f"{doing}: {why}")


def _verify(
    wanted: Options, find: Callable[[Watch], Subject], plan: Plan, progress: Stage, watch: Watch
) -> TrialResult:
    def note(at: Progress) -> None:
        progress.begin(msgspec.json.encode(at).decode())

    return _or_crash(wanted, plan, lambda: verify_subject(find(watch), plan, on_progress=note))


def _first(wanted: Options) -> Progress:
    """The progress report to make before the first phase of a check starts."""
    return Progress(RECORDING if wanted.start else CALLING)


def _or_crash(wanted: Options, plan: Plan, judge: Callable[[], TrialResult]) -> TrialResult:
    """Return the verdict that `judge` makes or, if a starting call from the user crashes, the verdict on this crash.

    Raises: CrashError if the user gave no starting call. Without a starting call from the user, prunecheck chose the
    crashing call itself, and a different starting call may work.
    """
    try:
        return judge()
    except CrashError as error:
        starts = [call for call in wanted.start if isinstance(call, str)]
        if not starts:
            raise
        return judge_crash_at_start(wanted.search, starts, plan, error)


def _judge_in_child(name: str, wanted: Options, plan: Plan, on_progress: OnProgress) -> TrialResult:
    stage, progress, log = Stage(), Stage(), CallLog()
    find = partial(_find, name, wanted, begin=stage.begin)

    def latest() -> Progress:
        words = progress.words
        return msgspec.json.decode(words, type=Progress) if words else _first(wanted)

    silence = _silence(wanted)
    done = run_in_child(
        partial(_verify, wanted, find, plan, progress),
        silence=silence,
        while_waiting=lambda: on_progress(latest()),
        log=log,
    )
    if not isinstance(done, EarlyEnd):
        return with_repeated_calls(done, find, log, silence, on_progress)
    if stage.words:
        raise _refusal(stage.words, done, wanted)
    at = latest()
    if at.stage == VALUE_LIMITS.name:  # this phase only adds notes, so the search is judged again without it
        return _judge_in_child(name, wanted, replace(plan, outside_values=str(done.failure)), on_progress)
    calls = plan.calls[: at.done + 1] if at.stage == GIVEN_CALLS.name else ()
    on_progress(Progress("shrinking", calls=done.calls))
    return judge_crash(name, find, plan, done, silence=silence, calls=calls)


def _divide(
    subject: Subject,
    tree: ExplicitTree[Number],
    windows: Sequence[Window[Number]] | None,
    depth: int | None,
    at: Stage,
    crashes: dict[int, EarlyEnd],
) -> Division:
    check_turns(subject.traits.turns, tree)
    check_windows(subject, tuple(windows or ()))
    gives_value = subject.traits.gives_value
    if not gives_value and any(window != FULL for window in windows or ()):
        raise PreconditionError("this search only returns a move, which is judged in the full window; drop the window")
    terms = Terms(
        window=subject.traits.takes_window and gives_value,
        roots_player=subject.traits.convention.max_at_root,
        leaves=gives_value,
        depth_rule=subject.traits.depth_rule,
    )
    return divide_tree(_numbered(subject.search, at, crashes), tree, windows, depth=depth, terms=terms)


def _numbered(search: AnySearch, at: Stage, crashes: dict[int, EarlyEnd]) -> AnySearch:
    """Wrap a search: calls are numbered, and a call that ended an earlier process fails without being repeated."""
    calls = 0

    def numbered(tree: Tree[Any, Number], node: Any, alpha: Number, beta: Number, /) -> Number | Choice:
        nonlocal calls
        calls += 1
        if calls in crashes:
            raise SubjectError(crashes[calls].failure)
        at.begin(str(calls))
        return search(tree, node, alpha, beta)

    return numbered
