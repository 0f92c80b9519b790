"""The zoo: wrong searches are refuted, their smallest repairs and correct searches pass; the page has the results."""

from functools import partial
from pathlib import Path
from typing import Final

import msgspec
import pytest
from benchmarks import zoo as script
from benchmarks.zoo_trial import MARK, WASTE, Member, Outcome, members, outcome, repaired
from click.testing import CliRunner

from documents import DOCUMENTS
from prunecheck.contracts.order import CONTRACTS, implied
from prunecheck.verify.hunt import suitable_trees as suited
from prunecheck.verify.phases import visits
from prunecheck.verify.visit_statistics import count_visits

WRONG: Final = members("wrong")
RIGHT: Final = members("right")
FEW, MORE, MOST = 25, 150, 400  # trees; a refutation ends the run much earlier
READ: Final = 20
FAMILY: Final = {"null_windows", "scouts", "guesses", "best_first", "tables", "memories", "move_orders", "quiet"}
LONG, LONGEST = 8.0, 60.0  # seconds; a search that often hangs is shrunk as long
RARE: Final = {  # bugs that need shared positions with two different windows, or a fifth search
    "kept.AgeOfTwoBits",
    "memories.DepthOfTheDeepest",
    "memories.EarlyCutoffIsExact",
    "memories.PlyTooShallow",
    "tables.BoundAsExact",
    "tables.ClampedAsExact",
    "tables.DirectionsExchanged",
    "tables.FlagFromRaisedAlpha",
    "tables.NarrowedThenStored",
    "unlike.cached_without_window",
}
LONG_TRIALS: Final = {
    "kept.ClearForgetsHalf",
    "shown.LowForHigh",
    "waste.never_compares",
    "tables.Searcher",
    "tables.UpperForExact",
    "tables.DepthForgotten",
    "tables.DepthBoosted",
    "shapes.cached",
    "shapes.decorated",
}
NOT_FOUND: Final = {
    "waste.WindowInTheKey": "a useless table is reported in numbers, but is not a failure",
    "waste.infinite_for_grandchildren": "it evaluates less than a tenth more leaves than alpha-beta, which is a note",
    "bounds.thousand_is_infinite": "a constant that limits the values is a note, and the search judged within them",
    "conduct.leaf_root_fails": "that it fails where the game is over at the root is a note",
}


