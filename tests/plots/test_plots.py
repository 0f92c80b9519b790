"""Plots show the numbers of their records, differ without colour, and have the same bytes each time."""

import sys
from collections.abc import Callable
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any
from xml.etree.ElementTree import fromstring

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prunecheck import cli
from prunecheck.catalog import variant
from prunecheck.errors import PreconditionError, PrunecheckError
from prunecheck.measure.comparison import Comparison, Growth, as_json
from prunecheck.measure.ordering_quality import OrderingQuality, ordering_quality
from prunecheck.measure.plan import ComparisonPlan, Shapes, named
from prunecheck.measure.session import compare
from prunecheck.plots import growth, heatmap, lines, ordering, places, sheet
from prunecheck.theory.uniform import expected_leaves, fewest_leaves, most_leaves
from prunecheck.trees.models.catalog import named_model
from prunecheck.workloads.catalog import workload

drawing = pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")

SEARCHES = ("minimax", "f1", "f2", "fail_soft", "explicit_stack", "aspiration", "best_half")
COMPARED = compare(
    ComparisonPlan(
        tuple(named(variant(name)) for name in SEARCHES),
        tuple(map(workload, ("deep-cutoff", "best-first-4x5", "few-values-4x5", "othello-6-to-4", "kalah-3-2"))),
        (Shapes(named_model("random-order"), 3, (1, 2, 3, 4), trees=3),),
    )
)
ORDERED = ordering_quality(
    {name: variant(name).search for name in ("f1", "f2", "fail_soft")},
    branching=3,
    depth=4,
    probabilities=(0, 0.5, 1),
    trees=4,
)
FIGURES: dict[str, Callable[[], Any]] = {
    "growth": lambda: growth.figure(COMPARED),
    "ordering": lambda: ordering.figure(ORDERED),
    "places": lambda: places.figure(COMPARED),
    "heatmap": lambda: heatmap.figure(COMPARED),
}
Output = pytest.CaptureFixture[str]


def curves(axes: Any) -> dict[str, tuple[list[float], list[float]]]:
    return {line.get_label(): (list(line.get_xdata()), list(line.get_ydata())) for line in axes.lines}


def words(axes: Any) -> list[str]:
    return [text.get_text() for text in axes.texts]


@pytest.mark.slow
@drawing
def test_the_plot_of_growth_shows_the_measured_growth() -> None:
    """Each search has one line, labelled with its name, through its leaves at each depth."""
    shown = curves(growth.figure(COMPARED).axes[0])
    for row in COMPARED.growth:
        (label,) = [label for label in shown if row.search in label.split(", ")]
        assert shown[label] == (list(row.depths), list(row.leaves))


@drawing
def test_searches_with_the_same_leaves_share_a_line() -> None:
    """The shared line has the names of all its searches."""
    shared = [set(label.split(", ")) for label in curves(growth.figure(COMPARED).axes[0])]
    assert {"f2", "fail_soft", "explicit_stack"} in shared


@drawing
def test_growth_is_shown_with_theory() -> None:
    """All leaves, N(b, d), and the minimum have lines over the same depths."""
    shown = curves(growth.figure(COMPARED).axes[0])
    for label, leaves in zip(
        ("all leaves: b^d", "random order: N(b, d)", "best order: the minimum"),
        (most_leaves, expected_leaves, fewest_leaves),
        strict=True,
    ):
        assert shown[label] == ([1, 2, 3, 4], [leaves(3, depth) for depth in (1, 2, 3, 4)])


@drawing
def test_each_model_has_a_panel() -> None:
    """A search that ended at a smaller depth than the others has a shorter line."""
    short = Growth("f1", "best-first", 2, 1, (1, 2), (2, 3), error="BudgetError: too many")
    figure = growth.figure(msgspec.structs.replace(COMPARED, growth=(*COMPARED.growth, short)))
    below, above = figure.axes
    assert "random-order" in above.get_title(loc="left")
    assert curves(below)["f1"] == ([1, 2], [2, 3])


