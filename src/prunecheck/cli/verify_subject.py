"""`prunecheck verify SUBJECT`: check the user's searches, one by one or in parallel."""

import contextlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from prunecheck.cli.output import HELD, INCONCLUSIVE, INTERRUPTED, REFUTED, console
from prunecheck.cli.reports import Reports
from prunecheck.cli.save_test import save_tests
from prunecheck.cli.several import in_order
from prunecheck.errors import PreconditionError, PrunecheckError, one_line
from prunecheck.report.data import subjects_as_json
from prunecheck.report.lines import quantity
from prunecheck.report.sheet import sheet_of_subjects
from prunecheck.report.subject_text import print_subject
from prunecheck.verify.earlier_failures import FailureStore, judge_earlier_failures_first
from prunecheck.verify.options import Options
from prunecheck.verify.plan import OnProgress, Plan
from prunecheck.verify.records import Report
from prunecheck.verify.trial import TrialResult, status_of

STATUS = {"held": HELD, "refuted": REFUTED, "inconclusive": INCONCLUSIVE, "interrupted": INTERRUPTED}


@dataclass(frozen=True, slots=True)
class Detail:
    """How much to print, and the file to append regression tests to."""

    verbose: bool = False
    quiet: bool = False
    save_test: str | None = None


@dataclass(frozen=True, slots=True)
class Manner:
    """How to check several searches: only failed ones, the cache, stop at the first failure, how many at a time."""

    failed: bool = False
    cache: bool = True
    fail_fast: bool = False
    jobs: int = 1

    def check(self, *, one_call: bool) -> None:
        """Refuse options that exclude each other; `one_call`: a tree or calls are given. Raises: UsageError."""
        if self.failed and not self.cache:
            raise click.UsageError("--failed and --no-cache exclude each other: failures are kept in the cache")
        if self.failed and one_call:
            raise click.UsageError("--failed replays saved trees and calls; leave out --tree and --calls")


class Judged(NamedTuple):
    """A verdict, and notes to print beside it."""

    result: TrialResult
    notes: tuple[str, ...] = ()


def verify_subjects(
    wanted: Sequence[Options],
    plan: Plan,
    reports: Reports,
    detail: Detail,
    *,
    as_data: bool,
    places: Sequence[str] = (),
    manner: Manner = Manner(),
) -> int:
    """Find each search, judge it, print the verdict, and return the exit status. An interrupt ends the loop.

    An error in one search ends it, too. The error is reported after the verdicts on earlier searches, with its place if
    `places` are given.
    Raises: PreconditionError or UnknownNameError if there is no such search, or no way to call it.
    """
    done: list[TrialResult] = []
    mistake: PrunecheckError | None = None
    chosen = _failed_before(wanted) if manner.failed else list(enumerate(wanted))
    tasks = [partial(_in_any_case, each, plan, cache=manner.cache) for _, each in chosen]
    names = [each.search for _, each in chosen]
    with contextlib.closing(in_order(tasks, names, jobs=manner.jobs)) as outcomes:
        for (nth, _), outcome in zip(chosen, outcomes, strict=False):
            if isinstance(outcome, PrunecheckError):
                mistake = PreconditionError(f"{places[nth]}: {outcome}") if places else outcome
                break
            done.append(outcome.result)
            if not as_data:
                print_subject(console(), outcome.result, verbose=detail.verbose, quiet=detail.quiet)
            if not detail.quiet:
                _say(*outcome.notes)
            if outcome.result.report.interrupted and manner.jobs == 1:
                break
            if manner.fail_fast and outcome.result.status == "refuted":
                _say(*_not_judged(names[len(done) :]))
                break
    if as_data and (done or mistake is None):
        click.echo(subjects_as_json(done))
    if done or mistake is None:
        reports.write(sheet_of_subjects(done), as_data=as_data)
    if detail.save_test is not None:
        added = save_tests(detail.save_test, done)
        if not as_data:
            click.echo(f"{detail.save_test}: {quantity(len(added), 'test')} added{''.join(map(', {}'.format, added))}")
    if mistake is not None:
        raise mistake
    status = status_of(done)
    interrupted = len(done) < len(chosen) and status != "refuted"  # before all of them were started
    return INTERRUPTED if interrupted else STATUS[status]


def _say(*notes: str) -> None:
    """Print notes to standard error, so that they do not become part of a report."""
    for note in notes:
        click.echo(f"prunecheck: {one_line(note)}", err=True)


def _failed_before(wanted: Sequence[Options]) -> list[tuple[int, Options]]:
    """The searches that failed in their last run, with their indices."""
    store = FailureStore()
    found = [(nth, each) for nth, each in enumerate(wanted) if store.failed(each)]
    _say(*store.notes)
    if not found:
        one = len(wanted) == 1
        _say(f"{wanted[0].search} did not fail in its last run" if one else "no listed search failed in its last run")
    return found


def _not_judged(names: Sequence[str]) -> Iterator[str]:
    if names:
        yield f"stopped at the first failure; not checked: {', '.join(names)}"


def _in_any_case(wanted: Options, plan: Plan, on_progress: OnProgress, *, cache: bool) -> Judged:
    """The verdict; if Ctrl-C comes before there is any evidence, an interrupted verdict."""
    most, seconds = wanted.budget
    store = FailureStore() if cache else None
    try:
        plan = replace(plan, examples=most, seconds=seconds, seed=wanted.seed)
        with quiet():
            done = judge_earlier_failures_first(wanted, plan, store, on_progress)
    except KeyboardInterrupt:
        nothing = Report(
            seed=wanted.seed, examples=most, interrupted=True, trees=0, calls=0, seconds=0.0, drawing_seconds=0.0
        )
        done = TrialResult(wanted.search, nothing, ())
    return Judged(done, () if store is None else tuple(store.notes))


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Discard what a search prints from Python, so that it does not mix with our output."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, contextlib.redirect_stdout(nowhere):
        yield


def check_alone(variants: tuple[str, ...], contracts: tuple[str, ...], *, catalogue: bool) -> None:
    """Refuse options that only apply to the catalogue. Raises: PreconditionError."""
    if catalogue:
        raise PreconditionError("--catalogue and your own search exclude each other; leave one of them out")
    if variants or contracts:
        raise PreconditionError("--variant and --contract only apply to the catalogue; use --claims for your search")
