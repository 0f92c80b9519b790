"""Measure a table of Snyder's lecture: boards examined in Connect Four, 8 columns wide, with and without alpha-beta."""

from collections.abc import Iterator
from functools import cache, partial
from typing import Final

from prunecheck.published.measuring import ALPHA_BETA, tallied
from prunecheck.published.row import PlannedFigure, PublishedTable
from prunecheck.published.stones import StonesInWindows
from prunecheck.theory.nodes import most_nodes
from prunecheck.trees.games.connect_four import ConnectFour
from prunecheck.trees.views.cut import cut

SOURCE: Final = "002"
COLUMNS: Final = 8
PLAIN, ITS_OWN = "minimax", "strict_test"
WITHOUT: Final = (8, 72, 584, 4_209, 33_380, 255_247, 2_322_941)
WITH: Final = (8, 72, 386, 2_364, 12_197, 48_912, 312_565)
DEPTHS: Final = range(1, len(WITH) + 1)
QUICK: Final = 5  # plies of the quick rows

SHORT: Final = {  # explanations for too few boards in the table
    4: "471 is not a multiple of 8: some boards had fewer than 8 moves",
    5: "the source does not start from the empty board, as its row for d = 4 shows",
    6: "the row d = 7 adds more than 8 times as many boards, so it starts from another position",
    7: "the source starts from a third position, or gives a mean over several positions",
}
TIES: Final = "the source examines all 72 boards; perhaps its static values (not given) have many ties"
STATIC: Final = "the source does not give its static values"
EQUALITY: Final = "the lecture's search only cuts off if beta < alpha"


@cache
def boards(name: str, depth: int) -> int:
    """The number of positions below the empty board that a variant visits; columns are tried from left to right."""
    return tallied(name, cut(StonesInWindows(ConnectFour(COLUMNS, 8)), depth)).visited - 1


def share(depth: int) -> float:
    """The number of boards examined with alpha-beta, as a share of the number examined without it."""
    return boards(ITS_OWN, depth) / boards(PLAIN, depth)


def trend(first: int, last: int) -> float:
    """The mean factor by which the share of examined boards changes per ply, from depth `first` to depth `last`."""
    return float((share(last) / share(first)) ** (1 / (last - first)))


def lines() -> Iterator[PlannedFigure]:
    """Yield rows of the table: boards examined without and with alpha-beta, their ratio, and its change per ply."""
    for depth, theirs in zip(DEPTHS, WITHOUT, strict=True):
        what = f"d = {depth}, without alpha-beta"
        exact = theirs == most_nodes(COLUMNS, depth) - 1
        reason = "exact: the empty board" if exact else SHORT[depth]
        yield PlannedFigure(what, SOURCE, theirs, partial(boards, PLAIN, depth), reason, quick=depth <= QUICK)
    for depth, theirs in zip(DEPTHS, WITH, strict=True):
        what = f"d = {depth}, with alpha-beta"
        reason = "exact: nothing can be cut off" if depth == 1 else TIES if depth == 2 else STATIC
        yield PlannedFigure(what, SOURCE, theirs, partial(boards, ITS_OWN, depth), reason, quick=depth <= QUICK)
    for depth, theirs in zip(DEPTHS, WITH, strict=True):
        what = f"d = {depth}, alpha-beta with cutoffs at alpha = beta"
        reason = "exact: nothing can be cut off" if depth == 1 else EQUALITY
        yield PlannedFigure(what, SOURCE, theirs, partial(boards, ALPHA_BETA, depth), reason, quick=depth <= QUICK)
    for depth, without, with_ in zip(DEPTHS, WITHOUT, WITH, strict=True):
        what = f"d = {depth}, share examined"
        reason = "exact" if depth == 1 else "the source does not give its static values; see the trend"
        yield PlannedFigure(what, SOURCE, with_ / without, partial(share, depth), reason, quick=depth <= QUICK)
    falls = float((WITH[-1] / WITHOUT[-1] / (WITH[1] / WITHOUT[1])) ** (1 / 5))
    what, measure = "d = 2 to 7, share examined, mean factor per ply", partial(trend, 2, 7)
    yield PlannedFigure(what, "002, its table", falls, measure, "the same trend, a little steeper", quick=False)
    yield PlannedFigure(what, "002, its text", 2 / 3, measure, "the same trend, a little steeper", quick=False)


TABLE: Final = PublishedTable(
    "connect-four-lecture",
    "Connect Four with eight columns: boards examined by depth",
    "Snyder's lecture (source 002)",
    lines,
)
