"""`prunecheck verify SUBJECT`: check the user's searches, one by one or in parallel."""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import click
from msgspec import Struct

from prunecheck.cli.exit_status import HELD, INCONCLUSIVE, INTERRUPTED, REFUTED, USAGE
from prunecheck.cli.output import console, quiet, say
from prunecheck.cli.parallel_scopes import judge_parts_of_searches, unresumed
from prunecheck.cli.printing import check_targets
from prunecheck.cli.progress import progress_display
from prunecheck.cli.reports import Reports
from prunecheck.cli.save_test import check_file, save_tests, saved_in_words
from prunecheck.errors import PreconditionError, PrunecheckError, failure_behind, printable
from prunecheck.failures import Raised
from prunecheck.fleet.database import open_database
from prunecheck.fleet.finished import FinishedResults
from prunecheck.fleet.run import Fleet
from prunecheck.fleet.task import task
from prunecheck.report.data import subjects_as_json
from prunecheck.report.sheet import sheet_of_subjects
from prunecheck.report.subject_text import print_subject, print_summary
from prunecheck.report.witness_text import traceback_lines
from prunecheck.subjects.source_files import source_files
from prunecheck.verify.earlier_failures import FailureStore, judge_earlier_failures_first
from prunecheck.verify.options import Options
from prunecheck.verify.outcomes import Status, worst
from prunecheck.verify.plan import OnProgress, Plan
from prunecheck.verify.records import Report
from prunecheck.verify.trial_result import TrialResult, not_checked

STATUS = {
    Status.ERROR: USAGE,
    Status.HELD: HELD,
    Status.REFUTED: REFUTED,
    Status.INCONCLUSIVE: INCONCLUSIVE,
    Status.INTERRUPTED: INTERRUPTED,
}


@dataclass(frozen=True, slots=True)
class Detail:
    """The options on output: how much is printed, and to which file regression tests are appended."""

    verbose: bool = False
    quiet: bool = False
    save_test: str | None = None

    def check(self, inputs: Iterable[str] = ()) -> None:
        """Check that the user gave no options that exclude each other.

        Check, too, that a file for regression tests can be written, and is not one of `inputs`.

        Raises: UsageError or PreconditionError.
        """
        if self.verbose and self.quiet:
            raise click.UsageError("--verbose and --quiet cannot be used together; drop one of them")
        if self.save_test is not None:
            check_file(self.save_test)
            check_targets((self.save_test,), inputs, makes_folders=True)


@dataclass(frozen=True, slots=True)
class Manner:
    """The options on how to run checks: which searches, when to stop, where to run, where to save counterexamples.

    Searches run in `jobs` processes or on the cluster of `scheduler`. If `resume` is True, searches that were checked
    in an interrupted run are not checked again. Counterexamples are saved in `database`, a folder or the URL of a Redis
    server; if `database` is empty, they are saved in the cache.
    """

    failed: bool = False
    cache: bool = True
    fail_fast: bool = False
    jobs: int = 1
    scheduler: str = ""
    resume: bool = False
    database: str = ""

    def check(self, *, one_call: bool) -> None:
        """Check that the user gave no options that exclude each other. Raises: UsageError.

        `one_call` is True if the user gave a tree or calls.
        """
        if self.failed and not self.cache:
            raise click.UsageError(
                "--failed and --no-cache cannot be used together, since failures are saved in the cache"
            )
        if self.failed and one_call:
            raise click.UsageError("--failed repeats saved trees and calls; drop --tree and --calls")
        if self.scheduler and self.jobs > 1:
            raise click.UsageError(
                "--jobs and --scheduler cannot be used together, since the cluster decides how many searches run at "
                "once"
            )
        for option in ("resume", "database"):
            if getattr(self, option) and not self.cache:
                raise click.UsageError(f"--{option} and --no-cache cannot be used together; drop one of them")

    def fleet(self, tasks: int, plan: Plan) -> Fleet:
        """Make a fleet (processes or a cluster) to run the given number of tasks.

        If there are several tasks, the fleet saves the results, so that the run can be resumed. Checks on all small
        trees save their results themselves.
        """
        store = FinishedResults() if self.cache and not plan.exhaustive and (tasks > 1 or self.resume) else None
        return Fleet(self.jobs, self.scheduler, store, self.resume)


class NotedResult(Struct, frozen=True):
    """The verdict on a search, and notes to print below the verdict."""

    result: TrialResult
    notes: tuple[str, ...] = ()

    @property
    def interrupted(self) -> bool:
        """True if the user pressed Ctrl-C before the check ended."""
        return self.result.report.interrupted


