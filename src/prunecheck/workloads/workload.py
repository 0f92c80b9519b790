"""The record of a workload: a tree and a window with a name and a version, the same on every machine."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.window import FULL, Window

AnyTree: TypeAlias = Tree[Any, Number]  # a tree with nodes of any type


@dataclass(frozen=True, slots=True)
class Workload:
    """A tree and the window to search it in.

    The minimax value of the tree lies inside the window, so every variant must return exactly that value. `build()`
    returns the same tree on every call. If the tree or the window changes, increase `version`, so that old and new
    counts are never compared. Set `alternates` to False if the players do not alternate.
    """

    name: str
    shows: str
    source: str
    build: Callable[[], AnyTree]
    window: Window[Number] = FULL
    version: int = 1
    alternates: bool = True
