"""Write the history as asv result files: one for each commit, with the same bytes each time.

asv gets its own repository, which shares our git objects and has one branch with the commits of the history. Our
repository may therefore be detached or shallow, or have other branches and tags.
"""

import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from benchmarks.dashboard.commits import SHORT, Commit, git
from benchmarks.dashboard.errors import DashboardError
from benchmarks.dashboard.files import Json, read, write
from benchmarks.dashboard.measured import described, is_leaves
from benchmarks.suites.committed import Cost, Entry

MACHINE: Final = "any-machine"  # counts are the same on all machines
BRANCH: Final = "main"
RECOUNTED: Final = "bench_counts."  # counts of our own suite, which the committed counts replace
VERSION: Final = "1"
MEASURES: Final = {
    "counts.leaves": "Leaves that one search reads: exact.",
    "counts.visited": "Nodes that one search visits, leaves and root included: exact.",
}
SIGNATURE: Final = "counts.signature"
UNITS: Final = {"counts.leaves": "leaves", "counts.visited": "visits"}


def borrowed(repository: Path, last: str, place: Path) -> None:
    """Make a bare repository at `place` whose one branch ends at the commit `last` of `repository`."""
    shared = Path(git(repository, "rev-parse", "--path-format=absolute", "--git-common-dir").strip())
    place.mkdir(parents=True)
    git(place, "init", "--quiet", "--bare", f"--initial-branch={BRANCH}", ".")
    (place / "objects" / "info" / "alternates").write_text(f"{shared / 'objects'}\n", encoding="utf-8")
    if (shared / "shallow").exists():
        shutil.copy(shared / "shallow", place / "shallow")
    git(place, "update-ref", f"refs/heads/{BRANCH}", last)


def largest_first(history: Iterable[Commit]) -> list[str]:
    """The workloads of all commits, those with the greatest counts first, since asv first shows only one workload."""
    greatest: dict[str, int] = {}
    for commit in history:
        for entry, cost in commit.committed.costs.items():
            greatest[entry.workload] = max(greatest.get(entry.workload, 0), cost.leaves)
    return sorted(greatest, key=lambda name: (-greatest[name], name))


def different_first(history: Sequence[Commit]) -> list[str]:
    """The variants of all commits, in the order of the newest commit.

    Variants with the counts of another one come last. asv first draws only eight variants, so these should differ.
    """
    leaves: dict[str, dict[str, int]] = {}
    for commit in reversed(history):
        for entry, cost in commit.committed.costs.items():
            leaves.setdefault(entry.variant, {}).setdefault(entry.workload, cost.leaves)
    first: list[str] = []
    for name, counts in leaves.items():
        if not any(_agree(counts, leaves[other]) for other in first):
            first.append(name)
    return [*first, *(name for name in leaves if name not in first)]


def _agree(counts: Mapping[str, int], others: Mapping[str, int]) -> bool:
    """True if two variants have the same counts on all workloads that they share."""
    return all(counts[workload] == others[workload] for workload in counts.keys() & others.keys())


def benchmark(name: str, code: str, unit: str, params: Mapping[str, Sequence[str]]) -> Json:
    """A benchmark in asv's format, with parameters as Python literals."""
    return {
        "code": code,
        "name": name,
        "param_names": list(params),
        "params": [[repr(value) for value in values] for values in params.values()],
        "pretty_name": name.partition(".")[2],
        "timeout": 60,
        "type": "track",
        "unit": unit,
        "version": VERSION,
    }


def results(commit: Commit, variants: Sequence[str], workloads: Sequence[str]) -> Json:
    """The results of one commit in asv's format. Counts that the commit does not contain are null."""
    pairs = [commit.committed.costs.get(Entry(workload, name)) for name in variants for workload in workloads]
    params = [[repr(name) for name in variants], [repr(name) for name in workloads]]
    values: dict[str, list[int | None]] = {
        name: [None if cost is None else Cost._asdict(cost)[name.partition(".")[2]] for cost in pairs]
        for name in MEASURES
    }
    found: Json = {name: [row, params, VERSION] for name, row in values.items() if set(row) != {None}}
    if commit.committed.signature is not None:
        found[SIGNATURE] = [[commit.committed.signature], [], VERSION]
    return {
        "commit_hash": commit.name,
        "date": commit.seconds * 1000,
        "durations": {},
        "env_name": "committed",
        "env_vars": {},
        "params": {"machine": MACHINE},
        "python": "",
        "requirements": {},
        "result_columns": ["result", "params", "version"],
        "results": found,
        "version": 2,
    }


