"""The asv suite: leaves read, time and memory of every variant on the larger workloads.

asv runs this file against older commits of the package too; what such a commit lacks is 'n/a' there. asv knows
parameters by their place in a list, so the lists are the same for all commits: they come from the committed table.
Raise `version` where a workload changes: asv then drops the results of the old one.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from benchmarks.table import Entry, committed

if TYPE_CHECKING:
    from benchmarks.workloads import Prepared
    from prunecheck.trees.search import AnySearch

TABLE: Final = committed()
VARIANTS: Final = list(dict.fromkeys(entry.variant for entry in TABLE))
TREES: Final = ["uniform", "ties", "perfect-order", "uneven", "tic-tac-toe", "forward", "connect-three"]
MOST_VISITS: Final = 200_000  # time and memory of a search with more are not worth the wait


def prepared(variant: str, tree: str) -> "tuple[AnySearch, Prepared]":
    """A variant's search, and what to search with it.

    Raises: NotImplementedError, which is asv's 'n/a', where the installed package lacks one of them.
    """
    try:
        # imported here, not above, so that a commit without them can be told
        from benchmarks.workloads import WORKLOADS, Prepared  # noqa: PLC0415
        from prunecheck.catalog import VARIANTS as INSTALLED  # noqa: PLC0415
    except ImportError as missing:
        raise NotImplementedError(f"this commit has no {missing.name}") from missing
    if variant not in INSTALLED:
        raise NotImplementedError(f"this commit has no {variant}")
    return INSTALLED[variant].search, Prepared(WORKLOADS[tree])


class Visits:
    """The leaves that one search of the root reads."""

    params = (VARIANTS, TREES)
    param_names = ("variant", "tree")
    version = "1"
    unit = "leaves"

    def setup(self, variant: str, tree: str) -> None:
        search, ready = prepared(variant, tree)
        self.counts = ready.counts(search)  # asserts that the value is found

    def track_leaves(self, variant: str, tree: str) -> int:
        return self.counts.leaves


class Cost:
    """One search of the root: time, and peak memory of the process."""

    params = (VARIANTS, TREES)
    param_names = ("variant", "tree")
    version = "1"

    def setup(self, variant: str, tree: str) -> None:
        if TABLE[Entry(tree, variant)].visited > MOST_VISITS:
            raise NotImplementedError("too slow to be timed")
        search, ready = prepared(variant, tree)
        assert ready.found_by(search) == ready.truth
        self.call: Callable[[], object] = lambda: ready.found_by(search)

    def time_search(self, variant: str, tree: str) -> None:
        self.call()

    def peakmem_search(self, variant: str, tree: str) -> None:
        self.call()
