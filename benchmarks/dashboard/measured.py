"""The results that asv measured, by commit: exact leaves of the user's searches, seconds, and bytes."""

from ast import literal_eval
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import isfinite
from pathlib import Path
from typing import Any, Final, TypeAlias

from benchmarks.dashboard.errors import DashboardError
from benchmarks.dashboard.files import Json, read
from benchmarks.suites.committed import Committed, Cost, Entry

LEAVES: Final = ".track_leaves"  # leaves in the suite that `prunecheck new asv` writes
SEARCH_AND_WORKLOAD: Final = ["search", "workload"]
SHOWN_TYPES: Final = ("time", "peakmemory")  # the types of benchmarks, as asv names them

# parameters, as asv writes them -> value, or None if the benchmark failed
Values: TypeAlias = dict[tuple[str, ...], float | None]


@dataclass(frozen=True, slots=True)
class Series:
    """One benchmark on one machine, with its values at each commit (by the commit's full name)."""

    name: str
    machine: str
    by_commit: Mapping[str, Values]


@dataclass(frozen=True, slots=True)
class Measured:
    """The series of seconds and bytes, and the counts of the commits at which leaves were counted."""

    series: tuple[Series, ...] = ()
    counts: Mapping[str, Committed] = field(default_factory=dict)


def read_measured(folder: Path) -> Measured:
    """The results of asv in a folder.

    Raises: DashboardError if the folder has no results of asv.
    """
    found: dict[tuple[str, str], dict[str, Values]] = {}
    leaves: dict[str, Values] = {}
    benchmarks = described(folder)
    for machine, run in runs(folder):
        commit = run["commit_hash"]
        for name, row in run["results"].items():
            about = benchmarks.get(name, {})
            if is_leaves(name, about):
                _add(leaves.setdefault(commit, {}), _values(row))
            elif about.get("type") in SHOWN_TYPES and (values := _values(row)):
                _add(found.setdefault((name, machine), {}).setdefault(commit, {}), values)
    series = tuple(
        Series(name, machine, by_commit)
        for (name, machine), by_commit in sorted(found.items())
        if any(value is not None for values in by_commit.values() for value in values.values())
    )
    return Measured(series, {commit: _counts(values) for commit, values in leaves.items() if values})


def _add(known: Values, values: Values) -> None:
    """Add the values of another run of the same commit. A benchmark only failed if it failed in all runs."""
    known |= {place: value for place, value in values.items() if value is not None or place not in known}


def _counts(leaves: Values) -> Committed:
    found = {_entry(place): value for place, value in leaves.items()}
    costs = {entry: Cost(int(value), None) for entry, value in found.items() if value is not None}
    return Committed(costs, failed=frozenset(found.keys() - costs.keys()))


def described(folder: Path) -> dict[str, Json]:
    """The benchmarks of the folder, as asv describes them. Raises: DashboardError if the folder has no benchmarks."""
    listed = folder / "benchmarks.json"
    if not listed.is_file():
        raise DashboardError(f"{folder} holds no results of asv: run `asv run` first, or leave out --measured")
    return {name: benchmark for name, benchmark in read(listed).items() if isinstance(benchmark, dict)}


def runs(folder: Path) -> Iterator[tuple[str, Json]]:
    """Each run with the name of its machine."""
    for machine in sorted(folder.glob("*/machine.json")):
        for path in sorted(machine.parent.glob("*.json")):
            if path != machine:
                yield machine.parent.name, read(path)


def is_leaves(name: str, about: Mapping[str, Any]) -> bool:
    """True for a benchmark that counts leaves of searches on workloads. Such counts are the same on all machines."""
    return name.endswith(LEAVES) and about.get("param_names") == SEARCH_AND_WORKLOAD


def _values(row: list[Any]) -> Values:
    """The values of a result by its parameters. A failed benchmark is null in asv's file, and 'n/a' is not a number."""
    results, params = [*row, None, None][:2]
    places = list(product(*(params or [])))
    pairs = zip(places, results or [None] * len(places), strict=False)
    return {
        place: value for place, value in pairs if value is None or (isinstance(value, int | float) and isfinite(value))
    }


def _entry(place: tuple[str, ...]) -> Entry:
    search, workload = (literal_eval(text) for text in place)
    return Entry(workload, search)
