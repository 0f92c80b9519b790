"""asv: one search in plain Python and at native speed, and seconds until a form is compiled; `n/a` without Numba."""

from collections.abc import Callable
from time import process_time
from typing import Any

from .parameters import at_hand, prepared

FORMS = ["fail_soft", "two_functions"]
TREES = ["nim-2-3-4", "connect-three-3x4"]
SPEEDS = ["plain", "native"]


class Speeds:
    """Time of one search; the tree is built, the form compiled and the value checked beforehand."""

    params = (FORMS, TREES, SPEEDS)
    param_names = ("variant", "workload", "speed")
    version = "1"
    timeout = 120

    def setup(self, variant: str, tree: str, speed: str) -> None:
        self.call: Callable[[], object] = prepared(variant, tree)
        if speed == "native":
            found, self.call = self.call(), native_search(variant, tree)
            assert self.call() == found

    def time_search(self, variant: str, tree: str, speed: str) -> None:
        self.call()


class Compiling:
    """CPU seconds of the first call in a process, with the import of Numba left out."""

    params = (FORMS,)
    param_names = ("variant",)

    def setup(self, variant: str) -> None:
        self.call = native_search(variant, TREES[0])

    def track_seconds(self, variant: str) -> float:
        started = process_time()
        self.call()
        return process_time() - started

    track_seconds.unit = "seconds"  # type: ignore[attr-defined]
    track_seconds.version = "1"  # type: ignore[attr-defined]


def native_search(name: str, tree: str) -> Callable[[], Any]:
    """The search at native speed, not compiled yet. Raises: NotImplementedError without Numba or native speed."""
    found, workload = at_hand(name, tree)
    try:
        from prunecheck.errors import PreconditionError  # noqa: PLC0415
    except ImportError as missing:
        raise NotImplementedError(f"this commit has no {missing.name}") from missing
    try:
        from prunecheck.measure.native_calls import check_native, compiled_call  # noqa: PLC0415

        check_native()
    except (ImportError, PreconditionError) as missing:
        raise NotImplementedError(f"native speed is missing: {missing}") from missing
    return compiled_call(found.search, workload.build(), workload.window)
