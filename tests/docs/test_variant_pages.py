"""Each form and each driver has a page. All pages are listed, and their statements on differences are correct."""

import re
import shutil
from pathlib import Path

import pytest
from docs import pages

from documents import DOCUMENTS
from prunecheck import FULL, Window, from_nested
from prunecheck.catalog import VARIANTS, forms
from searches import SAME_VALUES
from test_form_documents import SAME_READS

FORMS = [row.name for row in forms.FORMS]


def test_every_variant_has_a_page_in_the_order_of_the_catalogue() -> None:
    """`docs/variants.md` has a place for the list."""
    assert pages.pages_listed().split() == [f"_generated/{name}" for name in VARIANTS]
    assert "\n<!-- variants -->\n" in DOCUMENTS["docs/variants.md"]


@pytest.mark.slow
def test_pages_are_written_with_their_pictures_and_nothing_else(tmp_path: Path) -> None:
    """A second run changes nothing, and removes the page of a removed variant."""
    stray = tmp_path / "gone.md"
    stray.write_text("# gone", encoding="utf-8")
    pages.write_pages(tmp_path)
    written = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    pictures = {name for path in tmp_path.glob("*.md") for name in re.findall(r"\((\w+-\w+\.svg)\)", path.read_text())}
    assert set(written) == {f"{name}.md" for name in VARIANTS} | pictures | {"tutorial.svg"}
    assert all((tmp_path / name).read_text(encoding="utf-8").startswith("<svg") for name in pictures)
    pages.write_pages(tmp_path)
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == written


@pytest.mark.slow_cases("minimax")
@pytest.mark.parametrize("name", VARIANTS)
def test_a_page_has_the_idea_the_terms_the_code_the_claims_and_the_breaks(name: str) -> None:
    """The page has each function with its terms, each claim, and each known break with tree, window and reason."""
    row = VARIANTS[name]
    text = pages.page(row)
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == [
        *("Idea", "Terms", "Code", "Contracts", "Known breaks", "Differences from alpha-beta", "Try it")
    ]
    for term in ("Viewpoint", "Cost", "Returns", "Raises"):
        assert f"- *{term}*: " in text
    assert all(f"\n| {claim.contract} | " in text for claim in row.claims)
    assert all(
        f"\n| {known_break.contract} | `{known_break.tree}` | {known_break.window} | {known_break.why} |" in text
        for known_break in row.breaks
    )


def test_the_code_is_that_of_the_package_wherever_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The path is relative to the folder of the pages, in a clone and in `site-packages`."""
    elsewhere = Path(shutil.copy(pages.CODE["f1"], tmp_path))
    monkeypatch.setitem(pages.CODE, "f1", elsewhere)
    (place,) = re.findall(r"literalinclude\} (\S+)", pages.page(VARIANTS["f1"]))
    assert (pages.HERE / "_generated" / place).resolve() == elsewhere.resolve()


@pytest.mark.parametrize("name", FORMS)
def test_the_listed_groups_of_forms_have_the_same_values_and_leaves(name: str) -> None:
    """The pages agree with the tables of `docs/forms.md`."""
    groups = [set(group) for group in (*SAME_VALUES.values(), *SAME_READS.values()) if name in group]
    assert {name, *pages.one_function_with(name)} == set.intersection(*groups)


def test_among_the_other_variants_only_the_loop_is_the_same_function_as_another() -> None:
    """All others differ from every variant on some tree of up to three leaves, or with a shared position."""
    twins = {name: pages.one_function_with(name) for name in VARIANTS if name not in FORMS}
    assert {name: names for name, names in twins.items() if names} == {
        "with_memory": ("stack_with_memory",),
        "stack_with_memory": ("with_memory",),
    }


@pytest.mark.parametrize("name", VARIANTS)
def test_every_other_function_differs_from_plain_alpha_beta_on_the_tree_drawn(name: str) -> None:
    """The functions evaluate different leaves in the full window, or return different values in a narrow one.

    No smaller tree shows this.
    """
    known = pages.differences(name)
    assert bool(known) == (name != pages.PLAIN and pages.PLAIN not in pages.one_function_with(name))
    for difference in known:
        field = ("found", "leaves").index("leaves" if difference.what == "leaves" else "found")
        case = difference.tree, difference.window
        assert (difference.window == FULL) == (difference.what == "leaves") or pages.needs_static_values(name)
        assert pages.seen(name, *case)[field] != pages.seen(pages.PLAIN, *case)[field]
        if pages.needs_static_values(name):
            continue  # `test_catalog` checks smaller trees
        for smaller in pages.by_size(narrow=difference.window != FULL):
            if pages.size(smaller) >= pages.size(case):
                break
            assert pages.seen(name, *smaller)[field] == pages.seen(pages.PLAIN, *smaller)[field]


def test_f1_first_differs_by_a_deep_cutoff() -> None:
    """The tree is the smallest one on which they differ; the bound comes from three plies above."""
    reads, value = pages.differences("f1")
    assert (reads.tree, reads.window) == (from_nested([0, [[[0, 0]]]]), FULL)
    assert (value.tree, value.window) == (from_nested([[1, 0]]), Window(1, 2))
