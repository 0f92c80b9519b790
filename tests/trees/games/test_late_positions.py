"""The Connect Four positions in the package can be reproduced byte for byte, and their scores are checked twice."""

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from benchmarks import late_positions as made
from click.testing import CliRunner

from prunecheck import TreeError
from prunecheck.trees.games.connect_four import ConnectFour, centre_first
from prunecheck.trees.games.positions import Scored, late_positions, scored_positions
from searches import CUTS_AT_EQUALITY


@pytest.mark.slow
def test_the_positions_are_reproducible_and_the_oracle_scores_them() -> None:
    """Playing from the seed and plain minimax give the same file, byte for byte."""
    assert made.FILE.read_bytes().decode() == made.HEADER + "".join(made.lines())


def test_the_first_positions_do_not_depend_on_the_number_of_games() -> None:
    """The first games are the same on every version of Python, however many follow."""
    first = [position.moves for position in late_positions()[:40]]
    assert list(islice(made.drawn(), 40)) == first


@pytest.mark.slow
def test_alpha_beta_finds_every_score() -> None:
    """Alpha-beta searches from the middle outwards, with foresight, in the window of all scores."""
    game, search = ConnectFour(order=centre_first(7), foresight=True), CUTS_AT_EQUALITY["negamax_alpha_beta"]
    found = [search(game, game.position(position.moves), -21, 21) for position in late_positions()]
    assert found == [position.score for position in late_positions()]


def test_the_thousand_positions_are_varied() -> None:
    """All positions differ. As many positions have 30 stones as 31, and so on up to 41.

    Some are won, some drawn and some lost, and none has an immediate win.
    """
    game = ConnectFour(foresight=True)
    nodes = [game.position(position.moves) for position in late_positions()]
    assert len(set(nodes)) == len(nodes) == 1_000
    assert not any(map(game.is_terminal, nodes))
    stones = Counter(len(position.moves) for position in late_positions())
    assert set(stones) == set(range(30, 42))
    assert max(stones.values()) - min(stones.values()) <= 1
    outcomes = Counter((position.score > 0) - (position.score < 0) for position in late_positions())
    assert min(outcomes[1], outcomes[0], outcomes[-1]) > 200


def test_the_script_says_whether_the_file_is_current(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new file matches; a file changed by hand gives exit status 1."""
    monkeypatch.setattr(made, "HOW_MANY", 3)
    monkeypatch.setattr(made, "FILE", tmp_path / made.FILE.name)
    script = CliRunner()
    assert script.invoke(made.main, ["--write"]).output == "3 positions written\n"
    assert script.invoke(made.main).output == "3 positions are as committed\n"
    made.FILE.write_text("1 1\n", encoding="utf-8")
    changed = script.invoke(made.main)
    assert (changed.exit_code, changed.output) == (1, "the late positions are not those that are made now\n")


def test_scores_are_converted_to_the_first_player() -> None:
    """Scores in the text may be for the side to move, which is the second player after an odd number of moves."""
    text = "# a comment\n\n44 -2\n445 -2\n"
    assert scored_positions(text) == (Scored("44", -2), Scored("445", -2))
    assert scored_positions(text, for_mover=True) == (Scored("44", -2), Scored("445", 2))


@pytest.mark.parametrize("line", ["445", "445 x", "445 1 2", "445 1.5"])
def test_an_invalid_line_is_reported(line: str) -> None:
    """The error has the line number and the right format."""
    with pytest.raises(TreeError, match=f"line 2 is '{line}'; write the moves, a space, and a whole number"):
        scored_positions(f"44 -2\n{line}\n")
