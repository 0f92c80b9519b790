"""Find a search that always stops after its first move, so that it never shows its other moves."""

from collections.abc import Iterator
from math import nan
from typing import Final

from prunecheck.subjects.own_game.hooks.search_tables import SearchTables
from prunecheck.subjects.own_game.learning.faults import EarlyCutoff
from prunecheck.subjects.own_game.learning.recording import RUN_SECONDS, Node, RecordedTrees, RecordingGuide
from prunecheck.subjects.own_game.learning.watching import Watched

FEWEST_SINGLE: Final = 3  # this many positions must have one move; fewer may be alike by chance
SECONDS: Final = 1.0  # seconds of computing


def always_cut_off(watched: Watched, recorded: RecordedTrees, top: int) -> Iterator[str]:
    """Yield a bug if all positions of a ply have one move, but more in the window (NaN, NaN), without cutoffs."""
    plies: dict[int, list[Node]] = {}
    for node in recorded.roots[top].all():
        if node.children:
            plies.setdefault(node.ply, []).append(node)
    single = [ply for ply, nodes in plies.items() if all(len(node.children) == 1 for node in nodes)]
    if not single or sum(len(plies[ply]) for ply in single) < FEWEST_SINGLE:
        return
    roots: list[Node] = []
    guide = RecordingGuide(
        roots,
        identity=watched.identity if watched.identity.names else None,  # two moves may lead to one position
        most_plies=single[0] + 1,
        leaf_answers=watched.leaf_answers,
        only=top,
        ends=(nan, nan),
        seconds=SECONDS,
        tables=SearchTables(watched.program, watched.tables) if watched.identity.across else None,
    )
    watched.program.attempt(guide.call, seconds=RUN_SECONDS)
    for node in roots[top].all() if len(roots) > top else ():
        if node.ply == single[0] and len(node.children) > 1:
            yield EarlyCutoff(
                "cuts off moves in the window (-inf, inf), where nothing can be cut off: "
                f"{node.function} made 1 of {len(node.children)} calls"
            )
            return
