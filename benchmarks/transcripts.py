"""Run the transcripts of the documents again, and write what the commands print now.

    python -m benchmarks.transcripts

A transcript is a `console` block; each line that begins with `$` is a command, with its output below. Output that only
differs in counts, which other versions of Hypothesis change, is not replaced. JSON, which is written by hand, is not
replaced either.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final

import click

HOME: Final = Path(__file__).parent.parent
BLOCK: Final = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
PROGRESS: Final = re.compile(r"^prunecheck: \d+:\d\d  .*\n", re.MULTILINE)
COUNTS: Final = re.compile(r"[\d,]+ (?:tree|call)s?\b|[\d.]+x (?=alpha-beta|the minimum)")


def transcript(text: str) -> str:
    """The transcript with the current output of its commands."""
    status, parts = 0, []
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, printed = part.partition("\n")
        words = shlex.split(line)
        if words == ["echo", "$?"]:
            found = f"{status}\n"
        elif "--json" in words:
            found = printed
        else:
            environment = os.environ | {"PRUNECHECK_CACHE": "0"}
            environment.pop("FORCE_COLOR", None)
            done = subprocess.run(  # noqa: S603
                [sys.executable, "-m", *words], cwd=HOME, capture_output=True, text=True, check=False, env=environment
            )
            status, found = done.returncode, done.stdout + PROGRESS.sub("", done.stderr)
            found = "".join(f"{row.rstrip()}\n" for row in found.splitlines())
        same = COUNTS.sub("", found) == COUNTS.sub("", printed)
        parts.append(f"$ {line}\n{printed if same else found}")
    return "".join(parts)


@click.command()
@click.argument("documents", nargs=-1)
def main(documents: tuple[str, ...]) -> None:
    """Bring the transcripts of these DOCUMENTS up to date, or else those of README.md and all in docs/."""
    for path in map(Path, documents) if documents else [HOME / "README.md", *sorted(HOME.glob("docs/**/*.md"))]:
        text = path.read_text(encoding="utf-8")
        new = BLOCK.sub(lambda found: transcript(found[0]), text)
        if new != text:
            path.write_text(new, encoding="utf-8")
            click.echo(path)


if __name__ == "__main__":
    main()
