"""The plots of the web pages: those of `docs/plots.md`, drawn by the commands above them, and one of a table."""

import re
import shlex
from pathlib import Path
from typing import Final

from prunecheck import cli
from prunecheck.cli.output import HELD
from prunecheck.plots.lines import End, label_ends, looks
from prunecheck.plots.sheet import as_svg, blank, style

PAGE: Final = Path(__file__).parent / "plots.md"
PUBLISHED: Final = PAGE.with_name("published.md")
PICTURE: Final = re.compile(r"^prunecheck (plot .*-o) (\S+)\n```\n\n```\{image\} _plots/\2$", re.MULTILINE)
RATIOS: Final = re.compile(r"^\| b \| values (\| d = .*)\n\| --- .*\n((?:\|.*\n)+)", re.MULTILINE)
CROSSOVER: Final = "crossover.svg"


def draw_plots(folder: Path) -> None:
    """Draw every picture of the page into `folder`. Raises: RuntimeError if one cannot be drawn."""
    folder.mkdir(exist_ok=True)
    for words, name in PICTURE.findall(PAGE.read_text(encoding="utf-8")):
        if cli.run([*shlex.split(words), str(folder / name), "-q"]) != HELD:
            raise RuntimeError(f"not drawn: {name}; is the extra `plot` installed?")
    (folder / CROSSOVER).write_text(crossover(PUBLISHED.read_text(encoding="utf-8")), encoding="utf-8")


def crossover(text: str) -> str:
    """The table of SCOUT's evaluations relative to alpha-beta's as SVG: a line for each model, by depth."""
    ((head, body),) = RATIOS.findall(text)
    depths = [int(depth) for depth in re.findall(r"d = (\d+)", head)]
    rows = [[float(cell) for cell in re.findall(r"[\d.]+", line)] for line in body.splitlines()]
    with style():
        drawn = blank(8, 3.6)
        axes = drawn.add_axes((0.08, 0.15, 0.55, 0.75))
        ends = []
        for (branching, values, *ratios), look in zip(rows, looks(len(rows)), strict=True):
            axes.plot(depths, ratios, color=look.colour, linestyle=look.style, marker=look.marker, linewidth=1.2)
            ends.append(End(depths[-1], ratios[-1], f"b = {branching:.0f}, {values:.0f} values", look.colour))
        axes.axhline(1, color="#000000", linewidth=0.8)
        axes.set_xticks(depths)
        axes.grid(visible=True)
        axes.set_xlabel("depth d")
        axes.set_ylabel("SCOUT / alpha-beta")
        axes.set_title("Mean evaluations of SCOUT relative to alpha-beta")
        label_ends(axes, ends)
        return as_svg(drawn, "crossover", title="Mean evaluations of SCOUT relative to alpha-beta, by depth")
