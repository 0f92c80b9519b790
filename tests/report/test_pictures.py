"""Pictures of searches are well formed and without overlaps, and show the cutoffs of the sources with their reasons."""

from collections.abc import Callable, Iterator
from typing import TypeAlias
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from prunecheck import FULL, INF, ExplicitTree, Number, Search, Tree, TreeError, Window, from_nested
from prunecheck.catalog import VARIANTS, variant
from prunecheck.report.draw import picture
from prunecheck.report.svg import DARK
from prunecheck.report.tree_words import STATUS
from prunecheck.strategies import trees, windows
from prunecheck.trees import examples
from prunecheck.trees.protocol import N
from prunecheck.verify.budgets import MOST_DRAWN
from prunecheck.verify.explain.trace import Trace, trace_search
from searches import PARENTS_BOUND_ONLY

SVG = "{http://www.w3.org/2000/svg}"
STATUSES = {"evaluated", "unnecessary", "evaluated-again", "out-of-order", "missed", "saved", "cut-off"}
LETTER = 0.5  # the least average width of a letter, as a part of the font size

Reasons: TypeAlias = dict[str, tuple[Number, Number]]
Box: TypeAlias = tuple[float, float, float, float]  # left, top, right and bottom

ANY = st.integers(-20, 20)
BELOW_12 = st.integers(-20, 11)


