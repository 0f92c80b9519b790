"""A library's search as a subject: one question of the judge, put to it and answered for MAX."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final, TypeAlias

from prunecheck.subjects.presenting.adapter import worth_of
from prunecheck.subjects.presenting.answers import number, place
from prunecheck.subjects.sandbox.budget import ANSWER_SECONDS
from prunecheck.subjects.sandbox.limits import in_time
from prunecheck.subjects.subject import (
    Instance,
    KnownTrees,
    Question,
    Subject,
    Traits,
    limited_question,
    quiet,
    unique_key,
    whole_question,
)
from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import Choice

REMEMBERED: Final = 8  # trees: as many as a sequence of searches has, and more
Answer: TypeAlias = tuple[Any, Any]  # value, as the player to move sees it, and move; None for what is not told


@dataclass(frozen=True, slots=True)
class Shown:
    """The tree that a game shows: whatever a library's search reads of a node is logged for the judge.

    `left` is the number of plies from a node to the limit; `serial` is the number of the tree; the window is seen by
    the player to move.
    """

    log: Tree[Any, Number]
    question: Question
    serial: int
    plies: int
    alpha: Number
    beta: Number

    def is_over(self, node: Any, left: int) -> bool:
        """True for a leaf of the tree; a limit makes none."""
        self.log.is_terminal(self.question.logged(node, left))
        return self.question.tree.is_terminal(node)

    def below(self, node: Any) -> list[Any]:
        """The children of a node; none of a leaf."""
        return [] if self.question.tree.is_terminal(node) else list(self.question.tree.children(node))

    def moves(self, node: Any) -> list[int]:
        """The places of the children of a node."""
        return list(range(len(self.below(node))))

    def value(self, node: Any, left: int, *, to_max: bool) -> Number:
        """The value of a node for MAX, or for MIN. Raises: TreeError where it has none."""
        value = self.log.evaluate(self.question.logged(node, left))
        return value if to_max else -value

    def is_max(self, node: Any) -> bool:
        """True if MAX is to move."""
        return self.question.tree.is_max(node)

    def key(self, node: Any) -> Hashable:
        """The position that a node is, among those of all trees."""
        return unique_key(self.question.tree.key(node), self.serial)


Play: TypeAlias = Callable[[Shown], Answer]


@dataclass(eq=False, slots=True)
class LibraryInstance(Instance):
    """A library's search: `play` puts one question to it, in its own terms, and has `seconds` to answer.

    A leaf is answered here: libraries search from positions in which there is a move. No library has a method to clear.
    """

    _play: Play
    _traits: Traits
    _trees: KnownTrees
    _seconds: float

    def search(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Choice:
        """The answer for `node`.

        Raises: SubjectError where that is no value or no move, or takes too long; the library's own errors pass.
        """
        judged = quiet(tree)
        if tree.is_terminal(node):
            return Choice(tree.evaluate(node), None)
        question = limited_question(tree, node) if self._traits.takes_depth else whole_question(tree, node)
        known = self._trees.of(question.tree)
        plies = known.height(question.node) if question.depth is None else question.depth
        is_max = judged.is_max(node)
        window = (alpha, beta) if is_max else (-beta, -alpha)
        shown = Shown(tree, question, known.number, plies, *window)
        found, told = in_time(self._seconds, self._play, shown)
        move = place(told, question)
        if not self._traits.gives_value:
            return worth_of(judged, node, move)
        value = number(found)
        return Choice(value if is_max else -value, move)


def _trees() -> KnownTrees:
    return KnownTrees(count(1), remembered=REMEMBERED)


@dataclass(frozen=True)
class LibrarySubject(Subject):
    """A library's search. `make` gives what plays in a new instance, with a table of its own if it keeps one."""

    make: Callable[[], Play]
    seconds: float = ANSWER_SECONDS
    trees: KnownTrees = field(default_factory=_trees)

    def open(self, *, isolated: bool = False) -> LibraryInstance:
        """An instance with a table of its own."""
        return LibraryInstance(self.make(), self.traits, _trees() if isolated else self.trees, self.seconds)
