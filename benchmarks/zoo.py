"""Run the zoo with default effort, to measure the bugs found, the false alarms, and the size of witnesses.

`zoo.json` contains the measurements, and `docs/zoo.md` shows the figures.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import chain, starmap
from pathlib import Path
from statistics import median
from typing import Final

import click
import msgspec

from benchmarks.zoo_trial import EXAMPLES, FOLDERS, SECONDS, UNCALLABLE, Member, TrialData, members, run_trial
from prunecheck.cli.progress import shown_progress
from prunecheck.errors import PrunecheckError
from prunecheck.fleet.finished import FinishedResults
from prunecheck.fleet.run import Fleet
from prunecheck.fleet.task import task

FILE: Final = Path(__file__).with_name("zoo.json")
DOCUMENT: Final = FILE.parent.parent / "docs" / "zoo.md"
GROUPS: Final = tuple(FOLDERS)
SEEDS: Final = 10


class SearchData(msgspec.Struct):
    """A search in a folder of the zoo (its `group`), and its runs."""

    group: str
    name: str
    says: str
    models: str
    trials: list[TrialData]

    @property
    def refuted(self) -> list[TrialData]:
        """The runs that refuted the search."""
        return [trial for trial in self.trials if trial.broken]


Zoo = list[SearchData]


def committed() -> Zoo:
    """The committed results."""
    return msgspec.json.decode(FILE.read_bytes(), type=Zoo)


def text(zoo: Zoo) -> str:
    """The results as text, a line for each search."""
    return "[\n" + ",\n".join(msgspec.json.encode(search).decode() for search in zoo) + "\n]\n"


def members_of(group: str) -> tuple[Member, ...]:
    """The members of the zoo in one of its folders."""
    return members(FOLDERS[group])


def measured(groups: Iterable[str], seeds: int, fleet: Fleet, names: Collection[str] = ()) -> Iterator[SearchData]:
    """The searches of these groups, or those named, each run with `seeds` seeds. Ctrl-C ends the measurement.

    Raises: PrunecheckError if a run has no result, or the fleet cannot be used.
    """
    inside = [(group, member) for group in groups for member in members_of(group) if not names or member.title in names]
    tasks = [
        task(f"{group} {member.title} {seed}", run_trial, group, member.title, seed, files=(str(member.file),))
        for group, member in inside
        for seed in range(seeds)
    ]
    trials: list[TrialData] = []
    with closing(fleet.run_in_order(tasks, display=shown_progress, noun="runs")) as results:
        for nth, result in enumerate(results):
            if isinstance(result.value, PrunecheckError):
                raise result.value
            if result.nth != nth:
                return
            trials.append(result.value)
            if len(trials) == seeds:
                group, search = inside[nth // seeds]
                yield SearchData(group, search.title, search.says, search.models, trials)
                trials = []


def merged(old: Zoo, new: Zoo) -> Zoo:
    """The new results, and the old ones of searches that were not measured now, in the order of the files."""
    found = {(search.group, search.name): search for search in (*old, *new)}
    order = [(group, member.title) for group in GROUPS for member in members_of(group)]
    return [found[key] for key in order if key in found]


def _middle(values: Iterable[float | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{median(known):g}" if known else ""


def _breaks(search: SearchData) -> str:
    names = dict.fromkeys(name for trial in search.refuted for name in trial.broken)
    return ", ".join(names)


MEDIANS: Final = ("trees", "seconds", "leaves")
WRONG_COLUMNS: Final = ("search", "bug", "as in", "found", "breaks", *MEDIANS)
RIGHT_COLUMNS: Final = ("search", "style", "blamed", "for")
COLUMNS: Final = {  # the columns of the groups that have a table
    "wrong": WRONG_COLUMNS,
    "right": RIGHT_COLUMNS,
    "hard-wired wrong": WRONG_COLUMNS,
    "hard-wired right": RIGHT_COLUMNS,
}


def cells(search: SearchData) -> tuple[str, ...]:
    """The row of a search in its group's table."""
    share = f"{len(search.refuted)}/{len(search.trials)}"
    if search.group.endswith("right"):
        return f"`{search.name}`", search.says, share, _breaks(search)
    return (
        f"`{search.name}`",
        search.says,
        search.models,
        share,
        _breaks(search),
        _middle(trial.trees for trial in search.refuted),
        _middle(trial.seconds for trial in search.refuted),
        _middle(trial.leaves for trial in search.refuted),
    )


def table(zoo: Zoo, group: str) -> str:
    """The table of a group in the document."""
    return _rows(COLUMNS[group], (cells(search) for search in zoo if search.group == group))


FOUND_COLUMNS: Final = ("searches", "number", "runs that find the bug", "with every seed", *MEDIANS, "slowest run")
BLAMED_COLUMNS: Final = ("searches", "number", "runs with a false alarm", "refused runs")


def summary(zoo: Zoo) -> str:
    """The figures of all groups: a table for wrong searches, one for right searches, and a list of exceptions."""
    groups = {group: [search for search in zoo if search.group == group] for group in GROUPS}
    wrong = {group: searches for group, searches in groups.items() if group.endswith("wrong") and searches}
    right = {group: searches for group, searches in groups.items() if not group.endswith("wrong") and searches}
    exceptions = [*_not_found(wrong), *_not_passed(right)]
    return "\n".join(
        (
            _rows(FOUND_COLUMNS, starmap(_found, wrong.items())),
            _rows(BLAMED_COLUMNS, starmap(_blamed, right.items())),
            "".join(f"- {line}\n" for line in exceptions),
        )
    )


