"""The counts of the last commits, read from git: no commit is checked out, built or run."""

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.dashboard.errors import DashboardError
from benchmarks.suites.committed import Committed, parsed

HOME: Final = Path(__file__).parents[2]
COUNTS_PATH: Final = "benchmarks/counts.json"
SHORT: Final = 8  # hexadecimal digits shown of a commit; asv shows as many
FIELDS: Final = "%H%x00%at%x00%as%x00%s"


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit of the main line: its full name, author's time in seconds, date, subject, and committed counts."""

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


def commits(repository: Path, last: str, count: int) -> list[Commit]:
    """The last `count` first-parent commits up to `last`, oldest first; fewer if the history is shorter.

    Raises: DashboardError if there is no such commit, or its table of counts cannot be read.
    """
    git(repository, "rev-parse", "--git-dir")
    try:
        git(repository, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{last}^{{commit}}")
    except DashboardError:
        raise DashboardError(f"{last!r} is no commit of {repository}: name a branch, a tag or a commit") from None
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
        found.append(Commit(name, int(seconds), date, subject, _committed(repository, name)))
    return found


def _committed(repository: Path, name: str) -> Committed:
    """The counts of a commit; empty if it has no such file."""
    if not git(repository, "ls-tree", "--name-only", name, COUNTS_PATH).strip():
        return Committed()
    try:
        return parsed(git(repository, "show", f"{name}:{COUNTS_PATH}"))
    except ValueError as wrong:
        raise DashboardError(f"{COUNTS_PATH} of {name[:SHORT]}: {wrong}") from wrong
