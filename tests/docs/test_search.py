"""A search of the web pages for a technical term finds the right page first, in headless Chromium."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from documents import HOME

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
MODULES = ("sphinx", "furo", "myst_parser", "sphinx_copybutton", "sphinx_design", "matplotlib", "playwright")
MISSING = [name for name in MODULES if find_spec(name) is None] + ["Chromium"] * (CHROMIUM is None)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]

FIRST = {
    "transposition table": "tables.html",
    "counterexample": "glossary.html",
    "regression test": "pytest.html",
    "PVS": "null-windows.html",
    "quiescence": "selective.html",
    "fail-soft": "contracts.html",
    "timeout": "subjects.html",
    "GitHub Actions": "ci.html",
    "node count": "gate.html",
    "iterative deepening": "drivers.html",
    "principal variation": "contracts.html",
    "null window": "null-windows.html",
    "NegaScout": "null-windows.html",
    "null move": "selective.html",
    "shrinking": "verification.html",
    "pytest": "pytest.html",
    "could not tell": "can-run.html",
    "hard-wired search": "own-game.html",
    "fail on pruning": "ci.html",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The web pages: built without a warning now, or already in the folder that PRUNECHECK_SITE names."""
    if built_before := os.environ.get("PRUNECHECK_SITE"):
        return Path(built_before).resolve()
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "docs", str(folder)]
    built = subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=False)  # noqa: S603
    assert built.returncode == 0, built.stderr
    return folder


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    """A page in the browser."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # not installed everywhere

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser.new_page()
        browser.close()


@pytest.mark.parametrize(("words", "expected"), FIRST.items(), ids=FIRST)
def test_a_search_for_a_technical_term_finds_the_right_page_first(
    words: str, expected: str, site: Path, page: Any
) -> None:
    """Sphinx's own search runs on the built pages."""
    page.goto(f"{(site / 'search.html').as_uri()}?q={words.replace(' ', '+')}")
    first = page.wait_for_selector("#search-results li a", timeout=10_000).get_attribute("href")
    assert first.partition("#")[0] == expected


def test_nothing_on_the_landing_page_scrolls_sideways(site: Path, page: Any) -> None:
    """Long lines of the transcript are wrapped."""
    page.goto((site / "index.html").as_uri())
    overflow = "[...document.querySelectorAll('pre')].map(each => each.scrollWidth - each.clientWidth)"
    widths = page.evaluate(overflow)
    assert widths
    assert max(widths) <= 0


COLUMNS = """
const pre = document.querySelector('.highlight-console pre'), style = getComputedStyle(pre);
const text = document.createElement('canvas').getContext('2d');
text.font = `${style.fontSize} ${style.fontFamily}`;
const width = pre.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
return Math.floor(width / (text.measureText('0'.repeat(100)).width / 100));
"""


def test_a_line_of_a_transcript_has_room_for_a_hundred_characters(site: Path, page: Any) -> None:
    """The transcripts of help and explanations are that wide."""
    page.goto((site / "first-bug.html").as_uri())
    assert page.evaluate(f"(() => {{ {COLUMNS} }})()") >= 100
