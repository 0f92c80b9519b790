"""Print a recorded call as the program's author would write it."""

from typing import Any

from prunecheck.errors import brief
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.state import is_code


def call_in_words(call: HookedCall) -> str:
    """Print a call with its arguments, but leave out its window or bound."""
    said = ", ".join(_argument(*argument) for argument in call.without_window.items())
    return f"{call.name.rpartition('.')[2]}({said})"


def _argument(name: str, held: Any) -> str:
    if name in ("self", "cls"):
        return name
    if is_plain_object(held):
        return f"{name}={type(held).__name__}"
    return f"{name}={brief_text(held)}"


def is_plain_object(held: Any) -> bool:
    """True for an object that has attributes, and whose class does not define `__repr__` or `__str__`."""
    return hasattr(held, "__dict__") and not is_code(held) and " object at 0x" in _text(held)


def brief_text(held: Any) -> str:
    """The text of an object on one line, cut if it is long. If the user's `__repr__` raises an error, show the type."""
    return brief(_text(held))


def _text(held: Any) -> str:
    try:
        return " ".join(repr(held).split())
    except Exception:
        return f"a {type(held).__name__}"
