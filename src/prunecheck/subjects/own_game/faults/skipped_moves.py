"""Find moves that a search skips in the window (-inf, inf), although this window justifies no cutoff."""

from collections.abc import Iterator
from math import nan
from typing import Final, Self

from prunecheck.subjects.own_game.hooks.own_program import RUN_SECONDS
from prunecheck.subjects.own_game.recording.call_tree import Node, RecordedTrees, RecordingGuide, by_ply
from prunecheck.subjects.own_game.recording.watching import Watched
from prunecheck.trees.protocol import INF

FEWEST_SINGLE: Final = 3  # this many positions must have one move; fewer may have one move by chance
SECONDS: Final = 1.0  # seconds of computing


class EarlyCutoff(str):
    """The text that reports a bug: a call in the full window made too few recursive calls."""

    __slots__ = ()

    def __new__(cls, node: Node, made: int, calls: int) -> Self:
        """Write the text for the recorded call `node`, which only made the first `made` of its `calls` calls."""
        line = node.children[made - 1].line if made else 0
        where = f" and stopped after the call in line {line}" if line else ""
        return super().__new__(
            cls,
            f"cuts off moves in a position with the window (-inf, inf), where every move must be searched: "
            f"`{node.function}` made "
            f"{made} of {calls} calls{where}",
        )


def always_cut_off(watched: Watched, recorded: RecordedTrees) -> Iterator[str]:
    """Yield a bug if the search only tries one move in each position of a ply, unless cutoffs are made impossible.

    To make cutoffs impossible, alpha and beta are NaN, so that every comparison with a bound is false. The window
    (-inf, inf) is not enough, because a wrong cutoff test may stop the search after the first move even in this window.

    Calls are counted even if they seem to search the same position: if each call only tries to take one stone, the pile
    looks like a depth.
    """
    plies = by_ply(node for node in recorded.root.all() if node.children)
    single = [ply for ply, nodes in plies.items() if all(len(node.children) == 1 for node in nodes)]
    if not single or sum(len(plies[ply]) for ply in single) < FEWEST_SINGLE:
        return

    def calls(ends: tuple[float, float]) -> list[tuple[int, Node]]:
        """For each call at the ply, count its recursive calls in a run with the window `ends`."""
        roots: list[Node] = []
        guide = RecordingGuide(
            roots,
            identity=watched.identity if watched.identity.names else None,  # two moves may lead to the same position
            most_plies=single[0] + 1,
            leaf_answers=watched.leaf_answers,
            only=recorded.top,
            ends=ends,
            seconds=SECONDS,
            tables=watched.search_tables() if watched.identity.across else None,
        )
        watched.program.attempt(guide.call, seconds=RUN_SECONDS)
        nodes = (node for node in (roots[0].all() if roots else ()) if node.ply == single[0])
        return [(sum(1 + child.in_one_call for child in node.children), node) for node in nodes]

    more = [(made, node) for made, node in calls((nan, nan)) if made > 1]
    if more and all(made <= 1 for made, _ in calls((-INF, INF))):
        yield EarlyCutoff(more[0][1], 1, more[0][0])
