"""asv: random trees and seconds until each of ten known bugs is found. The mutants are those of the tests."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

MUTANTS = [  # a few of each kind: windows, cutoffs, values, players, a move, tables
    "window_not_turned",
    "no_deep_cutoffs",
    "null_window_of_one",
    "strict_cutoff",
    "cutoff_returns_alpha",
    "infinity_is_a_million",
    "leaf_not_seen_from_mover",
    "last_of_equal_moves",
    "move_not_taken_back_on_a_cutoff",
    "key_without_the_player",
]
MODULES = ("form_mutants", "table_mutants", "driver_mutants")
SEEDS = [0, 1, 2]


class _FoundError(KeyboardInterrupt):
    """Raised like an interrupt, so that Hypothesis lets it pass."""


class Finding:
    """The number of trees that Hypothesis draws until a contract is violated."""

    params = (MUTANTS, SEEDS)
    param_names = ("mutant", "seed")
    timeout = 120
    warmup_time = 0
    number = 1
    repeat = 3
    rounds = 1

    def setup(self, name: str, seed: int) -> None:
        mutants = str(Path(__file__).parents[2] / "tests" / "mutants")
        if mutants not in sys.path:
            sys.path.append(mutants)
        try:
            for module in MODULES:
                import_module(module)
            from mutant_registry import MUTANTS as KNOWN  # noqa: PLC0415
            from prunecheck.verify.hunt.drawn_trees import hunt  # noqa: PLC0415
            from prunecheck.verify.hunt.tree_judge import TreeJudge  # noqa: PLC0415
            from prunecheck.verify.judge import Charge  # noqa: PLC0415
        except ImportError as missing:
            raise NotImplementedError(f"this commit has no {missing.name}") from missing
        bug = KNOWN[name]

        def found() -> Any:
            judge = TreeJudge(bug.search, (Charge(bug.caught_by),))

            def stop(drawn: int) -> None:
                if not judge.open:
                    raise _FoundError

            try:
                hunt([judge], examples=bug.within, seed_number=seed, on_tree=stop)
            except _FoundError:
                return judge
            raise AssertionError(f"{name} is not found in {bug.within} trees, seed {seed}")

        self.found = found
        self.trees = found().trees

    def track_trees(self, name: str, seed: int) -> int:
        return int(self.trees)

    def time_to_find(self, name: str, seed: int) -> None:
        self.found()

    track_trees.unit = "trees"  # type: ignore[attr-defined]
    track_trees.version = "1"  # type: ignore[attr-defined]
    time_to_find.version = "1"  # type: ignore[attr-defined]
