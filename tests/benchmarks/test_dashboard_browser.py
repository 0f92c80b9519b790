"""The dashboard is opened from disk in headless Chromium: pages load, graphs are drawn, and there are no errors.

The dashboard is built twice: for the last ten commits of this repository, and for a small repository with changed
counts.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from benchmarks.dashboard.build import CACHE, Order, build
from benchmarks.dashboard.commits import HOME, Commit
from benchmarks.dashboard.history import UNITS, largest_first

from small_repositories import TOLD, git, repository

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
MISSING = [
    what
    for what, there in {
        "Chromium": CHROMIUM,
        "npm": shutil.which("npm"),
        "git": shutil.which("git"),
        "asv": find_spec("asv"),
        "jinja2": find_spec("jinja2"),
        "playwright": find_spec("playwright"),
    }.items()
    if there is None
]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")

COMMITS = 10
TICK = ".flot-tick-label"
COLOURED = """canvas => {
    const seen = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    let coloured = 0;
    for (let at = 0; at < seen.length; at += 4) {
        const [red, green, blue, alpha] = seen.slice(at, at + 4);
        coloured += alpha > 0 && Math.max(red, green, blue) - Math.min(red, green, blue) > 40;
    }
    return coloured;
}"""
SERIES = "() => $('#main-graph').data('plot').getData().map(each => [each.label, each.data])"


@dataclass
class Site:
    """A dashboard, its commits, and a browser page that records errors and requests."""

    folder: Path
    commits: list[Commit]
    page: Any
    troubles: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    @property
    def last(self) -> Commit:
        """The newest commit."""
        return self.commits[-1]

    def open(self, place: str) -> None:
        """Load a page again, even if only the part after # is different."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.folder.as_uri()}/{place}")

    def drawn(self, graphs: str) -> list[int]:
        """The number of coloured pixels in each graph: lines and points are coloured, axes and grid are not."""
        self.page.wait_for_selector(f"{graphs} canvas.flot-base")
        return [canvas.evaluate(COLOURED) for canvas in self.page.query_selector_all(f"{graphs} canvas.flot-base")]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Headless Chromium, without a sandbox, because root cannot have one in a container."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield running
        running.close()


def failed(request: Any) -> list[str]:
    """Name a file that could not be loaded; a request that ended because the page was left does not count."""
    return [] if request.failure == "net::ERR_ABORTED" else [f"failed: {request.url} ({request.failure})"]


def site(browser: Any, folder: Path, source: Path, last: str) -> Site:
    """Build the dashboard and open a page that records errors."""
    shown = build(Order(source, last, COMMITS), folder, cache=CACHE)
    found = Site(folder, shown, browser.new_page(viewport={"width": 1280, "height": 900}))
    found.page.set_default_timeout(20_000)
    found.page.on("console", lambda said: found.troubles.append(f"console: {said.text}"))
    found.page.on("pageerror", lambda error: found.troubles.append(f"error: {error}"))
    found.page.on("requestfailed", lambda request: found.troubles.extend(failed(request)))
    found.page.on("request", lambda request: found.asked.append(request.url))
    return found


