"""Harvested trees: files survive a round trip, and every fault of a file is reported in one line."""

import re
import struct
import zlib
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prunecheck import FULL, INF, ExplicitTree, Number, TreeError, cli, from_nested
from prunecheck.catalog import variant
from prunecheck.errors import UnknownNameError
from prunecheck.measure.counts import counted
from prunecheck.oracle.minimax import value
from prunecheck.strategies import trees
from prunecheck.trees.games.connect_four import ConnectFour
from prunecheck.trees.games.kalah import Kalah
from prunecheck.trees.games.nim import Nim
from prunecheck.trees.games.othello import Othello
from prunecheck.trees.games.tictactoe import TicTacToe
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.cut import cut
from prunecheck.workloads import harvest as harvesting
from prunecheck.workloads.games import GAMES, game_tree
from prunecheck.workloads.harvest import (
    MAGIC,
    PACKED_AT,
    SUM_AT,
    VERSION,
    Harvest,
    Payload,
    checksum,
    file_bytes,
    harvested,
    payload,
    read_harvest,
    write_harvest,
    written_out,
)
from prunecheck.workloads.workload import AnyTree

Output = pytest.CaptureFixture[str]

GAME_TREES: list[tuple[str, AnyTree]] = [
    ("tic-tac-toe", TicTacToe()),
    ("nim-2-3-1", Nim((2, 3, 1))),
    ("kalah-2-2", Kalah(2, 2)),
    ("othello-4", cut(Othello(4), 6)),
    ("connect-four-7x6", cut(ConnectFour(), 4)),
]


def read_back(harvest: Harvest, folder: Path) -> Harvest:
    """The harvest after writing and reading."""
    file = folder / "tree"
    write_harvest(harvest, file)
    return read_harvest(file)


