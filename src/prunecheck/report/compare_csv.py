"""Write a comparison of searches as CSV: for each search, a row for each workload, and each depth of a tree model."""

import csv
import io
from statistics import median
from typing import Final

from prunecheck.measure.comparison import Comparison, Cost, Growth
from prunecheck.measure.ratios import COUNTS, REFERENCES, Rate, SideBySide, amount, by_workload, growth_rates, ratio
from prunecheck.measure.timing import noise, slower

AGAINST: Final = ("minimax", "alpha_beta", "fewest")
OF_ALL: Final = ("of", "name", "version", "branching", "depth", "trees", "search")
OF_WORKLOADS: Final = (
    "alpha",
    "beta",
    "found",
    "truth",
    "right",
    "error",
    *COUNTS,
    "cut_offs_by_place",
    "fewest_leaves",
    *(f"leaves_per_{reference}" for reference in AGAINST),
    *(f"interior_per_{reference}" for reference in AGAINST[:2]),
    "median_seconds",
    *(f"seconds_per_{reference}" for reference in AGAINST[:2]),
    "control_least",
    "control_most",
)
OF_GROWTH: Final = ("per_last_depth", "two_ply_root", "root", "all_leaves", "expected_leaves")
FIELDS: Final = (*OF_ALL, *OF_WORKLOADS, *OF_GROWTH)


def as_csv(comparison: Comparison) -> str:
    """Write the comparison as CSV text with a header row. A missing number is an empty cell."""
    text = io.StringIO()
    writer = csv.DictWriter(text, FIELDS, lineterminator="\n")
    writer.writeheader()
    for side in by_workload(comparison):
        writer.writerows(_row(cost, side) for cost in side.costs)
    for growth in comparison.growth:
        writer.writerows(_growth_row(growth, rate) for rate in growth_rates(growth))
    return text.getvalue()


def _row(cost: Cost, side: SideBySide) -> dict[str, object]:
    counts = cost.counts
    row: dict[str, object] = {
        "of": "workload",
        "name": cost.workload,
        "version": cost.version,
        "search": cost.search,
        "alpha": cost.window[0],
        "beta": cost.window[1],
        "found": cost.found,
        "truth": cost.truth,
        "right": str(cost.right).lower(),
        "error": cost.error,
        "cut_offs_by_place": " ".join(map(str, counts.cut_offs)),
        "fewest_leaves": cost.fewest_leaves,
        "leaves_per_fewest": ratio(counts.leaves, cost.fewest_leaves),
    }
    row |= {count: amount(counts, count) for count in COUNTS}
    for count in ("leaves", "interior"):
        row[f"{count}_per_minimax"] = side.to_minimax(cost, count)
        row[f"{count}_per_alpha_beta"] = side.to_alpha_beta(cost, count)
    row |= {"seconds_per_minimax": slower(cost, side.minimax), "seconds_per_alpha_beta": slower(cost, side.alpha_beta)}
    if spread := noise(cost):
        row |= {"median_seconds": median(cost.seconds), "control_least": spread[0], "control_most": spread[1]}
    return row


def _growth_row(growth: Growth, rate: Rate) -> dict[str, object]:
    most, expected, fewest = (of(growth.branching, rate.depth) for of in REFERENCES.values())
    return {
        "of": "growth",
        "name": growth.model,
        "branching": growth.branching,
        "depth": rate.depth,
        "trees": growth.trees,
        "search": growth.search,
        "leaves": rate.leaves,
        "fewest_leaves": fewest,
        "leaves_per_minimax": ratio(rate.leaves, most),
        "leaves_per_fewest": ratio(rate.leaves, fewest),
        "per_last_depth": rate.from_last,
        "two_ply_root": rate.two_ply,
        "root": rate.root,
        "all_leaves": most,
        "expected_leaves": expected,
    }
