"""Make asv's pages legible for counts: full digits, axes from 0, names that do not overlap, points before lines.

asv prints three digits (12345 is 1.23e+4), but a count must have all its digits.
"""

from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.dashboard.errors import DashboardError

IN_FULL_DIGITS: Final = """    function in_full_digits(x) {
        if (Number.isInteger(x) || Math.abs(x) >= 1000) {
            return x.toLocaleString('en-US', {maximumFractionDigits: 0});
        }
        return x.toPrecision(3);
    }

    function pretty_unit(x, unit) {
"""

WHOLE_FROM_ZERO: Final = """multiplier = 1.0;
                if (!zoom_y_axis) {
                    options.yaxis.min = 0.0;
                    options.yaxis.max = max * 1.3;
                }
                if (Number.isInteger(min) && Number.isInteger(max)) {
                    options.yaxis.minTickSize = 1;
                }
"""

MARK_NAMES: Final = """    function handle_x_scale(options) {
        $('#main-graph').toggleClass('names', x_coordinate_axis != 0 && x_coordinate_is_category);
"""

UPRIGHT: Final = """
#main-graph.names .flot-x-axis .flot-tick-label {
    writing-mode: vertical-rl;
    transform: rotate(180deg);
}
"""


class Replacement(NamedTuple):
    """A text that occurs once in a file of asv, and its replacement."""

    file: str
    old: str
    new: str


REPLACEMENTS: Final = (
    Replacement("asv.js", "    function pretty_unit(x, unit) {\n", IN_FULL_DIGITS),
    Replacement("asv.js", "return '' + x.toPrecision(3) + ' ' + unit;", "return in_full_digits(x) + ' ' + unit;"),
    Replacement("asv.js", "return '' + x.toPrecision(3);\n", "return in_full_digits(x);\n"),
    Replacement(
        "asv.js",
        "    this.pretty_unit = pretty_unit;\n",
        "    this.pretty_unit = pretty_unit;\n    this.in_full_digits = in_full_digits;\n",
    ),
    Replacement(
        "graphdisplay.js",
        "return (v / multiplier).toPrecision(3);",
        "return unit_list === null ? $.asv.in_full_digits(v) : (v / multiplier).toPrecision(3);",
    ),
    Replacement("graphdisplay.js", "multiplier = 1.0;\n", WHOLE_FROM_ZERO),
    Replacement(
        "summarygrid.js",
        "                        shadowSize: 0\n",
        "                        points: {show: data.length == 1},\n                        shadowSize: 0\n",
    ),
    Replacement(
        "graphdisplay.js",
        "                    shadowSize: 0\n",
        "                    points: {show: true, radius: 1},\n                    shadowSize: 0\n",
    ),
    Replacement("graphdisplay.js", "    function handle_x_scale(options) {\n", MARK_NAMES),
)


def make_legible(pages: Path) -> None:
    """Change the published pages.

    Raises: DashboardError if a text is not found exactly once, which means that asv has changed.
    """
    for replacement in REPLACEMENTS:
        path = pages / replacement.file
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if text.count(replacement.old) != 1:
            raise DashboardError(
                f"{replacement.file} of this asv has {text.count(replacement.old)} times, not once: "
                f"{replacement.old.strip()!r}; fix REPLACEMENTS in {Path(__file__).name}"
            )
        path.write_text(text.replace(replacement.old, replacement.new), encoding="utf-8", newline="\n")
    styles = pages / "asv.css"
    styles.write_text(styles.read_text(encoding="utf-8") + UPRIGHT, encoding="utf-8", newline="\n")