@given(tree=trees())
def test_a_drawn_tree_survives_a_round_trip(
    tree: ExplicitTree[Number], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Node for node: shape, sharing, players, values and keys."""
    written = harvested(tree, "drawn", "here")
    assert written.tree == tree
    assert read_back(written, tmp_path_factory.getbasetemp()) == written


@pytest.mark.parametrize(("name", "tree"), GAME_TREES, ids=[name for name, _ in GAME_TREES])
def test_a_game_survives_a_round_trip(name: str, tree: AnyTree, tmp_path: Path) -> None:
    """A search of the file's tree has the same value and cost as a search of the game itself."""
    found = read_back(harvested(tree, name), tmp_path).tree
    search = variant("explicit_stack").search  # takes Kalah, too
    assert counted(search, found, FULL) == counted(search, tree, FULL)
    assert value(found, found.root) == value(tree, tree.root)


@pytest.mark.parametrize(("name", "tree"), GAME_TREES, ids=[name for name, _ in GAME_TREES])
def test_a_game_keeps_its_static_values_players_and_keys(name: str, tree: AnyTree, tmp_path: Path) -> None:
    """Unfolded path by path, game and file are the same tree."""
    found = read_back(harvested(cut(tree, 3), name), tmp_path).tree
    assert found.has_static_values
    assert unfolded(found, static_values=True) == unfolded(cut(tree, 3), static_values=True)


def test_a_position_is_written_once() -> None:
    """Tic-tac-toe has 549,946 nodes along all paths and 5,478 positions."""
    assert len(written_out(TicTacToe())) == 5_478


@pytest.mark.parametrize("leaf", [3, -2.5, INF, -INF, Fraction(1, 3), 10**30, 2**63, -(2**63), 0.1])
def test_each_kind_of_number_comes_back(leaf: Number, tmp_path: Path) -> None:
    """The number and its type are the same."""
    found = read_back(harvested(from_nested([leaf]), "one"), tmp_path).tree.leaf_values
    assert found == [leaf]
    assert type(found[0]) is type(leaf)


def test_the_same_tree_gives_the_same_file() -> None:
    """In any node numbering, and after reading it again."""
    first = harvested(TicTacToe(), "tic-tac-toe")
    assert file_bytes(first) == file_bytes(harvested(first.tree, "tic-tac-toe"))
    turned: ExplicitTree[Number] = ExplicitTree([[2, 1], [], []], [None, 5, 3], [True, False, False])
    assert file_bytes(harvested(turned, "two")) == file_bytes(harvested(from_nested([3, 5]), "two"))


@pytest.mark.slow
def test_a_chain_of_many_plies_is_harvested(tmp_path: Path) -> None:
    """The chain has twenty thousand plies."""
    depth = 20_000
    links = [[n + 1] for n in range(depth)] + [[]]
    chain: ExplicitTree[Number] = ExplicitTree(links, [None] * depth + [7], [n % 2 == 0 for n in range(depth + 1)])
    assert read_back(harvested(chain, "chain"), tmp_path).tree == chain


def test_files_are_compact() -> None:
    """All of tic-tac-toe, and the first five plies of Connect Four, take less than five bytes for a position."""
    for tree in (TicTacToe(), cut(ConnectFour(), 5)):
        found = harvested(tree, "game")
        assert len(file_bytes(found)) < 5 * len(found.tree)


def test_too_many_nodes_are_refused_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error has the number and the remedy, even for a game that cannot be written out."""
    content = file_bytes(harvested(from_nested([1, 2, 3]), ""))
    monkeypatch.setattr(harvesting, "MOST_NODES", 3)
    with pytest.raises(TreeError, match="more than 3 nodes; cut it at a depth, or start from a later position"):
        written_out(ConnectFour())
    with pytest.raises(TreeError, match="the file has 4 nodes, but a tree has 1 to 3"):
        harvesting._harvest(content)
    assert len(written_out(from_nested([1, 2]))) == 3
    monkeypatch.setattr(harvesting, "MOST_MOVES", 1_000)
    with pytest.raises(TreeError, match="more than 1,000 moves; cut it at a depth, or start from a later position"):
        written_out(Nim([10**9]))


def test_nan_and_cycles_are_refused() -> None:
    """A file cannot hold NaN or cycles."""
    endless: ExplicitTree[Number] = ExplicitTree([[1], [0]], [None, None], [True, False])
    with pytest.raises(TreeError, match="cycle"):
        written_out(endless)
    nan: ExplicitTree[Number] = ExplicitTree([[1], []], [None, float("nan")], [True, False])
    with pytest.raises(TreeError, match="NaN"):
        written_out(nan)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of a game."""
    found = tmp_path / "nim.tree"
    write_harvest(harvested(Nim((2, 1)), "nim-2-1", "the game"), found)
    return found


def wrong(file: Path) -> str:
    """The one-line error about a file."""
    with pytest.raises(TreeError) as error:
        read_harvest(file)
    assert str(error.value).startswith(f"{file}: ")
    return str(error.value)


@given(data=st.data())
def test_every_damaged_byte_is_noticed(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The file is refused if one bit is flipped anywhere, or the end is cut off."""
    content = file_bytes(harvested(Nim((2, 1)), "nim-2-1"))
    at = data.draw(st.integers(0, len(content) - 1))
    bit = 1 << data.draw(st.integers(0, 7))
    damaged = tmp_path_factory.getbasetemp() / "damaged"
    damaged.write_bytes(content[:at] + bytes([content[at] ^ bit]) + content[at + 1 :])
    wrong(damaged)
    damaged.write_bytes(content[:at])
    wrong(damaged)


def test_a_wrong_checksum_is_reported(file: Path) -> None:
    """The error says that the file is damaged, and advises the user to harvest the tree again."""
    content = bytearray(file.read_bytes())
    content[SUM_AT] ^= 1
    file.write_bytes(content)
    assert wrong(file).endswith("the file is damaged: its checksum is wrong; harvest the tree again")


def test_a_later_version_is_refused(file: Path) -> None:
    """The error has the version that this release reads."""
    content = bytearray(file.read_bytes())
    content[SUM_AT - 1] = VERSION + 1
    file.write_bytes(content)
    assert f"the file has version {VERSION + 1}, but this release reads version {VERSION}" in wrong(file)


def test_a_file_that_is_not_a_harvest_is_refused(tmp_path: Path) -> None:
    """The file is missing, or something else."""
    assert wrong(tmp_path / "none").endswith("No such file or directory; give a file written by prunecheck harvest")
    (tmp_path / "text").write_text("[1, 2]", encoding="utf-8")
    assert "not a harvested tree; give" in wrong(tmp_path / "text")


def test_contents_that_unpack_to_more_than_fits_are_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The contents are refused before they fill the memory."""
    monkeypatch.setattr(harvesting, "MOST_BYTES", 40)
    assert "the file contains more than 40 bytes" in wrong(file)


def forged(file: Path, plain: bytes) -> None:
    """Write a file with that payload and the matching checksum."""
    file.write_bytes(MAGIC + bytes([VERSION]) + sha256(plain).digest() + zlib.compress(plain))


SMALL = Payload("small", "own", "MAX", [2, 0, 0], [1, 2], [None, 3, 5])


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"moves": []}, "the file has 0 nodes"),
        ({"root_player": "ROOT"}, "root_player in the file is 'ROOT', not MAX or MIN"),
        ({"values": [None, 3]}, "the file has 2 values for 3 nodes"),
        ({"players": [True]}, "the file has 1 players for 3 nodes"),
        ({"keys": [0]}, "the file has 1 keys for 3 nodes"),
        ({"moves": [2, 1, 0]}, "the sum of its child counts (moves) is not the length of its list of children (steps)"),
        (
            {"moves": [4, -2, 0]},
            "the sum of its child counts (moves) is not the length of its list of children (steps)",
        ),
        ({"steps": [1, 3]}, "node 0 has a child that is not a node"),
        ({"steps": [1, 1]}, "node 2 is not a child of any earlier node"),
        ({"values": [None, 3, None]}, "the value of node 2 is null, not a number"),
        ({"values": [None, 3, "x"]}, 'the value of node 2 is "x", not a number'),
        ({"values": [None, 3, float("nan")]}, "the value of node 2 is NaN"),
        ({"moves": [2, 1, 0], "steps": [1, 2, 1]}, "players do not alternate, but the file"),
        ({"moves": [1, 2, 0], "steps": [1, -1, 1]}, "cycle"),
        ({"name": "\x1b[31m"}, "characters that cannot be printed"),
    ],
    ids=lambda parameter: parameter if isinstance(parameter, str) else "",
)
def test_a_file_with_a_checksum_that_holds_no_tree_is_refused(
    changes: dict[str, object], says: str, tmp_path: Path
) -> None:
    """Each column is checked, even if the checksum is right."""
    file = tmp_path / "forged"
    forged(file, msgspec.msgpack.encode(SMALL))
    assert read_harvest(file).tree == from_nested([3, 5])
    forged(file, msgspec.msgpack.encode(msgspec.structs.replace(SMALL, **changes)))
    assert says in wrong(file)


