"""What a workload is: a tree and a window with a name and a version, the same on every machine."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.window import FULL, Window

AnyTree: TypeAlias = Tree[Any, Number]  # of nodes of whatever kind


@dataclass(frozen=True, slots=True)
class Workload:
    """A tree and the window to search it in. The tree's value lies inside the window, so every variant must find it.

    `build()` makes the tree, the same each time. Raise `version` where it becomes another tree or window, so that no
    count of the old one is taken for a count of the new one. Say if the players do not alternate.
    """

    name: str
    shows: str
    source: str
    build: Callable[[], AnyTree]
    window: Window[Number] = FULL
    version: int = 1
    alternates: bool = True
