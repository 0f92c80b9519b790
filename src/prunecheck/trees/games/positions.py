"""Connect Four positions with known scores: 1,000 late positions, and a function that reads lists of positions."""

from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from prunecheck.errors import TreeError

LATE: Final = "late_positions.txt"  # written by `python -m benchmarks.late_positions --write`


class Scored(NamedTuple):
    """A position, written as moves that `ConnectFour.position` reads, and its strong score from MAX's point of view."""

    moves: str
    score: int


def scored_positions(text: str, *, for_mover: bool = False) -> tuple[Scored, ...]:
    """Read positions from lines of the form `moves score`; empty lines and lines that begin with # are skipped.

    If `for_mover` is True, each score in the text is from the point of view of the side to move, as in Pascal Pons's
    test sets. Returned scores are from the point of view of MAX, the first player.
    Raises: TreeError, with the line number, if a line does not have the form `moves score`.

    >>> scored_positions("445 -2", for_mover=True)
    (Scored(moves='445', score=2),)
    """
    found: list[Scored] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            moves, written = line.split()
            score = int(written)
        except ValueError:
            raise TreeError(f"line {number} is {line!r}; write the moves, a space, and a whole number") from None
        found.append(Scored(moves, -score if for_mover and len(moves) % 2 else score))
    return tuple(found)


@cache
def late_positions() -> tuple[Scored, ...]:
    """1,000 positions of the 7 x 6 board with 30 to 41 stones and no immediate win, with scores computed by minimax.

    >>> len(late_positions())
    1000
    """
    return scored_positions(files(__package__).joinpath(LATE).read_text(encoding="utf-8"))
