"""Find the place of the value in answers: places with a number, and which of them fit the answers of real calls."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from prunecheck.errors import PreconditionError, brief
from prunecheck.subjects.own_game.hooks.answers import Place, places, value_at
from prunecheck.subjects.own_game.learning.recording import Node
from prunecheck.subjects.own_game.learning.rules import Rule, Sighting

MOST_FIXED: Final = 0.7  # share of calls


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


def check_chosen_by(
    root: Node, chosen: Mapping[str, Place], sightings: Callable[[], Iterable[Sequence[Sighting]]]
) -> None:
    """Refuse a search that never chooses by an attribute of its answers, but, say, by evaluating positions it returns.

    Then most calls return the answer of the same one of their calls, or the same number, whatever the values.
    Raises: PreconditionError.
    """
    if isinstance(root.sample, Mapping) or not isinstance(chosen[root.function], str):
        return
    with_choice = [those for those in sightings() if any(len(set(each.children)) > 1 for each in those)]
    if sum(map(_is_fixed, with_choice)) >= MOST_FIXED * len(with_choice):
        raise PreconditionError(
            f"{root.function} returned {brief(repr(root.sample))}, but never chooses by its "
            f"{chosen[root.function]!r}; return the value, alone or beside the move, to have it checked"
        )


def _is_fixed(seen: Sequence[Sighting]) -> bool:
    columns = zip(*(each.children for each in seen), strict=False)
    results = tuple(each.result for each in seen)
    return len(set(results)) == 1 or results in columns
