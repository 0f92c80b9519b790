"""Run the zoo at default effort: kill rate, false alarms, size of witnesses, and bugs that are not found.

`zoo.json` has what was measured, and `docs/zoo.md` the figures.
"""

import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import click
import msgspec

from benchmarks.zoo_trial import EXAMPLES, SECONDS, Member, members, outcome, repaired

FILE: Final = Path(__file__).with_name("zoo.json")
DOCUMENT: Final = FILE.parent.parent / "docs" / "zoo.md"
ROOMS: Final = ("wrong", "repaired", "right")
SEEDS: Final = 10


class TrialData(msgspec.Struct):
    """One run: its seed, the contracts that the search violated, and its cost."""

    seed: int
    broken: list[str]
    trees: int
    seconds: float
    leaves: int | None


class SearchData(msgspec.Struct):
    """A search in a room of the zoo, and its runs."""

    room: str
    name: str
    says: str
    models: str
    trials: list[TrialData]

    @property
    def refuted(self) -> list[TrialData]:
        """The runs that refuted the search."""
        return [each for each in self.trials if each.broken]


Zoo = list[SearchData]


def committed() -> Zoo:
    """The last results written."""
    return msgspec.json.decode(FILE.read_bytes(), type=Zoo)


def text(zoo: Zoo) -> str:
    """The results as text, a line for each search."""
    return "[\n" + ",\n".join(msgspec.json.encode(each).decode() for each in zoo) + "\n]\n"


def inmates(room: str) -> tuple[Member, ...]:
    """The members of a room; repaired ones come from the files of the wrong ones."""
    return members("right" if room == "right" else "wrong")


def _trial(folder: str, room: str, numbered: tuple[Member, int]) -> tuple[str, TrialData]:
    member, seed = numbered
    file = member.file
    if room == "repaired":
        file = Path(folder) / file.name
    found = outcome(f"{file}:{member.name}", seed=seed, declares=member.declares)
    return member.title, TrialData(seed, list(found.broken), found.trees, round(found.seconds, 2), found.leaves)


def measured(rooms: Iterable[str], seeds: int, jobs: int) -> Iterator[SearchData]:
    """The searches of these rooms, each run with `seeds` seeds, in `jobs` processes."""
    with TemporaryDirectory() as folder, ProcessPoolExecutor(jobs) as pool:
        for room in rooms:
            inside = inmates(room)
            if room == "repaired":
                for file in {member.file for member in inside}:
                    (Path(folder) / file.name).write_text(repaired(file.read_text(encoding="utf-8")), encoding="utf-8")
            zoo = {each.title: SearchData(room, each.title, each.says, each.models, []) for each in inside}
            for title, trial in pool.map(
                partial(_trial, folder, room), [(member, seed) for member in inside for seed in range(seeds)]
            ):
                zoo[title].trials.append(trial)
                if len(zoo[title].trials) == seeds:
                    yield zoo[title]


def merged(old: Zoo, new: Zoo) -> Zoo:
    """The new results, and the old ones of searches that were not measured again, in the order of the files."""
    found = {(each.room, each.name): each for each in (*old, *new)}
    order = [(room, member.title) for room in ROOMS for member in inmates(room)]
    return [found[each] for each in order if each in found]


def _middle(values: Iterable[float | None]) -> str:
    known = [each for each in values if each is not None]
    return f"{median(known):g}" if known else ""


def _breaks(each: SearchData) -> str:
    names = dict.fromkeys(name for trial in each.refuted for name in trial.broken)
    return ", ".join(names)


COLUMNS: Final = {
    "wrong": ("search", "bug", "as in", "found", "breaks", "trees", "seconds", "leaves"),
    "right": ("search", "style", "blamed", "for"),
}


def cells(each: SearchData) -> tuple[str, ...]:
    """The row of a search in its room's table."""
    share = f"{len(each.refuted)}/{len(each.trials)}"
    if each.room == "right":
        return f"`{each.name}`", each.says, share, _breaks(each)
    return (
        f"`{each.name}`",
        each.says,
        each.models,
        share,
        _breaks(each),
        _middle(trial.trees for trial in each.refuted),
        _middle(trial.seconds for trial in each.refuted),
        _middle(trial.leaves for trial in each.refuted),
    )


