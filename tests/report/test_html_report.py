"""The report as a web page: complete, well-formed, in one file without references, and safe against markup in names."""

import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest

from prunecheck import cli
from prunecheck.catalog import variant
from prunecheck.errors import PreconditionError
from prunecheck.measure.comparison import Comparison
from prunecheck.measure.plan import ComparisonPlan, Shapes, named
from prunecheck.measure.session import compare
from prunecheck.report.compare_tables import grids
from prunecheck.report.comparison_page import comparison_page
from prunecheck.theory.uniform import pearl_branching
from prunecheck.trees.models.catalog import named_model
from prunecheck.workloads.catalog import workload

MISSING = [name for name in ("jinja2", "matplotlib") if find_spec(name) is None]
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
making = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")
browsing = pytest.mark.skipif(
    CHROMIUM is None or find_spec("playwright") is None, reason="neither Chromium nor playwright, or only one"
)

NOTHING = Comparison("0", finished=True, costs=())
ODD = '<script>&"'
VOID = {"meta", "link", "br", "hr", "img", "input"}
LOADING = {"src", "srcset", "data", "poster", "action", "href", "xlink:href"}


@dataclass
class Page(HTMLParser):
    """The contents of a page; an end tag that does not match the open element is an error."""

    text: str
    open: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    attributes: list[tuple[str, str]] = field(default_factory=list)
    tables: list[list[list[str]]] = field(default_factory=list)
    captions: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        self.tags.append(tag)
        self.attributes.extend((key, value or "") for key, value in attrs)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in {"td", "th"}:
            self.tables[-1][-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read an element without contents."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        """Close the open element."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Read text in the open element."""
        inside = self.open[-1] if self.open else ""
        if inside in {"td", "th"}:
            self.tables[-1][-1][-1] += data
        elif inside == "caption":
            self.captions.append(data)
        self.words.append(data)

    @property
    def ids(self) -> list[str]:
        """The ids of the page's elements, in order."""
        return [value for key, value in self.attributes if key == "id"]


@cache
def compared() -> Comparison:
    """Three searches on three workloads and one tree model."""
    return compare(
        ComparisonPlan(
            tuple(named(variant(name)) for name in ("f1", "f2", "best_half")),
            tuple(map(workload, ("deep-cutoff", "othello-6-to-4", "kalah-3-2"))),
            (Shapes(named_model("random-order"), 3, (1, 2, 3), trees=2),),
            rounds=2,
        )
    )


@pytest.fixture(scope="module")
def text() -> str:
    return comparison_page(compared())


@pytest.mark.slow
@making
def test_the_page_is_well_formed(text: str) -> None:
    """Every element is closed, ids are unique, and each table and picture has a description."""
    page = Page(text)
    assert text.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert len(page.ids) == len(set(page.ids))
    assert page.tags.count("table") == page.tags.count("caption") == len(page.captions)
    assert page.tags.count("svg") == page.tags.count("figcaption") == 4
    assert page.tags.count("h1") == page.tags.count("main") == 1


@making
def test_the_page_loads_nothing(text: str) -> None:
    """Every reference leads to a place in the page; scripts, frames, fonts and style files are absent."""
    page = Page(text)
    assert not {"script", "iframe", "object", "embed", "img", "image", "base"} & set(page.tags)
    for key, value in page.attributes:
        if key in LOADING:
            assert value == "data:," or value.removeprefix("#") in page.ids
        assert not key.startswith("on")
    assert all(place in page.ids for place in re.findall(r"url\(#([^)]+)\)", text))
    assert not re.search(r"url\((?!#)|@import|@font-face", text)


@making
def test_the_page_has_every_table_of_the_comparison(text: str) -> None:
    """Cells are those of the terminal's tables, with the ratios and the text below them."""
    page = Page(text)
    shown = dict(zip(page.captions, page.tables, strict=True))
    expected = list(grids(compared()))
    assert len(shown) == len(expected)
    words = "".join(page.words)
    for grid in expected:
        head, *rows = shown[grid.title]
        assert head == [column.name for column in grid.columns]
        assert rows == [list(row) for row in grid.rows]
        assert all(line in words for line in (*grid.alike, *grid.wrong, grid.says))
    assert "best_half on othello-6-to-4 got" in words
    (table,) = [rows for title, rows in shown.items() if title.startswith("othello-6-to-4:")]
    assert [row[:2] for row in table if "WRONG" in row] == [["best_half", "WRONG"]]


@making
def test_growth_has_its_formulas(text: str) -> None:
    """Pearl's limit is that for the measured branching factor."""
    words = " ".join("".join(Page(text).words).split())
    assert f"{pearl_branching(3):.4f} for b = 3." in words
    assert "b⌈d/2⌉ + b⌊d/2⌋ − 1" in words  # noqa: RUF001 -- as it is typeset


@pytest.mark.slow
@making
def test_only_sections_with_contents_are_shown() -> None:
    """Each link in the list of contents leads to a section; times and growth are left out if they were not measured."""
    for comparison, expected in (
        (compared(), ["counts", "places", "growth", "times", "notes"]),
        (msgspec.structs.replace(compared(), growth=(), notes=()), ["counts", "places", "times"]),
        (msgspec.structs.replace(compared(), costs=(), notes=()), ["growth"]),
        (NOTHING, []),
    ):
        page = Page(comparison_page(comparison))
        links = [value[1:] for key, value in page.attributes if key == "href" and value.startswith("#")]
        assert [link for link in page.ids if link in links] == links == expected


@pytest.mark.slow
@making
def test_only_an_interrupted_comparison_says_so(text: str) -> None:
    """A finished comparison does not."""
    assert "Interrupted" not in text
    assert "Interrupted" in comparison_page(msgspec.structs.replace(compared(), finished=False))


@pytest.mark.slow
@making
def test_names_never_become_markup() -> None:
    """Names of searches and workloads, and errors, may contain anything."""
    costs = tuple(
        msgspec.structs.replace(cost, search=ODD if cost.search == "f1" else cost.search, workload=ODD)
        for cost in compared().costs
        if cost.workload == "deep-cutoff"
    )
    costs = (*costs[:-1], msgspec.structs.replace(costs[-1], error=f"ValueError: {ODD}"))
    growth = tuple(msgspec.structs.replace(row, search=ODD, model=ODD) for row in compared().growth)
    page = Page(comparison_page(Comparison(ODD, finished=True, costs=costs, growth=growth, notes=(ODD,))))
    assert "script" not in page.tags
    assert [ODD] in [row[:1] for table in page.tables for row in table]
    assert page.words.count(ODD) > 3


@pytest.mark.slow
@making
def test_the_page_is_the_same_each_time(text: str) -> None:
    """The bytes are equal."""
    assert comparison_page(compared()) == text


@making
def test_the_command_writes_the_page(tmp_path: Path) -> None:
    """The comparison is printed as well."""
    path = tmp_path / "page.html"
    assert cli.run(["compare", "--variant", "f1", "--workload", "deep-cutoff", "--quiet", "--html", str(path)]) == 0
    assert [row[:2] for row in Page(path.read_text(encoding="utf-8")).tables[0][1:]] == [
        ["minimax", "7"],
        ["fail_soft", "4"],
        ["f1", "6"],
    ]


@pytest.mark.parametrize("package", ["jinja2", "matplotlib"])
def test_without_the_extra_the_error_names_it(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error has a command to paste, and comes before any work."""
    for library in ("jinja2", "matplotlib"):
        monkeypatch.setitem(sys.modules, library, None if library == package else sys)
    with pytest.raises(
        PreconditionError, match=rf"`{package}`; in your clone of prunecheck, run: pip install -e '\.\[plot\]'$"
    ):
        comparison_page(compared())


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Headless Chromium, shared by all tests."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 -- not there where these tests are skipped

    with sync_playwright() as browsers:
        running = browsers.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.mark.slow_cases("380-dark")
@making
@browsing
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 380])
def test_a_browser_shows_the_page_without_errors(
    text: str, width: int, scheme: Any, browser: Any, tmp_path: Path
) -> None:
    """The page is loaded from disk, without other requests.

    Every picture has a size, and only tables scroll sideways.
    """
    path = tmp_path / "page.html"
    path.write_text(text, encoding="utf-8")
    asked: list[str] = []
    troubles: list[str] = []
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.on("request", lambda request: asked.append(request.url))
    page.on("requestfailed", lambda request: troubles.append(request.url))
    page.on("console", lambda message: troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(path.as_uri())
    boxes = [svg.bounding_box() for svg in page.query_selector_all("figure svg")]
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.close()
    assert (asked, troubles) == ([path.as_uri()], [])
    assert [bool(box and box["width"] > 300 and box["height"] > 100) for box in boxes] == [True] * 4
    assert overflow == 0
    assert ground == {"light": "rgb(255, 255, 255)", "dark": "rgb(22, 22, 22)"}[scheme]
