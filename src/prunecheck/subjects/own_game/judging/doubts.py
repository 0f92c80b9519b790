"""Find doubts about the tree of a search's own game: facts that look wrong, but are right in some games."""

from collections.abc import Iterator
from typing import Final

from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.recording import Node

FEWEST: Final = 3  # positions of a ply; fewer may be alike by chance


def doubts(game: OwnGame) -> Iterator[str]:
    """Yield a doubt if each position of some ply has one move, or if no position of some ply returns a call's value."""
    plies: dict[int, list[Node]] = {}
    for node in game.root.all():
        if node.children:
            plies.setdefault(node.ply, []).append(node)
    single = [ply for ply, nodes in plies.items() if all(len(each.children) == 1 for each in nodes)]
    if len(single) == len(plies) >= FEWEST:
        yield "in no position is more than one move searched; a return, a break or a cutoff leaves the loop too early"
    choices = plies.keys() - set(single)
    for ply in single:
        if len(plies[ply]) >= FEWEST and any(later > ply for later in choices):  # a game may end with forced moves
            yield (
                f"{_positions(plies[ply])} only one move is searched; if there are more, a return, a break or a "
                "cutoff leaves the loop too early"
            )
            break
    for nodes in plies.values():
        if len(nodes) >= FEWEST and all(each in game.opaque and len(each.children) > 1 for each in nodes):
            yield f"{_positions(nodes)} the value is not that of any call; look at what {nodes[0].function} returns"
            break


def _positions(nodes: list[Node]) -> str:
    after = f"{nodes[0].ply} {'ply' if nodes[0].ply == 1 else 'plies'} after the start"
    return f"in all {len(nodes):,} positions {after},"
