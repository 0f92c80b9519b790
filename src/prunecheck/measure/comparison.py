"""What a comparison is: searches side by side on the same workloads, as frozen records. They are what --json writes."""

from typing import Final

import msgspec

from prunecheck.measure.counts import Counts

SCHEMA: Final = 1
BASELINE: Final = "minimax"  # reads every leaf
ALPHA_BETA: Final = "fail_soft"  # reads exactly the leaves of alpha-beta
ANY_PLAYERS: Final = "explicit_stack"  # alpha-beta too, and where players do not alternate


class Cost(msgspec.Struct, frozen=True):
    """What one search of one workload cost. `fewest_leaves` is the limit for any search without memory.

    `seconds` has one time for each round; all searches of a workload take turns within a round. `control` has the
    times of the same search once more in the same rounds: how far it is from `seconds` is noise. A search that ended
    with an error has it in `error`, nothing in `found`, and the counts until then.
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
    truth: str = ""
    right: bool = True
    error: str = ""


class Growth(msgspec.Struct, frozen=True):
    """The leaves one search reads of a tree model by depth: for each depth the mean over `trees` seeds, from 0 on.

    `wrong` is the number of trees on which it did not find the value. `error` is what ended it at the depth after the
    last of `depths`.
    """

    search: str
    model: str
    branching: int
    trees: int
    depths: tuple[int, ...]
    leaves: tuple[float, ...]
    wrong: int = 0
    error: str = ""


class PlannedWorkload(msgspec.Struct, frozen=True):
    """A workload of a plan: its name and version, and the searches it is for, which may lack some of the plan's."""

    workload: str
    version: int
    searches: tuple[str, ...]


class PlannedGrowth(msgspec.Struct, frozen=True):
    """A tree model of a plan, and the shapes in which it is searched."""

    model: str
    branching: int
    depths: tuple[int, ...]
    trees: int
    searches: tuple[str, ...]


class Planned(msgspec.Struct, frozen=True):
    """What a comparison set out to do, by name: whoever goes on with it later must have set out to do the same."""

    workloads: tuple[PlannedWorkload, ...] = ()
    growth: tuple[PlannedGrowth, ...] = ()
    rounds: int = 0
    most_visits: int = 0


class Comparison(msgspec.Struct, frozen=True):
    """A whole comparison; `finished` is false for one that was interrupted, or that is still going on.

    `notes` says in words what was left out, and why.
    """

    prunecheck: str
    finished: bool
    costs: tuple[Cost, ...]
    growth: tuple[Growth, ...] = ()
    schema: int = SCHEMA
    notes: tuple[str, ...] = ()
    planned: Planned = Planned()
