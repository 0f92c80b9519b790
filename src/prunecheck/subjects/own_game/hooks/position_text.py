"""Print the board of a position, or the attributes and variables that identify the position."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final

from prunecheck.subjects.own_game.hooks.call_text import brief_text, call_in_words, is_plain_object, without_addresses
from prunecheck.subjects.own_game.hooks.fingerprints import GLOBAL, attributes, is_code
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.parts import Parts

MOST_ROWS: Final = 30  # the most rows of a board that are printed
MOST_PARTS: Final = 6  # most attributes and variables that are printed if there is no board
# a blank cell or an empty row is printed as the first of these that no cell contains: no row may look like a blank line
EMPTY_CELLS: Final = ".-_"


def call_with_parts(call: HookedCall, parts: Parts, differing: Collection[str] = ()) -> str:
    """Print a call on one line, with the attributes and variables `parts` that identify its position.

    `differing` contains the names of the attributes and variables that differ between positions, if they are known.
    """
    held = list(parts_in_words(parts_at_call(parts, call.arguments), differing))
    return f"{call_in_words(call)}{' with ' if held else ''}{', '.join(held[:MOST_PARTS])}"


def parts_at_call(parts: Parts, own: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the attributes of arguments, and the module variables, that identify the position of a call.

    `own` contains the arguments of the call. An object with slots is yielded as a whole.
    """
    for name, held in own.items():
        if name in parts.names and is_plain_object(held):
            yield name, held
        for attribute, value in attributes(held):
            if f"{name}.{attribute}" in parts.names:
                yield f"{name}.{attribute}", value
    data = parts.program.data().items()
    yield from ((name.removeprefix(GLOBAL), held) for name, held in data if name in parts.names)


def parts_in_words(parts: Iterable[tuple[str, Any]], differing: Collection[str]) -> Iterator[str]:
    """Yield the name and value, as text, of each argument, attribute and variable in `parts`.

    An object without a readable text is shown as a board, or by its attributes. If some attributes differ between
    positions, only the differing attributes are shown.
    """
    for name, held in parts:
        if not is_plain_object(held):
            yield f"{name} = {brief_text(held)}"
        elif rows := list(board_rows(held)):
            yield f"{name} = {' / '.join(rows)}"
        else:
            shown = [(f"{name}.{attribute}", value) for attribute, value in attributes(held)]
            shown = [(inner, value) for inner, value in shown if inner in differing] or shown
            yield from (f"{inner} = {brief_text(value)}" for inner, value in shown if not is_plain_object(value))


def board_rows(held: Any) -> Iterator[str]:
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