def test_ordering_quality_lies_between_the_limits() -> None:
    """The limits are the fewest and all leaves; with the best child always first, alpha-beta evaluates the fewest."""
    for quality in ORDERED:
        assert all(fewest_leaves(3, 4) <= leaves <= 81 for row in quality.leaves for leaves in row)
    assert [set(measured.leaves[-1]) for measured in ORDERED if measured.search != "f1"] == [{fewest_leaves(3, 4)}] * 2


@drawing
def test_the_plot_of_ordering_has_means_bands_and_limits() -> None:
    """The means are a line, the extremes are the edges of a band, and three theoretical numbers are shown."""
    (axes,) = ordering.figure(ORDERED).axes
    shown = curves(axes)
    for quality in ORDERED:
        (label,) = [label for label in shown if quality.search in label.split(", ")]
        assert shown[label] == ([0, 0.5, 1], [fmean(row) for row in quality.leaves])
    drawn: list[Any] = list(axes.lines)
    edges = [list(line.get_ydata()) for line in drawn if line.get_label() == "_edge"]
    for quality in ORDERED:
        assert [min(row) for row in quality.leaves] in edges
        assert [max(row) for row in quality.leaves] in edges
    assert shown["minimax: all leaves"][1] == [81, 81]
    assert shown["the minimum, in the best order"][1] == [fewest_leaves(3, 4)] * 2
    assert shown["N(b, d)"] == ([1 / 3], [expected_leaves(3, 4)])


@drawing
def test_one_plot_of_ordering_has_one_shape_of_tree() -> None:
    """Trees of several shapes have no common axis."""
    other = OrderingQuality("f1", 2, 4, (0,), ((9,),))
    for records in ((), (*ORDERED, other)):
        with pytest.raises(PrunecheckError, match="a single shape"):
            ordering.figure(records)


@drawing
def test_bars_show_at_which_child_cutoffs_happen() -> None:
    """One panel shows all searches on their common workloads. The other panel shows alpha-beta on each workload."""
    by_search, by_workload = places.figure(COMPARED).axes
    assert by_search.get_title(loc="left") == "By search, on othello-6-to-4"
    alpha_beta = [cost for cost in COMPARED.costs if cost.search == "fail_soft"]
    names = [label.get_text() for label in by_workload.get_yticklabels()]
    assert names == [places.PERFECT, *(cost.workload for cost in alpha_beta)]
    widths = [[bar.get_width() for bar in bars] for bars in by_workload.containers]
    for row, cost in enumerate(alpha_beta, start=1):
        cut_offs = cost.counts.cut_offs
        expected = [*cut_offs[:4], *[0] * (4 - len(cut_offs)), sum(cut_offs[4:])]
        assert [column[row] * sum(cut_offs) for column in widths] == pytest.approx(expected)


@drawing
def test_the_best_order_is_the_perfect_one() -> None:
    """On the model with the best child first, alpha-beta's bar equals the reference's."""
    axes = places.figure(COMPARED).axes[-1]
    names = [label.get_text() for label in axes.get_yticklabels()]
    bars = [[column[row].get_width() for column in axes.containers] for row in (0, names.index("best-first-4x5"))]
    assert bars[0] == bars[1] == [1, 0, 0, 0, 0]


@drawing
@pytest.mark.parametrize("to", ["alpha-beta", "fewest"])
def test_cells_are_ratios_of_leaves(to: heatmap.Yardstick) -> None:
    """Each cell has its ratio, with a mark if the value was wrong, or a dash if it was not measured.

    Searches whose cells are all the same have one row.
    """
    figure = heatmap.figure(COMPARED, to=to)
    # true on a dark page as well, where drawings are inverted
    assert "; the more a cell stands out, the more leaves" in figure.axes[0].get_xlabel()
    cells = iter(words(figure.axes[0]))
    costs = {(row.search, row.workload): row for row in COMPARED.costs}
    workloads = list(dict.fromkeys(row.workload for row in COMPARED.costs))

    def cell(search: str, name: str) -> tuple[float, bool] | None:
        cost = costs.get((search, name))
        if cost is None:
            return None
        plain = costs.get(("fail_soft", name)) or costs["explicit_stack", name]
        yardstick = cost.fewest_leaves if to == "fewest" else plain.counts.leaves
        return cost.counts.leaves / yardstick, cost.right

    searches = dict.fromkeys(row.search for row in COMPARED.costs)
    rows = dict.fromkeys(tuple(cell(search, name) for name in workloads) for search in searches)
    assert len(rows) < len(searches)
    for row in rows:
        for expected in row:
            written = next(cells)
            if expected is None:
                assert written == heatmap.NOTHING
            else:
                assert float(written.rstrip("*")) == pytest.approx(expected[0], rel=0.01, abs=0.005)
                assert written.endswith("*") != expected[1]
    assert next(cells, None) is None


