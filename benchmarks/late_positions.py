"""Generate the 1,000 late Connect Four positions of the package, played at random from a seed and scored by the oracle.

Random numbers come from `random()` of a seeded generator alone, which Python guarantees not to change.
"""

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

import click

from prunecheck.oracle.minimax import value
from prunecheck.trees.games import positions
from prunecheck.trees.games.connect_four import COLUMNS, ConnectFour, Stones

SEED: Final = 42
HOW_MANY: Final = 1_000
FEWEST, MOST = 30, 41  # stones on the board
FILE: Final = Path(positions.__file__).with_name(positions.LATE)
HEADER: Final = """\
# Connect Four, 7 columns of 6: 1,000 positions with 30 to 41 stones in which the player to move cannot win at once.
# The columns played, 1 to 7, and the score for the first player by plain minimax: 1 and the stones that the winner
# has left, of 21; negative where the second player wins; 0 for a draw.
# Rewritten by: python -m benchmarks.late_positions --write
"""

PLAYED: Final = ConnectFour(foresight=True)
JUDGED: Final = ConnectFour()  # plain rules, so that the oracle does not rely on foresight


def played(random: Random, stones: int) -> str | None:
    """Play that many random moves that let no player win at once; None if every move of a position lets one win."""
    moves, node = "", PLAYED.root
    for _ in range(stones):
        open_columns = [COLUMNS[column] for column in PLAYED.order if moves.count(COLUMNS[column]) < PLAYED.height]
        after = zip(open_columns, PLAYED.children(node), strict=True)
        safe = [(column, child) for column, child in after if not PLAYED.is_terminal(child)]
        if not safe:
            return None
        column, node = safe[int(random.random() * len(safe))]
        moves += column
    return moves


def drawn() -> Iterator[str]:
    """Yield moves to new positions, equally many for each number of stones."""
    random = Random(SEED)  # noqa: S311  # no secret is made of it
    seen: set[Stones] = set()
    while True:
        moves = played(random, FEWEST + len(seen) % (MOST - FEWEST + 1))
        if moves is not None and (node := PLAYED.position(moves)) not in seen:
            seen.add(node)
            yield moves


def lines() -> Iterator[str]:
    """Yield the lines of the file below its header."""
    for moves in islice(drawn(), HOW_MANY):
        yield f"{moves} {value(JUDGED, JUDGED.position(moves))}\n"


@click.command()
@click.option("--write", is_flag=True, help="Rewrite the file.")
def main(*, write: bool) -> None:
    """Compare the file with what is generated now; exit status 1 if it differs."""
    text = HEADER + "".join(lines())
    if write:
        FILE.write_text(text, encoding="utf-8", newline="\n")
    elif FILE.read_text(encoding="utf-8") != text:
        click.echo("the late positions are not those that are made now")
        sys.exit(1)
    click.echo(f"{HOW_MANY} positions {'written' if write else 'are as committed'}")


if __name__ == "__main__":
    main()
