"""asv: seconds and peak memory of one search. No check fails because of these measurements."""

from collections.abc import Callable

from .parameters import TREES, VARIANTS, prepared

MEMORY_TREES = ["random-order-4x5", "othello-4-to-8"]


class Speed:
    """Time of one search; the tree is built and the value checked beforehand."""

    params = (VARIANTS, TREES)
    param_names = ("variant", "workload")
    version = "1"

    def setup(self, variant: str, tree: str) -> None:
        self.call: Callable[[], object] = prepared(variant, tree)

    def time_search(self, variant: str, tree: str) -> None:
        self.call()


class Memory:
    """Peak memory of a process that searches; most of this is used by Python and the tree."""

    params = (VARIANTS, MEMORY_TREES)
    param_names = ("variant", "workload")
    version = "1"

    def setup(self, variant: str, tree: str) -> None:
        self.call: Callable[[], object] = prepared(variant, tree)

    def peakmem_search(self, variant: str, tree: str) -> None:
        self.call()
