"""Draw what searches do on a tree, as SVG: which leaves were evaluated, which nodes were cut off, and why.

A node shows the value or bounds that the evaluated leaves prove. After a cutoff, the leaves prove a bound, not a value.
Pictures are legible without colours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element

from prunecheck.report import glyphs, number_line
from prunecheck.report.layout import fit_text, text_width, tidy
from prunecheck.report.svg import INK, LIGHT, as_text, darken, note, picture_of, piece, write
from prunecheck.report.tree_words import STATUS, drawn_part, position_names, titles
from prunecheck.verify.counterexamples import LeafStatus
from prunecheck.verify.explain.trace import Trace, VisitKind, elided

NODE_SIZE, LABEL_SIZE, TITLE_SIZE = 14.0, 11.0, 15.0  # font sizes
LABEL_ROW, TITLE_ROW, EDGE_ROW = 14.0, 22.0, 44.0
GAP, MARGIN, PADDING, LIFT = 14.0, 20.0, 8.0, 6.0
NARROWEST = 2 * (MARGIN + number_line.WIDTH) + GAP
MOST_LINES: Final = 4  # at most this many cutoffs, the first ones, have a number line
BOLD = (VisitKind.CUT.value, VisitKind.NOT_CUT.value)  # labels that start with these words are bold
WIDEST_TITLE: Final = 1000.0
WIDEST_LEGEND: Final = 1400.0
WIDEST_ROW: Final = 1800.0  # width of several pictures side by side


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as SVG text; Jupyter notebooks display it."""

    svg: str

    def _repr_svg_(self) -> str:
        """Return the SVG text. Jupyter notebooks call this method to display the picture."""
        return self.svg


def picture(trace: Trace, *others: Trace, also: Sequence[str] = (), dark: bool = False) -> Picture:
    """Draw what a search did on a tree.

    The searches in `others` are drawn beside the first search. The lines of text in `also` are written below each
    title.

    If the tree has more than 400 nodes, only its top is drawn. The picture of a single search also shows, for each of
    the first cutoffs, alpha and beta on a number line.
    Raises: TreeError if the root has too many children.

    >>> from prunecheck import from_nested
    >>> from prunecheck.catalog import variant
    >>> from prunecheck.verify.explain.trace import trace_search
    >>> drawn = picture(trace_search(variant("f2").search, from_nested([[9, 4], [3, 0]]), name="f2"))
    >>> drawn.svg.startswith("<svg ")
    True
    """
    drawings = [_Drawing(traced, also, alone=not others) for traced in (trace, *others)]
    rows = _rows(drawings)
    width = max(NARROWEST, *(sum(drawing.width for drawing in row) for row in rows))
    room = min(width, WIDEST_LEGEND) - 2 * MARGIN
    foot = sum(max(drawing.height for drawing in row) for row in rows)
    legend = glyphs.legend_entries([node for drawing in drawings for node in drawing.nodes])
    height = foot + glyphs.legend_height(legend, room) + MARGIN
    root = picture_of(width, height, "; ".join(title for drawing in drawings for title in drawing.titles))
    y = 0.0
    for row in rows:
        x = (width - sum(drawing.width for drawing in row)) / 2
        for drawn in row:
            drawn.draw(piece(root, "g", class_="search", transform=f"translate({x:.2f} {y:.2f})"))
            x += drawn.width
        y += max(drawing.height for drawing in row)
    glyphs.draw_legend(root, legend, (width - room) / 2, foot, room)
    if dark:
        darken(root)
    return Picture(as_text(root))


def _rows(drawings: Sequence["_Drawing"]) -> list[list["_Drawing"]]:
    """Arrange the drawings in rows. A row is at most `WIDEST_ROW` wide, unless a single drawing is wider."""
    rows = [[drawings[0]]]
    for drawing in drawings[1:]:
        if sum(row.width for row in rows[-1]) + drawing.width > WIDEST_ROW:
            rows.append([])
        rows[-1].append(drawing)
    return rows


