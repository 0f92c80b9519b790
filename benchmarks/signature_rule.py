"""The signature rule: a commit that changes the signature must give the old and the new one in its message.

The signature is in `counts.json`. Commits are exempt if that file had no signature yet. Without a history, the check
reports that it is skipped, and why.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import click

HOME: Final = Path(__file__).parent.parent
TABLE: Final = "benchmarks/counts.json"
NO_SIGNATURE: Final = "none"


class Skipped(Exception):  # noqa: N818  # not an error
    """The rule cannot be checked; the message says why."""


class History:
    """The commits of a repository, as far as the rule needs them."""

    def __init__(self, home: Path) -> None:
        """`home` is the top folder of a working tree.

        Raises: Skipped if `home` is not the top folder of a working tree.
        """
        self._home = home
        try:
            top = self._git("rev-parse", "--show-toplevel")
        except FileNotFoundError:
            raise Skipped("git is not installed") from None
        except subprocess.CalledProcessError as error:
            raise Skipped(f"{home} is not a git repository ({error.stderr.strip()})") from None
        if Path(top).resolve() != home.resolve():
            raise Skipped(f"{home} is not a git repository, but a folder of {top}")

    def _git(self, *words: str) -> str:
        command = ["git", "-C", str(self._home), *words]
        done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8", errors="replace")  # noqa: S603
        return done.stdout.strip()

    def commits(self, since: str | None) -> list[str]:
        """The last commit, or all commits after `since`, the oldest first.

        Raises: Skipped if there is no commit, ClickException if `since` does not exist.
        """
        try:
            self._git("rev-parse", "--verify", "HEAD")
        except subprocess.CalledProcessError:
            raise Skipped("there is no commit yet") from None
        if since is None:
            return [self._git("rev-parse", "HEAD")]
        try:
            self._git("rev-parse", "--verify", f"{since}^{{commit}}")
        except subprocess.CalledProcessError:
            shallow = "; this clone is shallow: git fetch --unshallow" if self.is_shallow() else ""
            raise click.ClickException(f"there is no commit {since!r} here{shallow}") from None
        return self._git("rev-list", "--reverse", f"{since}..HEAD").split()

    def is_shallow(self) -> bool:
        """True if the clone lacks older commits."""
        return self._git("rev-parse", "--is-shallow-repository") == "true"

    def parent(self, commit: str) -> str | None:
        """The first parent; None for a root commit.

        Raises: Skipped if a shallow clone does not contain the parent.
        """
        recorded = [line.split()[1] for line in self._header(commit) if line.startswith("parent ")]
        if not recorded:
            return None
        try:
            self._git("cat-file", "-e", recorded[0])
        except subprocess.CalledProcessError:
            raise Skipped(
                f"the parent of {commit[:12]} is not in this shallow clone; git fetch --deepen=1 brings it"
            ) from None
        return recorded[0]

    def _header(self, commit: str) -> list[str]:
        return self._git("cat-file", "commit", commit).partition("\n\n")[0].splitlines()

    def message(self, commit: str) -> str:
        """The commit message."""
        return self._git("show", "--no-patch", "--format=%B", commit)

    def signature(self, commit: str) -> int | None:
        """The signature at a commit; None if the file is missing or has none."""
        try:
            table = json.loads(self._git("show", f"{commit}:{TABLE}"))
        except (subprocess.CalledProcessError, json.JSONDecodeError):
            return None
        found = table.get("signature") if isinstance(table, dict) else None  # older files are only a list of rows
        return found if isinstance(found, int) else None

    def fault(self, commit: str) -> str | None:
        """The violation of the rule by a commit, with the line to add; None if the commit obeys the rule.

        Raises: Skipped if the commit's parent is not available.
        """
        parent = self.parent(commit)
        old = None if parent is None else self.signature(parent)
        new = self.signature(commit)
        if old is None or old == new:  # exempt, because there was no signature before
            return None
        line = f"Signature: {old} -> {NO_SIGNATURE if new is None else new}"
        if line in map(str.strip, self.message(commit).splitlines()):
            return None
        subject = self.message(commit).partition("\n")[0]
        return f"{commit[:12]} ({subject}) changes the signature; add to its message the line\n{line}"


@click.command()
@click.option("--since", metavar="REV", help="Check all commits after this one; left out: the last commit.")
@click.option("--repository", type=click.Path(path_type=Path), default=HOME, help="The working tree; left out: ours.")
def main(*, since: str | None, repository: Path) -> None:
    """Check that each commit which changes the signature says so; exit status 1 if one does not."""
    try:
        history = History(repository)
        commits = history.commits(since)
    except Skipped as why:
        click.echo(f"the rule of the signature is not checked: {why}")
        return
    faults = 0
    for commit in commits:
        try:
            fault = history.fault(commit)
        except Skipped as why:
            fault = None
            click.echo(f"{commit[:12]} is not checked: {why}")
        if fault is not None:
            faults += 1
            click.echo(fault)
    if not faults:
        click.echo(f"no commit changes the signature without saying so; commits looked at: {len(commits)}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