@pytest.fixture(scope="module")
def ours(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The dashboard of this repository."""
    if not (HOME / ".git").exists():
        pytest.skip("this is not a clone of the repository")
    return site(browser, tmp_path_factory.mktemp("ours") / "pages", HOME, "HEAD")


@pytest.fixture(scope="module")
def told(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The dashboard of a repository with changed counts."""
    place = tmp_path_factory.mktemp("told")
    return site(browser, place / "pages", repository(place / "repository", TOLD), "main")


@pytest.fixture(params=[pytest.param("ours", marks=pytest.mark.slow), "told"])
def shown(request: pytest.FixtureRequest) -> Iterator[Site]:
    """Open each of the two dashboards in turn; at the end, assert that there were no errors."""
    found: Site = request.getfixturevalue(request.param)
    found.troubles.clear()
    yield found
    assert found.troubles == []
    assert [url for url in found.asked if not url.startswith(("file:", "about:"))] == []


@pytest.mark.slow
def test_at_least_ten_commits_of_this_repository_are_shown(ours: Site) -> None:
    """The first page lists the newest first-parent commits, or all commits of a shallow clone."""
    names = git(HOME, "rev-list", "--first-parent", f"--max-count={COMMITS}", "HEAD").split()
    assert [commit.name for commit in reversed(ours.commits)] == names
    ours.open("index.html")
    assert [element.get_attribute("id") for element in ours.page.query_selector_all("[id]")] == [
        name[:8] for name in names
    ]


def test_the_grid_draws_every_graph(shown: Site) -> None:
    """There is one graph for each benchmark, each with coloured pixels."""
    shown.open("asv/index.html#/")
    shown.page.wait_for_selector(".benchmark-plot canvas")
    benchmarks = len(shown.page.query_selector_all(".benchmark-plot"))
    shown.page.wait_for_function(
        f"() => document.querySelectorAll('.benchmark-plot canvas.flot-base').length == {benchmarks}"
    )
    pixels = shown.drawn(".benchmark-plot")
    assert len(pixels) >= 2
    assert min(pixels) > 0


@pytest.mark.parametrize("measure", ["leaves", "visited"])
def test_the_graph_shows_the_committed_counts(shown: Site, measure: str) -> None:
    """The graph has all digits, for each variant on the three largest workloads, at each commit with counts."""
    for workload in largest_first(shown.commits)[:3]:
        expected: dict[str, list[int]] = {}
        for commit in shown.commits:
            for entry, cost in commit.committed.costs.items():
                if entry.workload == workload:
                    expected.setdefault(entry.variant, []).append(cost._asdict()[measure])
        chosen = "&".join(f"p-variant=%27{name}%27" for name in expected)
        shown.open(f"asv/index.html#counts.{measure}?p-workload=%27{workload}%27&{chosen}")
        assert min(shown.drawn("#main-graph") + shown.drawn("#overview")) > 0
        assert expected == {
            re.findall("variant-(.*?)(?:;|$)", label)[0]: [count for _, count in points if count is not None]
            for label, points in shown.page.evaluate(SERIES)
        }
        ticks = [tick.inner_text() for tick in shown.page.query_selector_all(f"#main-graph .flot-y-axis {TICK}")]
        assert len(set(ticks)) == len(ticks) > 2
        assert all(re.fullmatch(r"\d{1,3}(,\d{3})*", tick) for tick in ticks), ticks


def test_the_list_has_every_count_in_full_digits(shown: Site) -> None:
    """The list has the counts of the newest commit, each with its unit."""
    shown.open("asv/index.html#summarylist")
    shown.page.wait_for_selector("#summarylist-body table")
    rows = shown.page.evaluate(
        "() => [...document.querySelectorAll('#summarylist-body tbody tr')]"
        ".map(row => [row.cells[0].innerText.trim(), row.cells[1].innerText.trim()])"
    )
    expected = {
        f"{measure} ('{entry.variant}', '{entry.workload}')": f"{count:,} {UNITS[f'counts.{measure}']}"
        for entry, cost in shown.last.committed.costs.items()
        for measure, count in cost._asdict().items()
    }
    assert expected.items() <= dict(rows).items()


def test_the_list_has_the_last_change_however_small(told: Site) -> None:
    """A change of one leaf in a million is listed, with the commits before and after it."""
    told.open("asv/index.html#summarylist")
    told.page.wait_for_selector("#summarylist-body table")
    (row,) = [
        line.inner_text()
        for line in told.page.query_selector_all("#summarylist-body tbody tr")
        if line.inner_text().startswith("leaves ('f1', 'oak')")
    ]
    assert "1,234,568 leaves" in row
    assert "(+1 leaves)" in row
    assert f"{told.commits[2].short}...{told.commits[3].short}" in row


def test_names_below_bars_do_not_overlap(shown: Site) -> None:
    """All variants on one workload are drawn."""
    shown.open("asv/index.html#counts.leaves?x-axis=variant")
    assert min(shown.drawn("#main-graph")) > 0
    labels = shown.page.query_selector_all(f"#main-graph .flot-x-axis {TICK}")
    boxes = sorted((box["x"], box["x"] + box["width"]) for box in (label.bounding_box() for label in labels))
    assert len(boxes) >= 2
    assert all(right <= left for (_, right), (left, _) in pairwise(boxes))


def test_the_page_of_regressions_opens(shown: Site) -> None:
    """The page shows less than the first page, but has no errors."""
    shown.open("asv/index.html#regressions")
    shown.page.wait_for_selector("#regressions-body table", state="attached")


def test_every_link_of_the_first_page_leads_to_something(shown: Site) -> None:
    """Links to asv's pages draw a graph or show a table."""
    shown.open("index.html")
    links = {link.get_attribute("href") for link in shown.page.query_selector_all("a")}
    assert {"asv/index.html#/", "asv/index.html#summarylist", "asv/index.html#counts.leaves"} <= links
    for link in sorted(links)[:12]:
        shown.open(link)
        shown.page.wait_for_selector(".benchmark-plot canvas, #main-graph canvas, #summarylist-body table")


@pytest.mark.slow
def test_changes_are_listed_with_their_commit(told: Site) -> None:
    """Each change is listed with variant, workload, old count and new count.

    Markup in a commit's subject is shown as text.
    """
    told.open("index.html")
    (article,) = [
        listed for listed in told.page.query_selector_all("article") if "twice as many" in listed.inner_text()
    ]
    assert article.get_attribute("id") == told.commits[3].short
    rows = [row.inner_text().split() for row in article.query_selector_all("tbody tr")]
    assert rows == [
        ["f2", "oak", "visited", "6", "12", "+6"],
        ["f2", "oak", "leaves", "3", "6", "+3"],
        ["f1", "oak", "leaves", "1,234,567", "1,234,568", "+1"],
    ]
    assert "Count <b>two</b> searches" in told.page.inner_text("body")
    assert "signature 2,000,035" in told.page.inner_text("body")


@pytest.mark.slow
def test_a_change_leads_to_its_graph_and_a_point_back_to_its_commit(told: Site) -> None:
    """The graph has only this count, and a click on a point opens the page of commits at that commit."""
    told.open("index.html")
    told.page.click("text=oak")
    told.page.wait_for_selector("#main-graph canvas")
    ((label, points),) = told.page.evaluate(SERIES)
    assert label == "variant-f2; workload-oak"
    assert [count for _, count in points] == [6, 6, 12, 12]
    target = told.page.evaluate("() => $.asv.main_json.show_commit_url + $.asv.get_commit_hash(3)")
    assert target == f"../index.html#{told.commits[3].short}"
    told.open(f"asv/{target}")
    assert told.page.inner_text("article:target h3 code") == told.commits[3].short


@pytest.mark.slow
def test_a_point_leads_to_a_commit_in_a_run_without_changes(ours: Site) -> None:
    """The run of commits opens, and the commit is visible; at 500 pixels nothing is wider than the page."""
    ours.page.set_viewport_size({"width": 500, "height": 900})
    for commit in (ours.commits[0], ours.last):
        ours.open(f"index.html#{commit.short}")
        assert ours.page.is_visible(f"[id='{commit.short}']:target")
    assert ours.page.evaluate("document.documentElement.scrollWidth") == 500
    ours.page.set_viewport_size({"width": 1280, "height": 900})


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_same_commits_give_the_same_bytes(told: Site, tmp_path: Path, seed: str) -> None:
    """Every file is equal, also from the command line with another hash seed and time zone."""
    order = ["--repository", str(told.folder.parent / "repository"), "--cache", str(CACHE), "-o", str(tmp_path)]
    environment = os.environ | {"PYTHONHASHSEED": seed, "TZ": "Asia/Tokyo"}
    command = [sys.executable, "-m", "benchmarks.dashboard", *order]
    subprocess.run(command, cwd=HOME, env=environment, check=True, capture_output=True)  # noqa: S603
    first, again = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in (told.folder, tmp_path)
    )
    assert first == again
