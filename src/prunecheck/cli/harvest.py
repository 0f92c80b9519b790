"""`prunecheck harvest`: write the tree of a game to a file."""

from pathlib import Path

import click

from prunecheck.cli.exit_status import HELD
from prunecheck.cli.help import command
from prunecheck.cli.option_values import Whole
from prunecheck.cli.options import file_option
from prunecheck.cli.printing import writing
from prunecheck.errors import plain_name
from prunecheck.workloads.games import game_tree
from prunecheck.workloads.harvest import checksum, harvested, is_harvest, write_harvest


@command(
    "harvest",
    examples=[
        ("prunecheck harvest connect-four-5x4 --depth 6 -o four.json", "write six plies of Connect Four to a file"),
        (
            "prunecheck harvest tic-tac-toe --position 4,0 -o after.json",
            "write the tree after the first two moves of tic-tac-toe",
        ),
    ],
)
@click.argument("game", metavar="GAME")
@click.option("--depth", type=Whole(0), metavar="N", help="Treat positions N plies below the root as leaves.")
@click.option(
    "--position",
    default="",
    metavar="MOVES",
    help="Start after these moves, as indices from 0 (4,0,8) or, in Connect Four, as columns (4453).",
)
@file_option(
    "-o",
    "--output",
    help_text="Write the tree to this file; only overwrites an existing file if it contains a harvested tree.",
    required=True,
)
def harvest(*, game: str, depth: int | None, position: str, output: str) -> int:
    """Write the tree of a game to a file.

    `verify --tree`, `show` and `compare --workload` read the file.

    GAME is a name with its numbers: tic-tac-toe, connect-four-7x6, connect-three-3x4, othello-4, nim-2-3-4, kalah-3-2.
    A tree of more than 1,000,000 positions is too large.
    """
    name = _name(game, position, depth)
    found = harvested(game_tree(game, position=position, depth=depth), name, "the game")
    path = Path(output)
    with writing(output):
        if path.is_file() and path.stat().st_size and not is_harvest(path):
            raise click.UsageError(
                f"{output!r} already exists and is not a harvested tree; choose another file with -o"
            )
        write_harvest(found, path)
    size = path.stat().st_size
    click.echo(f"{output}: {name}, {len(found.tree):,} nodes, {size:,} bytes, sha256 {checksum(found)}")
    return HELD


def _name(game: str, position: str, depth: int | None) -> str:
    """Make the name of a game tree from the game, the moves that lead to the root position, and the depth."""
    after = f"-after-{position.replace(' ', '').replace(',', '-')}" if position.strip() else ""
    return plain_name(game) + after + ("" if depth is None else f"-to-{depth}")
