"""asv: calls per second of a user's search: in Python in this process, and as an external C++ program."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp
from time import perf_counter
from typing import Any

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
DRAWN = 100  # trees drawn with default settings, each searched in all its windows
ROUNDS = 3  # the best round counts
WAYS = ["python", "python, judged", "pipe, other trees", "pipe, one tree"]
CONTRACTS = ("exact", "knuth", "fishburn", "visits")


class Subjects:
    """Calls per second of a plain alpha-beta, loaded and called like in `prunecheck verify`."""

    params = (WAYS,)
    param_names = ("way",)
    timeout = 120

    def setup(self, way: str) -> None:
        try:
            from prunecheck.contracts.evidence import run  # noqa: PLC0415
            from prunecheck.contracts.order import contract  # noqa: PLC0415
            from prunecheck.subjects.find import find_subject  # noqa: PLC0415
            from prunecheck.trees.window import FULL  # noqa: PLC0415
            from prunecheck.verify.hunt.tree_judge import TreeJudge  # noqa: PLC0415
            from prunecheck.verify.judge import Charge  # noqa: PLC0415
        except ImportError as missing:
            raise NotImplementedError(f"this commit has no {missing.name}") from missing
        cases = drawn_cases()
        charges = tuple(Charge(contract(name)) for name in CONTRACTS)
        self.subject = find_subject(compiled() if way.startswith("pipe") else f"{EXAMPLES / 'searches.py'}:right")
        search = self.subject.search

        def called() -> int:
            for case in cases:
                for window in case.windows:
                    run(search, case.tree, window)
            return sum(len(case.windows) for case in cases)

        def judged() -> int:
            judges = [TreeJudge(search, charges) for _ in cases]
            for judge, case in zip(judges, cases, strict=True):
                assert not list(judge.violations(case))
            return sum(judge.calls for judge in judges)

        def again() -> int:
            for _ in range(DRAWN):
                run(search, cases[0].tree, FULL)
            return DRAWN

        def others() -> int:
            for case in cases:  # more trees than the cache of encoded trees holds
                run(search, case.tree, FULL)
            return DRAWN

        self.calls: Callable[[], int] = dict(zip(WAYS, (called, judged, others, again), strict=True))[way]
        for case in cases:
            assert run(search, case.tree, FULL).found == case.truth

    def teardown(self, way: str) -> None:
        self.subject.close()

    def track_calls(self, way: str) -> float:
        best = 0.0
        for _ in range(ROUNDS):
            started = perf_counter()
            best = max(best, self.calls() / (perf_counter() - started))
        return best

    track_calls.unit = "calls a second"  # type: ignore[attr-defined]
    track_calls.version = "1"  # type: ignore[attr-defined]


def drawn_cases() -> list[Any]:
    """The first trees that a run with seed 0 draws for a search that takes whole numbers."""
    from hypothesis import HealthCheck, Phase, given, seed, settings  # noqa: PLC0415

    from prunecheck.contracts.case import Case  # noqa: PLC0415
    from prunecheck.strategies import trees  # noqa: PLC0415
    from prunecheck.trees.unfold import unfolded  # noqa: PLC0415

    drawn: list[Any] = []

    @seed(0)
    @settings(
        max_examples=DRAWN,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(trees(extreme_values=False, large_values=True))
    def keep(tree: Any) -> None:
        drawn.append(Case(unfolded(tree)))

    keep()
    return drawn


def compiled() -> str:
    """The C++ example as a subject. Raises: NotImplementedError if there is no compiler."""
    compiler = shutil.which("g++")
    if compiler is None:
        raise NotImplementedError("g++ is not on this machine")
    program = Path(mkdtemp()) / "alpha_beta"
    subprocess.run([compiler, "-std=c++17", "-O2", "-o", program, EXAMPLES / "alpha_beta.cpp"], check=True)  # noqa: S603
    return f"pipe:{program}"
