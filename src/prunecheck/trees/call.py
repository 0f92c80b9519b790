"""A call of a search, and a scenario: the calls of one instance, in order."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import FULL, Window


@dataclass(frozen=True, slots=True)
class Call:
    """One search: which tree, in which window, how deep, from which node.

    `path` leads from the root to the node that is searched, as the places of the moves, from 0. Without `depth`, the
    whole tree is searched.

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
    """The instance is asked to forget."""


CLEAR: Final = Clear()
Scenario: TypeAlias = tuple[Call | Clear, ...]  # all on one instance
