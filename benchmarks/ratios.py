"""The leaves of each kind of search as multiples of alpha-beta's, on the same random trees.

    python -m benchmarks.ratios

The figures are in `ratios.json`, a line for each shape. Trees are uniform, with independent and distinct leaves; all
searches get the same trees, with the seeds 0, 1, 2 and so on. Each ratio is the ratio of two sums over all trees; its
standard error is computed by linear approximation. If Numba is installed, searches that it can compile are counted at
native speed; the counts are the same.
"""

import sys
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import starmap
from math import floor, isclose, log10, sqrt
from pathlib import Path
from statistics import fmean
from typing import Any, Final, TypeAlias

import click
import msgspec

from benchmarks import generate
from prunecheck.catalog import variant
from prunecheck.published.measuring import trees_for
from prunecheck.theory.uniform import expected_leaves
from prunecheck.trees.models.independent import RandomLeaves
from prunecheck.trees.models.splitmix import bits_at, unit
from prunecheck.trees.models.uniform import Place
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.search import value_of
from prunecheck.variants.memory.by_node import by_node
from prunecheck.variants.null_windows.mtd_f import mtd_f

FILE: Final = Path(__file__).with_name("ratios.json")
LEAVES: Final = 100_000  # leaves that alpha-beta evaluates in all trees of a row
PLAIN: Final = "f2"
COMPILED: Final = {"f1", "f2", "negascout", "negascout_last_plies", "scout"}
SHAPES: Final = (
    *((2, depth) for depth in (2, 3, 4, 5, 6, 8, 10)),
    *((3, depth) for depth in (2, 3, 4, 5, 6)),
    *((4, depth) for depth in (2, 3, 4, 5)),
    *((5, depth) for depth in (2, 3, 4)),
    *((8, depth) for depth in (2, 3, 4)),
    (10, 4),
)

Estimate: TypeAlias = tuple[float, float]  # (mean or ratio, standard error)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table: a count of a search, with repetitions unless `distinct`."""

    title: str
    search: str
    distinct: bool = False


FROM_THE_VALUE: Final = "mtd_f from the value"
COLUMNS: Final = (
    Column("F1", "f1"),
    Column("SCOUT", "scout"),
    Column("distinct", "scout", distinct=True),
    Column("NegaScout", "negascout"),
    Column("last plies once", "negascout_last_plies"),
    Column("distinct", "negascout", distinct=True),
    Column("SSS*", "sss_star"),
    Column("DUAL*", "dual_star"),
    Column("MTD(v)", FROM_THE_VALUE),
    Column("NegaScout, memory", "negascout_with_memory"),
)


class Row(msgspec.Struct, frozen=True):
    """A shape: alpha-beta's mean number of leaves, and for each column the ratio to it."""

    branching: int
    depth: int
    trees: int
    leaves: Estimate
    ratios: tuple[Estimate, ...]


class Sampled(RandomLeaves):
    """Random trees of one shape, one after another, with counts of evaluations and of distinct leaves."""

    def __init__(self, branching: int, depth: int) -> None:
        """Start without a tree."""
        super().__init__(branching, depth)
        self._nth = 0
        self._evaluations = 0
        self._distinct = 0
        self._evaluated_in = array("q", bytes(8 * branching**depth))  # for each leaf, the number of the last tree

    def plant(self, seed: int) -> None:
        """Go on to the tree with this seed, and reset all counts."""
        self._seed = seed
        self._nth += 1
        self._evaluations = 0
        self._distinct = 0

    def evaluate(self, node: Place, /) -> float:
        """The model's value, which is counted."""
        ply, place = node
        self._evaluations += 1
        if self._evaluated_in[place] != self._nth:
            self._evaluated_in[place] = self._nth
            self._distinct += 1
        return unit(bits_at(self._seed, ply, place))

    def evaluations(self) -> int:
        """All evaluations of leaves in this tree."""
        return self._evaluations

    def distinct(self) -> int:
        """The leaves of this tree that were evaluated."""
        return self._distinct


@dataclass(frozen=True, slots=True)
class Counted:
    """The value of each tree, and the evaluations and distinct leaves of a search in it."""

    values: "array[float]"
    evaluations: "array[int]"
    distinct: "array[int]"


def search_all(
    search: Any, tree: Any, root: Any, values: "array[float]", evaluations: "array[int]", distinct: "array[int]"
) -> None:
    """Search trees 0, 1, ... and record the counts; the loop runs in plain Python or compiled."""
    for seed in range(len(values)):
        tree.plant(seed)
        values[seed] = search(tree, root, -INF, INF)
        evaluations[seed] = tree.evaluations()
        distinct[seed] = tree.distinct()


