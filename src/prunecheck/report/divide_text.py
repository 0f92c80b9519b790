"""Where a search departs from the truth, for a person: the way down, the node, and its children."""

from collections.abc import Iterator

from prunecheck.errors import printable
from prunecheck.report.text import static_values, turns
from prunecheck.trees.values import show
from prunecheck.trees.walk import place
from prunecheck.verify.divide import Call, CutOff, Departure, Division

MOST_TOLD = 24  # nodes on the way, and children, that are told one by one


def division_lines(name: str, division: Division) -> Iterator[str]:
    """What came of it, line by line; nothing in it that a terminal would act on."""
    if division.departure is None:
        yield printable(_right(name, division))
        return
    at = division.departure
    yield printable(f"{name} departs from the truth at {place(at.path)}, by {division.contract.name}")
    for line in _lines(at):
        yield printable(f"  {line}")


def _right(name: str, division: Division) -> str:
    if len(division.windows) == 1:
        where = f"in the window {division.windows[0]}"
    else:
        where = f"in all of {len(division.windows)} windows tried"
    return (
        f"The root is right: {name} keeps {division.contract.name} there {where}; its value is {show(division.truth)}"
    )


def _lines(at: Departure) -> Iterator[str]:
    for length, call in enumerate(at.way[: min(MOST_TOLD, len(at.way) - 1)]):
        yield f"way     {place(at.path[:length])} in {call.window}: {_found(call)}, true {show(call.truth)}"
    if len(at.way) > MOST_TOLD + 1:
        yield f"        ... and {len(at.way) - MOST_TOLD - 1} more nodes on the way, all of them wrong"
    player = "MAX" if at.subtree.is_max(at.subtree.root) else "MIN"
    depth = "" if at.depth is None else f"depth {at.depth}    "
    yield f"tree    {at.subtree}    {player} to move    {depth}window {at.call.window}"
    if not at.subtree.alternates:
        yield f"turns   {turns(at.subtree)}"
    if at.subtree.has_static_values:
        yield f"static  {static_values(at.subtree)}"
    yield f"{_found(at.call, width=8)}, true {show(at.call.truth)}"
    for child in at.children[:MOST_TOLD]:
        yield f"child   {_child(place((*at.path, child.nth)), child)}"
    if len(at.children) > MOST_TOLD:
        yield f"        ... and {len(at.children) - MOST_TOLD} more children, none of them wrong"
    yield f"so      {_conclusion(at)}"


def _found(call: Call, *, width: int = 0) -> str:
    if call.error is not None:
        return f"{'ended':<{width}}{'' if width else ' '}with {call.error}"
    return f"{'found':<{width}}{'' if width else ' '}{show(call.found)}"


def _child(where: str, child: Call | CutOff) -> str:
    if isinstance(child, CutOff):
        return f"{where}: true {show(child.truth)}, cut off by alpha-beta"
    return f"{where} in {child.window}: {_found(child)}, true {show(child.truth)}"


def _conclusion(at: Departure) -> str:
    if not at.children:
        return "a leaf does not come back with its own value"
    if at.window_explains:
        said = f"in (-inf, inf) the node is right, so only the window {at.call.window} explains it"
    else:
        said = "each child is right by itself, so how it is called from here, or what is made of its value, is wrong"
    shared = "; positions below it come again on other paths, where a table may answer" if at.subtree.shared else ""
    return said + shared