def test_the_mark_of_a_wrong_value_is_drawn() -> None:
    """One search is wrong on a workload, and another search cannot run on all workloads."""
    assert {cost.search for cost in COMPARED.costs if not cost.right} == {"best_half"}
    assert ("f1", "kalah-3-2") not in {(cost.search, cost.workload) for cost in COMPARED.costs}


@drawing
@pytest.mark.parametrize("name", ["growth", "places", "heatmap"])
def test_an_empty_comparison_has_no_plot(name: str) -> None:
    """The error says what to measure."""
    figure: Callable[[Comparison], Any] = {"growth": growth, "places": places, "heatmap": heatmap}[name].figure
    with pytest.raises(PrunecheckError, match="compare"):
        figure(Comparison("0", finished=True, costs=()))


@drawing
@pytest.mark.parametrize("name", ["growth", "ordering"])
def test_drawn_lines_differ_without_colour(name: str) -> None:
    """No two lines with names have the same style and marker."""
    for axes in FIGURES[name]().axes:
        looks = [(line._unscaled_dash_pattern, line.get_marker()) for line in axes.lines if line.get_label()[0] != "_"]
        styles = [(str(dashes), marker) for dashes, marker in looks]
        assert len(styles) == len(set(styles)) > 3


def test_every_line_style_is_different_and_dark() -> None:
    """All lines differ in style or marker. In grey, each line is closer to black than to white."""
    looks = lines.looks(lines.MOST)
    assert len({(look.style, look.marker) for look in looks}) == lines.MOST
    for theme in looks:
        red, green, blue = (int(theme.colour[at : at + 2], 16) for at in (1, 3, 5))
        assert 0.299 * red + 0.587 * green + 0.114 * blue < 128
    with pytest.raises(PrunecheckError, match="too many"):
        lines.looks(lines.MOST + 1)


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0.01, 0.3)), max_size=9))
def test_names_beside_lines_do_not_overlap(wanted: list[tuple[float, float]]) -> None:
    """Names keep their order and stay within the axes if possible; a single name does not move."""
    wanted.sort()
    found = lines.spread(wanted, 0, 1)
    ends = [(centre - height / 2, centre + height / 2) for centre, (_, height) in zip(found, wanted, strict=True)]
    assert all(upper[0] >= lower[1] - 1e-9 for lower, upper in pairwise(ends))
    top = max(1, sum(height for _, height in wanted))
    assert all(low >= -1e-9 and high <= top + 1e-9 for low, high in ends)
    assert lines.spread([(0.5, 0.2)], 0, 1) == [0.5]


@drawing
@pytest.mark.parametrize("name", FIGURES)
def test_svg_is_well_formed_and_self_contained(name: str) -> None:
    """Text is stored as text, and ids and references contain the plot's name.

    There is no date, and no style for the whole page.
    """
    text = sheet.as_svg(FIGURES[name](), name, title="what & why")
    root = fromstring(text)  # noqa: S314
    tags = [part.tag.rpartition("}")[2] for part in root.iter()]
    ids = [part.attrib["id"] for part in root.iter() if "id" in part.attrib]
    shown = {part.text for part in root.iter() if part.tag.endswith("}text")}
    assert root[0].text == "what & why"
    assert not {"metadata", "style", "script", "image"} & set(tags)
    assert len(ids) == len(set(ids))
    assert all(identifier.startswith(f"{name}-") for identifier in ids)
    assert any("fail_soft" in (label or "") for label in shown)
    for element in root.iter():
        for key, value in element.attrib.items():
            if key.endswith("href"):
                assert value.removeprefix("#") in ids
            if "url(" in value:
                assert value.partition("url(#")[2].partition(")")[0] in ids


