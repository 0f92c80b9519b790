"""The records of a comparison of several searches on the same workloads (trees), as read from and written to JSON."""

from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from prunecheck.errors import PrunecheckError
from prunecheck.measure.counts import Counts

Speed: TypeAlias = Literal["plain", "native"]

SCHEMA: Final = 1
BASELINE: Final = "minimax"  # evaluates every leaf
ALPHA_BETA: Final = "fail_soft"  # evaluates exactly the leaves of alpha-beta
ANY_PLAYERS: Final = "explicit_stack"  # alpha-beta that also searches trees whose players do not alternate


class Cost(msgspec.Struct, frozen=True):
    """The cost of one search on one workload. In each round of timing, the search is called twice on the workload.

    - `search`: the name of the search.
    - `workload`: the name of the workload.
    - `version`: the version of the workload; only counts of the same version can be compared.
    - `window`: alpha and beta.
    - `found`: the returned value; empty after an error.
    - `counts`: the counts; after an error, the counts up to the error.
    - `fewest_leaves`: the minimum number of leaves for a search without memory.
    - `seconds`: for each round, the time of the first call.
    - `control`: for each round, the time of the second, identical call; its difference from `seconds` shows the noise.
    - `truth`: the minimax value.
    - `right`: true if the search returned the minimax value.
    - `error`: the error that ended the search, or empty.
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
    """The mean number of leaves that a search evaluates in a tree model, by depth.

    - `search`: the name of the search.
    - `model`: the name of the tree model.
    - `branching`: the number of children of each node.
    - `trees`: how many trees of each depth were searched, with the seeds 0, 1, 2 and so on.
    - `depths`: the depths searched.
    - `leaves`: for each depth, the mean number of leaves evaluated.
    - `wrong`: on how many trees the search returned a wrong value.
    - `error`: the error that ended the search at the next depth, or empty.
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
    """A workload (a tree and a window) in the plan of a comparison.

    - `workload`: the name of the workload.
    - `version`: the version of the workload.
    - `searches`: the searches that can run on the workload, in order.
    """

    workload: str
    version: int
    searches: tuple[str, ...]


class PlannedGrowth(msgspec.Struct, frozen=True):
    """A tree model in the plan of a comparison.

    - `model`: the name of the tree model.
    - `branching`: the number of children of each node.
    - `depths`: the depths to search.
    - `trees`: the number of trees of each depth.
    - `searches`: the searches that can run on the trees of the model, in order.
    """

    model: str
    branching: int
    depths: tuple[int, ...]
    trees: int
    searches: tuple[str, ...]


class Planned(msgspec.Struct, frozen=True):
    """The plan of a comparison: what to measure. An interrupted comparison can only be resumed with the same plan.

    - `workloads`: the workloads.
    - `growth`: the tree models.
    - `rounds`: how often each search is timed.
    - `most_visits`: the number of visits after which a search is stopped.
    - `speed`: how the timed calls run: `plain`, in Python, or `native`, compiled.
    """

    workloads: tuple[PlannedWorkload, ...] = ()
    growth: tuple[PlannedGrowth, ...] = ()
    rounds: int = 0
    most_visits: int = 0
    speed: Speed = "plain"


class Comparison(msgspec.Struct, frozen=True):
    """What several searches cost on the same trees.

    Values are strings, as on the command line: `3`, `-2.5`, `1/3`, `inf`.

    - `prunecheck`: the version of prunecheck.
    - `finished`: false if the comparison is still running or was interrupted.
    - `costs`: the cost of each search on each workload.
    - `growth`: the growth of each search in each tree model.
    - `schema`: the version of this format; it increases when a field changes its meaning or is removed.
    - `notes`: what was left out, and why.
    - `planned`: what the comparison measures.
    """

    prunecheck: str
    finished: bool
    costs: tuple[Cost, ...]
    growth: tuple[Growth, ...] = ()
    schema: int = SCHEMA
    notes: tuple[str, ...] = ()
    planned: Planned = Planned()


REMEDY: Final = "write one with: prunecheck compare --json -o FILE"


class ComparisonError(PrunecheckError):
    """The error for a file that holds no comparison, cannot be read or written, or has other settings."""


class _Head(msgspec.Struct, frozen=True):
    schema: int


def as_json(comparison: Comparison) -> str:
    """The comparison as one line of JSON."""
    return msgspec.json.encode(comparison).decode()


def read_comparison(path: str | Path) -> Comparison:
    """Read a comparison from a file.

    Raises: ComparisonError if the file contains no comparison, or one with another schema.
    """
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise ComparisonError(f"{path}: {_reason(error)}; {REMEDY}") from None
    try:
        schema = msgspec.json.decode(data, type=_Head).schema
        if schema == SCHEMA:
            return _checked(msgspec.json.decode(data, type=Comparison))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ComparisonError(f"{path} is not a comparison: {error}; {REMEDY}") from None
    raise ComparisonError(f"{path} has schema {schema}, but this prunecheck reads {SCHEMA}; {REMEDY}")


def _checked(comparison: Comparison) -> Comparison:
    """Return the comparison unchanged. Raises: ValidationError if the mean number of leaves for a depth is missing."""
    for row in comparison.growth:
        if len(row.depths) != len(row.leaves):
            raise msgspec.ValidationError(
                f"the growth of {row.search} needs exactly one number of leaves for each depth"
            )
    return comparison


def write_text(path: str | Path, text: str) -> None:
    """Write a file atomically: readers see either the old text or the new text.

    Raises: ComparisonError if the file cannot be written.
    """
    try:
        target = Path(path)
        part = target.with_name(target.name + ".part")
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(target)
    except (OSError, ValueError) as error:
        raise ComparisonError(f"cannot write {str(path)!r}: {_reason(error)}; choose another file") from None


def _reason(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)


def check_resumable(path: str | Path, saved: Comparison, version: str, planned: Planned) -> None:
    """Refuse to resume a comparison with another plan.

    Raises: ComparisonError, which says how the plans differ.
    """
    remedy = "use the options that it was started with, or choose another file"
    if saved.prunecheck != version:
        raise ComparisonError(
            f"{path} was started with prunecheck {saved.prunecheck}, but this is {version}; choose another file"
        )
    for field in planned.__struct_fields__:
        if getattr(saved.planned, field) != getattr(planned, field):
            raise ComparisonError(f"{path} was started with other {field.replace('_', ' ')}; {remedy}")
