"""Call a library's search: present a tree as a game of the library, and convert results to MAX's point of view."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final, TypeAlias

from prunecheck.subjects.known_trees import KnownTrees, unique_key
from prunecheck.subjects.presenting.adapter import worth_of
from prunecheck.subjects.presenting.answers import number, place
from prunecheck.subjects.sandbox.budget import ANSWER_SECONDS
from prunecheck.subjects.sandbox.time_limits import in_time
from prunecheck.subjects.subject import Instance, Question, Subject, Traits, limited_question, quiet, whole_question
from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import Choice

REMEMBERED: Final = 8  # this many of the last trees are stored; no sequence of searches has more
Answer: TypeAlias = tuple[Any, Any]  # (value for the side to move, move); each is None if it is not returned


@dataclass(frozen=True, slots=True)
class Shown:
    """A tree that is presented as a game of a library.

    Each read of a node is logged, to check which nodes a search visits.

    In all methods, `left` is the number of plies from a node to the depth limit. `serial` is the tree's number. The
    window from `alpha` to `beta` is from the point of view of the side to move.
    """

    log: Tree[Any, Number]
    question: Question
    serial: int
    plies: int
    alpha: Number
    beta: Number

    def is_over(self, node: Any, left: int) -> bool:
        """True for a leaf of the tree. The depth limit does not end a game."""
        self.log.is_terminal(self.question.logged(node, left))
        return self.question.tree.is_terminal(node)

    def below(self, node: Any) -> list[Any]:
        """Return the children of a node. The list is empty for a leaf."""
        return [] if self.question.tree.is_terminal(node) else list(self.question.tree.children(node))

    def moves(self, node: Any) -> list[int]:
        """Return the indices of a node's children."""
        return list(range(len(self.below(node))))

    def value(self, node: Any, left: int, *, to_max: bool) -> Number:
        """Return the value of a node, from MAX's point of view if `to_max` is True, otherwise from MIN's.

        Raises: TreeError if the node has no value.
        """
        value = self.log.evaluate(self.question.logged(node, left))
        return value if to_max else -value

    def is_max(self, node: Any) -> bool:
        """True if MAX is to move."""
        return self.question.tree.is_max(node)

    def key(self, node: Any) -> Hashable:
        """Return a key for the node's position. No other position, in this or any other tree, has the same key."""
        return unique_key(self.question.tree.key(node), self.serial)


Play: TypeAlias = Callable[[Shown], Answer]


@dataclass(eq=False, slots=True)
class LibraryInstance(Instance):
    """An instance of a library's search. `_play` makes one search, within a time limit of `_seconds`.

    The library is not called for a leaf, since libraries only search positions that have a move. An instance cannot be
    cleared, since no library has a method that clears its tables.
    """

    _play: Play
    _traits: Traits
    _trees: KnownTrees
    _seconds: float

    def search(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Choice:
        """Search `node` with the library.

        Raises: SubjectError if the result lacks a value or a move, or if the search takes too long. Errors that the
        library raises are not caught.
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
    """A library's search.

    `make` returns the search function for a new instance. Each instance has its own table, if any.
    """

    make: Callable[[], Play]
    seconds: float = ANSWER_SECONDS
    trees: KnownTrees = field(default_factory=_trees)

    def open(self, *, isolated: bool = False) -> LibraryInstance:
        """Make a new instance, with its own table."""
        return LibraryInstance(self.make(), self.traits, _trees() if isolated else self.trees, self.seconds)
