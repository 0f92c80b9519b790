"""asv's list of values made exact for counts: the last count, and the last change of it, however small.

asv fits steps to what it takes for noise, and lists the median of the last step: 100, 100, 101 would be listed as 100,
with no change; 100, 101 as 100.5.
"""

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from benchmarks.dashboard.errors import DashboardError
from benchmarks.dashboard.history import MACHINE, MEASURES, SIGNATURE

COUNTED: Final = (*MEASURES, SIGNATURE)


def make_exact(pages: Path) -> None:
    """Correct the rows of counts in the published list.

    Raises: DashboardError where there are none: then asv has changed.
    """
    lists = [path for path in sorted(pages.glob("graphs/**/summary.json")) if f"machine-{MACHINE}" in path.parts]
    if not lists:
        raise DashboardError(f"this asv keeps its list elsewhere; fix {Path(__file__).name}")
    for path in lists:
        rows = json.loads(path.read_text(encoding="utf-8"))
        corrected = [row | _listed(_series(path, row)) if row["name"] in COUNTED else row for row in rows]
        path.write_text(json.dumps(corrected), encoding="utf-8", newline="\n")


def _series(path: Path, row: dict[str, Any]) -> list[tuple[int, Any]]:
    """The values of a row at each commit; none where this kind of graph is not for it."""
    graph, place = path.with_name(f"{row['name']}.json"), row["idx"]
    points = json.loads(graph.read_text(encoding="utf-8")) if graph.is_file() else []
    values = [(at, found if place is None or found is None else found[place]) for at, found in points]
    return [(at, value) for at, value in values if value is not None]


def _listed(points: Sequence[tuple[int, Any]]) -> dict[str, Any]:
    """What asv lists of a series: its last value, the one before the last change, and the commits on its two sides."""
    last_rev, last = points[-1] if points else (None, None)
    found = {"last_rev": last_rev, "last_value": last, "last_err": 0, "prev_value": None, "change_rev": None}
    for (before, old), (after, new) in reversed(list(pairwise(points))):
        if old != new:
            return found | {"prev_value": old, "change_rev": [before, after]}
    return found
