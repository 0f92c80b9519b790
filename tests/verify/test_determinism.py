"""The same seed gives the same trees, calls and witnesses, even in another process with other hash seeds."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from prunecheck.verify.corpus import hard_trees

ROOT: Final = Path(__file__).parents[2]
MEMBERS: Final = {  # members of the zoo in various styles, with their claims
    "wrong/tables.py:BoundAsExact": "knuth",
    "wrong/depths.py:two_at_a_time": "exact",
    "wrong/root_moves.py:last_equal_wins": "best-move",
    "wrong/bounds.py:minimum_from_below": "exact",
    "right/tables.py:DeepEnough": "exact",
}
TRIAL: Final = """
import json, sys
from hashlib import sha256
from prunecheck.report.data import subjects_as_json
from prunecheck.subjects.find import Loading, find_subject
from prunecheck.verify.explain import diagnosis
from prunecheck.verify.hunt import tree_judge
from prunecheck.trees.unfold import unfolded
from prunecheck.verify.plan import Plan
from prunecheck.verify.trial import verify_subject

tree_judge.SLOW_CALL = float("inf")  # no machine is so slow that it has fewer windows, or fewer changes of a witness
diagnosis.DIAGNOSIS_SECONDS = diagnosis.REPEATED_SECONDS = float("inf")
seed, members = map(json.loads, sys.argv[1:])
told = {}
for name, claim in members.items():
    digest, last = None, []

    def watch(asked, alpha, beta, instance=None, /):
        if digest is None or asked is None:  # it is found out how it is called, for as long as that may take
            return
        if asked.tree not in last:
            last[:] = [asked.tree]
            digest.update(repr(unfolded(asked.tree)).encode())
        digest.update(repr((asked.node, asked.depth, alpha, beta)).encode())

    subject = find_subject(f"tests/zoo/{name}", Loading(watch=watch))
    digest = sha256()
    done = verify_subject(subject, Plan(examples=10, seed=seed, seconds=600.0, claims=(claim,)))
    report = json.loads(subjects_as_json([done]))
    told[name] = {
        "calls": digest.hexdigest(),
        "trees": report["trees"],
        "claims": [row["claims"] for row in report["variants"]],
        "findings": [row["findings"] for row in report["variants"]],
    }
print(json.dumps(told))
"""


def told(seed: int, hash_seed: int) -> dict[str, Any]:
    """The results of all members with this seed, in a separate process with this hash seed."""
    done = subprocess.run(  # noqa: S603  # ourselves
        [sys.executable, "-c", TRIAL, str(seed), json.dumps(MEMBERS)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        check=True,
        text=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def first() -> dict[str, Any]:
    """The results with seed 0."""
    return told(0, 1)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_trees_and_witnesses(first: dict[str, Any]) -> None:
    """Every call, with its tree and window, is the same in another process with other hash seeds."""
    again = told(0, 4_321)
    for name in MEMBERS:
        assert again[name] == first[name], name
    assert any(claim["witness"] for name in MEMBERS for row in first[name]["claims"] for claim in row)


@pytest.mark.slow
def test_another_seed_gives_other_trees(first: dict[str, Any]) -> None:
    """No member gets the same trees, unless it is refuted before any tree is drawn."""
    other, hard = told(1, 1), len(list(hard_trees()))
    same = [name for name in MEMBERS if other[name]["calls"] == first[name]["calls"]]
    assert len(same) < len(MEMBERS)
    assert all(first[name]["trees"] <= hard for name in same)
