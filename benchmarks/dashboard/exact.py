"""Make asv's list of values exact for counts: the last count and the last change, however small.

asv treats small steps as noise, and lists the median of the last step: it would list 100, 100, 101 as 100 without a
change, and 100, 101 as 100.5.
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

    Raises: DashboardError if the rows are missing, because asv has changed.
    """
    lists = [path for path in sorted(pages.glob("graphs/**/summary.json")) if f"machine-{MACHINE}" in path.parts]
    if not lists:
        raise DashboardError(f"this asv keeps its list elsewhere; fix {Path(__file__).name}")
    for path in lists:
        rows = json.loads(path.read_text(encoding="utf-8"))
        corrected = [row | _listed(_series(path, row)) if row["name"] in COUNTED else row for row in rows]
        path.write_text(json.dumps(corrected), encoding="utf-8", newline="\n")


def _series(path: Path, row: dict[str, Any]) -> list[tuple[int, Any]]:
    """The values of a row at each commit; empty if the row has another kind of graph."""
    graph, place = path.with_name(f"{row['name']}.json"), row["idx"]
    points = json.loads(graph.read_text(encoding="utf-8")) if graph.is_file() else []
    values = [(at, found if place is None or found is None else found[place]) for at, found in points]
    return [(at, value) for at, value in values if value is not None]


def _listed(points: Sequence[tuple[int, Any]]) -> dict[str, Any]:
    """One entry of asv's list: its last value, the value before the last change, and the commits on both sides."""
    last_rev, last = points[-1] if points else (None, None)
    found = {"last_rev": last_rev, "last_value": last, "last_err": 0, "prev_value": None, "change_rev": None}
    for (before, old), (after, new) in reversed(list(pairwise(points))):
        if old != new:
            return found | {"prev_value": old, "change_rev": [before, after]}
    return found
