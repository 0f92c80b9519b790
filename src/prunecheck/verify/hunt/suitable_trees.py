"""Choose trees with values and shapes that a search accepts."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final

from hypothesis.strategies import integers

from prunecheck.strategies import Range, trees
from prunecheck.subjects.convention import Domain, NodeKind, Turns, Viewpoint
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject
from prunecheck.subjects.presenting.adapter import MOST_PLIES, binary, fits
from prunecheck.subjects.subject import Subject
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.cut import cut
from prunecheck.trees.window import FULL
from prunecheck.verify.corpus import (
    LARGE,
    bushy_trees,
    hard_depths,
    hard_limits,
    hard_trees,
    hard_turns,
    huge_trees,
    infinite_trees,
    trees_of_range,
)
from prunecheck.verify.plan import Drawn, Plan

MOST_SEED: Final = 2**32 - 1  # the largest seed for a tree drawn from a search's own game
SMALL: Final = 3  # the largest value in the smallest domain


def range_of(subject: Subject) -> Range | None:
    """The range of leaf values that a search accepts, declared by a program or implied by a constant in the code.

    Returns None if the range is not known.
    """
    said, mover = subject.traits.numbers, subject.traits.convention.values is Viewpoint.MOVER
    if said is not None:
        low, high = said.ends
        return Range(said.kind, low, high, said.infinities, mover=mover)
    limit = subject.traits.limit
    return None if limit is None else Range("int", -limit.value, limit.value, mover=mover)


def fit_values(subject: Subject, tree: ExplicitTree[Number]) -> ExplicitTree[Number]:
    """Change the leaf values of a tree to values that the user's search (`subject`) accepts.

    If the search takes an array of leaves, the shape of the tree is changed as well.
    """
    found = range_of(subject)
    if subject.traits.node is NodeKind.ARRAY:
        tree = binary(tree, subject.traits.convention.plies or MOST_PLIES)
    return tree if found is None else found.brought_inside(tree)


def has_room(subject: Subject, value: Number) -> bool:
    """True if the user's search accepts all whole numbers from -`value` to `value` as leaf values."""
    found = range_of(subject)
    return found is None or found.room_for(value)


def check_values(subject: Subject, plan: Plan) -> None:
    """Check that the user's search accepts the values in the plan's tree and windows.

    Raises: PreconditionError if a value is outside the range that the search accepts.
    """
    if plan.tree is None:
        return
    plain = unfolded(plan.tree, static_values=plan.tree.has_static_values)
    asked: Tree[Any, Number] = plain if plan.depth is None else cut(plain, plan.depth)
    for window in plan.windows or (FULL,):
        subject.check(asked, asked.root, window.alpha, window.beta)


def suitable_trees(subject: Subject) -> Drawn:
    """A Hypothesis strategy for random trees that the user's search accepts (turn order, shapes and values)."""
    if isinstance(subject, OwnGameSubject):
        own = subject
        return integers(0, MOST_SEED).map(lambda seed: own.drawn_tree(Random(seed)))  # noqa: S311  # not for security
    large = has_room(subject, LARGE) and subject.traits.domain is not Domain.SMALL
    turns = subject.traits.turns is Turns.ANY
    domain = subject.traits.domain
    drawn = trees(
        extreme_values=domain is Domain.ANY,
        large_values=large,
        huge_values=domain is Domain.BIGINT,
        turns=turns,
        within=range_of(subject),
    )
    if subject.traits.node is NodeKind.ARRAY:
        return drawn.map(lambda tree: binary(tree, subject.traits.convention.plies or MOST_PLIES))
    return drawn


def suitable_hard_trees(
    subject: Subject, first: Iterable[ExplicitTree[Number]], *, only_first: bool = False
) -> tuple[ExplicitTree[Number], ...]:
    """The trees in `first`, then trees on which bugs often show, all with values that the user's search accepts.

    Trees that the search does not accept are left out. If `only_first` is True, the result is made from `first` alone.
    """
    if isinstance(subject, OwnGameSubject):
        return tuple(first)
    return _suitable(subject, (*first, *(() if only_first else _hard(subject))))


def suitable_bushy_trees(subject: Subject) -> tuple[ExplicitTree[Number], ...]:
    """Trees with many moves at each node, and with values that the user's search accepts."""
    if isinstance(subject, OwnGameSubject):
        return ()
    return _suitable(subject, bushy_trees(limited=subject.traits.takes_depth))


def _hard(subject: Subject) -> Iterator[ExplicitTree[Number]]:
    yield from hard_trees()
    if subject.traits.takes_depth:
        yield from hard_depths()
        yield from hard_limits()
    if subject.traits.turns is Turns.ANY:
        yield from hard_turns()
    if subject.traits.domain in (Domain.BIGINT, Domain.ANY):
        yield from huge_trees()
    if subject.traits.domain is Domain.ANY:
        yield from infinite_trees()
    if (declared := range_of(subject)) is not None:
        yield from trees_of_range(declared)


def takes_tree(subject: Subject, tree: ExplicitTree[Number]) -> bool:
    """True if the user's search accepts the tree as it is, with unchanged values."""
    return _takes(tree, subject) and fit_values(subject, tree) == tree


def _suitable(subject: Subject, trees: Iterable[ExplicitTree[Number]]) -> tuple[ExplicitTree[Number], ...]:
    return tuple(fit_values(subject, tree) for tree in trees if _takes(tree, subject))


def _takes(tree: ExplicitTree[Number], subject: Subject) -> bool:
    if subject.traits.node is NodeKind.ARRAY and not fits(tree, subject.traits.convention.plies or MOST_PLIES):
        return False
    if subject.traits.turns is Turns.ALTERNATE and not tree.alternates:
        return False
    return subject.traits.domain is not Domain.SMALL or all(max(value, -value) <= SMALL for value in tree.leaf_values)
