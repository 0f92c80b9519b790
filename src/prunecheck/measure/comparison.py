"""What a comparison is: searches side by side on the same workloads, as frozen records. They are what --json writes."""

from typing import Final

import msgspec

from prunecheck.measure.counts import Counts

SCHEMA: Final = 1
BASELINE: Final = "minimax"  # reads every leaf
ALPHA_BETA: Final = "fail_soft"  # reads exactly the leaves of alpha-beta


class Cost(msgspec.Struct, frozen=True):
    """What one search of one workload cost. `fewest_leaves` is the limit for any search without memory.

    `seconds` has one time for each round; all searches of a workload take turns within a round. `control` has the
    times of the same search once more in the same rounds: how far it is from `seconds` is noise.
    """

    search: str
    workload: str
    version: int
    window: tuple[str, str]
    found: str
    counts: Counts
    fewest_leaves: int
    seconds: tuple[float, ...] = ()
    control: tuple[float, ...] = ()


class Growth(msgspec.Struct, frozen=True):
    """The leaves one search reads of a tree model by depth: for each depth the mean over `trees` seeds."""

    search: str
    model: str
    branching: int
    trees: int
    depths: tuple[int, ...]
    leaves: tuple[float, ...]


class Comparison(msgspec.Struct, frozen=True):
    """A whole comparison; `finished` is false for one that was interrupted, or that is still going on."""

    prunecheck: str
    finished: bool
    costs: tuple[Cost, ...]
    growth: tuple[Growth, ...] = ()
    schema: int = SCHEMA