def _rows(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "".join(f"| {' | '.join(row)} |\n" for row in (columns, ["---"] * len(columns), *rows))


def _found(group: str, wrong: Sequence[SearchData]) -> tuple[str, ...]:
    trials = [trial for search in wrong for trial in search.trials]
    killed = [trial for trial in trials if trial.broken]
    return (
        group,
        f"{len(wrong)}",
        f"{len(killed)} of {len(trials)}",
        f"{sum(map(_always, wrong))}",
        _middle(trial.trees for trial in killed),
        _middle(trial.seconds for trial in killed),
        _middle(trial.leaves for trial in killed),
        f"{max((trial.seconds for trial in killed), default=0):.1f}",
    )


def _blamed(group: str, right: Sequence[SearchData]) -> tuple[str, ...]:
    trials = [trial for search in right for trial in search.trials]
    blamed = [trial for trial in trials if {*trial.broken} - {UNCALLABLE}]
    refused = [trial for trial in trials if UNCALLABLE in trial.broken]
    return group, f"{len(right)}", f"{len(blamed)} of {len(trials)}", f"{len(refused)}"


def _not_found(wrong: Mapping[str, Sequence[SearchData]]) -> Iterator[str]:
    missed: dict[str, list[str]] = {}
    for search in chain.from_iterable(wrong.values()):
        if not _always(search):
            share = f"{len(search.trials) - len(search.refuted)} of {len(search.trials)}"
            missed.setdefault(share, []).append(f"`{search.name}`")
    yield from (f"Missed in {share} runs: {', '.join(names)}." for share, names in missed.items())


def _not_passed(right: Mapping[str, Sequence[SearchData]]) -> Iterator[str]:
    for group, searches in right.items():
        for search in searches:
            if search.refuted:
                why = "prunecheck cannot tell how to call it" if UNCALLABLE in _breaks(search) else _breaks(search)
                yield f"`{search.name}`, one of the *{group}* searches, does not pass: {why}."


def _always(search: SearchData) -> bool:
    return len(search.refuted) == len(search.trials)


def documented(document: str, zoo: Zoo) -> str:
    """The document with new figures below their heading; the web page adds the tables."""
    figures = summary(zoo)
    document, places = re.subn(
        r"(?<=^## Figures\n\n)(?:[|-].*\n|\n(?=[|-]))*", lambda _: figures, document, count=1, flags=re.MULTILINE
    )
    if places != 1:
        raise click.ClickException(f"{DOCUMENT.name} has no place for the figures; it needs a section '## Figures'")
    return document


@click.command()
@click.option("--group", "groups", type=click.Choice(GROUPS), multiple=True, help="Only this group; may be repeated.")
@click.option("--search", "names", multiple=True, help="Only this search, such as bounds.late; may be repeated.")
@click.option("--seeds", type=click.IntRange(1), default=SEEDS, show_default=True, help="Trials of each search.")
@click.option("-j", "--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes at a time.")
@click.option("--scheduler", default="", metavar="ADDRESS", help="Run on the Dask cluster at tcp://HOST:PORT.")
@click.option("--resume", is_flag=True, help="Do not run again what an earlier run finished.")
@click.option("--json", "as_json", is_flag=True, help="Print what was measured as JSON.")
@click.option("--write", is_flag=True, help="Rewrite zoo.json and the figures of the document.")
def main(
    *,
    groups: tuple[str, ...],
    names: tuple[str, ...],
    seeds: int,
    jobs: int,
    scheduler: str,
    resume: bool,
    as_json: bool,
    write: bool,
) -> None:
    """Run each search of the zoo with several seeds, and print the tables. Takes hours for all groups."""
    known = {member.title for group in groups or GROUPS for member in members_of(group)}
    if unknown := [name for name in names if name not in known]:
        raise click.BadParameter(f"no search {unknown[0]!r} in {', '.join(groups or GROUPS)}", param_hint="--search")
    new: Zoo = []
    try:
        for search in measured(groups or GROUPS, seeds, Fleet(jobs, scheduler, FinishedResults(), resume), names):
            new.append(search)
            click.echo(f"{search.group} {search.name} {len(search.refuted)}/{seeds} {_breaks(search)}", err=True)
    except PrunecheckError as mistake:
        raise click.UsageError(str(mistake)) from None
    except KeyboardInterrupt:
        click.echo("Interrupted; --resume continues", err=True)
    if as_json:
        click.echo(text(new), nl=False)
    else:
        click.echo(f"{EXAMPLES:,} trees or {SECONDS:g} s, {seeds} seeds\n\n{summary(new)}")
        for group in COLUMNS:
            click.echo(table(new, group))
    if write:
        zoo = merged(committed() if FILE.exists() else [], new)
        FILE.write_text(text(zoo), encoding="utf-8")
        DOCUMENT.write_text(documented(DOCUMENT.read_text(encoding="utf-8"), zoo), encoding="utf-8")


if __name__ == "__main__":
    main()
