"""The compiled counterpart of `Recorded`, a tree that logs calls.

The log is an array of numbers, which is copied to Python at the end.
"""

from array import array
from collections.abc import Iterator
from typing import Any, Final

from prunecheck.native.intrinsics import put_node
from prunecheck.trees.views.recorded import Question, Recorded, stopped

QUESTIONS: Final[tuple[Question, ...]] = ("is_terminal", "children", "evaluate", "is_max", "key")
IS_TERMINAL, CHILDREN, EVALUATE, IS_MAX, KEY = range(len(QUESTIONS))


class Recording:
    """A tree that logs each call and its node in an array. When the array is full, calls are only counted."""

    def __init__(self, plain: Recorded[Any, Any], room: int) -> None:
        """Start an empty log with room for `room` calls.

        After the search, the logged calls are added to the log of `plain`.
        """
        self._plain = plain
        self._tree = plain.quiet
        self._shape = blank(
            plain.root
        )  # without the root's value, since code is compiled again for tuples of other types
        self._width = 1 + len(list(flat(self._shape)))
        self._room = room
        self._log = array("q", bytes(8 * room * self._width))
        self._before = len(plain.log)
        self._most = plain.most_questions
        self.asked = 0

    def children(self, node: Any, /) -> Any:
        """Return what the wrapped tree returns. The call is logged."""
        self._note(CHILDREN, node)
        return self._tree.children(node)

    def is_terminal(self, node: Any, /) -> bool:
        """True if the node is terminal in the wrapped tree. The call is logged.

        If the limit on calls is reached, the search is stopped.
        """
        self._note(IS_TERMINAL, node)
        if self._before + self.asked > self._most:
            stopped(self._most)
        return self._tree.is_terminal(node)

    def evaluate(self, node: Any, /) -> Any:
        """Return what the wrapped tree returns. The call is logged."""
        self._note(EVALUATE, node)
        return self._tree.evaluate(node)

    def is_max(self, node: Any, /) -> bool:
        """Return what the wrapped tree returns. The call is logged."""
        self._note(IS_MAX, node)
        return self._tree.is_max(node)

    def key(self, node: Any, /) -> Any:
        """Return what the wrapped tree returns. The call is logged."""
        self._note(KEY, node)
        return self._tree.key(node)

    def _note(self, question: int, node: Any) -> None:
        if self.asked < self._room:
            at = self.asked * self._width
            self._log[at] = question
            put_node(self._log, at + 1, node)
        self.asked += 1

    @property
    def missing(self) -> int:
        """The number of calls that did not fit into the log."""
        return max(0, self.asked - self._room)

    def entries(self) -> Iterator[tuple[Question, Any]]:
        """The log: each call with its node, as compiled code represents the node."""
        for at in range(0, min(self.asked, self._room) * self._width, self._width):
            words = self._log[at : at + self._width]
            yield QUESTIONS[words[0]], shaped(self._shape, iter(memoryview(words)[1:]))


def flat(node: Any) -> Iterator[Any]:
    """The numbers in a node, from left to right, however deeply they are nested."""
    if isinstance(node, tuple):
        for part in node:
            yield from flat(part)
    else:
        yield node


def blank(node: Any) -> Any:
    """A node with the same nesting and types as `node`, filled with zeros."""
    return tuple(map(blank, node)) if isinstance(node, tuple) else type(node)()


def shaped(like: Any, words: Iterator[int]) -> Any:
    """Turn machine words into a node with the nesting and the types of the node `like`."""
    if isinstance(like, tuple):
        return tuple(shaped(part, words) for part in like)
    word = next(words)
    if isinstance(like, float):
        return memoryview(array("q", [word])).cast("B").cast("d")[0]
    return type(like)(word)
