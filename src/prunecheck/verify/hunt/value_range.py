"""The range of values that a subject declares, and trees brought inside: it is not blamed for what lies without."""

from typing import Any, Final

from prunecheck.strategies import Range
from prunecheck.subjects.convention import Eyes
from prunecheck.subjects.external.search import FOURFOLD
from prunecheck.subjects.subject import Subject
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.cut import cut
from prunecheck.trees.window import FULL
from prunecheck.verify.plan import Plan

FOR_RELATIONS: Final = 10  # on both sides: small trees shifted by 7, or relabelled three apart


def range_of(subject: Subject) -> Range | None:
    """The values that may be sent to a program; None for a subject that declares none."""
    said = subject.traits.numbers
    if said is None:
        return None
    low, high = said.ends
    return Range(said.kind, low, high, said.infinities, mover=subject.traits.convention.values is Eyes.MOVER)


def brought_inside(subject: Subject, tree: ExplicitTree[Number]) -> ExplicitTree[Number]:
    """The tree with values that the subject takes."""
    found = range_of(subject)
    return tree if found is None else found.brought_inside(tree)


def has_room(subject: Subject, value: Number) -> bool:
    """True where whole numbers up to `value` are taken on both sides of 0, and windows that end between them."""
    found = range_of(subject)
    if found is None:
        return True
    return found.room_for(value * FOURFOLD if found.kind == "int" else value)


def takes_related(subject: Subject) -> bool:
    """True where trees that are made from small ones by negating, shifting and relabelling values are taken, too."""
    found = range_of(subject)
    return found is None or found.room_for(FOR_RELATIONS)


def check_values(subject: Subject, plan: Plan) -> None:
    """Refuse a tree and windows of the plan with values that the subject does not take. Raises: PreconditionError."""
    if plan.tree is None or subject.traits.numbers is None:
        return
    plain = unfolded(plan.tree, static_values=plan.tree.has_static_values)
    asked: Tree[Any, Number] = plain if plan.depth is None else cut(plain, plan.depth)
    for window in plan.windows or (FULL,):
        subject.check(asked, asked.root, window.alpha, window.beta)
