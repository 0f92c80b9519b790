"""Measure how often the lossy searches are wrong, by how much, and how many nodes they save, for `docs/selective.md`.

    python -m benchmarks.lossy_errors

Each search is called in the full window on every tree of a family; its value is compared with the minimax value.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from benchmarks.generate import HOME, with_table
from prunecheck import INF
from prunecheck.catalog import VARIANTS
from prunecheck.oracle.minimax import value
from prunecheck.trees.games.othello import Othello
from prunecheck.trees.models.branch_sums import BranchSums
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.search import AnySearch, value_of
from prunecheck.trees.views.below import Below
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.views.recorded import recorded

PAGE: Final = HOME / "docs" / "selective.md"
COLUMNS: Final = ("search", "trees", "wrong", "mean error", "largest error", "nodes")
ROUNDING: Final = 1e-9  # sums of floats that differ by less are equal


class Errors(NamedTuple):
    """The errors of a search, one for each tree of a family, and its nodes as a share of alpha-beta's."""

    search: str
    family: str
    errors: tuple[float, ...]
    nodes: float

    @property
    def wrong(self) -> int:
        """The number of trees with a wrong value."""
        return sum(error > ROUNDING for error in self.errors)

    def cells(self) -> list[str]:
        """The cells of the table row."""
        mean = sum(self.errors) / len(self.errors)
        numbers = [f"{mean:.2f}", f"{max(self.errors):.2f}", f"{self.nodes:.0%}"]
        return [f"`{self.search}`", f"`{self.family}`", f"{self.wrong} of {len(self.errors)}", *numbers]


def families() -> dict[str, list[Tree[Any, Number]]]:
    """The trees that the searches are measured on, by the name of the family."""
    return {
        "branch-sums": [BranchSums(3, 5, seed=seed) for seed in range(1, 51)],
        "othello": list(_othello()),
    }


def _othello() -> Iterator[Tree[Any, Number]]:
    """Every fifth position of Othello on 6 x 6 squares after four plies, with four more plies below it."""
    game = Othello(6)
    positions = [game.root]
    for _ in range(4):
        positions = [child for position in positions for child in game.children(position)]
    return (Cut(Below(game, position), 4) for position in positions[::5])


def measured() -> Iterator[Errors]:
    """The errors of each lossy search on each family."""
    for family, trees in families().items():
        truths = [value(tree, tree.root) for tree in trees]
        plain = sum(_searched(VARIANTS["fail_soft"].search, tree)[1] for tree in trees)
        for row in filter(lambda variant: variant.lossy, VARIANTS.values()):
            done = [_searched(row.search, tree) for tree in trees]
            errors = (abs(float(found - truth)) for (found, _), truth in zip(done, truths, strict=True))
            yield Errors(row.name, family, tuple(errors), sum(nodes for _, nodes in done) / plain)


def _searched(search: AnySearch, tree: Tree[Any, Number]) -> tuple[Number, int]:
    """The value in the full window, and the number of distinct nodes that the search visits."""
    log = recorded(tree)
    found = value_of(search(log, log.root, -INF, INF))
    return found, len({node for _, node in log.log})


def write(page: Path) -> None:
    """Write the table into the page."""
    text = with_table(page.read_text(encoding="utf-8"), COLUMNS, (row.cells() for row in measured()))
    page.write_text(text, encoding="utf-8", newline="\n")


@click.command()
def main() -> None:
    """Measure again, and write the table into the page."""
    write(PAGE)
    click.echo(f"wrote {PAGE.relative_to(HOME)}")


if __name__ == "__main__":
    main()
