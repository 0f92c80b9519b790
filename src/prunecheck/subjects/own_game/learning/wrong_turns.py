"""Compare the player for whom the search moves with variables that are named like the side to move."""

from collections.abc import Hashable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.hooks.call_text import part_in_words
from prunecheck.subjects.own_game.hooks.parts import parts_in_key
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.recording.call_tree import Node
from prunecheck.subjects.source.parameters import is_named

FEWEST_PLIES, FEWEST_POSITIONS = 3, 10  # it is a bug if one player makes all moves in so many plies, positions
ALTERNATING: Final = 2, 3  # the same if a variable says that the players alternate
PLAYERS, FEWEST_AGAIN = 2, 3  # number of players; this many repeated turns cannot be chance


class Turn(NamedTuple):
    """A move from the position `node` to the position `child`, which is child number `nth`.

    For both `node` and `child`, it is known which player moves.
    """

    node: Node
    child: Node
    nth: int


def turns_of(game: OwnGame) -> list[Turn]:
    """List the moves of a game between positions that have moves, and whose side to move is known.

    A call that passes its own position to another function makes no move.
    """
    return [
        Turn(node, child, nth)
        for node in game.starts()
        for nth, child in enumerate(node.children)
        if child.children and node.position is not None and child.position is not None
        if game.unclear.isdisjoint((node, child)) and not node.passes_on
    ]


def sides_in(turns: Sequence[Turn]) -> Iterator[tuple[str, list[tuple[Hashable, Hashable]]]]:
    """Yield each two-valued variable that is named like the side to move, with its values before and after moves."""
    for part in sorted({part for turn in turns for part in player_parts(turn.node)}):
        held = [(player_parts(turn.node).get(part), player_parts(turn.child).get(part)) for turn in turns]
        if len(set(chain(*held))) == PLAYERS:
            yield part, held


def wrong_turns(game: OwnGame) -> Iterator[str]:
    """Yield a bug if a variable shows that the same player moves again, but the search lets the opponent move.

    The variable must be named like the side to move, have two values, and change with some moves but not with all.
    """
    turns = turns_of(game)
    for part, held in sides_in(turns):
        stays = [turn for turn, (before, after) in zip(turns, held, strict=True) if before == after]
        if FEWEST_AGAIN <= len(stays) < len(turns) and all(_changes_turn(game, *turn) for turn in stays):
            yield (
                f"{part_in_words(part)} stays the same after {len(stays):,} of {len(turns):,} moves, so the same "
                "player moves again, but the search treats the next position as the opponent's; check the sign and the "
                "window after such moves"
            )


def player_parts(node: Node) -> dict[str, Hashable]:
    """Find the variables, attributes and dictionary items of a position that are named like the side to move."""
    return {path: held for path, held in parts_in_key(node.position).items() if _names_a_player(path)}


def _names_a_player(path: str) -> bool:
    return is_named(path.rpartition(".")[2], Role.MAXIMISING)


def _changes_turn(game: OwnGame, node: Node, child: Node, nth: int) -> bool:
    """True if the search lets different players move at the node and at its child."""
    if child in game.opaque or child not in game.rules:
        return True
    return game.is_max(node) != game.is_max(child, -1 if game.rules[node].negated[nth] else 1)


def _alternates(game: OwnGame) -> bool:
    """True if some variable named like the side to move has two values, and changes with every move."""
    steps = game.watched.opened.steps
    parts = {part for above, _ in steps for part in above if _names_a_player(part)}
    held = ([(above.get(part), below.get(part)) for above, below in steps] for part in parts)
    printed = ([(before.printed, after.printed) for before, after in pairs if before and after] for pairs in held)
    return any(
        len(pairs) == len(steps)
        and all(before != after for before, after in pairs)
        and len(set(chain(*pairs))) == PLAYERS
        for pairs in printed
    )


def missing_opponent(game: OwnGame) -> Iterator[str]:
    """Yield a bug if the search lets the same player make all moves, because it never changes the point of view.

    Usually, the bug is only reported if the same player makes all moves at three or more plies. Two plies are enough if
    a variable named like the side to move changes with every move in the first calls.
    """
    shown = [node for node in game.starts() if len(node.children) > 1]
    known = set(shown)
    if not any(child in known for node in shown for child in node.children):
        return
    start = game.starts()[0]
    tree = game.tree(start, dict.fromkeys(start.all(), 0))
    turns = {tree.is_max(node) for node in range(len(tree)) if len(tree.children(node)) > 1}
    plies = {node.ply for node in shown}
    fewest, positions = ALTERNATING if _alternates(game) else (FEWEST_PLIES, FEWEST_POSITIONS)
    if len(plies) >= fewest and len(shown) >= positions and len(turns) == 1:
        which = "largest" if turns == {True} else "smallest"
        yield (
            f"the opponent never moves: the same player takes the {which} value in all {len(shown):,} positions; is a "
            "minus sign missing, or does the side to move never change?"
        )


def idle_player(root: Node) -> Iterator[str]:
    """Yield a bug if the moves of one player, but not of the opponent, change nothing except the side to move.

    A player who must pass has only one move. It is a bug if a player has several moves, and all of them leave the
    position unchanged.
    """
    sides: dict[tuple[str, bool], list[Node]] = {}
    for node in root.all():
        if node.children and all(each.position is not None for each in (node, *node.children)):
            sides.setdefault(node.side, []).append(node)
    idle = {side: all(map(_stays, nodes)) for side, nodes in sides.items()}
    for side, nodes in sides.items():
        again = [node for node in nodes if any(child.in_one_call > 1 for child in node.children)]
        if idle[side] and len(again) >= FEWEST_AGAIN and not all(idle.values()):
            player = "the first player" if side[1] else "the opponent"
            yield (
                f"{player} never moves: in all {len(again):,} positions, a move changes the side to move and "
                "nothing else; does the search make the moves on the board?"
            )


def _stays(node: Node) -> bool:
    """True if all children of a call have the same position as the call, apart from the side to move."""
    held = [parts_in_key(each.position) for each in (node, *node.children)]
    for below in held[1:]:
        differing = {path for path in held[0].keys() | below.keys() if held[0].get(path) != below.get(path)}
        inner = {path for path in differing if not any(other.startswith(f"{path}.") for other in differing)}
        if not all(map(_names_a_player, inner)):
            return False
    return True
