"""Find the calls that can only be shown as leaves, because they return values that no call of theirs returned."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from prunecheck.subjects.own_game.hooks.program import OwnProgram
from prunecheck.subjects.own_game.learning.recording import Node
from prunecheck.subjects.own_game.learning.rules import MOST_CONSTANTS, Known, other_value
from prunecheck.subjects.source.suspects import Topic, suspects
from prunecheck.trees.protocol import Number

FEWEST_ALIKE: Final = 10  # calls, for a value that all of them return to be a constant of the search
LARGEST: Final = 10**9  # a real leaf value beyond this is taken as infinite


def leaf_calls(known: Known, program: OwnProgram, value: Callable[[Node], Any]) -> Iterator[Node]:
    """The calls with a value that no call returned, unless all alike have the same: then it is the search's own.

    `value` gives the real value of a call. Few calls may be alike by chance, so that only a value from which the
    search's best one starts is its own.
    """
    others = {node: other_value(known.sightings[node]) for node in known.odd}
    first = _first_bests(program) if others else set()
    hidden = [node for node, other in others.items() if other is not None and not _is_first_best(node, first, value)]
    alike: dict[tuple[str, bool], list[Node]] = {}
    for node in known.rules:
        alike.setdefault((node.function, node.ply % 2 == 0), []).append(node)
    for those in alike.values():
        mine = [node for node in hidden if node in set(those)]
        values = {others[node] for node in mine}
        few = len(those) < FEWEST_ALIKE and not first.issuperset(map(abs, values))
        if few or len(mine) < len(those) or len(values) > MOST_CONSTANTS:
            yield from mine


def _first_bests(program: OwnProgram) -> set[float]:
    """The sizes of the finite numbers from which the best values in a search start."""
    return {each.size for each in suspects(program.source, program.name) if each.topic is Topic.INITIAL}


def _is_first_best(node: Node, first: set[float], value: Callable[[Node], Any]) -> bool:
    """True if a call really returned the value that its best one starts from, and none of its calls did."""
    own = value(node)
    return abs(own) in first and all(abs(value(child)) != abs(own) for child in node.children)


def values_beyond(most: Number, leaves: Iterable[Node], value: Callable[[Node], Any]) -> tuple[Number, ...]:
    """The larger values than `most` that calls return which are only shown as leaves."""
    return tuple(sorted(own for own in set(map(value, leaves)) if most < abs(own) < LARGEST))
