"""One call to a search, or a scenario: a sequence of calls to one object that may store results between calls."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import FULL, Window


@dataclass(frozen=True, slots=True)
class Call:
    """One call to a search: its tree, window and depth, and the node at which the search starts.

    `path` leads from the root to the node at which the search starts, as child indices counted from 0. If `depth` is
    None, the whole tree is searched.

    >>> from prunecheck import Window, from_nested
    >>> Call(from_nested([[1, 2], 3]), Window(0, 1), depth=1, path=(0,))
    Call(tree=<ExplicitTree [[1, 2], 3], MAX to move>, window=Window(0, 1), depth=1, path=(0,))
    """

    tree: ExplicitTree[Number]
    window: Window[Number] = FULL
    depth: int | None = None
    path: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Clear:
    """A step of a scenario: the search object is cleared, and must forget everything that it has stored."""


CLEAR: Final = Clear()
Scenario: TypeAlias = tuple[Call | Clear, ...]  # all calls on one instance
