"""The trees that suit a search under test: how they are drawn for it, and which of the hard ones it takes."""

from collections.abc import Iterable, Iterator
from typing import Final

from prunecheck.strategies import trees
from prunecheck.subjects.convention import Domain, NodeKind, Turns
from prunecheck.subjects.presenting.adapter import MOST_PLIES, binary, fits
from prunecheck.subjects.subject import Subject
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.verify.corpus import (
    LARGE,
    bushy_trees,
    hard_depths,
    hard_limits,
    hard_trees,
    hard_turns,
    infinite_trees,
    trees_of_range,
)
from prunecheck.verify.hunt.value_range import brought_inside, has_room, range_of
from prunecheck.verify.plan import Drawn

SMALL: Final = 3  # the largest value of the smallest domain


def drawn_for(subject: Subject) -> Drawn:
    """Trees with the turns, the shapes and the values that it takes."""
    large = has_room(subject, LARGE) and subject.traits.domain is not Domain.SMALL
    turns = subject.traits.turns is Turns.ANY
    drawn = trees(
        extreme_values=subject.traits.domain is Domain.ANY, large_values=large, turns=turns, within=range_of(subject)
    )
    if subject.traits.node is NodeKind.ARRAY:
        return drawn.map(lambda tree: binary(tree, subject.traits.convention.plies or MOST_PLIES))
    return drawn


def hard_for(subject: Subject, given: Iterable[ExplicitTree[Number]]) -> tuple[ExplicitTree[Number], ...]:
    """Of those that are `given`, and of the hard ones, what it takes, with values that it takes."""
    return _suited(subject, (*given, *_hard(subject)))


def bushy_for(subject: Subject) -> tuple[ExplicitTree[Number], ...]:
    """The same of the bushy ones."""
    return _suited(subject, bushy_trees())


def _hard(subject: Subject) -> Iterator[ExplicitTree[Number]]:
    yield from hard_trees()
    if subject.traits.takes_depth:
        yield from hard_depths()
        yield from hard_limits()
    if subject.traits.turns is Turns.ANY:
        yield from hard_turns()
    if subject.traits.domain is Domain.ANY:
        yield from infinite_trees()
    if (declared := range_of(subject)) is not None:
        yield from trees_of_range(declared)


def _suited(subject: Subject, trees: Iterable[ExplicitTree[Number]]) -> tuple[ExplicitTree[Number], ...]:
    return tuple(brought_inside(subject, tree) for tree in trees if _taken(tree, subject))


def _taken(tree: ExplicitTree[Number], subject: Subject) -> bool:
    if subject.traits.node is NodeKind.ARRAY and not fits(tree, subject.traits.convention.plies or MOST_PLIES):
        return False
    if subject.traits.turns is Turns.ALTERNATE and not tree.alternates:
        return False
    return subject.traits.domain is not Domain.SMALL or all(max(value, -value) <= SMALL for value in tree.leaf_values)
