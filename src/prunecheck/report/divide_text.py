"""Where a search departs from the truth, for a person: the way down, the node, and its children."""

from collections.abc import Iterator

from prunecheck.errors import printable
from prunecheck.report.lines import LABEL_WIDTH
from prunecheck.report.text import outcome, tree_details, tree_line, true_words
from prunecheck.subjects.sandbox.notes import EarlyEnd
from prunecheck.trees.values import show
from prunecheck.trees.walk import place
from prunecheck.verify.explain.divide import Call, Child, Departure, Division, NotCalled

MOST_TOLD = 24  # nodes on the way, and children, that are listed


def division_lines(name: str, division: Division) -> Iterator[str]:
    """The result, line by line; nothing in it that a terminal would act on."""
    if division.departure is None:
        yield printable(_right(name, division))
        return
    at = division.departure
    yield printable(f"{name} departs from the truth at {place(at.path)}, by {_judge(division)}")
    for line in _lines(at):
        yield printable(f"  {line}")


def ended_lines(name: str, ended: EarlyEnd) -> Iterator[str]:
    """How a search ended before it was known how to call it, and in which call if that is known, line by line."""
    yield printable(f"{name}: {ended.failure}, while it was found out how it is called")
    if ended.call is not None:
        at = ended.call
        yield printable(f"  {tree_line(at.tree, at.depth, at.window)}")


def _judge(division: Division) -> str:
    reading = "" if division.reading is None else f" and {division.reading.value}"
    return f"{division.contract.name}{reading}"


def _right(name: str, division: Division) -> str:
    if len(division.windows) == 1:
        where = f"in the window {division.windows[0]}"
    else:
        where = f"in all of {len(division.windows)} windows tried"
    return (
        f"The root is right: {name} keeps {division.contract.name} there {where}"
        + ("" if division.reading is None else f", by {division.reading.value}")
        + f"; its value is {show(division.truth)}"
    )


def _lines(at: Departure) -> Iterator[str]:
    path: tuple[int, ...] = ()
    for nth, call in enumerate(at.way[: min(MOST_TOLD, len(at.way) - 1)]):
        path = (*path, *call.via, call.nth) if nth else ()
        yield f"way     {place(path)} in {call.window}: {_outcome(call)}"
    if len(at.way) > MOST_TOLD + 1:
        yield f"        ... and {len(at.way) - MOST_TOLD - 1} more nodes on the way, all of them wrong"
    yield tree_line(at.subtree, at.depth, at.call.window)
    yield from tree_details(at.subtree)
    yield _outcome(at.call, width=LABEL_WIDTH)
    for child in at.children[:MOST_TOLD]:
        yield f"child   {_child(place((*at.path, *child.via, child.nth)), child)}"
    if len(at.children) > MOST_TOLD:
        yield f"        ... and {len(at.children) - MOST_TOLD} more children, none of them wrong"
    yield f"so      {_conclusion(at)}"


def _outcome(call: Call, *, width: int = 0) -> str:
    return f"{outcome(call.found, call.failure, width=width)}, {true_words(call.truth, call.explained)}"


def _child(where: str, child: Child) -> str:
    if isinstance(child, NotCalled):
        why = "a leaf, which has no move" if child.is_leaf else "cut off by alpha-beta"
        return f"{where}: true {show(child.truth)}, {why}"
    return f"{where} in {child.window}: {_outcome(child)}"


def _conclusion(at: Departure) -> str:
    if not at.children:
        return "a leaf does not come back with its own value"
    if at.window_explains:
        said = f"in (-inf, inf) the node is right, so only the window {at.call.window} explains it"
    elif any(isinstance(each, Call) for each in at.children):
        over = any(each.via for each in at.children)
        each = "each of these, a leaf or with the same player to move," if over else "each child"
        said = f"{each} is right by itself, so how it is called from here, or what is made of its value, is wrong"
    else:
        said = "the move that it chooses is not a best one"
    shared = "; positions below it come again on other paths, where a table may answer" if at.subtree.shared else ""
    return said + shared