def counted(name: str, branching: int, depth: int, trees: int) -> Counted:
    """The counts of a variant on each of the first trees of a shape."""
    tree = Sampled(branching, depth)
    found = Counted(array("d", bytes(8 * trees)), array("q", bytes(8 * trees)), array("q", bytes(8 * trees)))
    notes = (found.values, found.evaluations, found.distinct)
    if name in COMPILED and find_spec("numba"):
        from prunecheck.native import Block, compiled  # noqa: PLC0415  # Numba is optional

        compiled(search_all, "float")(compiled(variant(name).search, "float"), Block(tree, "float"), tree.root, *notes)
    else:
        search_all(_search(name, branching, depth, trees), tree, tree.root, *notes)
    return found


def _search(name: str, branching: int, depth: int, trees: int) -> Callable[..., Number]:
    """The variant as a search that returns only the value; MTD gets the value of each tree as its first guess."""
    if name != FROM_THE_VALUE:
        search = variant(name).search
        return lambda tree, *ends: value_of(search(tree, *ends))
    values = iter(counted(PLAIN, branching, depth, trees).values)

    def from_the_value(tree: Any, node: Any, alpha: Number, beta: Number) -> Number:
        return by_node(mtd_f, next(values))(tree, node, alpha, beta)

    return from_the_value


def measured(branching: int, depth: int, trees: int | None = None) -> Row:
    """Measure a row, on `trees` trees, by default as many as for the committed row."""
    trees = trees or trees_for(LEAVES, expected_leaves(branching, depth))
    counts = {name: counted(name, branching, depth, trees) for name in (PLAIN, *{column.search for column in COLUMNS})}
    plain = counts[PLAIN].evaluations
    return Row(
        branching,
        depth,
        trees,
        (fmean(plain), _error([value - fmean(plain) for value in plain])),
        tuple(
            ratio(counts[column.search].distinct if column.distinct else counts[column.search].evaluations, plain)
            for column in COLUMNS
        ),
    )


def ratio(counts: Sequence[int], beside: Sequence[int]) -> Estimate:
    """The ratio of two sums, and its standard error.

    >>> ratio([2, 4, 6], [1, 2, 3])
    (2.0, 0.0)
    """
    found = sum(counts) / sum(beside)
    return found, _error([mine - found * its for mine, its in zip(counts, beside, strict=True)]) / fmean(beside)


def _error(differences: Sequence[float]) -> float:
    """The standard error of a mean, from the differences to it."""
    return sqrt(sum(difference * difference for difference in differences) / (len(differences) - 1) / len(differences))


def committed() -> list[Row]:
    """The committed rows."""
    return msgspec.json.decode(FILE.read_bytes(), type=list[Row])


def text(rows: Sequence[Row]) -> str:
    """The rows as text, with one line for each row."""
    return "[\n" + ",\n".join(msgspec.json.encode(row).decode() for row in rows) + "\n]\n"


def table(rows: Sequence[Row]) -> str:
    """The table as on the web page."""
    head = ["b", "d", "trees", "alpha-beta", *(column.title for column in COLUMNS)]
    lines = [
        [f"{row.branching}", f"{row.depth}", f"{row.trees:,}", shown(*row.leaves), *starmap(shown, row.ratios)]
        for row in rows
    ]
    return generate.markdown([head, ["---:"] * len(head), *lines])


def shown(figure: float, error: float) -> str:
    """A figure rounded to the first digit of its standard error, which follows in brackets; at most four places.

    >>> shown(1.39312, 0.0021), shown(1984.95, 28.2), shown(1.0, 0.0)
    ('1.393(2)', '1,980(30)', '1')
    """
    if not error:
        return f"{figure:,.4g}"
    places = min(4, -floor(log10(error)))
    digit = max(1, round(error * 10.0**places)) * 10 ** max(0, -places)
    return f"{round(figure, places):,.{max(0, places)}f}({digit})"


def same(row: Row, other: Row) -> bool:
    """True if two rows are equal up to rounding."""
    (*names, mine), (*others, its) = _numbers(row), _numbers(other)
    return names == others and all(isclose(a, b, rel_tol=1e-9, abs_tol=1e-12) for a, b in zip(mine, its, strict=True))


def _numbers(row: Row) -> tuple[int, int, int, int, list[float]]:
    """Shape, trees and number of columns, and all figures."""
    figures = [figure for estimate in (row.leaves, *row.ratios) for figure in estimate]
    return row.branching, row.depth, row.trees, len(row.ratios), figures


@click.command()
@click.option("--write", is_flag=True, help="Rewrite the file.")
def main(*, write: bool) -> None:
    """Measure all rows and say which differ from the committed ones; exit status 1 if any does, except with --write."""
    known = {(row.branching, row.depth): row for row in committed()} if FILE.exists() else {}
    rows, differ = [], False
    for shape in SHAPES:
        rows.append(measured(*shape))
        if shape not in known or not same(rows[-1], known[shape]):
            differ = True
            click.echo(f"not as committed: {table(rows[-1:]).splitlines()[-1]}")
    if write:
        FILE.write_text(text(rows), encoding="utf-8", newline="\n")
        click.echo(f"{len(rows)} rows written")
    elif differ:
        sys.exit(1)


if __name__ == "__main__":
    main()
