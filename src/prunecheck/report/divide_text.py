"""Write the result of `prunecheck divide` as text: the first node where a search goes wrong, its path and children."""

from collections.abc import Iterator
from itertools import starmap

from prunecheck.errors import printable, sentences
from prunecheck.report.witness_text import call_words, labelled, outcome, tree_details
from prunecheck.subjects.sandbox.call_log import EarlyEnd
from prunecheck.trees.values import show
from prunecheck.trees.walk import place
from prunecheck.verify.explain.divide import Child, Departure, Division, NodeCall, NotCalled

MOST_TOLD = 24  # at most this many nodes above, and this many children, are listed


def division_lines(name: str, division: Division) -> Iterator[str]:
    """Describe where a search goes wrong, as lines of text without control characters for terminals."""
    if division.departure is None:
        yield printable(_right(name, division))
        return
    at = division.departure
    yield printable(
        f"{name} goes wrong at {place(at.path)}: it violates {division.contract.name}{_depth_rule(division)}"
    )
    for line in _lines(at):
        yield printable(f"  {line}")


def ended_lines(name: str, ended: EarlyEnd) -> Iterator[str]:
    """Describe a search that failed while prunecheck detected how to call it. Show the failed call, if it is known."""
    yield printable(f"{name}: {ended.failure}, while prunecheck detected how it is called")
    if ended.call is not None:
        at = ended.call
        yield printable(f"  tree    {call_words(at.tree, at.depth, at.window)}")


def _depth_rule(division: Division) -> str:
    return "" if division.depth_rule is None else f" (depth rule: {division.depth_rule.value})"


def _right(name: str, division: Division) -> str:
    if len(division.windows) == 1:
        where = f"in the window {division.windows[0]}"
    else:
        where = f"in all {len(division.windows)} windows"
    right = f"The root is right: {name} satisfies {division.contract.name} {where}{_depth_rule(division)}"
    return sentences(right, f"its minimax value is {show(division.truth)}")


def _lines(at: Departure) -> Iterator[str]:
    path: tuple[int, ...] = ()
    for nth, call in enumerate(at.way[: min(MOST_TOLD, len(at.way) - 1)]):
        path = (*path, *call.via, call.nth) if nth else ()
        yield f"above   {place(path)} in {call.window}: {_outcome(call)}"
    if len(at.way) > MOST_TOLD + 1:
        yield f"        ... and {len(at.way) - MOST_TOLD - 1} more nodes above, all of them wrong"
    yield f"tree    {call_words(at.subtree, at.depth, at.call.window)}"
    yield from starmap(labelled, tree_details(at.subtree))
    yield f"wrong   {_outcome(at.call)}"
    for child in at.children[:MOST_TOLD]:
        yield f"child   {_child(place((*at.path, *child.via, child.nth)), child)}"
    if len(at.children) > MOST_TOLD:
        yield f"        ... and {len(at.children) - MOST_TOLD} more children, none of them wrong"
    yield f"so      {_conclusion(at)}"


def _outcome(call: NodeCall) -> str:
    expected = show(call.truth)
    if call.explained:
        expected = f"{expected} (or, with table entries from deeper searches, {' to '.join(map(show, call.explained))})"
    return f"{outcome(call.found, call.failure)}, expected {expected}"


def _child(where: str, child: Child) -> str:
    if isinstance(child, NotCalled):
        why = "a leaf, which has no move" if child.is_leaf else "cut off by alpha-beta"
        return f"{where}: {show(child.truth)}, {why}"
    return f"{where} in {child.window}: {_outcome(child)}"


def _conclusion(at: Departure) -> str:
    if not at.children:
        return "the search does not return the value of a leaf"
    if at.window_explains:
        said = f"the node is right in the full window, and only wrong in the window {at.call.window}"
    elif any(isinstance(child, NodeCall) for child in at.children):
        over = any(child.via for child in at.children)
        which, them = ("each of these nodes", "them") if over else ("each child", "its children")
        said = (
            f"{which} is right by itself: the bug is in how this node calls the search on {them}, or uses the "
            "returned value"
        )
    else:
        said = "the search does not choose a best move"
    shared = "some positions below this node occur twice, so check the transposition table" if at.subtree.shared else ""
    return sentences(said, shared)
