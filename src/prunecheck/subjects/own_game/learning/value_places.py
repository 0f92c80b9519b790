"""Find the place of the value in answers: places with a number, and which of them fit the answers of real calls."""

from collections.abc import Sequence
from contextlib import suppress

from prunecheck.errors import PreconditionError, brief
from prunecheck.subjects.own_game.hooks.answers import Place, places, value_at
from prunecheck.subjects.own_game.learning.recording import Node
from prunecheck.subjects.own_game.learning.rules import Rule


def number_places(root: Node) -> dict[str, list[Place]]:
    """The places with a number in all answers of each function.

    Raises: PreconditionError for a function whose answers have no number in common.
    """
    found: dict[str, list[Place]] = {}
    for node in root.all():
        here = places(node.sample)
        if here == [None] and found.get(node.function):
            continue  # a bare number is the value, even if other calls return it in a tuple
        if None in found.get(node.function, ()):
            del found[node.function]
        found[node.function] = [place for place in found.get(node.function, here) if place in here]
        if not found[node.function]:
            raise PreconditionError(
                f"{node.function} returned {brief(repr(node.sample))}, in which no number can be found that all "
                "its calls return; the value must be a number, alone or in a tuple, list, dictionary or record"
            )
    return found


def telling_places(root: Node, function: str, several: Sequence[Place]) -> list[Place]:
    """The places whose number is always or most often the largest or smallest of the call's own calls, or negated.

    A place at which all answers are equal is kept, too, since deep calls all get the same answer.
    """
    nodes = [node for node in root.all() if node.function == function and node.children]
    told = {place: [follows for node in nodes if (follows := _follows(node, place)) is not None] for place in several}
    most = max(map(sum, told.values()))
    return [place for place in several if all(told[place]) or 2 * sum(told[place]) >= most]


def _follows(node: Node, place: Place) -> bool | None:
    """True if the number at the place follows by a rule from its own calls' numbers; None if those are equal."""
    with suppress(LookupError):
        below = [value_at(child.sample, place) for child in node.children]
        if len(set(below)) == 1:
            return None
        own = value_at(node.sample, place)
        return any(rule.of(below) == own for rule in Rule)
    return False
