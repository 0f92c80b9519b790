"""A picture of one search of one tree, as SVG: what was read, what was cut off and why, without relying on colour.

A node shows what the leaves read prove of its value: of one that was cut off, a bound.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from prunecheck.report import glyphs, number_line
from prunecheck.report.layout import fit_text, text_width, tidy
from prunecheck.report.svg import INK, LIGHT, as_text, note, picture_of, piece, write
from prunecheck.trees.values import show
from prunecheck.trees.walk import place
from prunecheck.verify.explain.trace import Entry, Trace

NODE_SIZE, LABEL_SIZE, TITLE_SIZE = 14.0, 11.0, 15.0  # of letters
LABEL_ROW, TITLE_ROW, EDGE_ROW = 14.0, 22.0, 44.0
GAP, MARGIN, PADDING, LIFT = 14.0, 20.0, 8.0, 6.0
NARROWEST = 2 * (MARGIN + number_line.WIDTH) + GAP
MOST_LINES: Final = 4  # number lines, for the first cuts
BOLD = (Entry.CUT.value, Entry.NOT_CUT.value)  # how labels begin that stand out
WIDEST_TITLE: Final = 1000.0


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as SVG; a notebook that is handed one shows it."""

    svg: str

    def _repr_svg_(self) -> str:
        """What a notebook asks for."""
        return self.svg


def picture(trace: Trace, *, also: Sequence[str] = ()) -> Picture:
    """The picture of a search as it was traced; the lines of `also` stand below its title.

    >>> from prunecheck import from_nested
    >>> from prunecheck.catalog import variant
    >>> from prunecheck.verify.explain.trace import trace_search
    >>> drawn = picture(trace_search(variant("f2").search, from_nested([[9, 4], [3, 0]]), name="f2"))
    >>> drawn.svg.startswith("<svg ")
    True
    """
    return Picture(_Drawing(trace, also).svg)


