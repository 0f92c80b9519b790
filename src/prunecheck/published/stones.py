"""Connect Four with static values before the end of the game, from the stones in each row of four cells."""

from typing import Final

from prunecheck.trees.games.connect_four import ConnectFour, Stones
from prunecheck.trees.protocol import Number
from prunecheck.trees.views.inner import Inner

RUN: Final = 4  # cells in a line of the board
WIN: Final = 1_000_000  # greater than any number of stones in windows


class StonesInWindows(Inner[Stones, Number]):
    """Connect Four with a static value: MAX's stones minus MIN's, summed over all rows of four cells."""

    def __init__(self, game: ConnectFour) -> None:
        """For each cell, count the rows of four cells that contain it."""
        super().__init__(game)
        lines: dict[int, int] = {}  # bit of a cell -> its windows
        for column in range(game.width):
            for row in range(game.height):
                for across, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    cells = [(column + nth * across, row + nth * up) for nth in range(RUN)]
                    if all(0 <= x < game.width and 0 <= y < game.height for x, y in cells):
                        for x, y in cells:
                            bit = 1 << x * (game.height + 1) + y
                            lines[bit] = lines.get(bit, 0) + 1
        masks: dict[int, int] = {}  # number of windows -> all cells that lie in this many windows
        for bit, windows in lines.items():
            masks[windows] = masks.get(windows, 0) | bit
        self._masks = tuple(masks.items())

    def evaluate(self, node: Stones, /) -> Number:
        """A million times the result if the game is over; otherwise, MAX's stones minus MIN's over all rows of four."""
        result = self._tree.evaluate(node)
        if result:
            return WIN * result
        own, stones = node
        of_max = own if self._tree.is_max(node) else own ^ stones
        of_min = of_max ^ stones
        return sum(
            windows * ((of_max & mask).bit_count() - (of_min & mask).bit_count()) for windows, mask in self._masks
        )
