"""Statements about searches: a text, a source, and the trees and windows to which the statement applies."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show
from prunecheck.trees.walk import place
from prunecheck.trees.window import FULL, Window


class SearchRelation(Protocol):
    """A statement about one or two searches that can be checked on one tree in one window."""

    @property
    def searches(self) -> tuple[str, ...]:
        """The names of the searches that the statement is about."""

    def objection(self, tree: ExplicitTree[Number], window: Window[Number], /) -> str | None:
        """Why the statement is false for this tree in this window. Returns None if the statement is true."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that a tree must satisfy for a statement to apply, as text and as a function."""

    words: str
    holds: Callable[[ExplicitTree[Number]], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """The statement that all `relations` hold on every tree that satisfies `conditions` and whose players alternate.

    The statement is about every window with alpha < beta or, if `full_window` is True, only about (-inf, inf).
    `requires` lists further premises of the proof, which all searches and trees here satisfy.
    """

    name: str
    says: str
    source: str
    relations: tuple[SearchRelation, ...]
    conditions: tuple[Condition, ...] = ()
    full_window: bool = False
    requires: str = ""

    @property
    def condition(self) -> str:
        """All conditions of the statement, as text."""
        window = "full window" if self.full_window else "alpha < beta"
        return "; ".join([window, *(condition.words for condition in self.conditions), *filter(None, [self.requires])])

    @property
    def searches(self) -> tuple[str, ...]:
        """The names of the variants that the statement is about, without repetitions."""
        return tuple(dict.fromkeys(name for relation in self.relations for name in relation.searches))

    def is_about(self, tree: ExplicitTree[Number], window: Window[Number]) -> bool:
        """True if the tree and the window satisfy all conditions."""
        return (
            tree.alternates
            and (window == FULL or not self.full_window)
            and all(condition.holds(tree) for condition in self.conditions)
        )

    def objection(self, tree: ExplicitTree[Number], window: Window[Number]) -> str | None:
        """Why the statement is false for this tree and window.

        Returns None if the statement is true, or does not apply to this tree and window.
        """
        if not self.is_about(tree, window):
            return None
        return next(filter(None, (relation.objection(tree, window) for relation in self.relations)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Belief:
    """A false statement that people believe, with the smallest counterexample, and with what is true instead."""

    statement: Statement
    tree: ExplicitTree[Number]
    window: Window[Number] = field(default=FULL)
    instead: str

    @property
    def name(self) -> str:
        """The name of the statement."""
        return self.statement.name

    @property
    def where(self) -> str:
        """The counterexample as text: the tree, and everything that differs from the default.

        The text says so if MIN is to move, names the window if it is not the full window, and lists static values below
        the root.
        """
        window = "" if self.window == FULL else f" in {self.window}"
        player = [] if self.tree.is_max(self.tree.root) else ["MIN to move"]
        static = [f"with the static value {show(value)} at {place(path)}" for path, value in self._static_values()]
        return ", ".join([f"{self.tree}{window}", *player, *static])

    def _static_values(self) -> Iterator[tuple[tuple[int, ...], Number]]:
        """For each interior node below the root that has a static value: the path to the node, and this value."""
        stack: list[tuple[int, tuple[int, ...]]] = [(self.tree.root, ())]
        while stack:
            node, path = stack.pop()
            static = self.tree.static_value(node)
            if path and static is not None and not self.tree.is_terminal(node):
                yield path, static
            stack += [(child, (*path, nth)) for nth, child in reversed(list(enumerate(self.tree.children(node))))]