def table(zoo: Zoo, room: str) -> str:
    """The table of a room in the document."""
    columns = COLUMNS[room]
    rows = [columns, tuple("---" for _ in columns), *(cells(each) for each in zoo if each.room == room)]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def summary(zoo: Zoo) -> str:
    """The overall figures, a line each."""
    lines = []
    wrong = [each for each in zoo if each.room == "wrong"]
    if wrong:
        trials = [trial for each in wrong for trial in each.trials]
        killed = [trial for trial in trials if trial.broken]
        always = sum(map(_always, wrong))
        lines += [
            f"{len(killed)} of {len(trials)} runs of {len(wrong)} wrong searches find the bug.",
            f"{always} of the {len(wrong)} are found with every seed.",
            f"Trees until then, median: {_middle(each.trees for each in killed)}.",
            f"Seconds until the counterexample is shrunk, median: {_middle(each.seconds for each in killed)}.",
            f"Seconds of the slowest run: {max(each.seconds for each in killed):.1f}.",
            f"Leaves of the counterexample, median: {_middle(each.leaves for each in killed)}.",
        ]
        missed = [each for each in wrong if not _always(each)]
        for each in missed:
            lines.append(f"Not found: `{each.name}` in {len(each.trials) - len(each.refuted)} of {len(each.trials)}.")
    for room, words in (("repaired", "repaired searches"), ("right", "right searches")):
        those = [each for each in zoo if each.room == room]
        trials = [trial for each in those for trial in each.trials]
        if not trials:
            continue
        blamed = [trial for trial in trials if trial.broken]
        lines.append(f"{len(blamed)} of {len(trials)} runs of {len(those)} {words} raise a false alarm.")
        lines += [f"Blamed: `{each.name}` for {_breaks(each)}, {room}." for each in those if each.refuted]
    return "".join(f"- {line}\n" for line in lines)


def _always(each: SearchData) -> bool:
    return len(each.refuted) == len(each.trials)


def documented(document: str, zoo: Zoo) -> str:
    """The document with the figures put in below their heading; the web page adds the tables."""
    figures = summary(zoo)
    document, places = re.subn(
        r"(?<=^## Figures\n\n)(?:- .*\n)*", lambda _: figures, document, count=1, flags=re.MULTILINE
    )
    if places != 1:
        raise click.ClickException(f"{DOCUMENT.name} has no place for the figures; it needs a section '## Figures'")
    return document


@click.command()
@click.option("--room", "rooms", type=click.Choice(ROOMS), multiple=True, help="Only this room; may be repeated.")
@click.option("--seeds", type=click.IntRange(1), default=SEEDS, show_default=True, help="Trials of each search.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes at a time.")
@click.option("--json", "as_json", is_flag=True, help="Print what was measured as JSON.")
@click.option("--write", is_flag=True, help="Rewrite zoo.json and the figures of the document.")
def main(*, rooms: tuple[str, ...], seeds: int, jobs: int, as_json: bool, write: bool) -> None:
    """Try each search of the zoo with as many seeds, and print the tables. Takes hours for all rooms."""
    new: Zoo = []
    for each in measured(rooms or ROOMS, seeds, jobs):
        new.append(each)
        click.echo(f"{each.room} {each.name} {len(each.refuted)}/{seeds} {_breaks(each)}", err=True)
    if as_json:
        click.echo(text(new), nl=False)
    else:
        click.echo(f"{EXAMPLES:,} trees or {SECONDS:g} s, {seeds} seeds\n\n{summary(new)}")
        for room in COLUMNS:
            click.echo(table(new, room))
    if write:
        zoo = merged(committed() if FILE.exists() else [], new)
        FILE.write_text(text(zoo), encoding="utf-8")
        DOCUMENT.write_text(documented(DOCUMENT.read_text(encoding="utf-8"), zoo), encoding="utf-8")


if __name__ == "__main__":
    main()
