"""The plots of `docs/plots.md`, drawn by the commands above them."""

import re
import shlex
from pathlib import Path
from typing import Final

from prunecheck import cli
from prunecheck.cli.exit_status import HELD

PAGE: Final = Path(__file__).parent / "plots.md"
PICTURE: Final = re.compile(r"^prunecheck (plot .*-o) (\S+)\n```\n\n```\{image\} _plots/\2$", re.MULTILINE)


def draw_plots(folder: Path) -> None:
    """Draw every picture of the page into `folder`. Raises: RuntimeError if a picture cannot be drawn."""
    folder.mkdir(exist_ok=True)
    for words, name in PICTURE.findall(PAGE.read_text(encoding="utf-8")):
        if cli.run([*shlex.split(words), str(folder / name), "-q"]) != HELD:
            raise RuntimeError(f"not drawn: {name}; is the extra `plot` installed?")
