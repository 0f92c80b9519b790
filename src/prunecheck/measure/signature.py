"""The signature: a single number, the sum of all visits by all variants on all workloads.

Chess programs also identify their versions by the sum of all visited nodes. The signature is the same on every machine,
since it is a count. The signature changes when a variant visits different nodes, or when a workload changes.
"""

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256

import msgspec

from prunecheck.catalog import Variant
from prunecheck.measure.counts import counted
from prunecheck.oracle.minimax import value
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show
from prunecheck.workloads.harvest import Harvest, payload, written_out
from prunecheck.workloads.workload import Workload


class CountsRow(msgspec.Struct, frozen=True):
    """The counts for one variant on one workload. `visited` counts leaves and interior nodes together."""

    workload: str
    version: int
    variant: str
    leaves: int
    distinct_leaves: int
    interior: int
    visited: int
    cut_offs: tuple[int, ...]
    researches: int


class Stamp(msgspec.Struct, frozen=True):
    """The name and version of a workload, and a SHA-256 hash of the tree and the window."""

    workload: str
    version: int
    sha256: str


class Suite(msgspec.Struct, frozen=True):
    """The counts for all variants on all workloads, and their sum."""

    signature: int
    workloads: tuple[Stamp, ...]
    rows: tuple[CountsRow, ...]


class WrongValueError(AssertionError):
    """The error for a variant that claims to be exact but has returned a wrong value.

    The counts of a search that returns a wrong value are useless.
    """


def suite(
    variants: Iterable[Variant], workloads: Iterable[Workload], progress: Callable[[str], None] = lambda _: None
) -> Suite:
    """Count the visits of each variant on each workload that it can search.

    `progress` is called with the name of each workload, before searches run on the workload.

    Raises: WrongValueError if a variant that claims to be exact returns a wrong value.
    """
    chosen = tuple(variants)
    stamps: list[Stamp] = []
    rows: list[CountsRow] = []
    for workload in workloads:
        progress(workload.name)
        tree = written_out(workload.build())  # written out once, so that the game is not computed again in each search
        stamps.append(stamped(workload, tree))
        rows += _rows(workload, tree, chosen)
    return Suite(sum(row.visited for row in rows), tuple(stamps), tuple(rows))


def stamped(workload: Workload, tree: ExplicitTree[Number]) -> Stamp:
    """The `Stamp` of a workload that has this explicit tree."""
    nameless = payload(Harvest("", "", tree))
    return Stamp(workload.name, workload.version, sha256(nameless + str(workload.window).encode()).hexdigest())


@contextmanager
def _no_collection() -> Iterator[None]:
    """Within a `with` block, switch garbage collection off, if it is on."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _rows(workload: Workload, tree: ExplicitTree[Number], variants: tuple[Variant, ...]) -> Iterator[CountsRow]:
    truth = value(tree, tree.root)
    for variant in variants:
        if not variant.fits(alternates=workload.alternates, static_values=tree.has_static_values):
            continue
        with _no_collection():  # it would traverse the many spots again and again, which takes half of the time
            found, counts = counted(variant.search, tree, workload.window)
        if found != truth and variant.exact:
            raise WrongValueError(
                f"{variant.name} on {workload.name}: got {show(found)}, expected {show(truth)}; its counts mean nothing"
            )
        yield CountsRow(
            workload.name,
            workload.version,
            variant.name,
            counts.leaves,
            counts.distinct_leaves,
            counts.interior,
            counts.visited,
            counts.cut_offs,
            counts.researches,
        )
