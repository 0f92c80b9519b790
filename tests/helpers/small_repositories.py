"""Small git repositories, in which each commit has a table of counts, for tests that read the history."""

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

COUNTS = "benchmarks/counts.json"
FIXED = {
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}


def git(repository: Path, *arguments: str, day: int = 1) -> str:
    """The output of a git command, with a fixed author and date."""
    date = f"2026-01-{day:02}T12:00:00+00:00"
    environment = os.environ | FIXED | {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    done = subprocess.run(  # noqa: S603
        ["git", "-C", str(repository), *arguments],  # noqa: S607
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def row(workload: str, variant: str, leaves: int, visited: int, *, version: int = 1) -> dict[str, Any]:
    """A row of the table."""
    return {"workload": workload, "version": version, "variant": variant, "leaves": leaves, "visited": visited}


def table(*rows: dict[str, Any], signature: int | None = None) -> str:
    """The text of a table. Without a signature, the text has the older format (a list)."""
    return json.dumps(list(rows) if signature is None else {"signature": signature, "rows": rows})


def repository(place: Path, history: Mapping[str, str | None]) -> Path:
    """Make a repository with a commit for each subject and table. If the table is None, the commit has no table."""
    place.mkdir()
    git(place, "init", "--quiet", "--initial-branch=main")
    for nth, (subject, text) in enumerate(history.items()):
        path = place / COUNTS
        path.unlink(missing_ok=True)
        if text is not None:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        git(place, "add", "--all")
        git(place, "commit", "--quiet", "--allow-empty", "--message", subject, day=nth + 1)
    return place


TOLD = {
    "No counts yet": None,
    "Count <b>two</b> searches": table(row("oak", "f1", 1_234_567, 2_000_001), row("oak", "f2", 3, 6)),
    "Nothing changes": table(row("oak", "f1", 1_234_567, 2_000_001), row("oak", "f2", 3, 6)),
    "F1 reads one leaf more, F2 twice as many": table(
        row("oak", "f1", 1_234_568, 2_000_001), row("oak", "f2", 6, 12), row("elm", "f1", 5, 9), row("elm", "f2", 4, 8)
    ),
    "A signature; another elm": table(
        row("oak", "f1", 1_234_568, 2_000_001),
        row("oak", "f2", 6, 12),
        row("elm", "f1", 7, 11, version=2),
        row("elm", "f2", 7, 11, version=2),
        signature=2_000_035,
    ),
}