def test_a_payload_with_other_fields_is_refused(tmp_path: Path) -> None:
    """The fields must be those of version 1."""
    file = tmp_path / "forged"
    forged(file, msgspec.msgpack.encode({"name": "x"}))
    assert "the file does not contain a tree" in wrong(file)
    forged(file, b"\xc1")
    assert "the file does not contain a tree" in wrong(file)


def test_the_file_is_laid_out_as_documented(file: Path) -> None:
    """Magic number, version, SHA-256 of the payload, the zlib-compressed payload; nothing else."""
    content = file.read_bytes()
    plain = zlib.decompress(content[PACKED_AT:])
    layout = f"{len(MAGIC)}sB32s"
    assert struct.unpack(layout, content[:PACKED_AT]) == (MAGIC, VERSION, sha256(plain).digest())
    assert plain == payload(read_harvest(file))
    assert checksum(read_harvest(file)) == sha256(plain).hexdigest()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_is_harvested_by_name(game: object, tmp_path: Path, capsys: Output) -> None:
    """The example of its row, two plies deep; the printed line describes the file."""
    example = str(getattr(game, "example", ""))
    file = tmp_path / "game.tree"
    assert cli.run(["harvest", example, "--depth", "2", "-o", str(file)]) == 0
    found = read_harvest(file)
    assert (found.name, found.source) == (f"{example}-to-2", "the game")
    printed = (
        f"{file}: {example}-to-2, {len(found.tree)} nodes, {file.stat().st_size} bytes, sha256 {checksum(found)}\n"
    )
    assert capsys.readouterr().out == printed


