"""Contracts on the visits: which leaves a search without memory reads, by the path-bound law of the oracle.

Each asks for the very sequence: the leaves the law names, left to right, none twice.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TypeAlias

from prunecheck.oracle.law import PathBounds
from prunecheck.trees.protocol import Comparable
from prunecheck.trees.window import Window

Reads: TypeAlias = Callable[
    [PathBounds[Hashable, Comparable], Window[Comparable], bool], bool
]  # (leaf, window, MAX at the root)


@dataclass(frozen=True, slots=True)
class VisitContract:
    """A promise about the leaves read: exactly those for which `reads(bounds, window, max_at_root)` is true."""

    name: str
    says: str
    source: str
    reads: Reads
    aliases: tuple[str, ...] = ()


def _shallow(leaf: PathBounds[Hashable, Comparable], window: Window[Comparable], max_at_root: bool) -> bool:
    if leaf.neighbours_cross:
        return False
    if leaf.at_root is None:
        return True
    return leaf.at_root.value < window.beta if max_at_root else leaf.at_root.value > window.alpha


VISITS = VisitContract(
    name="visits",
    says="reads exactly the leaves with A < B, left to right, each once",
    source="Knuth and Moore 1975, with deep cut-offs; the test `>=`",
    reads=lambda leaf, window, _: leaf.read(window),
    aliases=("alpha-beta",),
)
STRICT_VISITS = VisitContract(
    name="strict-visits",
    says="reads exactly the leaves with A <= B, left to right, each once",
    source="source 002, the test `beta < alpha`",
    reads=lambda leaf, window, _: leaf.read_strictly(window),
)
SHALLOW_VISITS = VisitContract(
    name="shallow-visits",
    says="reads exactly the leaves that no two neighbouring levels shut out, left to right, each once",
    source="Knuth and Moore 1975, F1; the reads of Hughes 1989",
    reads=_shallow,
)
EVERY_LEAF = VisitContract(
    name="every-leaf",
    says="reads every leaf, left to right, each once",
    source="the definition of minimax",
    reads=lambda leaf, window, _: True,
)

VISIT_CONTRACTS = (VISITS, STRICT_VISITS, SHALLOW_VISITS, EVERY_LEAF)