def marked(searches: tuple[Member, ...], exceptions: dict[str, str]) -> list[object]:
    """The members as parameters. `exceptions` lists members with other known results, and the reasons.

    One member of each kind is a fast test: the first that is neither rare nor in `LONG_TRIALS`. All others are slow
    tests.
    """
    fast = {
        search.kind: search.title for search in reversed(searches) if search.title not in RARE | LONG_TRIALS
    }.values()
    return [
        pytest.param(
            search,
            id=search.title,
            marks=[
                *([pytest.mark.xfail(reason=exceptions[search.title])] if search.title in exceptions else []),
                *([] if search.title in fast else [pytest.mark.slow]),
            ],
        )
        for search in searches
    ]


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run without the hard trees, which take most of the time, and with few visit statistics."""
    monkeypatch.setattr(suited, "hard_trees", tuple)
    monkeypatch.setattr(visits, "count_visits", partial(count_visits, trees=READ))


def trial(member: Member, file: Path, examples: int) -> Outcome:
    """The result of a member in `file`."""
    seconds = LONGEST if examples == MOST else LONG
    return outcome(f"{file}:{member.name}", seed=0, examples=examples, seconds=seconds, declares=member.declares)


@pytest.fixture(scope="module")
def repairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all files of wrong searches, repaired."""
    folder = tmp_path_factory.mktemp("repaired")
    for file in {member.file for member in WRONG}:
        (folder / file.name).write_text(repaired(file.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


@pytest.mark.parametrize("member", marked(WRONG, NOT_FOUND))
def test_a_wrong_search_is_refuted_for_the_contract_it_violates(member: Member) -> None:
    """The verdict names the contract in its docstring, or one that implies it."""
    found = trial(member, member.file, MOST if member.title in RARE else MORE)
    named = {contract for name in found.broken for contract in (implied(name) if name in CONTRACTS else {name})}
    assert named & set(member.breaks), found


@pytest.mark.fast_cases("signs.value_not_negated", "cut_offs.wrong_way_round")
@pytest.mark.parametrize("member", marked(WRONG, {}))
def test_the_smallest_repair_passes(member: Member, repairs: Path) -> None:
    """Only the marked lines of a search are repaired."""
    found = trial(member, repairs / member.file.name, FEW)
    assert not found.broken, found


@pytest.mark.parametrize("member", marked(RIGHT, {}))
def test_a_right_search_of_the_zoo_passes(member: Member) -> None:
    """The calling convention of the search is detected."""
    found = trial(member, member.file, FEW)
    assert not found.broken, found


@pytest.mark.slow
def test_the_zoo_gives_the_same_results_in_processes_and_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the times differ between the runs; with --resume, nothing runs again."""
    monkeypatch.chdir(tmp_path)
    searches = ["--search", "loops.beta_not_kept", "--search", "players.inverted_below"]
    words = ["--group", "wrong", *searches, "--seeds", "2", "--json"]
    found = [CliRunner().invoke(script.main, [*words, *more]) for more in ([], ["-j", "2"], ["--resume"])]
    assert [result.exit_code for result in found] == [0, 0, 0]
    alone, together, kept = (msgspec.json.decode(result.stdout, type=script.Zoo) for result in found)
    assert kept == together
    for searched in (*alone, *together):
        for trial in searched.trials:
            trial.seconds = 0.0
    assert alone == together
    assert all(len(search.refuted) == 2 for search in alone)


def test_the_zoo_is_large_enough() -> None:
    """There are at least 175 wrong searches, of ten kinds, and 80 correct ones.

    Each wrong one names the contracts it violates.

    At least sixty are of the family that has null windows, a best-first order, a memory, or an order of moves.
    """
    assert len(WRONG) >= 175
    assert sum(member.kind in FAMILY for member in WRONG) >= 60
    assert len({member.kind for member in WRONG}) >= 10
    assert len(RIGHT) >= 80
    assert len({member.title for member in (*WRONG, *RIGHT)}) == len(WRONG) + len(RIGHT)
    assert all(set(member.breaks) <= {*CONTRACTS, WASTE} and member.breaks for member in WRONG)


def test_each_bug_has_its_repair() -> None:
    """A file marks at least one line for each of its wrong searches. The repaired version has no marks, and differs."""
    for file in {member.file for member in WRONG}:
        text = file.read_text(encoding="utf-8")
        marks = sum(MARK.match(line) is not None for line in text.splitlines())
        assert marks >= sum(member.file == file for member in WRONG)
        assert not any(MARK.match(line) for line in repaired(text).splitlines())


def test_a_repair_replaces_one_line_or_adds_one() -> None:
    """`# repair:` replaces the next line, `# missing:` adds a line."""
    text = "def f(a):\n    # repair: a += 1\n    a -= 1\n    # missing: a *= 2\n    return a\n"
    assert repaired(text) == "def f(a):\n    a += 1\n    a *= 2\n    return a\n"


def test_the_measurements_are_for_this_zoo() -> None:
    """Each line of the results is for a current search, and each wrong search has one."""
    known = {(search.group, search.name): (search.says, search.models) for search in script.committed()}
    inside = {
        (group, member.title): (member.says, member.models)
        for group in script.GROUPS
        for member in script.members_of(group)
    }
    assert known.items() <= inside.items()
    assert {name for group, name in known if group == "wrong"} == {member.title for member in WRONG}


def test_the_page_shows_what_was_measured() -> None:
    """The figures in `docs/zoo.md` are those in `benchmarks/zoo.json`, good or bad."""
    assert script.documented(DOCUMENTS["docs/zoo.md"], script.committed()) == DOCUMENTS["docs/zoo.md"]


def test_the_file_has_a_line_for_each_search() -> None:
    """Reading and writing the file of results gives the same text."""
    assert script.FILE.read_text(encoding="utf-8") == script.text(script.committed())