def verify_subjects(
    wanted: Sequence[Options],
    plan: Plan,
    reports: Reports,
    detail: Detail,
    *,
    as_data: bool,
    manner: Manner,
    places: Sequence[str] = (),
) -> int:
    """Check each of the user's searches, print the verdicts, and return the exit status. Ctrl-C ends the run.

    If one of several searches cannot be found or called, its verdict is `error`, and the other searches are checked. If
    `places` is given, an error message about a search begins with the place where the user listed that search.
    Raises: PreconditionError or UnknownNameError if only one search is given, and this search cannot be found or
    called.
    """
    done: list[TrialResult] = []
    chosen = _failed_before(wanted, manner.database) if manner.failed else list(enumerate(wanted))
    fleet = manner.fleet(len(chosen), plan)
    resume = plan.resume
    display = progress_display(quiet=detail.quiet)
    if plan.exhaustive and fleet.is_parallel:
        judge_parts_of_searches([options for _, options in chosen], plan, fleet, display)
        fleet, resume = Fleet(), True
    said = {"cache": manner.cache, "database": manner.database, "resume": resume}
    plan = unresumed(plan)
    tasks = [
        task(options.search, judge_in_any_case, options, plan, files=source_files(options.search), **said)
        for _, options in chosen
    ]
    with contextlib.closing(fleet.run_in_order(tasks, display=display)) as results:
        for result in results:
            outcome = result.value
            if isinstance(outcome, PrunecheckError):
                nth, options = chosen[result.nth]
                mistake = PreconditionError(f"{places[nth]}: {outcome}", failure_behind(outcome)) if places else outcome
                if detail.verbose:
                    _print_traceback(mistake)
                if len(chosen) == 1:
                    raise mistake
                outcome = NotedResult(not_checked(options.search, str(mistake)))
            done.append(outcome.result)
            if not detail.quiet:
                say(*outcome.notes)
            if not as_data:
                print_subject(console(), outcome.result, verbose=detail.verbose, quiet=detail.quiet)
            if manner.fail_fast and outcome.result.status in {Status.REFUTED, Status.ERROR}:
                say(*_not_judged([other.name for other in tasks[result.nth + 1 :]]))
                break
    if len(done) > 1 and not as_data and not detail.quiet:
        print_summary(console(), done)
    if fleet.store is not None:
        say(*fleet.store.notes)
    _write(done, reports, detail, as_data=as_data)
    status = worst(trial_result.status for trial_result in done)
    # interrupted before all searches were started
    interrupted = len(done) < len(chosen) and status not in {Status.REFUTED, Status.ERROR}
    return INTERRUPTED if interrupted else STATUS[status]


def _print_traceback(mistake: PrunecheckError) -> None:
    """Print the traceback of the error that the search itself raised, if there is one."""
    if isinstance(failure := failure_behind(mistake), Raised):
        click.echo("\n".join(map(printable, traceback_lines(failure))), err=True)


def _write(done: Sequence[TrialResult], reports: Reports, detail: Detail, *, as_data: bool) -> None:
    """Print the verdicts as JSON if `as_data` is True, and write all report files that the user asked for."""
    if as_data:
        click.echo(subjects_as_json(done))
    reports.write(sheet_of_subjects(done), as_data=as_data)
    if detail.save_test is not None:
        saved = save_tests(detail.save_test, done)
        if not as_data:
            click.echo(saved_in_words(detail.save_test, saved, done))


def _failed_before(wanted: Sequence[Options], database: str) -> list[tuple[int, Options]]:
    """Select the searches that failed when they were last checked, each with the index in `wanted`."""
    store = FailureStore(database=open_database(database))
    found = [(nth, options) for nth, options in enumerate(wanted) if store.failed(options)]
    say(*store.notes)
    if not found:
        one = len(wanted) == 1
        say(f"{wanted[0].search} did not fail in its last run" if one else "no listed search failed in its last run")
    return found


def _not_judged(names: Sequence[str]) -> Iterator[str]:
    if names:
        yield f"stopped at the first failure; not checked: {', '.join(names)}"


def judge_in_any_case(
    wanted: Options, plan: Plan, *, cache: bool, database: str, resume: bool, on_progress: OnProgress
) -> NotedResult:
    """Check a search, and return a verdict even after Ctrl-C.

    If nothing was checked before Ctrl-C, the verdict has the status `interrupted` and no results.
    """
    most, seconds = wanted.budget
    store = FailureStore(database=open_database(database)) if cache else None
    try:
        plan = replace(plan, examples=most, seconds=seconds, seed=wanted.seed, resume=resume, keep=cache)
        with quiet():
            done = judge_earlier_failures_first(wanted, plan, store, on_progress)
    except KeyboardInterrupt:
        done = TrialResult(wanted.search, Report(seed=wanted.seed, examples=most, interrupted=True), ())
    return NotedResult(done, () if store is None else tuple(store.notes))


def refuse_catalogue_options(variants: tuple[str, ...], contracts: tuple[str, ...], *, catalogue: bool) -> None:
    """Check that no option was given that only applies to the catalogue. Raises: PreconditionError."""
    if catalogue:
        raise PreconditionError("--catalogue and your own search cannot be used together; drop one of them")
    if variants or contracts:
        raise PreconditionError(
            "--variant and --contract only apply to the catalogue; for your own search, use --claims"
        )
