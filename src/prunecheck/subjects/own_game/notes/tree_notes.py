"""Yield notes on properties of the game tree that probably come from bugs, but are right in some games."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Final

from prunecheck.errors import quantity, sentences
from prunecheck.subjects.own_game.faults.unrestored import unrestored
from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.call_text import part_in_words
from prunecheck.subjects.own_game.hooks.fingerprints import named_parts
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.wrong_turns import player_parts, sides_in, turns_of
from prunecheck.subjects.own_game.recording.call_tree import Node, by_ply
from prunecheck.subjects.own_game.recording.window_parameters import first_window
from prunecheck.trees.values import show

FEWEST: Final = 3  # a ply must have at least this many positions, to rule out chance
FEWEST_CHANGED: Final = 2  # this many plies are enough if a variable shows who moves


def tree_notes(game: OwnGame) -> Iterator[str]:
    """Yield notes if the first window is empty, if one player makes all moves after the first, or if a ply looks wrong.

    Another note says which part of a position the search does not restore.

    A ply looks wrong if the search makes only one move in each position at this ply, or if no call at this ply returns
    the value of one of its recursive calls.
    """
    yield from _empty_window(game)
    yield from _one_player_later(game)
    yield from _missing_signs(game)
    yield from _not_restored(game)
    plies = by_ply(node for node in game.root.all() if node.children and not node.passes_on)
    single = [ply for ply, nodes in plies.items() if all(len(node.children) == 1 for node in nodes)]
    if len(single) == len(plies) >= FEWEST:
        yield (
            "only one move is searched in each position; perhaps a return, a break or a cutoff leaves the loop "
            "too early"
        )
    choices = plies.keys() - set(single)
    for ply in single:
        if len(plies[ply]) >= FEWEST and any(later > ply for later in choices):  # a game may end with forced moves
            yield (
                f"{_positions(plies[ply])} only one move is searched; if there are more moves, a return, a break or a "
                "cutoff leaves the loop too early"
            )
            break
    else:
        yield from _one_move_of_a_player(game)
    for nodes in plies.values():
        if len(nodes) >= FEWEST and all(node in game.opaque and len(node.children) > 1 for node in nodes):
            yield f"{_positions(nodes)} no move has the returned value; check what `{nodes[0].function}` returns"
            break


def _not_restored(game: OwnGame) -> Iterator[str]:
    """Yield a note on attributes of the position, such as a hash, that the search changes and does not restore.

    Counters are ignored. Attributes that are None in some calls are also ignored, because they may be computed on first
    use.
    """
    seen, names = game.watched.opened, list[str]()
    for part in sorted(game.watched.identity.names & seen.left):
        held = [named_parts(parts[part].printed) for parts in seen.parts if part in parts]
        for attribute in sorted(seen.left_inside.get(part, ()), key=str):
            values: list[Any] = [inside.get(attribute) for inside in held]
            counts = all(map(is_number, values)) and values == sorted(values)
            if None not in values and not counts:
                names.append(f"{part}.{attribute}")
    for words in unrestored(names):
        yield sentences(words, "this made no difference to values, but check the code that takes back a move")


def _one_move_of_a_player(game: OwnGame) -> Iterator[str]:
    """Yield a note if the search always tries a single move of one player, but several moves of the opponent."""
    players: dict[tuple[str, bool], list[Node]] = {}
    for node in game.root.all():
        if node.children and not node.passes_on:
            players.setdefault(node.side, []).append(node)
    single = [nodes for nodes in players.values() if all(len(node.children) == 1 for node in nodes)]
    for nodes in single if len(single) < len(players) else ():
        if len(nodes) >= FEWEST and len({node.ply for node in nodes}) > 1:
            yield (
                f"one player has only one move in all {quantity(len(nodes), 'position')}; if there are more moves, a "
                "return, a break or a cutoff leaves the loop too early"
            )


def _empty_window(game: OwnGame) -> Iterator[str]:
    """Yield a note if alpha is not below beta in the first call.

    In place of an empty window, prunecheck uses the full window for the first call.
    """
    window = first_window(game.program)
    if window and all(map(is_number, window)) and not window[0] < window[1]:
        yield (
            f"`{game.program.start}` starts in the window ({', '.join(map(show, window))}), in which alpha is not "
            "below beta; prunecheck used (-inf, inf) in its place"
        )


def _one_player_later(game: OwnGame) -> Iterator[str]:
    """Yield a note if one player makes the first move, and the opponent makes all later moves.

    Usually, a note is only given if the opponent makes all moves at three or more different plies. Two plies at which
    the opponent makes all moves are enough for a note if a variable named like the side to move changes after the first
    position.
    """
    tree = game.tree(game.root, dict.fromkeys(game.root.all(), 0))
    first = tree.is_max(tree.root)
    choices = [node for node in range(1, len(tree)) if len(tree.children(node)) > 1]
    later = [node for node in game.starts() if node is not game.root]
    plies = {node.ply for node in later if len(node.children) > 1}
    if len(plies) < FEWEST_CHANGED or any(tree.is_max(node) == first for node in choices):
        return
    sides = _sides(later)
    changed = [part for part in sides if part in game.watched.parts.names]
    if len(plies) < FEWEST and not changed:
        return
    if any(len(held) > 1 for held in sides.values()):
        return  # several players play against one, like the ghosts in Pacman
    said = next(
        (f": {part_in_words(part)} is {sides[part].pop()!r} at all later positions" for part in (*changed, *sides)), ""
    )
    lines = {child.line for node in later for child in node.children}
    where = f"line {lines.pop()} passes on the wrong player" if len(lines) == 1 else "the turn is passed on wrongly"
    yield f"the same player makes all moves after the first{said}; if the players alternate, {where}"


def _missing_signs(game: OwnGame) -> Iterator[str]:
    """Yield a note if the side to move always changes, but values are not negated after some moves, such as a pass."""
    turns = [turn for turn in turns_of(game) if game.children(turn.child) and turn.node in game.rules]
    same = [turn for turn in turns if not game.rules[turn.node].negated[turn.nth]]
    for part, held in sides_in(turns) if FEWEST <= len(same) < len(turns) / 2 else ():
        if all(before != after for before, after in held):
            yield (
                f"{part_in_words(part)} changes with every move, but after {len(same):,} of {len(turns):,} moves the "
                "search does not negate the value; is a minus sign missing, for example after a pass?"
            )
            return


def _sides(nodes: Sequence[Node]) -> dict[str, set[Hashable]]:
    """For each variable that is named like the side to move, collect its values in the positions of `nodes`."""
    held = list(map(player_parts, nodes))
    return {part: {parts[part] for parts in held} for part in sorted(set[str].intersection(*map(set, held)))}


def _positions(nodes: list[Node]) -> str:
    after = f"{nodes[0].ply} {'ply' if nodes[0].ply == 1 else 'plies'} after the starting call"
    return f"in all {len(nodes):,} positions {after},"
