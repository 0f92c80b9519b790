"""The pages of the forms and drivers: one for each, no page but is listed, and what they say differs does."""

import re
import shutil
from pathlib import Path

import pytest
from docs import pages

from documents import DOCUMENTS
from prunecheck import FULL, Window, from_nested
from prunecheck.catalog import VARIANTS
from searches import SAME_VALUES
from test_form_documents import SAME_READS

FORMS = [name for name, row in VARIANTS.items() if not row.calls]


def test_every_variant_has_a_page_in_the_order_of_the_catalogue() -> None:
    """The list of `docs/variants.md`."""
    assert re.findall(r"^_generated/(\w+)$", DOCUMENTS["docs/variants.md"], re.MULTILINE) == list(VARIANTS)


def test_pages_are_written_with_their_pictures_and_nothing_else(tmp_path: Path) -> None:
    """A second time nothing changes, and a page of a variant that is no more goes."""
    stray = tmp_path / "gone.md"
    stray.write_text("# gone", encoding="utf-8")
    pages.write_pages(tmp_path)
    written = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    pictures = {name for path in tmp_path.glob("*.md") for name in re.findall(r"\((\w+-\w+\.svg)\)", path.read_text())}
    assert set(written) == {f"{name}.md" for name in VARIANTS} | pictures | {"tutorial.svg"}
    assert all((tmp_path / name).read_text(encoding="utf-8").startswith("<svg") for name in pictures)
    pages.write_pages(tmp_path)
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == written


@pytest.mark.parametrize("name", VARIANTS)
def test_a_page_has_the_idea_the_terms_the_code_the_claims_and_the_breaks(name: str) -> None:
    """Each function of the file with its terms; each claim; each known break with its tree, window and reason."""
    row = VARIANTS[name]
    text = pages.page(row)
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == [
        *("Idea", "Terms", "Code", "What it keeps", "Known breaks", "Beside alpha-beta", "By hand")
    ]
    for term in ("Viewpoint", "Cost", "Returns", "Raises"):
        assert f"- *{term}*: " in text
    assert all(f"\n| {claim.contract} | " in text for claim in row.claims)
    assert all(f"\n| {each.contract} | `{each.tree}` | {each.window} | {each.why} |" in text for each in row.breaks)


def test_the_code_is_that_of_the_package_wherever_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a clone as in `site-packages`; the place stands relative to the folder of the pages."""
    elsewhere = Path(shutil.copy(pages.CODE["f1"], tmp_path))
    monkeypatch.setitem(pages.CODE, "f1", elsewhere)
    (place,) = re.findall(r"literalinclude\} (\S+)", pages.page(VARIANTS["f1"]))
    assert (pages.HERE / "_generated" / place).resolve() == elsewhere.resolve()


@pytest.mark.parametrize("name", FORMS)
def test_forms_that_are_one_function_are_those_with_the_same_values_and_reads(name: str) -> None:
    """What the pages say is what the tables of `docs/forms.md` say."""
    groups = [set(group) for group in (*SAME_VALUES.values(), *SAME_READS.values()) if name in group]
    assert {name, *pages.one_function_with(name)} == set.intersection(*groups)


def test_no_driver_is_one_function_with_a_form() -> None:
    """A driver differs from all forms, and from the other drivers, on a tree of up to three leaves."""
    assert not any(pages.one_function_with(name) for name in VARIANTS if name not in FORMS)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_other_function_differs_from_plain_alpha_beta_on_the_tree_drawn(name: str) -> None:
    """By the leaves read in the full window, or by the value found in a narrow one; no smaller tree will do."""
    known = pages.differences(name)
    assert bool(known) == (name != pages.PLAIN and pages.PLAIN not in pages.one_function_with(name))
    for each in known:
        field = ("found", "leaves").index("leaves" if each.what == "leaves" else "found")
        case = each.tree, each.window
        assert (each.window == FULL) == (each.what == "leaves") or pages.needs_static_values(name)
        assert pages.seen(name, *case)[field] != pages.seen(pages.PLAIN, *case)[field]
        if pages.needs_static_values(name):
            continue  # `test_catalog` looks for smaller ones
        for smaller in pages.by_size(narrow=each.window != FULL):
            if pages.size(smaller) >= pages.size(case):
                break
            assert pages.seen(name, *smaller)[field] == pages.seen(pages.PLAIN, *smaller)[field]


def test_f1_differs_first_by_the_deep_cut_off() -> None:
    """The smallest there is: the bound comes from three plies above."""
    reads, value = pages.differences("f1")
    assert (reads.tree, reads.window) == (from_nested([0, [[[0, 0]]]]), FULL)
    assert (value.tree, value.window) == (from_nested([[1, 0]]), Window(1, 2))
