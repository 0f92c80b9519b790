"""Describe a recursive call, or any object of the user's program, on one line."""

import re
from typing import Any, Final

from prunecheck.errors import brief
from prunecheck.subjects.own_game.hooks.fingerprints import GLOBAL, attributes, is_code
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall

_PLAIN_OBJECT: Final = re.compile(r"<(?:[\w.<>]+\.)?(\w+) object at 0x[0-9a-f]+>")


def call_in_words(call: HookedCall) -> str:
    """Return the text of a call, with all arguments except the window or the single bound."""
    said = ", ".join(_argument(*argument) for argument in call.without_window.items())
    return f"{call.name.rpartition('.')[2]}({said})"


def _argument(name: str, held: Any) -> str:
    if name in ("self", "cls"):
        return name
    if is_plain_object(held):
        return f"{name}={type(held).__name__}"
    return f"{name}={brief_text(held)}"


def is_plain_object(held: Any) -> bool:
    """True for an object that has attributes, but whose class defines no `__repr__` of its own."""
    has_attributes = hasattr(held, "__dict__") or any(True for _ in attributes(held))
    return has_attributes and not is_code(held) and " object at 0x" in _text(held)


def brief_text(held: Any) -> str:
    """Return the text of an object on one line, shortened if it is long.

    If the object's `__repr__` raises an error, the text names the object's type.
    """
    return brief(without_addresses(_text(held)))


def without_addresses(text: str) -> str:
    """In a text, replace each object's default representation, which contains an address, by the class name.

    >>> without_addresses("<piece.Piece object at 0x7f5bd5b8acd0> .")
    'Piece .'
    """
    return _PLAIN_OBJECT.sub(r"\1", text)


def _text(held: Any) -> str:
    try:
        return " ".join(repr(held).split())
    except Exception:
        return f"a {type(held).__name__}"


def part_in_words(part: str) -> str:
    """Return the words by which messages name a variable or attribute.

    >>> part_in_words("board.turn"), part_in_words("global board")
    ('`board.turn`', 'the global variable `board`')
    """
    name = part.removeprefix(GLOBAL)
    return f"`{name}`" if name == part else f"the global variable `{name}`"
