"""The figures of the five texts, measured: what alpha-beta reads of trees such as theirs; compared, or rewritten.

Numbers of boards are nodes below the root, those of leaves are calls of `evaluate` at the end of the tree.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import click
import msgspec

from prunecheck import FULL, Number
from prunecheck.catalog import variant
from prunecheck.trees.games.connect_four import ConnectFour, Stones
from prunecheck.trees.models.forward import ForwardModel
from prunecheck.trees.models.independent import RandomLeaves
from prunecheck.trees.models.unprunable import NothingPruned
from prunecheck.trees.protocol import N, Tree
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.inner import Inner
from prunecheck.trees.views.ordered import ordered
from prunecheck.trees.views.recorded import Recorded, recorded

FILE: Final = Path(__file__).with_name("figures.json")
RUN: Final = 4  # cells of a window on the board
WIN: Final = 1_000_000  # more than any number of stones in windows


class StonesInWindows(Inner[Stones, Number]):
    """Connect Four with a static value: over all windows of four cells in a line, MAX's stones less MIN's."""

    def __init__(self, game: ConnectFour) -> None:
        """Count the windows that each cell lies in."""
        super().__init__(game)
        lines: dict[int, int] = {}  # a cell's bit -> its windows
        for column in range(game.width):
            for row in range(game.height):
                for across, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    cells = [(column + nth * across, row + nth * up) for nth in range(RUN)]
                    if all(0 <= x < game.width and 0 <= y < game.height for x, y in cells):
                        for x, y in cells:
                            bit = 1 << x * (game.height + 1) + y
                            lines[bit] = lines.get(bit, 0) + 1
        masks: dict[int, int] = {}  # number of windows -> all cells with so many
        for bit, windows in lines.items():
            masks[windows] = masks.get(windows, 0) | bit
        self._masks = tuple(masks.items())

    def evaluate(self, node: Stones, /) -> Number:
        """A million times the result of a game that is over; else the stones in windows."""
        result = self._tree.evaluate(node)
        if result:
            return WIN * result
        own, stones = node
        of_max = own if self._tree.is_max(node) else own ^ stones
        of_min = of_max ^ stones
        return sum(
            windows * ((of_max & mask).bit_count() - (of_min & mask).bit_count()) for windows, mask in self._masks
        )


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that can be measured: what it is of, how, and whether that takes less than a second or so."""

    name: str
    measure: Callable[[], int]
    cheap: bool


def searched(tree: Tree[N, Number], name: str) -> Recorded[N, Number]:
    """The log of one search of `tree` by a variant, in the full window."""
    log = recorded(tree)
    variant(name).search(log, log.root, FULL.alpha, FULL.beta)
    return log


def boards(name: str, depth: int) -> int:
    """Positions below the root that a variant visits on the empty 8 x 8 board, columns from left to right."""
    return searched(cut(StonesInWindows(ConnectFour(8, 8)), depth), name).visited - 1


def best_case(branching: int, depth: int) -> int:
    """Leaves that alpha-beta reads of a uniform tree in which every node's children stand best first."""
    return len(searched(ordered(ForwardModel(branching, depth, values=1_000)), "fail_soft").leaves)


def random_case(branching: int, depth: int, seed: int) -> int:
    """Leaves that alpha-beta reads of a uniform tree with independent leaves."""
    return len(searched(RandomLeaves(branching, depth, seed=seed), "fail_soft").leaves)


def worst_case(branching: int, depth: int) -> int:
    """Leaves that alpha-beta reads of a uniform tree in which it can leave out none."""
    return len(searched(NothingPruned(branching, depth), "fail_soft").leaves)


def figures() -> Iterator[Figure]:
    """All figures, by text."""
    yield Figure("001 best 30 4", partial(best_case, 30, 4), cheap=True)
    for seed in range(10):
        yield Figure(f"001 random 30 4 seed {seed}", partial(random_case, 30, 4, seed), cheap=seed < 1)
    yield Figure("001 worst 30 4", partial(worst_case, 30, 4), cheap=False)
    for name in ("minimax", "strict_test", "fail_soft"):
        for depth in range(1, 8):
            yield Figure(f"002 {name} {depth}", partial(boards, name, depth), cheap=depth < 6)
    for branching, depth in ((2, 8), (2, 9), (4, 6), (4, 7), (8, 4), (8, 5), (30, 2), (30, 3)):
        yield Figure(f"000 best {branching} {depth}", partial(best_case, branching, depth), cheap=True)
    for branching in (2, 3, 5, 10, 30, 100):
        yield Figure(f"003 best {branching}", partial(best_case, branching, 2), cheap=True)
        yield Figure(f"003 worst {branching}", partial(worst_case, branching, 2), cheap=True)


def committed() -> dict[str, int]:
    """The table as it stands in the repository."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, int])


def text(table: dict[str, int]) -> str:
    """The table as it is written: a line for each figure."""
    return "{\n" + ",\n".join(f'"{name}": {number}' for name, number in table.items()) + "\n}\n"


@click.command()
@click.option("--write", is_flag=True, help="Rewrite the table with what is measured now.")
def main(*, write: bool) -> None:
    """Say which figures are not as committed; exit status 1 if any is. Takes some minutes."""
    new = {each.name: each.measure() for each in figures()}
    if write:
        FILE.write_text(text(new), encoding="utf-8")
        click.echo(f"{len(new)} figures written")
        return
    old = committed()
    moved = [f"{name}: {old.get(name)}, now {number}" for name, number in new.items() if old.get(name) != number]
    click.echo("\n".join([*moved, f"{len(new) - len(moved)} of {len(new)} figures are as committed"]))
    if moved:
        sys.exit(1)


if __name__ == "__main__":
    main()
