"""asv: leaves read and nodes visited, exactly. The dashboard has them from the commits; here they are counted again.

asv has no gate for exact counts: the test of the committed counts is that. Raise `version` where a benchmark here
becomes another one: asv then drops the results of the old one. That is true of all suites.
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
