"""A tree that logs every call to its methods. All counts of visited nodes are computed from the log."""

import sys
from collections.abc import Hashable, Iterable
from typing import Generic, Literal, NoReturn, TypeAlias

from prunecheck.errors import BudgetError
from prunecheck.trees.protocol import N, Tree, V_co

Question: TypeAlias = Literal["is_terminal", "children", "evaluate", "is_max", "key"]


class Recorded(Generic[N, V_co]):
    """A tree whose `log` lists all calls of its methods in order, each as the method and the node."""

    def __init__(self, tree: Tree[N, V_co], most_questions: int | None = None) -> None:
        """Start with an empty log.

        If `most_questions` is set, the search is stopped when the log has more than `most_questions` entries.
        """
        self._tree = tree
        self._most = sys.maxsize if most_questions is None else most_questions
        self.log: list[tuple[Question, N]] = []

    def allow(self, most_questions: int) -> None:
        """Raise the limit on the log's length to at least `most_questions`."""
        self._most = max(self._most, most_questions)

    def shorten(self, most_questions: int) -> None:
        """Shorten the log to its first `most_questions` calls."""
        del self.log[most_questions:]

    @property
    def most_questions(self) -> int:
        """The limit on the log's length."""
        return self._most

    @property
    def quiet(self) -> Tree[N, V_co]:
        """The wrapped tree, which has the same nodes and values but does not log calls."""
        return self._tree

    @property
    def root(self) -> N:
        """The root of the wrapped tree. A read of this property is not logged."""
        return self._tree.root

    def children(self, node: N, /) -> Iterable[N]:
        """Return what the wrapped tree returns. The call is logged."""
        self.log.append(("children", node))
        return self._tree.children(node)

    def is_terminal(self, node: N, /) -> bool:
        """True if the node is terminal in the wrapped tree. The call is logged.

        Raises: BudgetError if the log is longer than its limit; every search calls this method at each node.
        """
        self.log.append(("is_terminal", node))
        if len(self.log) > self._most:
            stopped(self._most)
        return self._tree.is_terminal(node)

    def evaluate(self, node: N, /) -> V_co:
        """Return what the wrapped tree returns. The call is logged."""
        self.log.append(("evaluate", node))
        return self._tree.evaluate(node)

    def is_max(self, node: N, /) -> bool:
        """Return what the wrapped tree returns. The call is logged."""
        self.log.append(("is_max", node))
        return self._tree.is_max(node)

    def key(self, node: N, /) -> Hashable:
        """Return what the wrapped tree returns. The call is logged."""
        self.log.append(("key", node))
        return self._tree.key(node)

    def asked(self, question: Question) -> list[N]:
        """The nodes for which the method named `question` was called, in order, with repetitions."""
        return [node for asked, node in self.log if asked == question]

    @property
    def leaves(self) -> list[N]:
        """The evaluated leaves (terminal nodes), in order. Evaluations of interior nodes are left out."""
        is_terminal = self._tree.is_terminal
        return [node for asked, node in self.log if asked == "evaluate" and is_terminal(node)]

    @property
    def visited(self) -> int:
        """The number of node visits, leaves and root included: the calls of `is_terminal`."""
        return len(self.asked("is_terminal"))


def stopped(most_questions: int) -> NoReturn:
    """Stop a search that has made more than `most_questions` calls to the tree."""
    raise BudgetError(f"the search was stopped after {most_questions} calls to the tree")


def recorded(tree: Tree[N, V_co], *, most_questions: int | None = None) -> Recorded[N, V_co]:
    """Wrap `tree` in a view that logs all calls to its methods and, optionally, limits their number."""
    return Recorded(tree, most_questions)
