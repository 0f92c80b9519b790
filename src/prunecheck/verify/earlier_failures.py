"""Save the counterexamples from a run in the folder `.prunecheck/`, and try them first in the next run.

The folder is a Hypothesis example database. Each database key stands for a search, how it is called, and how it is
judged. The values stored under a key are counterexamples: sequences of calls on one instance of the search, as JSON. If
there are no values under a key, the search did not fail in its last run.
"""

import os
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase
from msgspec import structs

from prunecheck.errors import PrunecheckError
from prunecheck.subjects.external.program_subject import is_program
from prunecheck.trees.call import Call, Scenario
from prunecheck.trees.scenario_json import scenario_from_json, scenario_to_json
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.isolated import judge_search
from prunecheck.verify.options import Options, Use, having
from prunecheck.verify.outcomes import Outcome, Status
from prunecheck.verify.plan import OnProgress, Plan, Progress, no_progress
from prunecheck.verify.trial_result import TrialResult

FOLDER: Final = ".prunecheck"
NO_CALLS: Final = b"[]"  # stored if the search failed, but no counterexample reproduces the failure
# options that decide which results are failures
JUDGED_BY: Final = (*having(Use.CONVENTION), "start", "depth_rule", "claims")
STILL_FAILS: Final = "a counterexample from an earlier run still fails"


@dataclass(slots=True)
class FailureStore:
    """Stores the counterexamples from the last run of each search, in a folder of the user's project.

    `notes` lists problems with the folder. If there is a `database`, counterexamples are saved in it instead of in the
    folder.
    """

    project: Path = field(default_factory=Path)
    notes: list[str] = field(default_factory=list)
    database: ExampleDatabase | None = None
    _unusable: bool = False

    @property
    def _folder(self) -> Path:
        return self.project / FOLDER

    @property
    def _database(self) -> ExampleDatabase:
        return self.database or DirectoryBasedExampleDatabase(self._folder / "failures")

    def failed(self, wanted: Options) -> bool:
        """True if the search with these options failed in its last run."""
        return bool(self._values(wanted))

    def counterexamples(self, wanted: Options) -> list[Scenario]:
        """Load the counterexamples from the last run of a search, shortest first.

        Damaged entries are skipped and counted in a note.
        """
        found: list[Scenario] = []
        damaged = 0
        for value in sorted(self._values(wanted) - {NO_CALLS}, key=lambda value: (len(value), value)):
            try:
                scenario = scenario_from_json(value.decode())
                damaged += not scenario
                found += [scenario] if scenario else []
            except (PrunecheckError, UnicodeError):
                damaged += 1
        if damaged:
            entries = "1 damaged entry" if damaged == 1 else f"{damaged} damaged entries"
            self.notes.append(f"{wanted.search}: ignored {entries} in {FOLDER}/")
        return found

    def replace(self, wanted: Options, counterexamples: Iterable[Scenario], *, failed: bool) -> None:
        """Replace the saved counterexamples of a search by `counterexamples`.

        If the search `failed` and there are no counterexamples, only save that it failed.
        """
        values = {scenario_to_json(counterexample).encode() for counterexample in counterexamples} or (
            {NO_CALLS} if failed else set()
        )
        before, key, database = self._values(wanted), _key(wanted), self._database
        if values == before:
            return
        try:
            if self.database is None:
                make_folder(self.project)
            for value in before - values:
                database.delete(key, value)
            for value in values - before:
                database.save(key, value)
            if self.database is None:
                self._delete_damaged(set(database.fetch(key)) - values)
            if set(database.fetch(key)) != values:
                self._note_unusable("written", "permission denied")
        except Exception as error:  # a database server raises its own errors
            self._note_unusable("written", _reason(error))

    def _values(self, wanted: Options) -> set[bytes]:
        if self.database is None and self._folder.exists() and not self._folder.is_dir():
            self._note_unusable("read", "it is not a folder")
            return set()
        try:
            return set(self._database.fetch(_key(wanted)))
        except Exception as error:  # a database server raises its own errors
            self._note_unusable("read", _reason(error))
            return set()

    def _delete_damaged(self, values: set[bytes]) -> None:
        """Delete the files that contain one of `values`: their names are wrong, so Hypothesis cannot delete them."""
        for path in (self._folder / "failures").glob("*/*") if values else ():
            if path.read_bytes() in values:
                path.unlink()

    def _note_unusable(self, done: str, why: str) -> None:
        """Add a note that counterexamples cannot be saved, unless this note has already been added."""
        place, fix = (f"{FOLDER}/", "the folder") if self.database is None else ("the database", "it")
        note = f"{place} cannot be {done}: {why}; failures are not saved. Fix {fix}, or use --no-cache"
        if not self._unusable:
            self.notes.append(note)
        self._unusable = True


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def make_folder(project: Path) -> None:
    """Create the folder `.prunecheck/` in a project, with a file that makes git ignore it. Raises: OSError."""
    folder = project / FOLDER
    folder.mkdir(exist_ok=True)
    ignored = folder / ".gitignore"
    if not ignored.exists():
        ignored.write_text("# Made by prunecheck\n*\n", encoding="utf-8")


