"""Connect Four, 7 x 6, on bit boards, for the games that libraries search: as fast as Python allows."""

from typing import Final

COLUMNS: Final = tuple(0x3F << 7 * column for column in range(7))
BOTTOMS: Final = sum(1 << 7 * column for column in range(7))
FULL: Final = sum(COLUMNS)


def moves_of(mask: int) -> list[int]:
    """The legal moves, each the bit of the cell that it fills, from left to right."""
    free = mask + BOTTOMS
    return [move for column in COLUMNS if (move := free & column)]


def has_run(stones: int) -> bool:
    """True if there are four in a line."""
    pairs = stones & stones >> 7
    if pairs & pairs >> 14:
        return True
    pairs = stones & stones >> 6
    if pairs & pairs >> 12:
        return True
    pairs = stones & stones >> 8
    if pairs & pairs >> 16:
        return True
    pairs = stones & stones >> 1
    return pairs & pairs >> 2 != 0