def write_results(history: Sequence[Commit], place: Path, *, measured: Path | None = None) -> list[str]:
    """Write the results of all commits below `place`; add asv's results in `measured` (if given), except the counts.

    Results for other commits are left out. Returns: the names of all benchmarks.
    Raises: DashboardError if no commit has counts, or `measured` has no results of asv.
    """
    variants, workloads = different_first(history), largest_first(history)
    if not variants:
        raise DashboardError(
            "none of these commits has counts: ask for more with --commits, or name results of asv with --measured"
        )
    params = {"variant": variants, "workload": workloads}
    benchmarks: dict[str, Json] = {}
    for commit in history:
        if commit.committed.costs:
            found = results(commit, variants, workloads)
            counted = {name: says for name, says in MEASURES.items() if name in found["results"]}
            benchmarks |= {name: benchmark(name, says, UNITS[name], params) for name, says in counted.items()}
            write(place / MACHINE / f"{commit.short}-committed.json", found)
            if SIGNATURE in found["results"]:
                says = "The visits of all searches together, as committed."
                benchmarks[SIGNATURE] = benchmark(SIGNATURE, says, "visits", {})
    nowhere = {"arch": "", "cpu": "", "num_cpu": "", "os": "", "ram": ""}
    write(place / MACHINE / "machine.json", nowhere | {"machine": MACHINE, "version": 1})
    if measured is not None:
        benchmarks |= _copied(measured, place, {commit.name for commit in history})
    write(place / "benchmarks.json", benchmarks | {"version": 2})
    return list(benchmarks)


def _copied(measured: Path, place: Path, shown: set[str]) -> dict[str, Json]:
    """Copy the results of asv's own runs at these commits, with the differences between their environments.

    Returns: the benchmarks that these runs measured.
    """
    benchmarks = described(measured)
    runs: dict[Path, Json] = {}
    for machine in sorted(measured.glob("*/machine.json")):
        if machine.parent.name == MACHINE:
            raise DashboardError(f"{machine.parent} has the name of the committed counts: give it another one")
        write(place / machine.parent.name / machine.name, read(machine))
        found = {path: read(path) for path in sorted(machine.parent.glob("*.json")) if path != machine}
        runs |= {path: run for path, run in found.items() if run["commit_hash"] in shown}
    for part in ("params", "env_vars"):
        same = _constant([run[part] for run in runs.values()]) - {"machine"}
        for run in runs.values():
            run[part] = {name: value for name, value in run[part].items() if name not in same}
    for path, run in runs.items():
        write(place / path.relative_to(measured), run)
    with_results = {name for run in runs.values() for name, (result, *_) in run["results"].items() if result}
    return {
        name: entry
        for name, entry in benchmarks.items()
        if name in with_results and not name.startswith(RECOUNTED) and not is_leaves(name, entry)
    }


def _constant(dictionaries: Sequence[Json]) -> set[str]:
    """The keys that have the same value in all dictionaries."""
    first, *others = dictionaries or [{}]
    return {name for name, value in first.items() if all(name in other and other[name] == value for other in others)}


def configuration(place: Path, project: str, repository: Path, results_folder: Path, pages: Path) -> None:
    """Write a configuration of asv that publishes these results. Its links lead to the page above."""
    write(
        place,
        {
            "branches": [BRANCH],
            "dvcs": "git",
            "hash_length": SHORT,
            "html_dir": str(pages),
            "project": project,
            "project_url": "../index.html",
            "repo": str(repository),
            "results_dir": str(results_folder),
            "show_commit_url": "../index.html#",
            "version": 1,
        },
    )
