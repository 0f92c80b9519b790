"""Build the dashboard: read the commits, publish with asv, make asv's pages work from disk, and add a landing page."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from benchmarks.dashboard import exact, files, history, landing, legible, offline
from benchmarks.dashboard.commits import HOME, Commit, commits, project_name
from benchmarks.dashboard.errors import DashboardError
from benchmarks.dashboard.measured import Measured, read_measured
from benchmarks.dashboard.trends import trends

ASV_PAGES: Final = "asv"
NEEDED: Final = ("asv", "jinja2")
CACHE: Final = HOME / ".asv" / "packages"  # outside git


@dataclass(frozen=True, slots=True)
class Order:
    """What to build: the last `count` first-parent commits up to `last`, with asv's results in `measured`, if given."""

    repository: Path
    last: str
    count: int
    measured: Path | None = None


def build(order: Order, output: Path, *, cache: Path = CACHE) -> list[Commit]:
    """Build the dashboard in the folder `output`, replacing an older one. The same commits give the same bytes.

    Returns: the commits that the dashboard shows, oldest first.
    Raises: DashboardError, before anything is written, if a package is missing, or `output` contains something else.
    """
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise DashboardError(
            f"not installed: {', '.join(missing)}; in a clone of prunecheck, run: pip install --group dashboard (pip "
            "25.1 or newer)"
        )
    pages = output / ASV_PAGES
    if output.exists() and any(output.iterdir()) and not (pages / "data.js").is_file():
        raise DashboardError(f"{output} is not empty and not a dashboard; choose another folder")
    packages = offline.installed(cache)
    # one more commit, with which the oldest is compared
    measured = Measured() if order.measured is None else read_measured(order.measured)
    read = commits(order.repository, order.last, order.count + 1, measured=measured.counts)
    project = project_name(order.repository)
    shown = read[-order.count :]
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch).resolve()
        history.borrowed(order.repository, shown[-1].name, place / "repository")
        names = history.write_results(shown, place / "results", measured=order.measured)
        history.configuration(
            place / "asv.conf.json", project, place / "repository", place / "results", place / "pages"
        )
        published(place / "asv.conf.json")
        made = place / "pages"
        _without_clock(made, shown[-1])
        exact.make_exact(made)
        legible.make_legible(made)
        offline.bring_along(made, packages)
        offline.readable_from_disk(made)
        shutil.rmtree(pages, ignore_errors=True)
        output.mkdir(parents=True, exist_ok=True)
        shutil.copytree(made, pages)
    page = landing.page(read, project=project, shown=order.count, benchmarks=names, trends=trends(shown, measured))
    (output / "index.html").write_text(page, encoding="utf-8", newline="\n")
    return shown


def published(configuration: Path) -> None:
    """Run asv's publisher on a configuration.

    Raises: DashboardError with the last lines of asv's output, if asv fails.
    """
    command = [sys.executable, "-m", "asv", "publish", "--no-pull", "--config", str(configuration)]
    done = subprocess.run(  # noqa: S603
        command,
        cwd=configuration.parent,
        env=os.environ | {"PYTHONHASHSEED": "0", "TZ": "UTC"},  # asv lists sets in hash order, and prints local dates
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise DashboardError("asv publish failed: " + " ".join((done.stdout + done.stderr).split()[-60:]))


def _without_clock(pages: Path, last: Commit) -> None:
    """Replace the time of day, which asv writes into two files, by the time of the last commit."""
    info = pages / "info.json"
    content = json.loads(info.read_text(encoding="utf-8"))
    files.write(info, content | {"timestamp": last.seconds * 1000})
    feed = pages / "regressions.xml"
    updated = f"<updated>{datetime.fromtimestamp(last.seconds, UTC):%Y-%m-%dT%H:%M:%SZ}</updated>"
    text = re.sub("<updated>[^<]*</updated>", updated, feed.read_text(encoding="utf-8"), count=1)
    feed.write_text(text, encoding="utf-8", newline="\n")
