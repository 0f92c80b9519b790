"""The plan for a check (what to check, and how thoroughly), and progress reports."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from hypothesis.strategies import SearchStrategy

from prunecheck.catalog.records import Variant
from prunecheck.contracts.order import CONTRACTS
from prunecheck.trees.call import Scenario
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.window import Window
from prunecheck.verify.budgets import EXAMPLES
from prunecheck.verify.outcomes import GIVEN


@dataclass(frozen=True, slots=True)
class Progress:
    """A progress report: the current stage of the check, how much of it is done, and how many calls have been made.

    `total` is 0 if it is not known how much there is to do. The stage ends after `limit` seconds at the latest.
    `detail` is additional text to show.
    """

    stage: str
    done: int = 0
    total: int = 0
    calls: int = 0
    limit: float | None = None
    detail: str = ""
    rate: float = 0.0


OnProgress: TypeAlias = Callable[[Progress], None]


def no_progress(progress: Progress) -> None:
    """Ignore a progress report."""


Drawn: TypeAlias = SearchStrategy[ExplicitTree[Number]]


@dataclass(frozen=True, slots=True)
class Plan:
    """What to check, and on how many trees. `variants` (searches of the catalogue) is ignored for a user's search.

    Only the contracts in `contracts` are checked. `claims` replace the claims and known violations that the catalogue
    lists for each search. If there is a `tree`, the search runs on this tree instead of random trees and games, with
    the depth limit `depth`, in `windows`. If there are `calls`, these calls are made on one instance of the search,
    instead of calls on random trees and games. The trees `first` are judged first, then random trees from the
    Hypothesis strategy `drawn_from` (by default, `trees()`), then the trees `last`. The sequences of calls in
    `first_calls` are judged before other sequences, if the search accepts them. If `examples` is 0, only the trees in
    `first` and the sequences in `first_calls` are judged. A search that violates a contract in
    `enough` is not called on further trees. Judging trees takes at most `seconds`, and shrinking takes at most as long
    again. If the process ended when the search was given unusual values (other than whole numbers up to 30,000),
    `outside_values` says how it ended, and unusual values are not tried again. Each tree is searched in the window
    (-inf, inf), and in one out of every `window_step` other windows; the choice of windows differs from tree to tree.
    Contracts whose check needs further calls are only checked on one out of every `window_step` trees.
    """

    variants: tuple[Variant, ...] = ()
    contracts: tuple[str, ...] = tuple(CONTRACTS)
    claims: tuple[str, ...] = ()
    examples: int = EXAMPLES
    seed: int = 0
    quick: bool = False
    tree: ExplicitTree[Number] | None = None
    depth: int | None = None
    windows: tuple[Window[Number], ...] = ()
    calls: Scenario = ()
    games: bool = True
    drawn_from: Drawn | None = None
    seconds: float = INF
    first: tuple[ExplicitTree[Number], ...] = ()
    first_calls: tuple[Scenario, ...] = ()
    last: tuple[ExplicitTree[Number], ...] = ()
    enough: frozenset[str] = frozenset()
    outside_values: str = ""
    exhaustive: int = 0
    chains: int = 0
    resume: bool = False
    keep: bool = True
    small_trees: bool = False
    window_step: int = 1

    @property
    def given(self) -> str:
        """Say that the user gave a tree or calls, which are checked instead of random trees. Otherwise empty."""
        return GIVEN["tree"] if self.tree is not None else GIVEN["calls"] if self.calls else ""
