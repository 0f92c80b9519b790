"""What kind of slip a witness speaks of, told by trial: the witness is changed in one way, and tried again.

If the fault goes away when ties are broken, it lies in ties; when nothing is below zero, in a best that starts at zero;
and so on. Each kind is a section of the page on slips.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from prunecheck.contracts.order import contract
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.search import AnySearch
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.check import case_of, keeps, run
from prunecheck.verify.verdict import Witness

LIFT: Final = 1_000
MOST_NODES: Final = 30

Plain = ExplicitTree[Number]


@dataclass(frozen=True, slots=True)
class Slip:
    """A kind of slip: its name, which is also its section on the page on slips, and what it looks like in words."""

    name: str
    words: str


SLIPS: Final = {
    each.name: each
    for each in (
        Slip("depth", "it fails where the depth ends the search, and not on the whole tree: look at the depth limit"),
        Slip("table", "it fails where a position is met again, and not where each path has its own: look at the table"),
        Slip("window", "it fails in this window, and not in the full one: look at what is returned outside the window"),
        Slip(
            "negative-values",
            "it fails where values are below zero, and not when all are lifted: a best that starts at 0?",
        ),
        Slip(
            "large-values",
            "it fails on large values, and not on small ones in the same order: an infinity that is too small?",
        ),
        Slip("ties", "it fails where two values are equal, and not when ties are broken: look at > and >="),
        Slip(
            "one-player",
            "it fails with one player to move first, and not with the players exchanged: look at that branch",
        ),
        Slip("single-child", "it fails where a node has one child, and not when it has the same child twice"),
        Slip(
            "order", "it fails with the children in this order, and not in the other: look at cut-offs and re-searches"
        ),
    )
}


def slip_of(search: AnySearch, broken: str, witness: Witness) -> Slip | None:
    """The first kind of slip that the witness speaks of; None where nothing that is tried takes the fault away.

    `broken` is the contract that `search` breaks on the witness.
    """
    if len(witness.tree) > MOST_NODES:
        return None  # what is changed in it may be larger still
    if not _fails(search, broken, witness.tree, witness.window, witness.depth):
        return None  # it does not come again, at least not by itself
    for name, tree, window, depth in _changed(witness):
        if not _fails(search, broken, tree, window, depth):
            return SLIPS[name]
    return None


def _fails(search: AnySearch, broken: str, tree: Plain, window: Window[Number], depth: int | None) -> bool:
    case = case_of(tree, depth, [window])
    done = run(search, case.tree, window, most_questions=case.most_questions)
    return not keeps(contract(broken), search, case, 0, done)


def _changed(witness: Witness) -> Iterator[tuple[str, Plain, Window[Number], int | None]]:
    tree, window, depth = witness.tree, witness.window, witness.depth
    values = [tree.static_value(node) for node in range(len(tree))]
    known = sorted({value for value in values if value is not None and abs(value) != INF})
    if depth is not None:
        yield "depth", tree, window, len(tree)
    if tree.shared:
        yield "table", _with(tree, keys=range(len(tree))), window, depth
    if window != FULL:
        yield "window", tree, FULL, depth
    if known and known[0] < 0:
        yield (
            "negative-values",
            _revalued(tree, lambda value: value + LIFT),
            _moved(window, lambda at: at + LIFT),
            depth,
        )
    if known and max(known[-1], -known[0]) > LIFT:
        ranks = {value: rank - len(known) // 2 for rank, value in enumerate(known)}
        if window == FULL:
            yield "large-values", _revalued(tree, lambda value: ranks.get(value, value)), window, depth
    leaves = [value for node, value in enumerate(values) if not tree.children(node)]
    if len(set(leaves)) < len(leaves) and window == FULL:
        spread = {node: nth for nth, node in enumerate(sorted(range(len(tree)), key=lambda at: (values[at] or 0, at)))}
        yield (
            "ties",
            _with(tree, values=[None if v is None else spread[n] - len(tree) // 2 for n, v in enumerate(values)]),
            window,
            depth,
        )
    mirrored = _with(
        _revalued(tree, lambda value: -value), players=[not tree.is_max(node) for node in range(len(tree))]
    )
    yield "one-player", mirrored, _moved(Window(-window.beta, -window.alpha), lambda at: at), depth
    if any(len(tree.children(node)) == 1 for node in range(len(tree))):
        below = [tree.children(node) * (2 if len(tree.children(node)) == 1 else 1) for node in range(len(tree))]
        yield "single-child", unfolded(_with(tree, children=below), static_values=tree.has_static_values), window, depth
    yield (
        "order",
        _with(tree, children=[tuple(reversed(tree.children(node))) for node in range(len(tree))]),
        window,
        depth,
    )


def _revalued(tree: Plain, becomes: Callable[[Number], Number]) -> Plain:
    values = [tree.static_value(node) for node in range(len(tree))]
    return _with(tree, values=[None if v is None else v if abs(v) == INF else becomes(v) for v in values])


def _moved(window: Window[Number], becomes: Callable[[Number], Number]) -> Window[Number]:
    return Window(*(end if abs(end) == INF else becomes(end) for end in (window.alpha, window.beta)))


def _with(tree: Plain, **columns: object) -> Plain:
    nodes = range(len(tree))
    own = {
        "children": [tree.children(node) for node in nodes],
        "values": [tree.static_value(node) for node in nodes],
        "players": [tree.is_max(node) for node in nodes],
        "keys": [tree.key(node) for node in nodes],
    }
    own.update(columns)
    return ExplicitTree(own["children"], own["values"], own["players"], own["keys"])  # type: ignore[arg-type]