def two_leaves_of_each(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """A bug: evaluates only the last and the first child, in that order, so leaves are missed or out of order."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    children = list(tree.children(node))
    values = [two_leaves_of_each(tree, child, alpha, beta) for child in (children[-1], children[0])]
    return max(values) if tree.is_max(node) else min(values)


SEARCHES: dict[str, Search] = {"two_leaves_of_each": two_leaves_of_each}
NAMES = sorted([*VARIANTS, *SEARCHES])


def trace_by(name: str, tree: ExplicitTree[Number], window: Window[Number] = FULL) -> Trace:
    """The trace of the named search through `tree`, which must not be too large."""
    try:
        return trace_search(SEARCHES.get(name) or variant(name).search, tree, window, name=name)
    except TreeError:
        reject()


def drawn(trace: Trace) -> Element:
    """The picture, read as XML."""
    return fromstring(picture(trace).svg)  # noqa: S314  # our own text, and that it can be read is what is tested


def groups(root: Element, word: str) -> dict[str, Element]:
    """The groups of a class, by the path of their node."""
    found = [element for element in root.iter(f"{SVG}g") if element.get("class", "").split()[0] == word]
    assert len({element.get("data-path") for element in found}) == len(found)
    return {element.get("data-path", ""): element for element in found}


def words(group: Element) -> list[str]:
    """The texts of a group; for a node, its value comes first, then its labels, the lowest first."""
    return [element.text or "" for element in group.iter(f"{SVG}text")]


def box(group: Element) -> Box:
    """The box around the shape of a node."""
    rectangle = group.find(f"{SVG}rect")
    if rectangle is not None:
        x, y, width, height = (float(rectangle.get(name, "nan")) for name in ("x", "y", "width", "height"))
        return x, y, x + width, y + height
    polygon = group.find(f"{SVG}polygon")
    assert polygon is not None
    corners = [tuple(map(float, corner.split(","))) for corner in polygon.get("points", "").split()]
    across, down = zip(*corners, strict=True)
    return min(across), min(down), max(across), max(down)


def text_boxes(root: Element, dx: float = 0, dy: float = 0) -> Iterator[tuple[str, Box]]:
    """Each text of the picture, with the smallest box that it can have."""
    for element in root:
        moved = element.get("transform", "translate(0 0)").removeprefix("translate(").removesuffix(")").split()
        x, y = dx + float(moved[0]), dy + float(moved[1])
        if element.tag == f"{SVG}text":
            size, text = float(element.get("font-size", "nan")), element.text or ""
            width = LETTER * size * len(text)
            ahead = {"start": 0.0, "middle": width / 2}.get(element.get("text-anchor", ""), width)
            left = x + float(element.get("x", "nan")) - ahead
            foot = y + float(element.get("y", "nan"))
            yield text, (left, foot - 0.7 * size, left + width, foot)
        yield from text_boxes(element, x, y)


def meet(one: Box, other: Box) -> bool:
    """True if two boxes overlap."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.slow
@given(data=st.data(), tree=trees(), name=st.sampled_from(NAMES))
def test_every_leaf_is_drawn_once_with_its_status(data: st.DataObject, tree: ExplicitTree[Number], name: str) -> None:
    """Each node of the tree is one group with its kind, its status and, for a leaf, its value."""
    trace = trace_by(name, tree, data.draw(windows(tree)))
    nodes = list(groups(drawn(trace), "node").values())
    assert len(nodes) == len(trace.nodes)
    for group, node in zip(nodes, trace.nodes, strict=True):
        _, kind, status, *best = group.get("class", "").split()
        assert status in STATUSES
        assert best == ["best"] * node.best
        if node.children:
            assert kind == ("max" if node.is_max else "min")
        else:
            assert kind == "leaf"
            assert status == STATUS[node.status].replace(" ", "-")
            below = words(group)[1:]
            assert any("unnecessary" in text for text in below) == (status == "unnecessary")
            assert any("missed" in text for text in below) == (status == "missed")
            assert any("saved" in text for text in below) == (status == "saved")


@pytest.mark.slow
@given(data=st.data(), tree=trees(), name=st.sampled_from(NAMES))
def test_nothing_overlaps_or_lies_outside_the_picture(
    data: st.DataObject, tree: ExplicitTree[Number], name: str
) -> None:
    """Nodes do not overlap, nor do labels with other nodes and labels, and all text is inside the picture."""
    root = drawn(trace_by(name, tree, data.draw(windows(tree))))
    _, _, width, height = map(float, root.get("viewBox", "").split())
    nodes = [(box(group), [text for _, text in text_boxes(group)]) for group in groups(root, "node").values()]
    things = sorted((area, nth) for nth, (shape, texts) in enumerate(nodes) for area in (shape, *texts))
    for place, (thing, nth) in enumerate(things):
        for other, other_nth in things[place + 1 :]:
            if other[0] >= thing[2]:  # and so do all that follow
                break
            assert nth == other_nth or not meet(thing, other)
    for text, (left, top, right, foot) in text_boxes(root):
        assert (left >= 0 and right <= width and top >= 0 and foot <= height) or not text
    for shape, (_, *labels) in nodes:
        assert shape[0] >= 0
        assert shape[2] <= width
        assert not any(meet(shape, label) for label in labels)


@pytest.mark.slow
@given(data=st.data(), tree=trees(), name=st.sampled_from(NAMES))
def test_a_picture_uses_no_colours(data: st.DataObject, tree: ExplicitTree[Number], name: str) -> None:
    """Everything is black, white or grey."""
    paints = [
        paint
        for element in drawn(trace_by(name, tree, data.draw(windows(tree)))).iter()
        for paint in (element.get("fill"), element.get("stroke"))
        if paint not in {None, "none"}
    ]
    assert paints
    for paint in paints:
        assert paint is not None
        assert paint[0] == "#"
        assert paint[1:3] == paint[3:5] == paint[5:7]


@pytest.mark.slow
@given(
    text=st.text()
    | st.sampled_from(["</title><script>alert(1)</script>", "]]>&amp;<!--", '" onload="x', "\x1b[31m", "\ud800"])
)
def test_text_from_a_user_never_becomes_markup(text: str) -> None:
    """Names and errors of a search are shown unchanged."""

    def fails(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        raise ValueError(text)

    tree = from_nested([1, 2])
    svg = picture(trace_search(fails, tree, name=text)).svg
    plain = picture(trace_search(fails, tree, name="name")).svg
    root = drawn(trace_search(fails, tree, name=text))
    assert svg.isascii()
    assert [element.tag for element in root.iter()] == [element.tag for element in fromstring(plain).iter()]  # noqa: S314
    assert all(character.isprintable() for character in "".join(root.itertext()).replace("\n", ""))


def test_a_users_error_is_quoted() -> None:
    """The first line of the picture says how the search ended."""

    def fails(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        raise ValueError("<b>no</b>")

    assert words(drawn(trace_search(fails, from_nested([1, 2]), name="x & y")))[0] == (
        "x & y failed: ValueError: <b>no</b>. The minimax value is 2"
    )


CUTS: dict[
    str, tuple[Callable[[int], ExplicitTree[Number]], st.SearchStrategy[int], Reasons]
] = {  # node -> A and B at each cutoff of the sources
    "two_moves": (examples.two_moves, ANY, {"[1][1]": (4, 3)}),
    "lecture": (examples.lecture, ANY, {"[2][1]": (13, 2)}),
    "found_win": (lambda _: examples.found_win(), ANY, {"[1]": (INF, INF)}),
    "number_lines": (
        examples.number_lines,
        ANY,
        {"[0][0][1][1]": (3, 2), "[0][1][1]": (15, 3), "[1][0][0][1]": (3, 2), "[1][1]": (3, 3)},
    ),
    "f_and_g": (examples.f_and_g, ANY, {"[1][1]": (15, 12)}),
    "deep_cutoff": (examples.deep_cutoff, ANY, {"[1][0][0][1]": (12, 10), "[1][1]": (12, 11)}),
    "blog": (examples.blog, BELOW_12, {"[0][1][2]": (19, 12), "[1][1]": (12, 12), "[2][1]": (12, -6)}),
}


@pytest.mark.slow_cases("blog", "number_lines")
@pytest.mark.parametrize("name", CUTS)
@given(data=st.data())
def test_the_cutoffs_of_the_sources_are_labelled_with_their_reasons(name: str, data: st.DataObject) -> None:
    """Each worked example's cutoffs are marked in order, with A and B and two strokes across the edge."""
    build, values, expected = CUTS[name]
    root = drawn(trace_by("fail_soft", build(data.draw(values))))
    nodes, edges = groups(root, "node"), groups(root, "edge")
    cuts = [place for place, group in nodes.items() if any(text.startswith("cut ") for text in words(group))]
    assert cuts == list(expected)
    for nth, (place, (high, low)) in enumerate(expected.items(), 1):
        assert words(nodes[place])[1:4] == [f"≥ β = {low}", f"α = {high}", f"cut {nth}"]
        assert words(nodes[place])[4] == place  # its path
        assert edges[place].get("class") == "edge cut"
    for place, edge in edges.items():
        lines = list(edge.iter(f"{SVG}polyline"))
        left_out = edge.get("class", "").startswith("edge cut")
        assert len(lines) == (3 if left_out else 1)
        assert (lines[0].get("stroke-dasharray") is None) == ("cut-off" not in nodes[place].get("class", ""))


def test_the_windows_of_the_article_are_shown_at_its_nodes() -> None:
    """Source 003 passes (-inf, 3) to its second MAX node, and alpha = 3 to everything after the root's first child."""
    nodes = groups(drawn(trace_by("moving_bounds", examples.number_lines())), "node")
    windows_at = {place: words(group)[1] for place, group in nodes.items() if words(group)[1:2]}
    assert windows_at["the root"] == "(-inf, inf)"
    assert windows_at["[0][0][1]"] == "(3, inf)"
    assert windows_at["[0][1]"] == windows_at["[0][1][0]"] == "(-inf, 3)"
    assert windows_at["[1]"] == windows_at["[1][0]"] == windows_at["[1][0][1]"] == "(3, inf)"


def test_a_node_that_was_cut_off_shows_a_bound() -> None:
    """In 003, the node of 2 and x shows at most 2, that of 15 at least 15, and the root exactly 3."""
    nodes = groups(drawn(trace_by("moving_bounds", examples.number_lines())), "node")
    shown = {place: words(group)[0] for place, group in nodes.items()}
    assert (shown["[0][0][1]"], shown["[0][1]"], shown["the root"]) == ("≤ 2", "≥ 15", "3")
    assert shown["[1][1]"] == ""


def test_each_of_the_first_cutoffs_has_its_number_line() -> None:
    """For 003's four cutoffs, it shows which bounds crossed, and that no value is left between them."""
    root = drawn(trace_by("moving_bounds", examples.number_lines()))
    lines = [words(element) for element in root.iter(f"{SVG}g") if element.get("class") == "number-line"]
    assert [line[:2] for line in lines] == [
        ["cut 1, at [0][0][1], MIN to move", "2 lowers β from inf: no value > 3 and < 2"],
        ["cut 2, at [0][1], MAX to move", "15 raises α from -inf: no value > 15 and < 3"],
        ["cut 3, at [1][0][0], MIN to move", "2 lowers β from inf: no value > 3 and < 2"],
        ["cut 4, at [1], MIN to move", "3 lowers β from inf: no value > 3 and < 3"],
    ]
    assert lines[0][2:4] == ["above α = 3 from [0][0][0]", "below β = 2 from [0][0][1][0]"]


def test_minimax_shows_where_it_does_not_cut_off() -> None:
    """On the first tree of source 003, minimax evaluates two unnecessary leaves, since it prunes nothing."""
    nodes = groups(drawn(trace_by("minimax", examples.minimax_decision())), "node")
    unnecessary = {place for place, group in nodes.items() if "unnecessary" in group.get("class", "")}
    assert unnecessary == {"[0][1][1]", "[0][1][2]"}
    assert words(nodes["[0][1][1]"]) == ["-2", "≥ β = 1", "α = 3", "not cut", "[0][1][1]", "unnecessary"]
    assert not any("cut-off" in group.get("class", "") for group in nodes.values())


def test_an_unnecessary_node_has_a_double_outline_and_a_missed_one_dashes() -> None:
    """F1 continues in 000's tree; the other bug misses the middle one of three leaves."""
    unnecessary = groups(drawn(trace_search(PARENTS_BOUND_ONLY, examples.deep_cutoff())), "node")["[1][0][0][1]"]
    assert [element.get("stroke") for element in unnecessary.iter(f"{SVG}polygon")] == ["#000000", "#ffffff"]
    missed = groups(drawn(trace_search(two_leaves_of_each, from_nested([1, 2, 3]))), "node")["[1]"]
    assert [element.get("stroke-dasharray") is not None for element in missed.iter(f"{SVG}polygon")] == [True]


def test_a_shared_position_has_its_letter_beside_it() -> None:
    """If a list occurs twice, both places show the same letter."""
    shared = [1, 2]
    nodes = groups(drawn(trace_by("f2", from_nested([shared, [shared, 3]]))), "node")
    names = [[text for text in words(nodes[place]) if text.startswith("position ")] for place in ("[0]", "[1][0]")]
    assert names == [["position A"], ["position A"]]


@pytest.mark.parametrize("nested", ["chain", "row"])
def test_the_deepest_and_the_widest_tree_can_be_drawn(nested: str) -> None:
    """The trees have 400 nodes one below the other, or one node with 399 children."""
    tree: object = 1 if nested == "chain" else list(range(MOST_DRAWN - 1))
    if nested == "chain":
        for _ in range(MOST_DRAWN - 1):
            tree = [tree]
    root = drawn(trace_search(variant("explicit_stack").search, from_nested(tree)))
    assert len(nodes := groups(root, "node")) == MOST_DRAWN
    if nested == "chain":
        assert words(list(nodes.values())[-1])[1] == "…[0][0][0][0]"


def test_a_notebook_shows_the_picture_itself() -> None:
    """The notebook gets the text of the SVG file."""
    shown = picture(trace_by("f2", examples.lecture()))
    assert shown._repr_svg_() == shown.svg


def test_the_best_line_has_broad_edges() -> None:
    """The edges of 003's best line are broader than all others."""
    edges = groups(drawn(trace_by("fail_soft", examples.number_lines())), "edge")
    widths = {
        place: float(next(edge.iter(f"{SVG}polyline")).get("stroke-width", "nan")) for place, edge in edges.items()
    }
    assert {place for place, width in widths.items() if width == max(widths.values())} == {
        "[0]", "[0][0]", "[0][0][0]", "[0][0][0][0]",
    }  # fmt: skip


def test_the_dark_picture_uses_other_greys() -> None:
    """The dark picture has the same elements as the light one."""
    trace = trace_by("minimax", examples.minimax_decision())
    light, dark = drawn(trace), fromstring(picture(trace, dark=True).svg)  # noqa: S314
    for one, other in zip(light.iter(), dark.iter(), strict=True):
        for paint in ("fill", "stroke"):
            assert other.get(paint) == DARK.get(one.get(paint, ""), one.get(paint))


@pytest.mark.slow
@settings(max_examples=15)
@given(data=st.data(), tree=trees())
def test_several_searches_are_drawn_side_by_side(data: st.DataObject, tree: ExplicitTree[Number]) -> None:
    """Each search has its group with all nodes, and no text overlaps that of another search."""
    window = data.draw(windows(tree))
    traces = [trace_by(name, tree, window) for name in ("fail_soft", "minimax")]
    root = fromstring(picture(*traces).svg)  # noqa: S314
    searches = [part for part in root if part.get("class") == "search"]
    assert [len(groups(search, "node")) for search in searches] == [len(trace.nodes) for trace in traces]
    spans = []
    for element in searches:
        x, y = map(float, element.get("transform", "")[len("translate(") : -1].split())
        spans.append([box for text, box in text_boxes(element, x, y) if text])
    assert not any(meet(one, other) for one in spans[0] for other in spans[1])


def test_a_search_that_is_not_observed_has_no_cutoffs() -> None:
    """The picture shows the tree with its values, and says that reads are not observed."""
    trace = trace_search(variant("fail_soft").search, examples.blog(), name="hidden", seen=False)
    root = drawn(trace)
    assert "the evaluated leaves cannot be observed; the tree has 21" in (root.findtext(f"{SVG}title") or "")
    nodes = groups(root, "node")
    assert {group.get("class", "").split()[2] for group in nodes.values()} == {"not-seen"}
    assert words(nodes["[0][1]"]) == ["19", "[0][1]"]


def test_only_the_top_of_a_large_tree_is_drawn() -> None:
    """A complete tree of 1,093 nodes is drawn to depth 3; each node there says how many leaves are below it."""
    nested: object = 0
    for _ in range(6):
        nested = [nested] * 3
    root = drawn(trace_search(variant("minimax").search, from_nested(nested)))
    nodes = groups(root, "node")
    assert len(nodes) == 1 + 3 + 9 + 27
    assert words(nodes["[2][2][2]"])[-1] == "⋮ 27 of 27, 27 unnecessary"
    assert "shown to depth 3; 40 of 1,093 nodes" in (root.findtext(f"{SVG}title") or "")
    with pytest.raises(TreeError, match="the root has 500 children, too many to draw"):
        drawn(trace_search(variant("minimax").search, from_nested(list(range(500)))))