def _key(wanted: Options) -> bytes:
    """Make the database key for a search from its name, and from how it is called and judged."""
    search = wanted.search
    file, colon, name = search.rpartition(":")
    # also False for a name that is too long
    if colon and not is_program(search) and os.path.isfile(file):  # noqa: PTH113
        with suppress(ValueError):  # the file is on another drive
            search = f"{Path(os.path.relpath(file)).as_posix()}:{name}"
    said = {name: getattr(wanted, name) for name in JUDGED_BY if getattr(wanted, name)}
    return b"prunecheck verify " + msgspec.json.encode({"search": search, **said})


def judge_earlier_failures_first(
    wanted: Options, plan: Plan, store: FailureStore | None, on_progress: OnProgress = no_progress
) -> TrialResult:
    """Check a search on the counterexamples in `store` first, then on new trees with `judge_search`.

    The first counterexample on which the search still fails decides the verdict. If the search passes all
    counterexamples, the store is emptied, and the search is checked from scratch. If `store` is None, or if the user
    gave a tree or calls, no counterexamples are loaded or saved.

    Raises: the same errors as `judge_search`.
    """
    if store is None or plan.tree is not None or plan.calls or plan.exhaustive:
        return judge_search(wanted.search, wanted, plan, on_progress)
    earlier = store.counterexamples(wanted)
    for nth, scenario in enumerate(earlier):
        again = _judge_again(wanted, plan, scenario, partial(_report, on_progress, nth, len(earlier)))
        if again is None:
            continue
        if again.status is Status.REFUTED:
            shrunk = _shrink_again(wanted, plan, scenario, on_progress)
            store.replace(wanted, [*earlier[nth:], *counterexamples(shrunk or again)], failed=True)
            store.notes.append(f"{wanted.search}: {STILL_FAILS}; use --no-cache to try new trees")
            return shrunk or again
        if again.report.interrupted:
            return again
    done = judge_search(wanted.search, wanted, plan, on_progress)
    if done.status is Status.REFUTED:
        store.replace(wanted, counterexamples(done), failed=True)
    elif not done.report.interrupted:
        store.replace(wanted, (), failed=False)
        if earlier:
            one = len(earlier) == 1
            them, fail = ("1 counterexample", "fails") if one else (f"{len(earlier)} counterexamples", "fail")
            store.notes.append(f"{wanted.search}: deleted {them} from earlier runs, which no longer {fail}")
    return done


def _report(on_progress: OnProgress, nth: int, total: int, at: Progress) -> None:
    on_progress(Progress("counterexamples from earlier runs", nth, total, at.calls))


def _judge_again(wanted: Options, plan: Plan, scenario: Scenario, on_progress: OnProgress) -> TrialResult | None:
    """Check the search on one counterexample from an earlier run.

    Returns None if the search no longer accepts the trees of this counterexample, or cannot be judged at all.
    """
    first = _single_call(scenario)
    if first is not None:
        plan = replace(plan, tree=first.tree, depth=first.depth, windows=(first.window,))
    else:
        plan = replace(plan, calls=scenario)
    try:
        return judge_search(wanted.search, wanted, plan, on_progress)
    except PrunecheckError:  # if this is the search's fault, the error is raised again later
        return None


def _shrink_again(wanted: Options, plan: Plan, scenario: Scenario, on_progress: OnProgress) -> TrialResult | None:
    """Shrink a counterexample from an earlier run again: the search may have changed, and now fail on a smaller tree.

    First, a new instance of the search is called on each tree of the counterexample. If all results are right, the
    calls of the counterexample are made on one instance. If no failure can be repeated, the search is checked on new
    trees, too. Returns None if the search then passes.
    """
    trees = tuple(dict.fromkeys(call.tree for call in reversed(scenario) if isinstance(call, Call)))
    plan = replace(with_earlier(plan, [scenario]), first=trees)
    for tried in (replace(plan, examples=0), plan):
        done = judge_search(wanted.search, wanted, tried, on_progress)
        if done.report.interrupted:
            break
        if done.status is Status.REFUTED and (tried is plan or counterexamples(done)):
            return structs.replace(done, report=structs.replace(done.report, examples=plan.examples))
    return None


def with_earlier(plan: Plan, earlier: Iterable[Scenario]) -> Plan:
    """Copy the plan, and put the counterexamples in `earlier` before all other trees and sequences of calls."""
    scenarios = list(earlier)
    trees = tuple(call.tree for first in scenarios if (call := _single_call(first)) is not None)
    return replace(
        plan, first=trees, first_calls=tuple(scenario for scenario in scenarios if _single_call(scenario) is None)
    )


def _single_call(scenario: Scenario) -> Call | None:
    """Return the call in a sequence that consists of one call.

    Returns None if the sequence has several calls, or if the call does not start at the root.
    """
    first = scenario[0]
    return first if len(scenario) == 1 and isinstance(first, Call) and not first.path else None


def counterexamples(done: TrialResult) -> Collection[Scenario]:
    """The calls in which the search violates a contract that it must satisfy.

    Calls that fail only after certain other calls are left out.
    """
    found: dict[str, Scenario] = {}
    for searched in done.searches:
        refuted = {
            claim.contract: claim.witness for claim in searched.verdict.claims if claim.outcome is Outcome.REFUTED
        }
        for fault in searched.faults:
            witness = refuted.get(fault.contract)
            if witness is not None and witness.among is None and fault.contract in searched.due:
                scenario = _scenario(witness)
                found[scenario_to_json(scenario)] = scenario
    return found.values()


def _scenario(witness: Witness) -> Scenario:
    return witness.scenario or (Call(witness.tree, witness.window, witness.depth),)