class _Drawing:
    """Draws one search on its tree. All sizes and positions are computed before anything is drawn."""

    def __init__(self, trace: Trace, also: Sequence[str], *, alone: bool) -> None:
        top = elided(trace)
        self.nodes = top.nodes
        told = [*titles(trace), *drawn_part(trace, top), *also]
        self.titles = [fit_text(text, TITLE_SIZE, WIDEST_TITLE) for text in told]
        self.cuts = [nth for nth, node in enumerate(self.nodes) if node.entry is VisitKind.CUT]
        self.lines = self.cuts[:MOST_LINES] if alone else []
        number = {node: nth for nth, node in enumerate(self.lines, 1)}
        names = position_names(self.nodes)
        self.above = [
            glyphs.labels_above(node, number.get(nth), names[node.key] if node.shared else "")
            for nth, node in enumerate(self.nodes)
        ]
        self.below = [glyphs.label_below(node) for node in self.nodes]
        self.texts = [glyphs.value_text(node) for node in self.nodes]
        self.widths = [max(glyphs.HEIGHT, text_width(text, NODE_SIZE) + 2 * PADDING) for text in self.texts]
        for nth, node in enumerate(self.nodes):
            self.widths[nth] += glyphs.POINT if glyphs.kind_of(node) == "leaf" else 0
        self._place_nodes(NARROWEST if alone else 0.0)

    def _place_nodes(self, narrowest: float) -> None:
        """Place nodes horizontally, so that nodes and labels do not overlap, and vertically by level."""
        boxes = [
            max(width, *(text_width(text, LABEL_SIZE) for text in (*above, below)))
            for width, above, below in zip(self.widths, self.above, self.below, strict=True)
        ]
        centres = tidy([node.children for node in self.nodes], boxes, GAP)
        across = max(centre + box / 2 for centre, box in zip(centres, boxes, strict=True))
        titles = max(text_width(text, TITLE_SIZE) for text in self.titles)
        self.width = max(narrowest, across + 2 * MARGIN, titles + 2 * MARGIN)
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
        self.columns = max(1, int((self.width - 2 * MARGIN + GAP) // (number_line.WIDTH + GAP)))
        self.height = self.foot + -(-len(self.lines) // self.columns) * (number_line.HEIGHT + GAP)

    def draw(self, group: Element) -> None:
        """Draw all parts of the picture into the SVG element `group`."""
        for nth, text in enumerate(self.titles):
            weight = "normal" if nth else "bold"
            foot = MARGIN + 8 + TITLE_ROW * nth
            write(group, text, self.width / 2, foot, TITLE_SIZE - min(nth, 1), font_weight=weight)
        for nth, node in enumerate(self.nodes):
            for child in node.children:
                self._draw_edge(group, nth, child)
        for nth in range(len(self.nodes)):
            self._draw_node(group, nth)
        parent = {child: node for node in self.nodes for child in node.children}
        indent = (self.width - min(self.columns, len(self.lines)) * (number_line.WIDTH + GAP) + GAP) / 2
        for nth, cut in enumerate(self.lines):
            x = indent + (nth % self.columns) * (number_line.WIDTH + GAP)
            y = self.foot + (nth // self.columns) * (number_line.HEIGHT + GAP)
            number_line.draw(group, (x, y), parent[cut], self.nodes[cut].window, f"cut {nth + 1}")

    def _draw_edge(self, on: Element, parent: int, child: int) -> None:
        """Draw the edge from a node to its child.

        The edge only slopes between two levels of the tree, where no text is written. Next to the labels of the child,
        the edge is vertical.
        """
        node = self.nodes[child]
        level, before = self.levels[len(node.path)], self.levels[len(node.path) - 1]
        slope = (self.x[parent], before.foot), (self.x[child], level.top)
        head = level.middle - glyphs.HEIGHT / 2 - LIFT - LABEL_ROW * len(self.above[child])
        corners = [(self.x[parent], before.middle + glyphs.HEIGHT / 2), *slope, (self.x[child], head)]
        look = _words(node.entry.value)
        group = piece(on, "g", class_=f"edge {look}", data_path=_full_path(node.path))
        glyphs.edge(group, node.entry, corners, slope, best=node.best)

    def _draw_node(self, on: Element, nth: int) -> None:
        node = self.nodes[nth]
        x, y = self.x[nth], self.levels[len(node.path)].middle
        seen = node.entry is not VisitKind.UNSEEN
        look = _words(STATUS[node.status]) if seen else "not-seen"
        best = " best" if node.best else ""
        kind = glyphs.kind_of(node)
        group = piece(on, "g", class_=f"node {kind} {look}{best}", data_path=_full_path(node.path))
        note(group, glyphs.description(node))
        glyphs.shape(group, kind, node.status if seen else LeafStatus.LAWFUL, (x, y), self.widths[nth])
        faint = seen and node.status is None
        write(group, self.texts[nth], x, y + 5, NODE_SIZE, fill=LIGHT if faint else INK)
        foot = y - glyphs.HEIGHT / 2 - LIFT - 1
        for row, text in enumerate(reversed(self.above[nth])):
            weight = "bold" if text.startswith(BOLD) else "normal"
            write(group, text, x, foot - LABEL_ROW * row, LABEL_SIZE, font_weight=weight)
        if self.below[nth]:
            write(group, self.below[nth], x, y + glyphs.HEIGHT / 2 + 14, LABEL_SIZE, font_weight="bold")


@dataclass(frozen=True, slots=True)
class _Level:
    """The vertical position of one level of the tree in the drawing.

    A level has three distances from the top of the drawing: to the start of its labels, to its nodes, and to the end of
    its labels.
    """

    top: float
    middle: float
    foot: float


def _words(text: str) -> str:
    """Join the words of a text to one CSS class name."""
    return text.replace(" ", "-")


def _full_path(path: Sequence[int]) -> str:
    return "".join(f"[{step}]" for step in path) or "the root"
