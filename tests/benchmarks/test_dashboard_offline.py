"""The dashboard's copy of asv's pages contains the files that they load; an unknown version of asv is an error."""

import json
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from benchmarks.dashboard import legible, offline
from benchmarks.dashboard.errors import DashboardError

needs_asv = pytest.mark.skipif(find_spec("asv") is None, reason="asv is not installed")


@needs_asv
def test_the_pages_of_asv_load_only_copied_files() -> None:
    """The list of files is complete."""
    assert set(offline.loads((pages_of_asv() / "index.html").read_text(encoding="utf-8"))) == set(offline.ASSETS)


def pages_of_asv() -> Path:
    """The pages that asv installs."""
    spec = find_spec("asv")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "www"


def page_that_loads(*addresses: str) -> str:
    """A page with a script from each address, and a link, which loads nothing."""
    return (
        "".join(f'<script src="{address}"></script>\n' for address in addresses)
        + '<a href="https://example.org/">.</a>'
    )


@pytest.mark.parametrize("change", ["one more", "one less"])
def test_a_changed_list_of_files_is_an_error(change: str, tmp_path: Path) -> None:
    """The message names the file."""
    addresses = list(offline.ASSETS)
    moved = "https://example.org/new.js" if change == "one more" else addresses.pop()
    addresses += [moved] if change == "one more" else []
    (tmp_path / "index.html").write_text(page_that_loads(*addresses), encoding="utf-8")
    with pytest.raises(DashboardError, match=re.escape(moved)):
        offline.bring_along(tmp_path, tmp_path)


def test_a_file_that_is_not_the_pinned_one_is_an_error(tmp_path: Path) -> None:
    """The file's hash differs from the one in the page."""
    page = page_that_loads(*offline.ASSETS).replace('.js">', '.js" integrity="sha256-AAAA">')
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    packaged = tmp_path / offline.ASSETS[offline.JQUERY].package / offline.ASSETS[offline.JQUERY].file
    packaged.parent.mkdir(parents=True)
    packaged.write_text("not jquery", encoding="utf-8")
    with pytest.raises(DashboardError, match=r"jquery.* is not the one that asv names"):
        offline.bring_along(tmp_path, tmp_path)


@pytest.mark.parametrize("copies", [0, 2])
@pytest.mark.parametrize("changed", legible.REPLACEMENTS, ids=lambda replacement: replacement.old.strip()[:30])
def test_a_text_that_does_not_occur_exactly_once_is_an_error(
    changed: legible.Replacement, copies: int, tmp_path: Path
) -> None:
    """Each of the changed files is checked."""
    for file in {replacement.file for replacement in legible.REPLACEMENTS}:
        places = [
            replacement.old * (copies if replacement == changed else 1)
            for replacement in legible.REPLACEMENTS
            if replacement.file == file
        ]
        (tmp_path / file).write_text("\n".join(places), encoding="utf-8")
    with pytest.raises(DashboardError, match=rf"{changed.file} of this asv has \d times, not once"):
        legible.make_legible(tmp_path)


def test_the_versions_of_the_packages_are_pinned() -> None:
    """Both npm files have a hash for each package, and no download address."""
    wanted = json.loads((offline.HERE / "package.json").read_text(encoding="utf-8"))["dependencies"]
    locked = json.loads((offline.HERE / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    found = {name.removeprefix("node_modules/"): package for name, package in locked.items() if name}
    assert {name: package["version"] for name, package in found.items()} == wanted
    assert {asset.package for asset in offline.ASSETS.values()} == set(wanted)
    assert all(package["integrity"].startswith("sha512-") and "resolved" not in package for package in found.values())
