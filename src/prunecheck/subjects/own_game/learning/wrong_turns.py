"""Compare the player for whom the search moves with variables that are named like the side to move."""

from collections.abc import Hashable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any, Final, NamedTuple

from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.hooks.call_text import part_in_words
from prunecheck.subjects.own_game.hooks.fingerprints import named_parts
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


def wrong_player_at_start(game: OwnGame, positions: Sequence[Hashable]) -> str:
    """Describe the bug if the starting call passes the wrong player to the searches of its moves.

    Returns "" if the bug is not found. `positions` contains the positions after the moves of the starting call.

    Marks on the board show who moved: within the search, all moves after which the variable has one value leave the
    same marks, such as "X", and all other moves leave other marks. It is a bug if the moves of the starting call leave
    the marks that belong to the other value of the variable.
    """
    families = [[child.position for child in node.children] for node in game.starts()]
    for part, player in _players_in(positions):
        marks: dict[Hashable, list[dict[str, set[Hashable]]]] = {}
        for family in families:
            after = dict(_players_in(family)).get(part)
            if after is not None and len(family) > 1:
                marks.setdefault(after, []).append(_marks(family))
        if len(marks.get(player, ())) < FEWEST_AGAIN or len(marks) != PLAYERS:
            continue
        (other,) = marks.keys() - {player}
        seen = _marks(positions)
        known = {name: [_only(name, marks[who]) for who in (player, other)] for name in seen}
        clear = {name: pair for name, pair in known.items() if all(pair) and pair[0] != pair[1]}
        if clear and all(seen[name] == pair[1] for name, pair in clear.items()):
            return (
                f"wrong player: `{game.program.start}` searches its moves with {part_in_words(part)} = {player!r}, but "
                f"within the search, {part_in_words(part)} is {other!r} after moves that leave the same marks"
            )
    return ""


def _players_in(positions: Sequence[Hashable]) -> Iterator[tuple[str, Hashable]]:
    """Yield each variable that is named like the side to move, with its value, if it is the same in all positions."""
    found = [{path: held for path, held in parts_in_key(each).items() if _names_a_player(path)} for each in positions]
    for path, held in found[0].items() if found else ():
        if all(path in other and other[path] == held for other in found):
            yield path, held


def _marks(positions: Sequence[Any]) -> dict[str, set[Hashable]]:
    """For each variable, find the items in which positions after different moves differ."""
    found: dict[str, set[Hashable]] = {}
    for one, other in pairwise(dict(parts) for _, parts in positions):
        for name in one.keys() & other.keys():
            if items := set(_differing(one[name], other[name])):
                found.setdefault(name, set()).update(items)
    return found


def _differing(one: Any, other: Any) -> Iterator[Hashable]:
    """Yield the items inside two fingerprints, such as the cells of two boards, that differ.

    >>> sorted(_differing((0, ("X", " ")), (0, (" ", "X"))))
    [' ', ' ', 'X', 'X']
    """
    if one == other:
        return
    before, after = named_parts(one), named_parts(other)
    if before or after:
        for name in before.keys() | after.keys():
            yield from _differing(before.get(name), after.get(name))
    elif type(one) is type(other) and isinstance(one, tuple | bytes | str) and 1 < len(one) == len(other):
        for first, second in zip(one, other, strict=True):
            yield from _differing(first, second)
    else:
        yield from (one, other)


def _only(name: str, marks: Sequence[dict[str, set[Hashable]]]) -> set[Hashable]:
    """Return the marks on the variable `name` if all items of `marks` contain the same ones, otherwise no marks."""
    first = marks[0].get(name, set())
    return first if all(each.get(name) == first for each in marks) else set()


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