def test_a_position_is_reached_by_its_moves() -> None:
    """By Connect Four's columns, in other games by child indices."""
    assert game_tree("connect-four-7x6", position="4453").root == ConnectFour(start="4453").root
    assert game_tree("connect-three-3x4", position="12").root == ConnectFour(3, 4, run=3, start="12").root
    assert game_tree("tic-tac-toe", position="4, 0").root == (0b000_010_000, 0b000_000_001)
    assert game_tree("Nim-1-1", position="0,0").is_terminal(((0, 0), True))


@pytest.mark.slow_cases("words10-*")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["chequers"], "unknown game 'chequers'; known: connect-four-7x6, "),
        (["othelo-4"], "unknown game 'othelo-4'; did you mean 'othello-4'?"),
        (["othello"], "othello needs the size after its name, as in othello-4, but 'othello' has 0 numbers"),
        (
            ["tic-tac-toe-3"],
            "tic-tac-toe needs no number after its name, as in tic-tac-toe, but 'tic-tac-toe-3' has 1 number",
        ),
        (["othello-5"], "the size of the board is 5; use an even number"),
        (["nim-1", "--position", "0,0"], "move 2 of '0,0' cannot be made: the game is over by then"),
        (["nim-3", "--position", "3"], "move 1 of '3' cannot be made: the position has the moves 0 to 2"),
        (["nim-3", "--position", "x"], "move 1 of 'x' cannot be made"),
        (["connect-four-7x6", "--position", "8"], "move 1 of '8': '8' is not a column"),
        (["nim-3", "--depth", "-1"], "--depth is -1, not a whole number of at least 0"),
        (["nim-999999999"], "the tree has more than 4,000,000 moves; cut it at a depth"),
    ],
)
def test_a_usage_error_is_one_line(words: list[str], says: str, tmp_path: Path, capsys: Output) -> None:
    """The exit status is 2, and no file is written."""
    file = tmp_path / "game.tree"
    assert cli.run(["harvest", *words, "-o", str(file)]) == 2
    captured = capsys.readouterr()
    assert says in captured.err
    assert (captured.out, captured.err.count("\n"), file.exists()) == ("", 1, False)


def test_only_a_harvested_tree_is_overwritten(file: Path, tmp_path: Path, capsys: Output) -> None:
    """Any other file stays unchanged. The error for a missing folder names the folder."""
    diary = tmp_path / "diary.txt"
    diary.write_text("dear diary", encoding="utf-8")
    assert cli.run(["harvest", "nim-1", "-o", str(diary)]) == 2
    assert "already exists and is not a harvested tree" in capsys.readouterr().err
    assert diary.read_text(encoding="utf-8") == "dear diary"
    assert cli.run(["harvest", "nim-1", "-o", str(tmp_path / "no" / "such")]) == 2
    assert "does not exist; create it, or choose another file with -o" in capsys.readouterr().err
    assert cli.run(["harvest", "nim-1", "-o", str(file)]) == 0
    assert read_harvest(file).name == "nim-1"


def test_verify_and_show_read_the_file(tmp_path: Path, capsys: Output) -> None:
    """The file is recognised by its first bytes, not its name."""
    file = tmp_path / "harvested"
    assert cli.run(["harvest", "kalah-2-1", "-o", str(file)]) == 0
    capsys.readouterr()
    assert cli.run(["verify", "--tree", str(file), "--variant", "explicit_stack"]) == 0
    assert "PASS  1 variant: " in capsys.readouterr().out
    assert cli.run(["show", str(file)]) == 0
    assert capsys.readouterr().out.startswith("explicit_stack returns ")
    file.write_bytes(file.read_bytes()[:-1])
    assert cli.run(["verify", "--tree", str(file)]) == 2
    assert re.search(r"the file is damaged: .*; harvest the tree again$", capsys.readouterr().err.strip())


def test_an_unknown_game_suggests_a_name_in_python_too() -> None:
    """The error suggests the nearest name."""
    with pytest.raises(UnknownNameError, match="did you mean 'kalah-3-2'"):
        game_tree("kala-3-2")