@pytest.mark.slow_cases("*.png", "growth-.svg", "ordering-.svg", "places-.svg")
@drawing
@pytest.mark.parametrize("suffix", [".svg", ".png"])
@pytest.mark.parametrize("name", FIGURES)
def test_a_plot_has_the_same_bytes_each_time(name: str, suffix: str, tmp_path: Path) -> None:
    """The user's settings of matplotlib have no effect, and do not change."""
    import matplotlib as mpl  # noqa: PLC0415 -- not there where these tests are skipped

    paths = [tmp_path / f"{nth}{suffix}" for nth in range(2)]
    sheet.save(FIGURES[name](), paths[0])
    with mpl.rc_context({"font.size": 30, "lines.linewidth": 9, "savefig.dpi": 20, "svg.fonttype": "path"}):
        before = dict(mpl.rcParams)
        sheet.save(FIGURES[name](), paths[1])
        assert dict(mpl.rcParams) == before
    first, second = (path.read_bytes() for path in paths)
    assert first == second
    assert len(first) > 5_000
    assert first.startswith(b"\x89PNG" if suffix == ".png" else b"<svg")


@drawing
def test_a_name_is_not_typeset_as_a_formula() -> None:
    """Dollars, angle brackets and quotes are unchanged; a long name is cut."""
    odd = '$x_1$ <b>&"'
    growing = (Growth(odd, "m", 2, 1, (1, 2), (2, 3)), Growth("n" * 99, "m", 2, 1, (1, 2), (2, 4)))
    root = fromstring(sheet.as_svg(growth.figure(Comparison("0", finished=True, costs=(), growth=growing)), "odd"))  # noqa: S314
    shown = {element.text for element in root.iter() if element.tag.endswith("}text")}
    assert odd in shown
    assert sheet.MOST_LETTERS < 99
    assert all(len(text or "") <= sheet.MOST_LETTERS for text in shown)


@pytest.mark.fast_cases("heatmap")
@drawing
@pytest.mark.parametrize("kind", ["growth", "places", "heatmap"])
def test_the_command_draws_a_comparison(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command writes the plot of the file's records and prints the name of the plot, unless it is quiet."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "compared.json").write_text(as_json(COMPARED), encoding="utf-8")
    assert cli.run(["plot", kind, "compared.json", "-o", "drawn.svg"]) == 0
    assert cli.run(["plot", kind, "compared.json", "-o", "drawn.svg", "-q"]) == 0
    assert capsys.readouterr().out == "wrote drawn.svg\n"
    assert (tmp_path / "drawn.svg").read_text(encoding="utf-8") == sheet.as_svg(FIGURES[kind](), "plot")


@pytest.mark.slow
@drawing
def test_the_baseline_can_be_chosen(tmp_path: Path) -> None:
    """With the minimum as the baseline, leaves are shown as multiples of it."""
    (tmp_path / "compared.json").write_text(as_json(COMPARED), encoding="utf-8")
    arguments = ["plot", "heatmap", str(tmp_path / "compared.json"), "--to", "fewest", "-o", str(tmp_path / "a.svg")]
    assert cli.run(arguments) == 0
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == sheet.as_svg(
        heatmap.figure(COMPARED, to="fewest"), "plot"
    )


@drawing
def test_a_plot_that_cannot_be_written_is_a_usage_error(tmp_path: Path) -> None:
    """The error names the file."""
    with pytest.raises(PrunecheckError, match=r"cannot write '.*a\.svg'"):
        sheet.save(FIGURES["growth"](), tmp_path / "nowhere" / "a.svg")


def test_without_matplotlib_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """In Python and on the command line, the error comes before any measurement; importing the plots needs no extra."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(PreconditionError, match=r"pip install -e '\.\[plot\]'$"):
        growth.figure(COMPARED)
    assert cli.run(["plot", "ordering", "-o", "a.svg"]) == 2
    assert "pip install -e '.[plot]'" in capsys.readouterr().err
