"""Make asv's pages work without a network and a server: copy everything that they load into their folder."""

import base64
import hashlib
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.dashboard.errors import DashboardError

HERE: Final = Path(__file__).parent
LOCKED: Final = ("package.json", "package-lock.json")
VENDOR: Final = "vendor"
CLOUD: Final = "https://cdnjs.cloudflare.com/ajax/libs"
DELIVR: Final = "https://cdn.jsdelivr.net/npm"


class Asset(NamedTuple):
    """A file in an npm package. If possible, it is the same file that asv loads, byte for byte."""

    package: str
    file: str
    pinned: bool = True


ASSETS: Final = {
    "https://code.jquery.com/jquery-3.3.1.min.js": Asset("jquery", "dist/jquery.min.js"),
    f"{CLOUD}/flot/0.8.3/jquery.flot.min.js": Asset("flot", "jquery.flot.js", pinned=False),
    f"{CLOUD}/flot/0.8.3/jquery.flot.time.min.js": Asset("flot", "jquery.flot.time.js", pinned=False),
    f"{CLOUD}/flot/0.8.3/jquery.flot.selection.min.js": Asset("flot", "jquery.flot.selection.js", pinned=False),
    f"{CLOUD}/flot/0.8.3/jquery.flot.categories.min.js": Asset("flot", "jquery.flot.categories.js", pinned=False),
    f"{DELIVR}/flot-orderbars@1.0.0/js/jquery.flot.orderBars.js": Asset(
        "flot-orderbars", "js/jquery.flot.orderBars.js"
    ),
    f"{CLOUD}/stupidtable/1.0.1/stupidtable.min.js": Asset("stupid-table-plugin", "stupidtable.min.js", pinned=False),
    f"{CLOUD}/blueimp-md5/2.19.0/js/md5.min.js": Asset("blueimp-md5", "js/md5.min.js"),
    f"{DELIVR}/bootstrap@3.1.1/dist/js/bootstrap.min.js": Asset("bootstrap", "dist/js/bootstrap.min.js"),
    f"{DELIVR}/bootstrap@3.1.1/dist/css/bootstrap.min.css": Asset("bootstrap", "dist/css/bootstrap.min.css"),
}
FONTS: Final = Asset("bootstrap", "dist/fonts")  # the style sheet refers to it by a relative path
JQUERY: Final = next(iter(ASSETS))


class _Loads(HTMLParser):
    """The external addresses that a page loads, each with the hash that it expects."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        address = given.get("href" if tag == "link" else "src", "")
        if tag != "a" and re.match(r"(https?:)?//", address):
            self.found[address] = given.get("integrity", "")


def loads(page: str) -> dict[str, str]:
    """The external addresses that a page loads, each with the hash that it expects; links do not count."""
    parser = _Loads()
    parser.feed(page)
    return parser.found


def installed(cache: Path) -> Path:
    """The folder with the packages; the first time, npm installs them into `cache`, outside git.

    Raises: DashboardError if npm is missing or fails.
    """
    packages = cache / "node_modules"
    wanted = [(HERE / name).read_bytes() for name in LOCKED]
    if packages.is_dir() and wanted == [(cache / name).read_bytes() for name in LOCKED if (cache / name).is_file()]:
        return packages
    npm = shutil.which("npm")
    if npm is None:
        raise DashboardError("npm is not on the path: install it (Debian: apt-get install npm)")
    cache.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "package.json", cache)
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    (cache / "package-lock.json").write_bytes(wanted[1])
    done = subprocess.run(command, cwd=cache, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        shutil.rmtree(packages, ignore_errors=True)
        lines = [line for line in done.stderr.splitlines() if "error" in line.lower()]
        raise DashboardError(f"npm could not install the packages: {(lines or ['no reason given'])[0]}")
    return packages


def _check(address: str, expected: str, content: bytes) -> None:
    algorithm, _, digest = expected.partition("-")
    if base64.b64encode(hashlib.new(algorithm, content).digest()).decode() != digest:
        raise DashboardError(f"the packaged file for {address} is not the one that asv names: fix ASSETS")


def bring_along(pages: Path, packages: Path) -> None:
    """Copy what the published page loads from elsewhere to its folder, and make it load the copies.

    A page on disk cannot check hashes, so they are checked here.
    Raises: DashboardError if the page loads anything that is not in ASSETS, or does not load something in it.
    """
    index = pages / "index.html"
    page = index.read_text(encoding="utf-8")
    expected = loads(page)
    if set(expected) != set(ASSETS):
        moved = sorted(set(expected) ^ set(ASSETS))
        raise DashboardError(f"the pages of this asv load other files than before: {', '.join(moved)}; fix ASSETS")
    for address, asset in ASSETS.items():
        source, target = packages / asset.package / asset.file, pages / VENDOR / asset.package / asset.file
        if asset.pinned:
            _check(address, expected[address], source.read_bytes())
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        tag = re.compile(
            rf'(?P<attribute>src|href)="{re.escape(address)}"(?P<checks>[^>]*?)(?P<failing> onerror="[^"]*")?>'
        )
        page = tag.sub(rf'\g<attribute>="{target.relative_to(pages).as_posix()}"\g<failing>>', page)
    shutil.copytree(packages / FONTS.package / FONTS.file, pages / VENDOR / FONTS.package / FONTS.file)
    if loads(page):
        raise DashboardError(f"still loaded from elsewhere: {', '.join(loads(page))}; fix {Path(__file__).name}")
    index.write_text(page, encoding="utf-8", newline="\n")


def readable_from_disk(pages: Path) -> None:
    """Put all data of the pages into a script, `data.js`, from which the pages then read the data.

    Raises: DashboardError if the page has no place for the script.
    """
    index = pages / "index.html"
    page = index.read_text(encoding="utf-8")
    jquery = f"{VENDOR}/{ASSETS[JQUERY].package}/{ASSETS[JQUERY].file}"
    place = re.search(rf'<script src="{re.escape(jquery)}"[^>]*></script>\n', page)
    if place is None:
        raise DashboardError("the page does not load jquery: call bring_along first")
    data = {
        path.relative_to(pages).as_posix(): path.read_text(encoding="utf-8").strip()
        for path in sorted(pages.rglob("*.json"))
    }
    # "</" would end a script anywhere
    script = json.dumps(data, indent=0, sort_keys=True).replace("</", "<\\/")
    (pages / "data.js").write_text(f"window.dashboard_data = {script};\n", encoding="utf-8", newline="\n")
    shutil.copyfile(HERE / "from_disk.js", pages / "from_disk.js")
    added = '    <script src="data.js"></script>\n    <script src="from_disk.js"></script>\n'
    index.write_text(page[: place.end()] + added + page[place.end() :], encoding="utf-8", newline="\n")
