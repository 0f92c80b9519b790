"""What kind of slip a witness speaks of, told by trial: the witness is changed in one way, and tried again.

If the fault goes away when ties are broken, it lies in ties; when nothing is below zero, in a best that starts at zero;
and so on. Each kind is a section of the page on slips.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from time import perf_counter
from typing import Final

from prunecheck.contracts.order import contract
from prunecheck.oracle.minimax import values as minimax_values
from prunecheck.subjects.position import NO_SUCH_MOVE, NOT_MADE, NOT_TAKEN_BACK
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.search import AnySearch
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.values import simplest
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.check import case_of, keeps, run
from prunecheck.verify.verdict import Witness

LIFT: Final = 1_000
LARGE: Final = 30  # from here on, values may be beyond an infinity or a window that is too small
MOST_NODES: Final = 200
SECONDS: Final = 4.0  # after which nothing more is tried, as of what hangs
OTHER_KEYS: Final = ((7_919, 104_729), (1_299_709, 15_485_863))  # what keys are multiplied by, and what is added
MOST_DOUBLED: Final = 30  # nodes of a tree in which an only child comes twice: a chain grows with every ply

Plain = ExplicitTree[Number]


@dataclass(frozen=True, slots=True)
class Slip:
    """A kind of slip: its name, which is also its section on the page on slips, and what it looks like in words."""

    name: str
    words: str


SLIPS: Final = {
    each.name: each
    for each in (
        Slip("turns", "it fails where a player moves again, and not when players alternate: look at what turns"),
        Slip(
            "unmake",
            "a move is not taken back, or twice, on some way out: at a cut-off, at a limit, at a return in the loop",
        ),
        Slip(
            "illegal-move", "a move of another position is made: a killer, a table entry, a line that is not legal here"
        ),
        Slip(
            "memory", "it fails after other searches, and not as the first: look at what is kept from search to search"
        ),
        Slip("sign", "it gives the right value with the wrong sign where MIN moves first: in whose eyes are values?"),
        Slip("depth", "it fails where the depth ends the search, and not when it has more: look at the depth limit"),
        Slip(
            "other-depth",
            "it fails where a search less deep finds another value, and not where static values are true: "
            "what is searched to another depth, or not at all?",
        ),
        Slip(
            "keys",
            "it fails with these keys, and not when positions have others: is an entry of another position taken?",
        ),
        Slip("table", "it fails where a position is met again, and not where each path has its own: look at the table"),
        Slip("window", "it fails in this window, and not in the full one: look at what is returned outside the window"),
        Slip(
            "negative-values",
            "it fails where values are below zero, and not when all are lifted: a best that starts at 0?",
        ),
        Slip(
            "positive-values",
            "it fails where values are above zero, and not when all are lowered: a best that starts at 0?",
        ),
        Slip(
            "large-values",
            "it fails on large values, and not on small ones in the same order: an infinity, or a window, too small?",
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


IN_ERRORS: Final = {
    NOT_TAKEN_BACK: "unmake",
    NOT_MADE: "unmake",
    NO_SUCH_MOVE: "illegal-move",
}  # what an error says, and what it is
OF_DEPTHS: Final = frozenset({"depth", "other-depth"})
STRUCTURAL: Final = frozenset(
    {"turns", "depth", "table", "keys", "one-player", "single-child"}
)  # what may lead to an error


def slip_of(
    search: AnySearch, broken: str, witness: Witness, *, fresh: AnySearch | None = None, takes_depth: bool = True
) -> Slip | None:
    """The first kind of slip that the witness speaks of; None where nothing that is tried takes the fault away.

    `broken` is the contract that `search` breaks on the witness. Where `search` may keep something from call to call,
    `fresh` is the same search made anew. Of a search that takes no depth, none is tried. Nothing more is tried
    after a few seconds.
    """
    end = perf_counter() + SECONDS
    if witness.error and (name := next((name for words, name in IN_ERRORS.items() if words in witness.error), "")):
        return SLIPS[name]
    if len(witness.tree) > MOST_NODES:
        return None  # what is changed in it may be larger still
    if not _fails(fresh or search, broken, witness.tree, witness.window, witness.depth):
        return SLIPS["memory"] if fresh else None  # it does not come again, at least not by itself
    if _sign_turned(fresh or search, witness):
        return SLIPS["sign"]
    for name, tree, window, depth in _changed(witness):
        if (witness.error and name not in STRUCTURAL) or (name in OF_DEPTHS and not takes_depth):
            continue
        if perf_counter() > end:
            return None
        others = [tree, _untied(tree, downwards=True)] if name == "ties" else [tree]
        if not any(_fails(fresh or search, broken, other, window, depth) for other in others):
            return SLIPS[name]
    return None


def _fails(search: AnySearch, broken: str, tree: Plain, window: Window[Number], depth: int | None) -> bool:
    case = case_of(tree, depth, [window])
    done = run(search, case.tree, window, most_questions=case.most_questions)
    return done.outside or not keeps(contract(broken), search, case, 0, done)  # what was not asked tells nothing


def _sign_turned(search: AnySearch, witness: Witness) -> bool:
    """True where MIN moves first and what is found is the true value negated, with other values, too."""
    tree = witness.tree
    if tree.is_max(tree.root) or witness.window != FULL or not tree.alternates:
        return False
    for lift in (0, LIFT):
        lifted = _revalued(tree, partial(_lifted, by=lift))
        case = case_of(lifted, witness.depth, [FULL])
        done = run(search, case.tree, FULL, most_questions=case.most_questions)
        if done.found is None or done.found != -case.truth:
            return False
    return True


def _changed(witness: Witness) -> Iterator[tuple[str, Plain, Window[Number], int | None]]:
    tree, window, depth = witness.tree, witness.window, witness.depth
    values = [tree.static_value(node) for node in range(len(tree))]
    known = sorted({value for value in values if value is not None and abs(value) != INF})
    if not tree.alternates:
        yield "turns", _alternating(tree), window, depth
    # a witness is shrunk to small values where they do
    if known and max(known[-1], -known[0]) > LARGE and window == FULL:
        ranks = {value: rank - sum(each < 0 for each in known) for rank, value in enumerate(known)}
        yield "large-values", _revalued(tree, lambda value: ranks.get(value, value)), window, depth
    if depth is not None:
        yield "depth", tree, window, len(tree) + 1
    worth = minimax_values(tree, tree.root)
    yield "other-depth", _with(tree, values=[worth.get(node) for node in range(len(tree))]), window, depth
    if depth is None and len(tree) <= MOST_DOUBLED:
        yield "depth", tree, window, len(tree) + 1
    if tree.shared:
        yield "table", _with(tree, keys=range(len(tree))), window, depth
    for times, more in OTHER_KEYS:
        yield "keys", _with(tree, keys=[times * tree.key(node) + more for node in range(len(tree))]), window, depth
    if window != FULL:
        yield "window", tree, FULL, depth
    if known and known[0] < 0:
        yield "negative-values", _revalued(tree, _lifted), _moved(window, _lifted), depth
    if known and known[-1] > 0:
        yield "positive-values", _revalued(tree, _lowered), _moved(window, _lowered), depth
    leaves = [value for node, value in enumerate(values) if not tree.children(node)]
    if len(set(leaves)) < len(leaves) and window == FULL:
        yield "ties", _untied(tree, downwards=False), window, depth
    mirrored = _with(
        _revalued(tree, lambda value: -value), players=[not tree.is_max(node) for node in range(len(tree))]
    )
    yield "one-player", mirrored, _moved(Window(-window.beta, -window.alpha), lambda at: at), depth
    if len(tree) <= MOST_DOUBLED and any(len(tree.children(node)) == 1 for node in range(len(tree))):
        below = [tree.children(node) * (2 if len(tree.children(node)) == 1 else 1) for node in range(len(tree))]
        yield "single-child", unfolded(_with(tree, children=below), static_values=tree.has_static_values), window, depth
    yield (
        "order",
        _with(tree, children=[tuple(reversed(tree.children(node))) for node in range(len(tree))]),
        window,
        depth,
    )


def _lifted(value: Number, by: int = LIFT) -> Number:
    """Exactly: rounding would make equal what was not."""
    return simplest(Fraction(value) + by)


def _lowered(value: Number) -> Number:
    return _lifted(value, -LIFT)


def _alternating(tree: Plain) -> Plain:
    """The same with the other player to move after every move; each path has nodes of its own."""
    plain = unfolded(tree, static_values=tree.has_static_values)
    players = [plain.is_max(plain.root)] * len(plain)
    for node in range(len(plain)):  # a node has a smaller number than its children
        for child in plain.children(node):
            players[child] = not players[node]
    return _with(plain, players=players)


def _untied(tree: Plain, *, downwards: bool) -> Plain:
    """The same with no two values equal; of equal ones, the later is the greater, or `downwards` the smaller."""
    values = [tree.static_value(node) for node in range(len(tree))]
    turn = -1 if downwards else 1
    order = sorted(range(len(tree)), key=lambda node: (values[node] or 0, turn * node))
    spread = {node: nth for nth, node in enumerate(order)}
    ranks = [spread[nth] - len(tree) // 2 for nth in range(len(tree))]
    return _with(tree, values=[v if v is None or abs(v) == INF else ranks[n] for n, v in enumerate(values)])


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
