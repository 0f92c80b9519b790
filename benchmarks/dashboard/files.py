"""JSON files, written with their keys in order and read with a clear error."""

import json
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.dashboard.errors import DashboardError

Json: TypeAlias = dict[str, Any]


def write(path: Path, content: Json) -> None:
    """Write JSON with its keys in order."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, sort_keys=True) + "\n", encoding="utf-8", newline="\n")


def read(path: Path) -> Json:
    """Read a JSON object.

    Raises: DashboardError if the file does not contain a JSON object.
    """
    try:
        content: Json = json.loads(path.read_text(encoding="utf-8"))
        return content | {}
    except (ValueError, TypeError) as wrong:
        raise DashboardError(f"{path}: {wrong}") from wrong
