"""asv: leaves and visits of every variant on models and games. The dashboard takes exact counts from the commits.

asv does not fail if an exact count changes, but the test of the committed counts does. In all suites, raise `version`
if a benchmark changes: asv then drops its old results.
"""

from .parameters import TREES, VARIANTS, at_hand


class Counts:
    """One search of the root in the workload's window."""

    params = (VARIANTS, TREES)
    param_names = ("variant", "workload")

    def setup(self, variant: str, tree: str) -> None:
        found, workload = at_hand(variant, tree)
        try:
            from prunecheck.measure.counts import counted  # noqa: PLC0415
        except ImportError as missing:
            raise NotImplementedError(f"this commit has no {missing.name}") from missing
        _, self.counts = counted(found.search, workload.build(), workload.window)

    def track_leaves(self, variant: str, tree: str) -> int:
        return self.counts.leaves

    def track_visits(self, variant: str, tree: str) -> int:
        return self.counts.visited

    track_leaves.unit = "leaves"  # type: ignore[attr-defined]
    track_leaves.version = "1"  # type: ignore[attr-defined]
    track_visits.unit = "visits"  # type: ignore[attr-defined]
    track_visits.version = "1"  # type: ignore[attr-defined]