class _Drawing:
    """A picture being drawn: first all that has a size, then the pieces."""

    def __init__(self, trace: Trace, also: Sequence[str]) -> None:
        self.nodes = trace.nodes
        self.titles = [fit_text(text, TITLE_SIZE, WIDEST_TITLE) for text in (*_titles(trace), *also)]
        self.cuts = [nth for nth, node in enumerate(self.nodes) if node.entry is Entry.CUT]
        number = {node: nth for nth, node in enumerate(self.cuts, 1)}
        self.above = [glyphs.labels_above(node, number.get(nth)) for nth, node in enumerate(self.nodes)]
        self.below = [glyphs.label_below(node) for node in self.nodes]
        self.texts = [glyphs.value_text(node) for node in self.nodes]
        self.widths = [max(glyphs.HEIGHT, text_width(text, NODE_SIZE) + 2 * PADDING) for text in self.texts]
        for nth, node in enumerate(self.nodes):
            self.widths[nth] += 0 if node.children else glyphs.POINT
        self._place_nodes()
        self._draw()

    def _place_nodes(self) -> None:
        """Across, so that neither nodes nor their labels meet; down, level by level."""
        boxes = [
            max(width, *(text_width(text, LABEL_SIZE) for text in (*above, below)))
            for width, above, below in zip(self.widths, self.above, self.below, strict=True)
        ]
        centres = tidy([node.children for node in self.nodes], boxes, GAP)
        across = max(centre + box / 2 for centre, box in zip(centres, boxes, strict=True))
        titles = max(text_width(text, TITLE_SIZE) for text in self.titles)
        self.width = max(NARROWEST, across + 2 * MARGIN, titles + 2 * MARGIN)
        self.x = [(self.width - across) / 2 + centre for centre in centres]
        self.levels: list[_Level] = []
        down = MARGIN + TITLE_ROW * len(self.titles) + 8
        for depth in range(max(len(node.path) for node in self.nodes) + 1):
            here = [nth for nth, node in enumerate(self.nodes) if len(node.path) == depth]
            middle = down + LABEL_ROW * max(len(self.above[nth]) for nth in here) + LIFT + glyphs.HEIGHT / 2
            foot = middle + glyphs.HEIGHT / 2 + (LABEL_ROW + 4 if any(self.below[nth] for nth in here) else 0)
            self.levels.append(_Level(down, middle, foot))
            down = foot + EDGE_ROW
        self.foot = down - EDGE_ROW / 2

    def _draw(self) -> None:
        lines = self.cuts[:MOST_LINES]
        columns = int((self.width - 2 * MARGIN + GAP) // (number_line.WIDTH + GAP))
        legend_top = self.foot + -(-len(lines) // columns) * (number_line.HEIGHT + GAP)
        entries, room = glyphs.legend_entries(self.nodes), self.width - 2 * MARGIN
        height = legend_top + glyphs.legend_height(entries, room) + MARGIN
        self.root = picture_of(self.width, height, "; ".join(self.titles))
        for nth, text in enumerate(self.titles):
            weight = "normal" if nth else "bold"
            write(
                self.root,
                text,
                self.width / 2,
                MARGIN + 8 + TITLE_ROW * nth,
                TITLE_SIZE - min(nth, 1),
                font_weight=weight,
            )
        for nth, node in enumerate(self.nodes):
            for child in node.children:
                self._draw_edge(nth, child)
        for nth in range(len(self.nodes)):
            self._draw_node(nth)
        parent = {child: node for node in self.nodes for child in node.children}
        indent = (self.width - min(columns, len(lines)) * (number_line.WIDTH + GAP) + GAP) / 2
        for nth, cut in enumerate(lines):
            x = indent + (nth % columns) * (number_line.WIDTH + GAP)
            y = self.foot + (nth // columns) * (number_line.HEIGHT + GAP)
            number_line.draw(self.root, (x, y), parent[cut], self.nodes[cut].window, f"cut {nth + 1}")
        glyphs.draw_legend(self.root, entries, MARGIN, legend_top, room)
        self.svg = as_text(self.root)

    def _draw_edge(self, parent: int, child: int) -> None:
        """Straight down past the labels of both levels; aslant only between the levels, where nothing is written."""
        node = self.nodes[child]
        level, before = self.levels[len(node.path)], self.levels[len(node.path) - 1]
        slope = (self.x[parent], before.foot), (self.x[child], level.top)
        head = level.middle - glyphs.HEIGHT / 2 - LIFT - LABEL_ROW * len(self.above[child])
        corners = [(self.x[parent], before.middle + glyphs.HEIGHT / 2), *slope, (self.x[child], head)]
        look = _words(node.entry.value)
        group = piece(self.root, "g", class_=f"edge {look}", data_path=place(node.path))
        glyphs.edge(group, node.entry, corners, slope)

    def _draw_node(self, nth: int) -> None:
        node = self.nodes[nth]
        x, y = self.x[nth], self.levels[len(node.path)].middle
        status = "pruned" if node.status is None else _words(node.status.value)
        group = piece(self.root, "g", class_=f"node {glyphs.kind_of(node)} {status}", data_path=place(node.path))
        note(group, glyphs.description(node))
        glyphs.shape(group, glyphs.kind_of(node), node.status, (x, y), self.widths[nth])
        write(group, self.texts[nth], x, y + 5, NODE_SIZE, fill=LIGHT if node.status is None else INK)
        foot = y - glyphs.HEIGHT / 2 - LIFT - 1
        for row, text in enumerate(reversed(self.above[nth])):
            weight = "bold" if text.startswith(BOLD) else "normal"
            write(group, text, x, foot - LABEL_ROW * row, LABEL_SIZE, font_weight=weight)
        if self.below[nth]:
            write(group, self.below[nth], x, y + glyphs.HEIGHT / 2 + 14, LABEL_SIZE, font_weight="bold")


@dataclass(frozen=True, slots=True)
class _Level:
    """Down from the top: where labels begin, where nodes have their middle, where labels end."""

    top: float
    middle: float
    foot: float


def _words(text: str) -> str:
    """One class name of several words."""
    return text.replace(" ", "-")


def _titles(trace: Trace) -> list[str]:
    seen = trace.witness
    leaves = [node for node in trace.nodes if not node.children]
    read = sum(node.reads > 0 for node in leaves)
    often = f"{read} of {len(leaves)} leaves read" + (f" in {seen.read} readings" if (seen.read or 0) > read else "")
    name = trace.name or "the search"
    did = f"finds {show(seen.found)}" if seen.failure is None else f"ends with {seen.failure}"
    also = "" if seen.failure is None and seen.found == seen.truth else f", true value {show(seen.truth)}"
    return [f"{name} {did}{also}", f"window {seen.window}; {often}, fewest possible {seen.fewest}"]
