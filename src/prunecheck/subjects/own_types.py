"""Types of a search's own that it is to be given: an Enum of the two players, a class of windows."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from inspect import unwrap
from typing import Any, Final, get_args, get_type_hints

from prunecheck.trees.protocol import Number

MAX_NAMES: Final = frozenset(
    {"max", "maximizer", "maximiser", "white", "first", "one", "x", "me", "us", "own", "ai", "computer", "bot"}
)
MIN_NAMES: Final = frozenset(
    {"min", "minimizer", "minimiser", "black", "second", "two", "o", "you", "them", "other", "human", "opponent"}
)


@dataclass(frozen=True, slots=True)
class Players:
    """What stands for MAX and for MIN in a program: members of an Enum, or constants of its own."""

    value: tuple[Any, Any]

    @property
    def words(self) -> str:
        """The two, each with its player."""
        return f"{self.value[0]} for MAX, {self.value[1]} for MIN"


def hinted(function: Callable[..., Any]) -> dict[str, Any]:
    """The annotations of the parameters, as far as they can be resolved; of an optional one, what it is optionally."""
    found: dict[str, Any] = {}
    with suppress(Exception):  # they may name what is not there
        found = get_type_hints(getattr(unwrap(function), "__func__", unwrap(function)))
    return {name: _without_none(each) for name, each in found.items()}


def players(annotation: Any) -> list[Players]:
    """Both ways in which two members of an Enum may tell the players apart, the likelier first; none of all else.

    Of more than two members, those are meant whose names tell.
    """
    if not isinstance(annotation, type) or not issubclass(annotation, Enum):
        return []
    members = list(annotation)
    if len(members) > 2:
        members = [each for each in members if each.name.lower() in MAX_NAMES | MIN_NAMES]
    if len(members) != 2:
        return []
    one, other = members
    turned = one.name.lower() in MIN_NAMES or other.name.lower() in MAX_NAMES
    pairs = [(one, other), (other, one)]
    return [Players(pair) for pair in (reversed(pairs) if turned else pairs)]


def maker_of_windows(annotation: Any) -> Callable[[Number, Number], Any] | None:
    """The class, if it is one that is made of two ends and is no plain tuple or list."""
    if not isinstance(annotation, type) or annotation in (tuple, list, object):
        return None
    with suppress(Exception):
        annotation(-1.0, 1.0)
        return annotation
    return None


def _without_none(annotation: Any) -> Any:
    several = [each for each in get_args(annotation) if each is not type(None)]
    return several[0] if len(several) == 1 and type(None) in get_args(annotation) else annotation
