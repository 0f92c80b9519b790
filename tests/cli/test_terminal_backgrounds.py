"""Colours are legible on light and dark backgrounds, in the palettes of common terminals."""

import re
import sys
from pathlib import Path
from typing import Final

import pytest

from terminals import on_terminal

HOME: Final = Path(__file__).parents[2]
PALETTES: Final = {  # background, then red, green, yellow, blue, magenta and cyan, which are SGR 31 to 36
    "Visual Studio Code, light": "ffffff cd3131 107c10 949800 0451a5 bc05bc 0598bc",
    "Visual Studio Code, dark": "1e1e1e cd3131 0dbc79 e5e510 2472c8 bc3fbc 11a8cd",
    "GNOME Terminal, Tango on white": "ffffff cc0000 4e9a06 c4a000 3465a4 75507b 06989a",
    "GNOME Terminal, Tango on Ubuntu's aubergine": "300a24 cc0000 4e9a06 c4a000 3465a4 75507b 06989a",
    "Terminal.app, light": "ffffff 990000 00a600 999900 0000b2 b200b2 00a6b2",
    "Terminal.app, dark": "000000 990000 00a600 999900 0000b2 b200b2 00a6b2",
    "Solarized, light": "fdf6e3 dc322f 859900 b58900 268bd2 d33682 2aa198",
    "Solarized, dark": "002b36 dc322f 859900 b58900 268bd2 d33682 2aa198",
    "Windows Terminal, dark": "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd",
    "xterm, black on white": "ffffff cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd",
    "xterm, white on black": "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd",
}
LEAST: Final = 1.9  # below this contrast, such as yellow on xterm's white, a word is hard to read
WEIGHTS: Final = {0, 1, 2, 3, 22, 39}  # reset, bold, dim, italic, and back to normal
COMMANDS: Final = [
    ("verify", "docs/examples/searches.py:wrong", "--quick"),
    ("verify", "--help"),
    ("explain", "clamped"),
    ("explain", "f2"),
    ("show", "[[3, 5], [2, 9]]", "--search", "docs/examples/searches.py:wrong"),
    ("doctor", "pipe:false"),
]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG 2, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[nth : nth + 2], 16) / 255 for nth in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def least_contrast(code: int) -> float:
    """The least contrast of a colour, by its SGR code, in all palettes."""
    return min(contrast(colours.split()[0], colours.split()[code - 30]) for colours in PALETTES.values())


def test_red_green_magenta_and_cyan_are_legible_on_every_background() -> None:
    """Yellow is illegible on white, and blue on black, so neither is used."""
    assert [code for code in range(31, 37) if least_contrast(code) >= LEAST] == [31, 32, 35, 36]


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_output_only_has_weights_and_legible_colours(command: tuple[str, ...]) -> None:
    """The output has no background, white or black, and no colour of a larger palette that ignores the user's theme."""
    out, _ = on_terminal([sys.executable, "-m", "prunecheck", *command], 80, HOME)
    codes = {int(part or 0) for found in re.findall(r"\x1b\[([0-9;]*)m", out) for part in found.split(";")}
    colours = codes - WEIGHTS
    assert colours <= {31, 32, 35, 36}


def test_verdicts_have_legible_colours() -> None:
    """There is a verdict that passed, one that failed, and one that did neither."""
    source = (HOME / "src" / "prunecheck" / "report").glob("*_text.py")
    styles = {
        word
        for file in source
        for word in re.findall(r'"(?:bold )?(red|green|yellow|blue|magenta|cyan|white)"', file.read_text("utf-8"))
    }
    assert styles == {"red", "green", "magenta"}
