"""`prunecheck verify SUBJECT`: strangers' searches on trial."""

import contextlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from prunecheck.cli.output import HELD, INCONCLUSIVE, INTERRUPTED, REFUTED, console
from prunecheck.cli.progress import shown_progress
from prunecheck.cli.reports import Reports
from prunecheck.cli.save_test import save_tests
from prunecheck.errors import PreconditionError, PrunecheckError
from prunecheck.report.data import subjects_as_json
from prunecheck.report.lines import quantity
from prunecheck.report.sheet import sheet_of_subjects
from prunecheck.report.subject_text import print_subject
from prunecheck.verify.isolated import judge_search
from prunecheck.verify.options import Options
from prunecheck.verify.plan import OnProgress, Plan
from prunecheck.verify.records import Report
from prunecheck.verify.trial import TrialResult, status_of

STATUS = {"held": HELD, "refuted": REFUTED, "inconclusive": INCONCLUSIVE, "interrupted": INTERRUPTED}


@dataclass(frozen=True, slots=True)
class Detail:
    """How much is printed, and the file to which a regression test for each failure is appended."""

    verbose: bool = False
    quiet: bool = False
    save_test: str | None = None


def verify_subjects(
    wanted: Sequence[Options],
    plan: Plan,
    reports: Reports,
    detail: Detail,
    *,
    as_data: bool,
    places: Sequence[str] = (),
) -> int:
    """Find each search, try it, and report what came of it; the exit status. An interrupt ends the trials.

    So does a mistake in one. It is reported with its place, if `places` are given, after the reports on those before.
    Raises: PreconditionError or UnknownNameError where there is no such search, or no way to call it.
    """
    done: list[TrialResult] = []
    mistake: PrunecheckError | None = None
    for nth, each in enumerate(wanted):
        try:
            with shown_progress() as on_progress, quiet():
                done.append(_in_any_case(each, plan, on_progress))
        except PrunecheckError as error:
            mistake = PreconditionError(f"{places[nth]}: {error}") if places else error
            break
        if not as_data:
            print_subject(console(), done[-1], verbose=detail.verbose, quiet=detail.quiet)
        if done[-1].report.interrupted:
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
    return STATUS[status_of(done)]


def _in_any_case(wanted: Options, plan: Plan, on_progress: OnProgress) -> TrialResult:
    """The trial, also where an interrupt comes before there is anything to judge."""
    most, seconds = wanted.budget
    try:
        plan = replace(plan, examples=most, seconds=seconds, seed=wanted.seed)
        return judge_search(wanted.search, wanted, plan, on_progress)
    except KeyboardInterrupt:
        nothing = Report(
            seed=wanted.seed, examples=most, interrupted=True, trees=0, calls=0, seconds=0.0, drawing_seconds=0.0
        )
        return TrialResult(wanted.search, nothing, ())


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Nothing that a search prints from Python gets among what we print."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, contextlib.redirect_stdout(nowhere):
        yield


def check_alone(variants: tuple[str, ...], contracts: tuple[str, ...], *, catalogue: bool) -> None:
    """Refuse what goes with the catalogue only. Raises: PreconditionError."""
    if catalogue:
        raise PreconditionError("--catalogue is for a verification without a search of your own; leave one of them out")
    if variants or contracts:
        raise PreconditionError("--variant and --contract go with the catalogue; a search of your own takes --claims")
