"""asv: trees drawn and searches checked per second, on a small fixed plan."""

from collections.abc import Callable
from typing import Any

ACCUSED = ["fail_soft", "strict_test", "choose_move"]  # a plain form, one with another cutoff, and a driver
CONTRACTS = ("exact", "fishburn")
EXAMPLES = 100
ROUNDS = 3  # the best round counts


class Verification:
    """Trees drawn, searches called, and searches judged per second, without shrinking and replaying."""

    params = (ACCUSED,)
    param_names = ("variant",)
    timeout = 120

    def setup(self, name: str) -> None:
        try:
            from prunecheck.catalog import VARIANTS  # noqa: PLC0415
            from prunecheck.verify.catalogue import verify  # noqa: PLC0415
            from prunecheck.verify.plan import Plan  # noqa: PLC0415
        except ImportError as missing:
            raise NotImplementedError(f"this commit has no {missing.name}") from missing
        if name not in VARIANTS:
            raise NotImplementedError(f"this commit has no {name}")
        plan = Plan(variants=(VARIANTS[name],), claims=CONTRACTS, examples=EXAMPLES, seed=0, quick=True)
        self.verified: Callable[[], Any] = lambda: verify(plan)
        report = self.verified()  # so that the imports of the first call are not timed
        assert all(claim.outcome.value == "held" for variant in report.variants for claim in variant.claims)

    def track_trees(self, name: str) -> float:
        return max(float(report.trees / report.drawing_seconds) for report in self._reports())

    def track_calls(self, name: str) -> float:
        return max(float(report.calls / report.drawing_seconds) for report in self._reports())

    def _reports(self) -> list[Any]:
        return [self.verified() for _ in range(ROUNDS)]

    track_trees.unit = "trees a second"  # type: ignore[attr-defined]
    track_trees.version = "1"  # type: ignore[attr-defined]
    track_calls.unit = "calls a second"  # type: ignore[attr-defined]
    track_calls.version = "1"  # type: ignore[attr-defined]
