"""Write what a search did on a tree as text: a line for each node, with what the search did at the node.

Everything except the branches of the tree is ASCII, and no information is shown by colour alone. If several searches
are shown, each search has its own column.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from prunecheck.errors import printable
from prunecheck.report.glyphs import LAST_STEPS, MOST_LETTERS
from prunecheck.report.layout import shorten
from prunecheck.report.lines import Line
from prunecheck.report.tree_words import STATUS, asked, drawn_part, position_names, proved, titles
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show
from prunecheck.verify.counterexamples import LeafStatus
from prunecheck.verify.explain.trace import NodeTrace, Path, Trace, VisitKind, elided

BEST: Final = "* "  # marks a node of the best line
LOUD: Final = {LeafStatus.UNNECESSARY, LeafStatus.MISSED}
GAP: Final = 2  # columns before the description of what a search did
WIDEST_NAME: Final = 24
MOST_LETTERS_OF_FLOAT: Final = 7
LEGEND: Final = {
    "* ": "*             the best line: best moves by both sides",
    "window": "window        (alpha, beta) in which alpha-beta visits the node",
    " <= ": "= <= >=       what the evaluated leaves prove about a value",
    " >= ": "= <= >=       what the evaluated leaves prove about a value",
    "  cut off": "cut off       not evaluated, since alpha >= beta",
    "not cut off": "not cut off   visited, although alpha >= beta",
    " times": "2 times       this leaf is evaluated again, for example in a re-search",
    "out of order": "out of order  evaluated after a leaf on its right",
    "UNNECESSARY": "UNNECESSARY   evaluated, although alpha-beta does not evaluate this leaf",
    "MISSED": "MISSED        not evaluated, although alpha-beta evaluates this leaf",
    "saved": "saved         not evaluated, unlike in alpha-beta, since the other leaves prove the value",
    "position ": "position A    nodes with the same letter are the same position",
    " below": "5 of 9 below  5 of the 9 leaves below this node are evaluated, but not shown",
    ":..": "60:..         a node at depth 60, followed by the last moves of its path",
    "~": "~             the rest is omitted",
}


class Branches(NamedTuple):
    """The characters that draw the branches of a tree: three for each ply, or fewer if there is little room."""

    child: str
    last: str
    by: str


BOXES: Final = Branches("├─ ", "└─ ", "│  ")
ASCII: Final = Branches("|- ", "`- ", "|  ")
# (columns per ply, last moves of a path that are shown), widest first
NARROWED: Final = ((3, 0), (2, 0), (1, 0), (1, LAST_STEPS), (0, LAST_STEPS))


def tree_lines(traces: Sequence[Trace], *, width: int = 80, boxes: bool = True) -> Iterator[Line]:
    """Draw a tree in text lines, with what one search did at each node, or several searches side by side.

    If `width` is too small, the searches are shown below each other.
    Raises: TreeError if the root has too many children.
    """
    branches = BOXES if boxes else ASCII
    if len(traces) > 1:
        lines = list(_side_by_side(traces, width, branches))
        if all(len(line.text) <= width for line in lines):
            yield from lines
            return
    for nth, trace in enumerate(traces):
        if nth:
            yield Line("")
        yield from _alone(trace, width, branches)


def _alone(trace: Trace, width: int, branches: Branches) -> Iterator[Line]:
    top = elided(trace)
    first, *others = [*titles(trace), *drawn_part(trace, top)]
    yield Line(printable(first), "bold")
    yield from (Line(row) for other in others for row in wrap(other, max(width, 20)))
    yield Line("")
    nodes = top.nodes
    names = position_names(nodes)
    done = [_what(node) for node in nodes]
    rooms = [width - GAP - len(what) for what in done]
    drawn = _drawn(nodes, rooms, branches, lambda node: _label(node, names, _proved(node)))
    column = min(max(map(len, drawn)), max(min(rooms), 0)) + GAP
    lines = [
        Line(f"{f'{tree}  ':{column}}{what}".rstrip(), _style(node))
        for tree, what, node in zip(drawn, done, nodes, strict=True)
    ]
    yield from lines
    yield from _legend(lines)


def _side_by_side(traces: Sequence[Trace], width: int, branches: Branches) -> Iterator[Line]:
    tops = [elided(trace) for trace in traces]
    seen = traces[0].witness
    head = f"{len(traces)} searches; {asked(traces[0])}; minimax value {_brief(seen.truth)}; minimum {seen.fewest:,}"
    yield Line(f"{head} {'leaf' if seen.fewest == 1 else 'leaves'}", "bold")
    yield from (Line(line) for line in drawn_part(traces[0], tops[0]))
    yield Line("")
    nodes = tops[0].nodes
    names = position_names(nodes)
    heads = [shorten(printable(trace.name.rpartition("/")[2]), WIDEST_NAME).replace("…", "~") for trace in traces]
    rows = [[_cell(node) for node in at] for at in zip(*(top.nodes for top in tops), strict=True)]
    leaves = [f"{trace.evaluated:,} of {trace.leaves:,}" if trace.seen else "not seen" for trace in traces]
    calls = [f"{trace.witness.read or 0:,}" if trace.seen else "not seen" for trace in traces]
    found = [_result(trace) for trace in traces]
    wide = [max(map(len, column)) for column in zip(heads, leaves, calls, found, *rows, strict=True)]
    rooms = [width - sum(wide) - GAP * len(wide)] * len(nodes)
    drawn = _drawn(nodes, rooms, branches, lambda node: _label(node, names))
    column = max(map(len, [*drawn, "leaves evaluated"]))

    def row(first: str, cells: Sequence[str], style: str = "") -> Line:
        beside = (f"{cell:{room}}" for cell, room in zip(cells, wide, strict=True))
        return Line("  ".join([f"{first:{column}}", *beside]).rstrip(), style)

    yield row("", heads, "bold")
    lines = [row(tree, cells) for tree, cells in zip(drawn, rows, strict=True)]
    yield from lines
    yield row("returns", found)
    yield row("leaves evaluated", leaves)
    if any(trace.evaluated < (trace.witness.read or 0) for trace in traces):
        yield row("evaluations", calls)
    yield from _legend(lines)
    if any(node.hidden for node in nodes):
        yield Line("5/9           5 of the 9 leaves below this node are evaluated, but not shown")


def _drawn(
    nodes: Sequence[NodeTrace], rooms: Sequence[int], branches: Branches, label: Callable[[NodeTrace], str]
) -> list[str]:
    """Make a text line for each node of the tree, with branches, path and label.

    Branches and paths are shortened until all lines fit.
    """
    last = {nodes[node.children[-1]].path for node in nodes if node.children}
    for columns, steps in NARROWED:
        drawn = [
            f"{BEST if node.best else '  '}{_branch(node.path, last, branches, columns)}"
            f"{_place(node.path, steps)}  {label(node)}".rstrip()
            for node in nodes
        ]
        if all(len(text) <= room for text, room in zip(drawn, rooms, strict=True)):
            break
    return drawn


def _branch(path: Path, last: set[Path], branches: Branches, columns: int) -> str:
    if not path:
        return ""
    above = (path[:length] in last for length in range(1, len(path)))
    by = "".join((" " * columns if ended else branches.by[:columns]) for ended in above)
    return by + (branches.last if path in last else branches.child)[:columns]


def _place(path: Path, steps: int) -> str:
    """Format the path from the root to a node.

    If the path has more than `steps` steps, the text consists of the depth and the last steps. If `steps` is 0, there
    is no limit.
    """
    if not path:
        return "root"
    start = f"{len(path)}:.." if steps and len(path) > steps else ""
    return start + "".join(f"[{step}]" for step in (path[-steps:] if start else path))


def _label(node: NodeTrace, names: Mapping[int, str], proved: str = "") -> str:
    """The label of a node: for an interior node, the player to move and the proved bounds; for a leaf, the value.

    If the position occurs in several places, the label also has the position's name.
    """
    if node.value is not None:
        label = _brief(node.value)
    else:
        label = f"{'MAX' if node.is_max else 'MIN'} {proved}".rstrip()
    return f"{label}  position {names[node.key]}" if node.shared else label


def _proved(node: NodeTrace) -> str:
    return proved(node, _brief, exact="= ")


def _brief(value: Number) -> str:
    """Format a number in a few characters. `~` stands for dropped digits."""
    return shorten(show(value), MOST_LETTERS if isinstance(value, int) else MOST_LETTERS_OF_FLOAT).replace("…", "~")


def _what(node: NodeTrace) -> str:
    """Describe what the search did at a node, and why this is right or wrong."""
    if node.entry is VisitKind.UNSEEN:
        return f"{node.hidden.leaves:,} leaves not shown" if node.hidden else ""
    alpha, beta = _brief(node.window.alpha), _brief(node.window.beta)
    crossed = f"alpha {alpha} {'>=' if node.window.empty else '<'} beta {beta}"
    if node.entry is VisitKind.CUT:
        said = f"cut off: {crossed}"
    elif node.value is None and node.entry is VisitKind.NOT_CUT:
        said = f"not cut off: {crossed}"
    elif node.value is None and node.visited:
        said = f"window ({alpha}, {beta})"
    elif node.status is LeafStatus.UNNECESSARY:
        said = f"{_status(node)}: {crossed}"
    else:
        said = _status(node)
    if node.hidden:
        hidden = node.hidden
        others = ((hidden.unnecessary, "UNNECESSARY"), (hidden.missed, "MISSED"), (hidden.saved, "saved"))
        counts = [f"{hidden.evaluated:,} of {hidden.leaves:,} below", *(f"{n:,} {word}" for n, word in others if n)]
        return f"{said}; {', '.join(counts)}"
    return said


def _status(node: NodeTrace) -> str:
    """Say whether the search evaluated a leaf; in capitals if this is wrong."""
    if node.value is not None and node.reads > 1:
        words = f"evaluated {node.reads} times"
        return f"{words}, UNNECESSARY" if node.status is LeafStatus.UNNECESSARY else words
    words = STATUS[node.status]
    return words.upper() if node.status in LOUD else words


def _cell(node: NodeTrace) -> str:
    """The text for a node in the column of one search: what this search did at the node."""
    if node.hidden and node.entry is not VisitKind.UNSEEN:
        return f"{_proved(node)} {node.hidden.evaluated}/{node.hidden.leaves}".strip()
    if node.entry is VisitKind.UNSEEN:
        return "" if node.value is not None else _proved(node)
    if node.value is None and node.visited:
        return _proved(node)
    return _status(node)


def _result(trace: Trace) -> str:
    """Describe the result of a search in a word or two."""
    seen = trace.witness
    if seen.failure is not None:
        return shorten(printable(str(seen.failure)), WIDEST_NAME).replace("…", "~")
    if seen.found is None:
        return "-" if trace.move is None else f"move [{trace.move}]"
    return _brief(seen.found)


def _style(node: NodeTrace) -> str:
    if node.status in LOUD:
        return "red"
    if node.status is None and node.entry is not VisitKind.UNSEEN:
        return "dim"
    return "bold" if node.best else ""


def _legend(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the legend: what each word and sign that occurs in the text lines means."""
    text = "\n".join(line.text for line in lines)
    meanings = dict.fromkeys(says for sign, says in LEGEND.items() if sign in text)
    if meanings:
        yield Line("")
    yield from map(Line, meanings)
