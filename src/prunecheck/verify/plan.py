"""The plan of a verification, and its progress reports."""

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


@dataclass(frozen=True, slots=True)
class Progress:
    """A progress report: the running stage, how much of it is done, and how many calls have been made.

    If the total is not known beforehand, `total` is 0. The stage ends after `limit` seconds at the latest. `detail` is
    additional text to show.
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
    """Ignore progress."""


Drawn: TypeAlias = SearchStrategy[ExplicitTree[Number]]


@dataclass(frozen=True, slots=True)
class Plan:
    """What to check, and how much evidence to collect. When a user's search is checked, `variants` is ignored.

    Only the contracts in `contracts` are checked. `claims` replace the claims and known violations of each variant. If
    there is a `tree`, the search runs on this tree instead of random trees and games; the tree is cut at `depth`, and
    searched in `windows`. If there are `calls`, one instance makes these calls, instead of searches of random trees and
    games. The trees `first` are judged first, then trees drawn from `drawn_from` (by default, from `trees()`), then the
    trees `last`. The sequences `first_calls` are judged before other sequences, if the subject accepts them. A search
    that violates a contract in `enough` is not called on further trees. Judging trees takes at most `seconds`, and
    shrinking takes at most as long again. If the process ended when the search was given unusual values (other than
    whole numbers up to 30,000), `outside_values` says how it ended, and unusual values are not tried again. Each tree
    is searched in the full window, and in one of every `window_step` other windows, which differ from tree to tree.
    Contracts that need further calls are judged on one of every `window_step` trees.
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
