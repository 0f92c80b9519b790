"""Find calls that are treated as leaves, since they returned a value that none of their recursive calls returned."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import product
from typing import Any, Final

from prunecheck.errors import PreconditionError, brief
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.learning.call_rules import MOST_CONSTANTS, Known, is_changed, other_value
from prunecheck.subjects.own_game.learning.drawn_runs import DrawnRuns
from prunecheck.subjects.own_game.recording.call_tree import Node
from prunecheck.subjects.source.initial_values import gives_infinite_values
from prunecheck.subjects.source.reachable import reachable
from prunecheck.subjects.source.suspects import Topic, suspects
from prunecheck.trees.protocol import INF, Number

FEWEST_ALIKE: Final = 10  # a constant must be returned by at least this many calls
FEWEST_INFINITE: Final = 4  # the same for an infinite value that no leaf has
MANY_ADJUSTED: Final = 0.2  # if a larger share of values is changed, the search changes values on the way up
DRAWS, ROUNDED = 8, 6  # number of runs with random fractions as leaf values; number of digits to compare


def leaf_calls(known: Known, program: OwnProgram, value: Callable[[Node], Any]) -> Iterator[Node]:
    """Yield calls that returned a value that none of their recursive calls returned, unless the value is a constant.

    A value counts as a constant if all calls of one function with one player to move return this value. If there are
    only a few calls, the value must also be an initial best value from the source code, or an infinite value that no
    leaf has. The function `value` returns the value of a call in the user's game.
    """
    others = {node: other_value(known.sightings[node]) for node in known.odd}
    first = _first_bests(program) if others else set()
    hidden = [node for node, other in others.items() if other is not None and not _is_first_best(node, first, value)]
    alike: dict[tuple[str, bool], list[Node]] = {}
    for node in known.rules:
        alike.setdefault(node.side, []).append(node)
    for those in alike.values():
        members = set(those)
        mine = [node for node in hidden if node in members]
        values = {others[node] for node in mine}
        few = len(those) < FEWEST_ALIKE and not first.issuperset(map(abs, values))
        if mine and {INF}.issuperset(map(abs, values)) and not _has_infinite_leaf(known, value):
            few = len(those) < FEWEST_INFINITE and gives_infinite_values(program.syntax)
        if few or len(mine) < len(those) or len(values) > MOST_CONSTANTS:
            yield from mine


def _first_bests(program: OwnProgram) -> set[float]:
    """Return the absolute values of all finite initial best values in a search's source code."""
    return {suspect.size for suspect in suspects(program.source, program.name) if suspect.topic is Topic.INITIAL}


def _has_infinite_leaf(known: Known, value: Callable[[Node], Any]) -> bool:
    """True if some leaf has an infinite value in the user's game."""
    leaves = {child for node in known.rules for child in node.children if not child.children}
    return any(abs(value(leaf)) == INF for leaf in leaves)


def _is_first_best(node: Node, first: set[float], value: Callable[[Node], Any]) -> bool:
    """True if, in the user's game, a call returned its initial best value, which no recursive call had returned."""
    own = value(node)
    return abs(own) in first and all(abs(value(child)) != abs(own) for child in node.children)


def calls_above(root: Node, leaves: Collection[Node]) -> list[Node]:
    """Turn the calls in `leaves` into leaves of the recorded tree, and list the interior nodes that remain."""
    found = reachable([root], lambda node: () if node in leaves else node.children)
    return [node for node in found if node.children and node not in leaves]


def check_adjusted(known: Known, runs: DrawnRuns, largest: Number) -> None:
    """Raise PreconditionError for a search that returns altered values of its recursive calls, such as value - 1.

    `largest` is the largest leaf value in the runs. If few calls change values, this may be a bug, unless further runs
    show that a call adds a constant to the value of a recursive call, for example if a move wins points.
    """
    adjusted = known.adjusted()
    if len(adjusted) <= MANY_ADJUSTED * len(known.rules):
        adjusted = _adding_constants(adjusted, runs, largest)
    if adjusted:
        seen = next(filter(is_changed, known.sightings[adjusted[0]]))
        raise PreconditionError(
            f"cannot check `{adjusted[0].function}`, since it changes the values that its recursive calls return: they "
            f"returned {brief(str(list(seen.children)))}, but it returned {seen.result}. For the check, let it return "
            "the best value unchanged"
        )


def _adding_constants(nodes: Sequence[Node], runs: DrawnRuns, largest: Number) -> list[Node]:
    """List the calls in `nodes` that, in two runs, added the same constant to the value of the same recursive call.

    Leaves get random fractions, so that two sums are not equal by chance.
    """
    added = {node: Counter[tuple[int, int, float]]() for node in nodes}
    for _ in range(DRAWS if nodes and not runs.whole else 0):
        runs.run({leaf: runs.random.uniform(-1, 1) * largest for leaf in runs.leaves()})
        for node in nodes:
            for seen in filter(is_changed, runs.seen(node)):
                for (nth, child), sign in product(enumerate(seen.children), (1, -1)):
                    added[node][nth, sign, round(seen.result - sign * child, ROUNDED)] += 1
    return [node for node, counted in added.items() if max(counted.values(), default=0) > 1]
