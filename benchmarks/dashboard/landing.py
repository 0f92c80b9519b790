"""The first page: what changed over time, and each commit that changed a count, with its largest change first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Final
from urllib.parse import quote

from benchmarks.dashboard.commits import Commit
from benchmarks.dashboard.trends import HEIGHT, WIDTH, Trend
from benchmarks.suites.committed import Cost, Entry

TEMPLATE: Final = "landing.html.j2"
HERE: Final = Path(__file__).parent
MEASURES: Final = ("leaves", "visited")


@dataclass(frozen=True, slots=True)
class Change:
    """A changed count, and the place of its history in asv."""

    variant: str
    workload: str
    measure: str
    old: int
    new: int
    link: str

    @property
    def by(self) -> int:
        """The increase of the count."""
        return self.new - self.old


@dataclass(frozen=True, slots=True)
class Story:
    """A commit, the searches that failed, and the counts that were changed, added or removed; or else another word."""

    commit: Commit
    failed: Sequence[str]
    changes: Sequence[Change]
    came: Sequence[str]
    went: Sequence[str]
    otherwise: str
    total: int
    old_signature: int | None

    @property
    def quiet(self) -> bool:
        """True if no search failed, and no count was changed, added or removed, or nothing was counted."""
        return not (self.failed or self.changes or self.came or self.went)


def link(measure: str, entry: Entry, commit: Commit) -> str:
    """The address of asv's page for this count, with the commit marked."""
    variant, workload = (quote(repr(value), safe="") for value in (entry.variant, entry.workload))
    return f"asv/index.html#counts.{measure}?p-variant={variant}&p-workload={workload}&commits={commit.short}"


def changes(old: Commit, new: Commit) -> list[Change]:
    """The counts that both commits have with different values, the greatest difference first."""
    before, after = old.committed.costs, new.committed.costs
    found = [
        Change(entry.variant, entry.workload, measure, was, now, link(measure, entry, new))
        for entry in before.keys() & after.keys()
        for measure, was, now in zip(MEASURES, before[entry], after[entry], strict=True)
        if was is not None and now is not None and was != now
    ]
    return sorted(found, key=lambda change: (-abs(change.by), change.workload, change.variant, change.measure))


def summed_up(entries: set[Entry], everybody: set[str]) -> list[str]:
    """Counts by workload; workloads with the same variants share a line. `everybody` is the list of all variants."""
    variants: dict[str, list[str]] = {}
    for entry in sorted(entries):
        variants.setdefault(entry.workload, []).append(entry.variant)
    workloads: dict[tuple[str, ...], list[str]] = {}
    for workload, names in variants.items():
        workloads.setdefault(tuple(names), []).append(workload)
    return [
        f"{'all variants' if set(names) == everybody else ', '.join(names)} on {', '.join(found)}"
        for names, found in workloads.items()
    ]


def story(old: Commit | None, new: Commit) -> Story:
    """Compare a commit's counts with the previous commit's.

    There are no changes if the previous commit has no counts.
    """
    before: Mapping[Entry, Cost] = {} if old is None else old.committed.costs
    after, failed = new.committed.costs, new.committed.failed
    if not after:
        otherwise = "not counted"
    elif not before:
        otherwise = "nothing to compare with" if old is None else "the first counts"
    else:
        otherwise = "no count changed"
    return Story(
        commit=new,
        failed=summed_up(set(failed), {entry.variant for entry in failed | after.keys()}),
        changes=[] if old is None else changes(old, new),
        came=summed_up(set(after) - set(before), {row.variant for row in after}) if before else [],
        went=summed_up(set(before) - set(after) - failed, {row.variant for row in before}) if after else [],
        otherwise=otherwise,
        total=len(after),
        old_signature=None if old is None else old.committed.signature,
    )


def stories(history: Sequence[Commit]) -> Iterator[Story]:
    """What each commit changed, compared with the last earlier commit that has counts; the oldest commit is first.

    The count of a search that failed is compared with its last count before the failure.
    """
    before: Commit | None = None
    for commit in history:
        yield story(before, commit)
        if before is None:
            before = commit
        elif commit.committed.costs:
            known = {entry: before.committed.costs.get(entry) for entry in commit.committed.failed}
            costs = {entry: cost for entry, cost in known.items() if cost is not None} | dict(commit.committed.costs)
            before = replace(commit, committed=replace(commit.committed, costs=costs))


def grouped(told: Sequence[Story]) -> list[list[Story]]:
    """Group commits without a changed count that have the same text; every other commit is a separate group."""
    keys = [entry.otherwise if entry.quiet else entry.commit.name for entry in told]
    return [[entry for _, entry in run] for _, run in groupby(zip(keys, told, strict=True), key=lambda pair: pair[0])]


def page(
    history: Sequence[Commit], *, project: str, shown: int, benchmarks: Sequence[str], trends: Sequence[Trend] = ()
) -> str:
    """The page as HTML, about the last `shown` commits of `history`, newest first; it loads no other files."""
    # imported here, because the rest of this file is also used without jinja2
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415

    environment = Environment(
        autoescape=True,
        loader=FileSystemLoader(HERE),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    told = list(stories(history))[-shown:]
    return environment.get_template(TEMPLATE).render(
        project=project,
        first=told[0].commit,
        last=told[-1].commit,
        trends=trends,
        measured=any(not trend.exact for trend in trends),
        runs=grouped(told[::-1]),
        benchmarks=sorted(benchmarks),
        width=WIDTH,
        height=HEIGHT,
    )
