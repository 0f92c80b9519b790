"""The catalogue of workloads: named, versioned, the same each time, and easy to add to."""

import json
from pathlib import Path

import msgspec
import pytest

from documents import names, table
from prunecheck import FULL, UnknownNameError, cli
from prunecheck.catalog import variant
from prunecheck.measure.counts import counted
from prunecheck.measure.signature import CountsRow, Suite, stamped
from prunecheck.oracle.minimax import value
from prunecheck.trees.examples import TREES
from prunecheck.trees.games.kalah import Kalah
from prunecheck.trees.games.nim import Nim
from prunecheck.trees.models.catalog import MODELS
from prunecheck.workloads.catalog import EXAMPLES, WORKLOADS, workload, workload_of
from prunecheck.workloads.games import GAMES
from prunecheck.workloads.harvest import (
    MAGIC,
    PACKED_AT,
    SUM_AT,
    Payload,
    harvested,
    read_harvest,
    write_harvest,
    written_out,
)

Output = pytest.CaptureFixture[str]


@pytest.mark.slow_cases("nim*", "othello*")
@pytest.mark.parametrize("name", WORKLOADS)
def test_a_workload_is_built_alike_each_time(name: str) -> None:
    """The tree is equal node for node, so that it has one stamp."""
    row = WORKLOADS[name]
    first, second = written_out(row.build()), written_out(row.build())
    assert first == second
    assert stamped(row, first) == stamped(row, second)


@pytest.mark.parametrize("name", WORKLOADS)
def test_a_workload_is_what_its_row_says(name: str) -> None:
    """The value is in the window unless infinite; players alternate or not, as stated; all fields are filled."""
    row = WORKLOADS[name]
    tree = written_out(row.build())
    truth = value(tree, tree.root)
    assert row.window == FULL or row.window.alpha < truth < row.window.beta
    assert tree.alternates == row.alternates
    assert row.name == name
    assert row.shows
    assert row.source
    assert row.version >= 1


def test_the_stamp_distinguishes_windows() -> None:
    """The same tree in another window is another workload; the checksum does not include name and version."""
    narrow = WORKLOADS["tic-tac-toe-narrow"]
    tree = written_out(narrow.build())
    stamps = [stamped(row, tree) for row in (narrow, WORKLOADS["tic-tac-toe"], WORKLOADS["uneven"])]
    assert stamps[0].sha256 != stamps[1].sha256 == stamps[2].sha256
    assert [stamp.workload for stamp in stamps] == ["tic-tac-toe-narrow", "tic-tac-toe", "uneven"]


def test_the_catalogue_has_every_model_every_game_and_every_text() -> None:
    """Everything in the package is counted except chess, which is an optional extra."""
    for name in MODELS:
        assert any(known.startswith(f"{name}-") for known in WORKLOADS), name
    for name in ("tic-tac-toe", "nim", "connect-three", "connect-four", "othello", "kalah"):
        assert any(known.startswith(name) for known in WORKLOADS), name
    assert [example.name for example in EXAMPLES] == [name for name, tree in TREES.items() if tree.source.isdigit()]
    assert {example.source for example in EXAMPLES} == {"000", "001", "002", "003", "004"}


def test_a_workload_name_may_be_spelled_in_any_way() -> None:
    """An unknown name suggests the nearest."""
    assert workload(" Few_Values-4X5 ") is WORKLOADS["few-values-4x5"]
    with pytest.raises(UnknownNameError, match="unknown workload 'unevn'; did you mean 'uneven'"):
        workload("unevn")


def test_the_list_has_every_workload(capsys: Output) -> None:
    """Each workload has its version, window, source, and what it shows."""
    assert cli.run(["list", "workloads", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [list(row.values()) for row in rows] == [
        [row.name, str(row.version), str(row.window), row.source, row.shows] for row in WORKLOADS.values()
    ]
    assert cli.run(["list", "workloads"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(WORKLOADS)


def test_a_harvested_tree_is_a_workload(tmp_path: Path) -> None:
    """The harvested tree is counted like any other; another tree with its name has another version."""
    write_harvest(harvested(Nim((2, 1)), "nim", "the game"), tmp_path / "one")
    write_harvest(harvested(Nim((1, 2)), "nim", "the game"), tmp_path / "other")
    one, other = workload_of(read_harvest(tmp_path / "one")), workload_of(read_harvest(tmp_path / "other"))
    assert (one.name, one.source, one.alternates, one.window) == ("nim", "the game", True, FULL)
    search = variant("f2").search
    assert counted(search, one.build(), FULL) == counted(search, Nim((2, 1)), FULL)
    assert one.version != other.version
    assert one.version == workload_of(read_harvest(tmp_path / "one")).version
    write_harvest(harvested(Kalah(2, 1), "kalah"), tmp_path / "kalah")
    assert not workload_of(read_harvest(tmp_path / "kalah")).alternates


@pytest.mark.parametrize(
    ("column", "record"),
    [("field of the payload", Payload), ("field of the table", Suite), ("field of a row", CountsRow)],
)
def test_every_field_is_documented(column: str, record: type[msgspec.Struct]) -> None:
    """The fields are those of the file of a tree, of the table of counts, and of its rows."""
    described = [name for row in table("docs/workloads.md", column) for name in names(row[column])]
    assert described == [field.name for field in msgspec.structs.fields(record)]


def test_the_layout_of_the_file_is_documented() -> None:
    """The table says where each part of the file begins and ends."""
    rows = [row["bytes"] for row in table("docs/workloads.md", "bytes")]
    last = len(MAGIC) - 1
    assert rows == [f"0 to {last}", f"{SUM_AT - 1}", f"{SUM_AT} to {PACKED_AT - 1}", f"from {PACKED_AT}"]
    assert MAGIC == b"\x93prunecheck-tree"


def test_every_game_that_is_harvested_is_documented() -> None:
    """Each game has its example, and the meaning of its numbers."""
    rows = table("docs/command-line.md", "game", "numbers")
    assert [(row["game"], row["numbers"]) for row in rows] == [(game.example, game.numbers) for game in GAMES.values()]
