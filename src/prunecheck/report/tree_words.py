"""Words to describe what a search did on a tree, shared by pictures and text: titles, statuses of leaves, names."""

from collections.abc import Callable, Iterable
from string import ascii_uppercase
from typing import Final

from prunecheck.errors import sentences
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.values import show
from prunecheck.verify.counterexamples import LeafStatus
from prunecheck.verify.explain.trace import NodeTrace, Trace

STATUS: Final[dict[LeafStatus | None, str]] = {None: "cut off", **{status: status.value for status in LeafStatus}}


def titles(trace: Trace) -> list[str]:
    """Title lines for a search: what the search returned, and how many leaves it evaluated."""
    return [f"{trace.name or 'the search'} {outcome(trace)}", f"{asked(trace)}; {evaluated(trace)}"]


def outcome(trace: Trace) -> str:
    """Say what the search returned and, if the value is wrong or missing, also the minimax value."""
    seen = trace.witness
    if seen.failure is not None:
        return sentences(f"failed: {seen.failure}", f"the minimax value is {show(seen.truth)}")
    parts = [] if seen.found is None else [show(seen.found)]
    parts += [] if trace.move is None else [f"move [{trace.move}]"]
    returns = f"returns {' with '.join(parts)}"
    return returns if seen.found in {None, seen.truth} else f"{returns}, but the minimax value is {show(seen.truth)}"


def asked(trace: Trace) -> str:
    """Describe how the search was called: in which window, and with which depth limit, if any."""
    depth = trace.witness.depth
    window = f"window {trace.witness.window}"
    return window if depth is None else f"{window}; depth {depth}"


def evaluated(trace: Trace) -> str:
    """Say how many leaves the search evaluated, and how many any search must evaluate at least."""
    fewest = f"the minimum is {trace.witness.fewest:,}"
    if not trace.seen:
        return f"the evaluated leaves cannot be observed; the tree has {trace.leaves:,} leaves, {fewest}"
    calls = trace.witness.read or 0
    words = f"{trace.evaluated:,} of {trace.leaves:,} {'leaf' if trace.leaves == 1 else 'leaves'} evaluated"
    if calls > trace.evaluated + trace.beyond:
        words = f"{words} ({calls:,} evaluations)"
    if trace.beyond:
        words = f"{words}, and {trace.beyond:,} below the depth limit"
    return f"{words}; {fewest}"


def proved(
    node: NodeTrace, number: Callable[[Number], str], *, exact: str = "", least: str = ">=", most: str = "<="
) -> str:
    """Say what the evaluated leaves prove about the value of an interior node.

    Returns an empty text if the evaluated leaves prove no bound.
    """
    lower, upper = number(node.lower), number(node.upper)
    if node.lower == node.upper:
        return f"{exact}{lower}"
    if node.upper == INF:
        return "" if node.lower == -INF else f"{least} {lower}"
    return f"{most} {upper}" if node.lower == -INF else f"{lower} to {upper}"


def drawn_part(trace: Trace, top: Trace) -> list[str]:
    """A text line that says which part of the tree is drawn. Returns an empty list if all of the tree is drawn."""
    if len(top.nodes) == len(trace.nodes):
        return []
    plies = max(len(node.path) for node in top.nodes)
    return [f"shown to depth {plies}; {len(top.nodes):,} of {len(trace.nodes):,} nodes"]


def position_names(nodes: Iterable[NodeTrace]) -> dict[int, str]:
    """Name the positions that occur in several places of the tree, by key: A, B, C, ..., in order of appearance."""
    keys = dict.fromkeys(node.key for node in nodes if node.shared)
    return {key: _letters(nth) for nth, key in enumerate(keys)}


def _letters(number: int) -> str:
    letter = ascii_uppercase[number % 26]
    return letter if number < 26 else _letters(number // 26 - 1) + letter
