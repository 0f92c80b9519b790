"""Describe a position in a search's own game: print the board, and the call that searches the position."""

from collections.abc import Hashable, Iterator
from dataclasses import is_dataclass
from typing import Any

from prunecheck.subjects.own_game.hooks.call_text import call_in_words, is_plain_object
from prunecheck.subjects.own_game.hooks.fingerprints import attributes
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.parts import parts_in_key
from prunecheck.subjects.own_game.hooks.position_text import (
    MOST_PARTS,
    board_rows,
    call_with_parts,
    parts_at_call,
    parts_in_words,
)
from prunecheck.subjects.own_game.judging.shown_tree import JudgingGuide
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.recording.call_tree import Node
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.views.recorded import recorded


def position_lines(game: OwnGame, start: Node, tree: ExplicitTree[Number]) -> tuple[str, ...]:
    """Describe the position at the root of a tree: the call in Python syntax, then the board.

    If there is no board, the call is followed by the attributes and variables that identify the position.
    """
    seen: list[str] = []

    def arrive(call: HookedCall) -> None:
        seen.append(call_in_words(call))
        parts = list(parts_at_call(game.watched.parts, call.arguments))
        boards = [*call.without_window.values(), *(held for _, held in parts)]
        inside = [inner for held in boards for inner in _inside(held)]
        rows = next(filter(None, (list(board_rows(held)) for held in [*boards, *inside])), None)
        seen.extend(rows or list(parts_in_words(parts, _differing(game)))[:MOST_PARTS])

    guide = JudgingGuide(game, start, recorded(tree), on_arrival=arrive)
    game.program.attempt(guide.call)  # the search may fail in that position
    return tuple(seen)


def call_at_position(game: OwnGame, call: HookedCall) -> str:
    """Print a call, with the attributes and variables that identify its position, on one line."""
    return call_with_parts(call, game.watched.parts, _differing(game))


def _differing(game: OwnGame) -> set[str]:
    """The dotted names of arguments, attributes and variables that differ between the recorded positions."""
    seen: dict[str, set[Hashable]] = {}
    for node in game.root.all():
        for path, held in parts_in_key(node.position).items():
            seen.setdefault(path, set()).add(held)
    return {path for path, held in seen.items() if len(held) > 1}


def _inside(held: Any) -> Iterator[Any]:
    """Yield the items of a tuple, or the attributes of a dataclass or of an object without its own `__repr__`."""
    if isinstance(held, tuple):
        yield from held
    elif is_plain_object(held) or is_dataclass(held):
        yield from (value for _, value in attributes(held))
