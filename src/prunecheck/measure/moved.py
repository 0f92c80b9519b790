"""The differences between two comparisons: changed counts, added or removed rows, changed workloads."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from prunecheck.measure.comparison import Comparison, Cost
from prunecheck.measure.ratios import COUNTS, amount, ratio

Amount: TypeAlias = int | float  # mean numbers of leaves are floats
DEFAULT: Final = ("leaves",)  # the count with totals if no counts were chosen


class Moved(msgspec.Struct, frozen=True):
    """A count of a search that differs between two comparisons.

    - `search`: the name of the search.
    - `where`: the workload, or the tree model with its branching and depth.
    - `count`: the name of the count.
    - `old`: the count in the old comparison.
    - `new`: the count in the new comparison.
    - `ratio`: new divided by old; null if old is 0.
    - `failed`: true if this count was chosen with `--fail-on` and has risen.
    """

    search: str
    where: str
    count: str
    old: Amount
    new: Amount
    ratio: float | None
    failed: bool


class Total(msgspec.Struct, frozen=True):
    """A count of a search, added up over the workloads on which the search was right in both comparisons.

    - `search`: the name of the search.
    - `count`: the name of the count.
    - `workloads`: how many workloads are added up.
    - `old`: the sum in the old comparison.
    - `new`: the sum in the new comparison.
    - `ratio`: new divided by old; null if old is 0.
    """

    search: str
    count: str
    workloads: int
    old: Amount
    new: Amount
    ratio: float | None


class WorkloadRow(msgspec.Struct, frozen=True):
    """A row of a comparison.

    - `search`: the name of the search.
    - `where`: the workload, or the tree model with its branching and depth.
    """

    search: str
    where: str


class Movement(msgspec.Struct, frozen=True):
    """All differences between two comparisons.

    - `chosen`: the counts that must not rise, from `--fail-on`.
    - `compared`: how many rows are in both comparisons.
    - `moved`: the counts that differ.
    - `came`: the rows that are only in the new comparison.
    - `went`: the rows that are only in the old comparison.
    - `not_compared`: what could not be compared, and why.
    - `broken`: the rows that were right in the old comparison, and have a wrong value or an error in the new one.
    - `missing`: searches that are only in the old comparison; with `--fail-on`, such a search makes the exit status 1.
    - `totals`: the chosen counts (or else the leaves) of each search with a changed count, over all workloads.
    """

    chosen: tuple[str, ...]
    compared: int
    moved: tuple[Moved, ...]
    came: tuple[WorkloadRow, ...]
    went: tuple[WorkloadRow, ...]
    not_compared: tuple[str, ...]
    broken: tuple[WorkloadRow, ...]
    missing: tuple[str, ...] = ()
    totals: tuple[Total, ...] = ()

    @property
    def failed(self) -> bool:
        """True if a count named with `--fail-on` rose, or if a search that was right is now wrong.

        With `--fail-on`, it is also a failure if a search is missing from the new comparison.
        """
        gone = self.chosen and self.missing and self.compared
        return bool(self.broken or gone) or any(change.failed for change in self.moved)


class Side(msgspec.Struct, frozen=True):
    """One row of a comparison, prepared to be compared with the same row of another comparison."""

    same: str  # rows are only compared if this text is equal
    changed: str  # what has changed if the texts differ
    well: bool
    error: str  # how the search failed; its counts are then incomplete, and are not compared
    amounts: dict[str, Amount]
    added_up: bool  # False for a mean over trees


def movement(old: Comparison, new: Comparison, *, fail_on: Collection[str] = (), tolerance: float = 0) -> Movement:
    """The differences from `old` to `new`.

    The comparison fails if a count in `fail_on` rises by more than `tolerance` times the old count. The rows in the
    result have the same order as in `new`.
    """
    before, after = dict(_rows(old)), dict(_rows(new))
    moved: list[Moved] = []
    not_compared: dict[str, None] = {}
    broken: list[WorkloadRow] = []
    added_up: dict[str, list[tuple[Side, Side]]] = {}
    compared = 0
    for row, now in after.items():
        then = before.get(row)
        if then is None:
            continue
        if then.same != now.same:
            not_compared[f"{row.where}: {now.changed}"] = None
            continue
        if then.well and not now.well:
            broken.append(row)
        if then.error or now.error:
            ended = f"ended with {now.error or then.error}"
            not_compared[f"{row.where}: {row.search} {ended}{'' if now.error else ' before'}"] = None
            continue
        compared += 1
        if now.added_up and then.well and now.well:
            added_up.setdefault(row.search, []).append((then, now))
        for count, number in now.amounts.items():
            was = then.amounts[count]
            if number != was:
                failed = count in fail_on and number > was * (1 + tolerance)
                moved.append(Moved(row.search, row.where, count, was, number, ratio(number, was), failed))
    return Movement(
        chosen=tuple(fail_on),
        compared=compared,
        moved=tuple(moved),
        came=tuple(row for row in after if row not in before),
        went=tuple(row for row in before if row not in after),
        not_compared=tuple(not_compared),
        broken=tuple(broken),
        totals=tuple(_totals(added_up, {change.search for change in moved}, tuple(fail_on) or DEFAULT)),
        missing=tuple(dict.fromkeys(row.search for row in before if row.search not in {row.search for row in after})),
    )


def _totals(
    added_up: Mapping[str, Sequence[tuple[Side, Side]]], searches: Collection[str], counts: Sequence[str]
) -> Iterator[Total]:
    """The totals of `counts` for some searches.

    For each search, `added_up` contains a pair of rows for each workload: the old row and the new row.
    """
    for search, pairs in added_up.items():
        if search in searches:
            for count in counts:
                old, new = (sum(side.amounts[count] for side in sides) for sides in zip(*pairs, strict=True))
                yield Total(search, count, len(pairs), old, new, ratio(new, old))


def _rows(comparison: Comparison) -> Iterator[tuple[WorkloadRow, Side]]:
    for cost in comparison.costs:
        yield WorkloadRow(cost.search, cost.workload), _side(cost)
    for growth in comparison.growth:
        for depth, leaves in zip(growth.depths, growth.leaves, strict=False):
            where = f"{growth.model}, {growth.branching} children, depth {depth}"
            yield (
                WorkloadRow(growth.search, where),
                Side(
                    f"{growth.trees} trees",
                    "the number of trees has changed",
                    not growth.wrong,
                    "",
                    {"leaves": leaves},
                    added_up=False,
                ),
            )


def _side(cost: Cost) -> Side:
    return Side(
        f"version {cost.version} in ({', '.join(cost.window)})",
        "its tree or its window has changed",
        cost.right and not cost.error,
        cost.error,
        {count: amount(cost.counts, count) for count in COUNTS},
        added_up=True,
    )
