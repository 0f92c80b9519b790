"""Describe a position in a search's own game: print the board, and the call that searches the position."""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import is_dataclass
from typing import Any, Final

from prunecheck.subjects.own_game.hooks.call_text import brief_text, call_in_words, is_plain_object, without_addresses
from prunecheck.subjects.own_game.hooks.fingerprints import GLOBAL, attributes, is_code
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.parts import parts_in_key
from prunecheck.subjects.own_game.judging.shown_tree import JudgingGuide
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.recording.call_tree import Node
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.views.recorded import recorded

MOST_ROWS: Final = 30  # the most rows of a board that are printed
MOST_PARTS: Final = 6  # most attributes and variables that are printed if there is no board
# a blank cell or an empty row is printed as the first of these that no cell contains: no row may look like a blank line
EMPTY_CELLS: Final = ".-_"


def position_lines(game: OwnGame, start: Node, tree: ExplicitTree[Number]) -> tuple[str, ...]:
    """Describe the position at the root of a tree: the call in Python syntax, then the board.

    If there is no board, the call is followed by the attributes and variables that identify the position.
    """
    seen: list[str] = []

    def arrive(call: HookedCall) -> None:
        seen.append(call_in_words(call))
        parts = list(_parts(game, call.arguments))
        boards = [*call.without_window.values(), *(held for _, held in parts)]
        inside = [inner for held in boards for inner in _inside(held)]
        rows = next(filter(None, (list(_rows(held)) for held in [*boards, *inside])), None)
        seen.extend(rows or list(_in_words(game, parts))[:MOST_PARTS])

    guide = JudgingGuide(game, start, recorded(tree), on_arrival=arrive)
    game.program.attempt(guide.call)  # the search may fail in that position
    return tuple(seen)


def call_at_position(game: OwnGame, call: HookedCall) -> str:
    """Print a call, with the attributes and variables that identify its position, on one line."""
    held = list(_in_words(game, _parts(game, call.arguments)))
    return f"{call_in_words(call)}{' with ' if held else ''}{', '.join(held[:MOST_PARTS])}"


def _parts(game: OwnGame, own: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the attributes of arguments, and the module variables, that identify the position of a call.

    An object with slots is yielded as a whole.
    """
    for name, held in own.items():
        if name in game.watched.parts.names and is_plain_object(held):
            yield name, held
        for attribute, value in attributes(held):
            if f"{name}.{attribute}" in game.watched.parts.names:
                yield f"{name}.{attribute}", value
    data = game.program.data().items()
    yield from ((name.removeprefix(GLOBAL), held) for name, held in data if name in game.watched.parts.names)


def _in_words(game: OwnGame, parts: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """Yield the name and value, as text, of each argument, attribute and variable in `parts`.

    An object without a readable text is shown as a board, or by its attributes. If some attributes differ between
    positions, only the differing attributes are shown.
    """
    differing = _differing(game)
    for name, held in parts:
        if not is_plain_object(held):
            yield f"{name} = {brief_text(held)}"
        elif rows := list(_rows(held)):
            yield f"{name} = {' / '.join(rows)}"
        else:
            shown = [(f"{name}.{attribute}", value) for attribute, value in attributes(held)]
            shown = [(inner, value) for inner, value in shown if inner in differing] or shown
            yield from (f"{inner} = {brief_text(value)}" for inner, value in shown if not is_plain_object(value))


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


def _rows(held: Any) -> Iterator[str]:
    """Yield the rows of a board as text.

    A board is a list of lists, an array, or an object that prints several lines.
    """
    if isinstance(held, list | tuple) and held and all(isinstance(row, list | tuple) for row in held):
        cells = [[without_addresses(str(cell)) for cell in row] for row in held[:MOST_ROWS]]
        used = {cell for row in cells for cell in row}
        blank = next((sign for sign in EMPTY_CELLS if sign not in used), " ")
        yield from (" ".join(cell if cell.strip() else blank for cell in row) or blank for row in cells)
        return
    if isinstance(held, str | int | float | dict | list | tuple | set) or held is None or is_code(held):
        return
    try:
        text = without_addresses(str(held))
    except Exception:  # the user's `__str__` may be broken
        return
    if "\n" in text.strip():
        rows = text.splitlines()
        longest = max(map(len, rows))  # a full row of spaces may be a row of empty cells
        yield from [row for row in rows if row.strip() or len(row) == longest][:MOST_ROWS]
