"""Find where the return values of each function contain the game value: the whole, an item, or an item of an item."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any, Final

from prunecheck.errors import PreconditionError, brief
from prunecheck.subjects.own_game.hooks.answers import Place, inner_places, is_number, places, value_at, with_value
from prunecheck.subjects.own_game.learning.call_rules import Rule, Sighting, is_value_of_a_call, rules_of
from prunecheck.subjects.own_game.learning.drawn_runs import DrawnRuns
from prunecheck.subjects.own_game.learning.leaf_limits import Limits
from prunecheck.subjects.own_game.recording.call_tree import Node

MOST_FIXED: Final = 0.7  # a larger share of calls with a fixed result shows that the search never compares the number
DRAWS: Final = 4  # number of runs with random leaf values, to find each call's rule
FEWEST_EXPLAINED: Final = 0.3  # if a smaller share of calls follows a rule, the number is probably a move
IN_ORDER: Final = (-30, -7, -2, 0, 1, 5, 16)  # values for a test of how objects compare


def find_places(runs: DrawnRuns) -> None:
    """Find out which item of each function's return values is the game value, such as the first item of a tuple.

    The game value is the item that is most often the maximum or minimum of the children's items at the same index.

    Tuples inside a return value are only examined if no other item can be the game value, because a move may also be a
    tuple of numbers.
    Raises: PreconditionError if no item of the return values can be the game value.
    """
    refusal = None
    try:
        _find_places(runs, _number_places(runs.root, places))
    except PreconditionError as error:
        refusal = error
    if inner_places(runs.root.sample) and (refusal is not None or not _fits(runs)):
        before = runs.places
        with suppress(PreconditionError):
            inner = _number_places(runs.root, inner_places)
            try:
                _find_places(runs, inner)
                if _fits(runs):
                    return
            except PreconditionError as error:
                refusal = error if refusal is not None else None  # there are numbers, inside
        runs.places = before
    if refusal is None:
        return
    if not _only_root_returns_more(runs.root):
        raise refusal
    runs.places = {node.function: None for node in runs.root.all()}  # the values of later calls show what is wrong


def _only_root_returns_more(root: Node) -> bool:
    """True if all calls except the first return plain numbers, so that the first call may return a move."""
    later = [node for node in root.all() if node is not root]
    return any(node.function == root.function for node in later) and all(is_number(node.sample) for node in later)


def _fits(runs: DrawnRuns) -> bool:
    """True if, in enough calls, the item chosen as the game value is the best of the values of the recursive calls."""
    return _explained(runs, runs.places) >= _fewest_explained(runs)


def _find_places(runs: DrawnRuns, candidates: dict[str, list[Place]]) -> None:
    found = {function: listed[0] for function, listed in candidates.items()}
    most = 0
    for function, several in candidates.items():
        if len(several) > 1:
            found[function], most = _likeliest(runs, function, _telling_places(runs.root, function, several), found)
    beside_moves = most < _fewest_explained(runs) and any(place is not None for place in found.values())
    # share of the calls that are made, since a search that cuts off too early makes few calls
    if beside_moves and _explained(runs, found, constants=True) < FEWEST_EXPLAINED * len(
        runs.sightings(Limits(runs.own_most()), draws=2)
    ):
        raise PreconditionError(
            f"`{runs.root.function}` returned {brief(repr(runs.root.sample))}, but prunecheck cannot tell which part "
            "of its answers is the value, since no part is the best value of the recursive calls; let it return this "
            "value unchanged, alone or with the move"
        )
    runs.places = found
    _check_chosen(runs)


def _likeliest(runs: DrawnRuns, function: str, several: list[Place], others: dict[str, Place]) -> tuple[Place, int]:
    """Choose the item of a function's return values that is most probably the game value.

    The game value of a call is usually the maximum or minimum of the game values that its recursive calls return.
    Returns the index or key of the chosen item, and the number of calls for which this is true. If there is only one
    candidate item, no calls are counted, and the number returned is 0.
    """
    if len(several) == 1:
        return several[0], 0
    calls = sum(bool(node.children) for node in runs.root.all())
    explained: dict[Place, int] = {}
    for place in several:
        explained[place] = _explained(runs, {**others, function: place})
        if explained[place] == calls:
            break
    best = max(explained, key=explained.__getitem__)
    return best, explained[best]


def _explained(runs: DrawnRuns, chosen: dict[str, Place], *, constants: bool = False) -> int:
    """Count the calls that return the best value of their recursive calls; `chosen` says which item is the value.

    If `constants` is set, a call that returns a constant or the value of any child is also counted.
    """
    runs.places = chosen
    most = 0
    for whole in (False, True):  # some searches round their values
        seen = runs.sightings(Limits(runs.own_most(), whole=whole), draws=2).values()
        most = max(
            most, sum(bool(rules_of(sighting)) or (constants and is_value_of_a_call(sighting)) for sighting in seen)
        )
        if most >= _fewest_explained(runs):
            break
    return most


def _fewest_explained(runs: DrawnRuns) -> float:
    return FEWEST_EXPLAINED * sum(bool(node.children) for node in runs.root.all())


def _number_places(root: Node, places_in: Callable[[Any], list[Place]]) -> dict[str, list[Place]]:
    """For each function, list the items that are a number in all its return values.

    The function `places_in` lists the items of one return value that are numbers.
    """
    found: dict[str, list[Place]] = {}
    nodes = root.all()
    for node in nodes:
        here = places_in(node.sample)
        if (
            node is root
            and not here
            and any(inner.function == node.function and is_number(inner.sample) for inner in nodes)
        ):
            continue  # the starting call may return a move, and later calls values
        if here == [None] and found.get(node.function):
            continue  # if a call returns a plain number, this is the value, even if other calls return a tuple
        if None in found.get(node.function, ()):
            del found[node.function]
        found[node.function] = [place for place in found.get(node.function, here) if place in here]
        if not found[node.function]:
            raise PreconditionError(
                f"`{node.function}` returned {brief(repr(node.sample))}, and no part of its answers is a number in "
                "every call; let it return the value as a number, or always in the same place of a tuple, list, "
                "dictionary or record"
            )
    return found


def _telling_places(root: Node, function: str, several: Sequence[Place]) -> list[Place]:
    """Find the items of return values that are most often the maximum or minimum of the children's items.

    The children's items may be negated before the maximum or minimum is taken.

    An item with the same number in all return values stays a candidate, because the game value itself may be the same
    everywhere: the deepest calls are not run, and all return one recorded value.
    """
    nodes = [node for node in root.all() if node.function == function and node.children]
    told = {place: [follows for node in nodes if (follows := _follows(node, place)) is not None] for place in several}
    most = max(map(sum, told.values()))
    return [place for place in several if all(told[place]) or 2 * sum(told[place]) >= most]


def _follows(node: Node, place: Place) -> bool | None:
    """True if the item `place` of a call is the maximum or minimum of its children's items, perhaps negated.

    Returns None if the items of all children are equal numbers.
    """
    with suppress(LookupError):
        below = [value_at(child.sample, place) for child in node.children]
        if len(set(below)) == 1:
            return None
        own = value_at(node.sample, place)
        return any(rule.of(below) == own for rule in Rule)
    return False


def _check_chosen(runs: DrawnRuns) -> None:
    """Raise PreconditionError for a search that never compares the attribute that seems to be the game value.

    For example, each call may return the best position, which its caller then evaluates. A search never compares an
    attribute if, in most calls, the attribute does not depend on the leaf values. A search does not compare an
    attribute, either, if the attribute always comes from the same child.
    """
    root, place = runs.root, runs.places[runs.root.function]
    if isinstance(root.sample, Mapping) or not isinstance(place, str):
        return
    calls = sum(bool(node.children) for node in root.all())
    if _compare_otherwise(root.sample, place) and _explained(runs, runs.places) < calls:
        raise PreconditionError(
            f"`{root.function}` returned {brief(repr(root.sample))}, but it compares such objects in another order "
            f"than that of their `{place}`; let it return the value, alone or with the move"
        )
    sightings = runs.sightings(Limits(runs.own_most()), draws=DRAWS).values()
    with_choice = [those for those in sightings if any(len(set(sighting.children)) > 1 for sighting in those)]
    if sum(map(_is_fixed, with_choice)) >= MOST_FIXED * len(with_choice):
        raise PreconditionError(
            f"`{root.function}` returned {brief(repr(root.sample))}, but never compares `{place}` in what its "
            "recursive calls return; let it return the value, alone or with the move"
        )


def _compare_otherwise(answer: Any, place: str) -> bool:
    """True if objects such as `answer` have their own `<`, and it does not follow from their item at `place`."""
    if not any({"__lt__", "__gt__"} & vars(kind).keys() for kind in type(answer).__mro__[:-1]):
        return False
    with suppress(Exception):
        held = [with_value(answer, place, value) for value in IN_ORDER]
        return len({bool(one < two) for one, two in combinations(held, 2)}) > 1
    return False


def _is_fixed(seen: Sequence[Sighting]) -> bool:
    columns = zip(*(sighting.children for sighting in seen), strict=False)
    results = tuple(sighting.result for sighting in seen)
    return len(set(results)) == 1 or results in columns
