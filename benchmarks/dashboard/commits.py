"""The counts of the last commits, read from git: no commit is checked out, built or run."""

import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.dashboard.errors import DashboardError
from benchmarks.suites.committed import Committed, parsed

HOME: Final = Path(__file__).parents[2]
COUNTS_PATH: Final = "benchmarks/counts.json"
SHORT: Final = 8  # hexadecimal digits that are shown of a commit, as in asv
FIELDS: Final = "%H%x00%at%x00%as%x00%s"


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit of the main line: its full hash, author's time in seconds, date, subject, and committed counts."""

    name: str
    seconds: int
    date: str
    subject: str
    committed: Committed

    @property
    def short(self) -> str:
        """The abbreviated hash."""
        return self.name[:SHORT]


def git(repository: Path, *arguments: str) -> str:
    """The output of a git command.

    Raises: DashboardError with the first line of git's error.
    """
    command = ["git", "-C", str(repository), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)  # noqa: S603
    except FileNotFoundError as missing:
        raise DashboardError("git is not on the path: install it") from missing
    if done.returncode:
        complaint = done.stderr.strip().splitlines() or ["no reason given"]
        raise DashboardError(f"git {arguments[0]}: {complaint[0]}")
    return done.stdout


def commits(
    repository: Path, last: str, count: int, *, measured: Mapping[str, Committed] | None = None
) -> list[Commit]:
    """The last `count` first-parent commits up to `last`, oldest first; fewer if the history is shorter.

    If a commit has no table of counts, its counts come from `measured`, which maps the full hash of a commit to counts.
    Raises: DashboardError if the commit does not exist, or its table of counts cannot be read.
    """
    git(repository, "rev-parse", "--git-dir")
    try:
        git(repository, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{last}^{{commit}}")
    except DashboardError:
        raise DashboardError(f"{last!r} is not a commit of {repository}; give a branch, a tag or a commit") from None
    lines = git(
        repository,
        "log",
        "--first-parent",
        f"--max-count={count}",
        f"--format={FIELDS}",
        "--end-of-options",
        last,
        "--",
    )
    found = []
    for line in reversed(lines.splitlines()):
        name, seconds, date, subject = line.split("\0", 3)
        counts = _committed(repository, name)
        if not counts.costs and measured is not None:
            counts = measured.get(name, counts)
        found.append(Commit(name, int(seconds), date, subject, counts))
    return found


def project_name(repository: Path) -> str:
    """The project name in the repository's configuration of asv, or else the name of its folder."""
    file = repository / "asv.conf.json"
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    said = re.search(r'^\s*"project"\s*:\s*"([^"\\]+)"', text, re.MULTILINE)
    return said[1] if said else repository.name


def _committed(repository: Path, name: str) -> Committed:
    """The counts that a commit contains. Returns empty counts if the commit has no file with counts."""
    if not git(repository, "ls-tree", "--name-only", name, COUNTS_PATH).strip():
        return Committed()
    try:
        return parsed(git(repository, "show", f"{name}:{COUNTS_PATH}"))
    except ValueError as wrong:
        raise DashboardError(f"{COUNTS_PATH} of {name[:SHORT]}: {wrong}") from wrong
