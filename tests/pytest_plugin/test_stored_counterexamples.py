"""The pytest plugin stores counterexamples in the database of the Hypothesis profile, and tries them first."""

from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.database import InMemoryExampleDatabase

from marked_searches import MARKED, closing, marked, profile
from own_searches import FILE
from prunecheck.pytest_trial import trial
from prunecheck.verify.isolated import judge_search
from prunecheck.verify.options import Options, read_options
from prunecheck.verify.plan import Plan
from prunecheck.verify.trial_result import TrialResult

pytest_plugins = ["pytester", "user_repository"]


def test_the_database_stores_counterexamples(folder: pytest.Pytester) -> None:
    """The witness is judged first the next time, so one tree is enough; once the bug is fixed, the entry is removed."""
    profile(folder, "max_examples=30, derandomize=False, database=DirectoryBasedExampleDatabase('kept')")
    folder.makepyfile(test_it=marked("wrong", "('exact')"))
    folder.runpytest().assert_outcomes(failed=1)
    stored = [path for path in (folder.path / "kept").rglob("*") if path.is_file() and b'"tree"' in path.read_bytes()]
    assert len(stored) == 1
    folder.makepyfile(test_it=marked("wrong", "('exact', examples=1)"))
    result = folder.runpytest()
    result.assert_outcomes(failed=1)
    assert "(1 tree, " in closing(result)[0]
    folder.makepyfile(test_it=marked("right", "('exact', examples=1)"))
    folder.runpytest().assert_outcomes(passed=1)
    assert not stored[0].exists()


REMEMBERS = (
    FILE
    + """

class Remembers:
    def __init__(self):
        self.answers = {}

    def search(self, node, alpha, beta):
        if node.key() not in self.answers:
            self.answers[node.key()] = right(node, alpha, beta)
        return self.answers[node.key()]
"""
)


@pytest.mark.slow
def test_the_database_stores_sequences_of_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    """A failure that only a reused instance shows is judged first the next time, as the calls that led to it."""
    (tmp_path / "engine.py").write_text(REMEMBERS, encoding="utf-8")
    plans: list[Plan] = []

    def seen(search: str, wanted: Options, plan: Plan) -> TrialResult:
        plans.append(plan)
        return judge_search(search, wanted, plan)

    monkeypatch.setattr("prunecheck.pytest_trial.judge_search", seen)
    profile = settings(max_examples=30, database=InMemoryExampleDatabase(), derandomize=False)
    monkeypatch.setattr("prunecheck.pytest_trial.settings", lambda: profile)
    for name in ("Remembers", "Remembers", "right", "right"):
        trial(f"{tmp_path / 'engine.py'}:{name}", read_options({"seed": 0}, "here"), pytestconfig, "there")
    assert [len(plan.first_calls) for plan in plans] == [0, 1, 1, 0]
    assert all(len(plan.first_calls[0]) == 2 for plan in plans[1:3])


@pytest.mark.slow
def test_stored_trees_are_only_used_in_their_domain(folder: pytest.Pytester) -> None:
    """A tree outside the currently declared domain does not refute the search."""
    profile(folder, "max_examples=300, derandomize=False, database=DirectoryBasedExampleDatabase('kept')")
    finite = folder.path / "finite_engine.py"
    finite.write_text(
        "def search(node, depth):\n"
        "    if depth == 0 or node.is_leaf():\n        return node.value()\n"
        "    best = -30_001\n"
        "    for child in node.children():\n        best = max(best, -search(child, depth - 1))\n"
        "    return best\n",
        encoding="utf-8",
    )
    for domain, passed in (("any", 0), ("whole", 1), ("any", 0)):
        folder.makepyfile(test_it=MARKED.format(f"('exact', domain='{domain}', seed=0)", "'finite_engine.py:search'"))
        folder.runpytest().assert_outcomes(passed=passed, failed=1 - passed)
