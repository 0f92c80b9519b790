"""The records of a comparison: searches side by side on the same workloads. `--json` writes them."""

from typing import Final, Literal, TypeAlias

import msgspec

from prunecheck.measure.counts import Counts

Speed: TypeAlias = Literal["plain", "native"]

SCHEMA: Final = 1
BASELINE: Final = "minimax"  # evaluates every leaf
ALPHA_BETA: Final = "fail_soft"  # evaluates exactly the leaves of alpha-beta
ANY_PLAYERS: Final = "explicit_stack"  # alpha-beta that also allows players who do not alternate


class Cost(msgspec.Struct, frozen=True):
    """The cost of one search on one workload; `fewest_leaves` is the minimum for any search without memory.

    `seconds` has one time for each round; in a round, all searches of a workload take turns. `control` has the times of
    a second call of the same search in the same rounds, so differences from `seconds` are noise. If a search ended with
    an error, `error` is the text of the error, `found` is empty, and only calls before the error are counted.
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
    """The mean number of leaves that a search evaluates in a tree model, by depth, over seeds from 0 to `trees` - 1.

    `wrong` is the number of trees with a wrong value. `error` is the error that ended the search at the depth after the
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
    """A workload of a plan: its name and version, and which of the plan's searches run on it."""

    workload: str
    version: int
    searches: tuple[str, ...]


class PlannedGrowth(msgspec.Struct, frozen=True):
    """A tree model of a plan, and the shapes to search."""

    model: str
    branching: int
    depths: tuple[int, ...]
    trees: int
    searches: tuple[str, ...]


class Planned(msgspec.Struct, frozen=True):
    """The names of all searches and trees of a comparison; only a run with the same names can resume it."""

    workloads: tuple[PlannedWorkload, ...] = ()
    growth: tuple[PlannedGrowth, ...] = ()
    rounds: int = 0
    most_visits: int = 0
    speed: Speed = "plain"


class Comparison(msgspec.Struct, frozen=True):
    """A whole comparison; `finished` is false while it runs, and after an interruption.

    `notes` say what was left out, and why.
    """

    prunecheck: str
    finished: bool
    costs: tuple[Cost, ...]
    growth: tuple[Growth, ...] = ()
    schema: int = SCHEMA
    notes: tuple[str, ...] = ()
    planned: Planned = Planned()
