"""Failures that need earlier searches are reproduced in the report, or reported as not reproducible."""

import math
import re
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Final
from xml.etree import ElementTree as ET

import pytest

from documents import HOME
from prunecheck import from_nested
from prunecheck.api import RefutedError
from prunecheck.cli.program import run
from prunecheck.contracts.order import contract
from prunecheck.failures import Timeout
from prunecheck.oracle.minimax import value
from prunecheck.pytest_trial import outcome
from prunecheck.report.ci_formats import as_annotations, as_junit, as_markdown
from prunecheck.report.sheet import sheet_of_subjects
from prunecheck.report.subject_text import fault_lines, how_lines
from prunecheck.report.witness_svg import as_svg
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.find import find_subject, subject_of
from prunecheck.subjects.load_search import load_object
from prunecheck.verify.hunt.drawn_trees import first_violation, smallest_witness
from prunecheck.verify.isolated import judge_search
from prunecheck.verify.judge import Charge
from prunecheck.verify.options import Options
from prunecheck.verify.outcomes import FAIL_ON, USUAL
from prunecheck.verify.plan import Plan
from prunecheck.verify.shrink.tree_passes import small_trees, tree_size
from prunecheck.verify.trial import verify_subject
from prunecheck.verify.trial_result import TrialResult

ZOO: Final = HOME / "tests" / "zoo" / "wrong"
PLAN: Final = Plan(examples=60, seconds=20.0)
LARGE: Final = from_nested([[3, [4, 1]], [2, [5, [6, 2]]], [[7, 1], 3]])


def shown(done: TrialResult) -> list[list[str]]:
    """The lines of the report below each failure."""
    return [
        list(fault_lines(done, searched, finding))
        for searched in done.searches
        for finding in searched.findings
        if finding.severity in FAIL_ON[USUAL]
    ]


def pasted(lines: list[str]) -> Any:
    """Execute the test that the report prints after the word "paste", and return the test function."""
    found: dict[str, Any] = {}
    exec("\n".join(line[2:] for line in lines[lines.index("paste") + 1 :]), found)  # noqa: S102  # as a person would
    return next(function for name, function in found.items() if name.startswith("test_"))


@pytest.mark.fast_cases("tables.BoundAsExact")
@pytest.mark.parametrize(
    "name",
    [
        "state.TableAcrossWindows",
        "state.CounterNotReset",
        "tables.BoundAsExact",
        "tables.UpperForExact",
        "kept.ClearForgetsHalf",
    ],
)
def test_printed_commands_and_tests_reproduce_the_failure(name: str) -> None:
    """Failures of new and of reused instances are reproduced."""
    file, _, search = name.partition(".")
    named = f"{ZOO / file}.py:{search}"
    faults = shown(verify_subject(replace(find_subject(named), name=named), PLAN))
    assert faults
    seen_again(faults)


@pytest.mark.slow
def test_declared_options_are_printed_with_a_failure(tmp_path: Path) -> None:
    """The command and the test contain the declared calling convention."""
    file = tmp_path / "engine.py"
    file.write_text(
        "def search(it, x, y):\n"
        "    if it.is_leaf():\n"
        "        return it.value()\n"
        "    return max([x, *(-search(child, -y, -x) for child in it.children()[1:])])\n",
        encoding="utf-8",
    )
    named = f"{file}:search"
    faults = shown(judge_search(named, Options(named, takes="node,alpha,beta"), PLAN))
    assert faults
    assert all("--takes node,alpha,beta" in line for lines in faults for line in lines if line.startswith("rerun"))
    seen_again(faults)


@pytest.mark.slow
def test_the_time_limit_of_an_answer_is_printed_with_a_timeout(tmp_path: Path) -> None:
    """With the default limit, the late answer would be in time."""
    file = tmp_path / "late_engine.py"
    file.write_text(
        "import time\n\n\n"
        "def late(node):\n"
        "    if node.is_leaf():\n"
        "        return node.value()\n"
        "    if len(node.children()) == 5:\n"
        "        time.sleep(1)\n"
        "    return (max if node.is_max() else min)(map(late, node.children()))\n",
        encoding="utf-8",
    )
    named, plan = f"{file}:late", replace(PLAN, tree=from_nested([1, 2, 3, 4, 5]))
    assert judge_search(named, Options(named, seconds=60.0), plan).sound
    faults = shown(judge_search(named, Options(named, seconds=0.2), plan))
    assert faults
    for lines in faults:
        (rerun,) = (line for line in lines if line.startswith("rerun"))
        assert " --seconds 0.2 " in rerun
        assert any(line.endswith(", seconds=0.2)") for line in lines)
    seen_again(faults)


def seen_again(faults: list[list[str]]) -> None:
    """Assert that each printed command refutes the search, and that each printed test fails."""
    for lines in faults:
        for line in lines:
            if line.startswith("rerun"):
                assert run(shlex.split(line)[2:]) == 1
        with pytest.raises(AssertionError):
            pasted(lines)()


class FailsOnce:
    """A search that fails once in the whole process, but not in the first search of its instance."""

    failed: ClassVar[bool] = False

    def __init__(self) -> None:
        """Start with no earlier searches."""
        self.searches = 0

    def search(self, pos: Any, alpha: Any, beta: Any) -> Any:
        """Negamax with a bug."""
        self.searches += 1
        found = self.negamax(pos, alpha, beta)
        full = (alpha, beta) == (-math.inf, math.inf)
        if full and self.searches > 300 and not FailsOnce.failed:
            FailsOnce.failed = True
            return found + 1
        return found

    def negamax(self, pos: Any, alpha: Any, beta: Any) -> Any:
        """Negamax, fail-soft."""
        if pos.is_over():
            return pos.evaluate()
        best = -math.inf
        for child in pos.children():
            best = max(best, -self.negamax(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best


@pytest.mark.slow
def test_failures_that_are_not_reproducible_are_reported_as_such() -> None:
    """The report has the number of searches before the failure, and a command that repeats the whole check."""
    FailsOnce.failed = False
    (lines,) = shown(verify_subject(subject_of(load_object(FailsOnce)), PLAN))
    assert not any(line.startswith(("paste", "step")) for line in lines)
    (rerun,) = (line for line in lines if line.startswith("rerun "))
    assert rerun.endswith(f" --seed {PLAN.seed} --examples {PLAN.examples}")
    (seen,) = (line for line in lines if line.startswith("seen "))
    number = re.fullmatch(r"seen    once in ([\d,]+) searches on one instance; not reproducible on its own", seen)
    assert number is not None
    assert int(number[1].replace(",", "")) > 300


def hangs(tree: Any, node: Any, alpha: Any, beta: Any, /) -> Any:
    """A search that hangs on trees of four nodes or more, and is right otherwise."""
    level, nodes = [node], 0
    while level:
        nodes += len(level)
        level = [child for inner in level if not tree.is_terminal(inner) for child in tree.children(inner)]
    if nodes > 3:
        raise SubjectError(Timeout(2))
    return value(tree, node)


def test_small_trees_are_tried_first_for_a_hang() -> None:
    """Shrinking starts at the smallest shapes, so that a witness for a large tree costs one timeout."""
    charge = Charge(contract("exact"))
    first = first_violation(hangs, charge, LARGE)
    assert first is not None
    failed = 0

    def counted(*question: Any) -> Any:
        nonlocal failed
        try:
            return hangs(*question)
        except SubjectError:
            failed += 1
            raise

    # shrinking has a hundred seconds, and the simulated hangs take no time
    found = smallest_witness(counted, charge, (LARGE, first), seconds=100.0)
    assert str(found.tree) == "[[[0]]]"
    assert not found.unshrunk
    assert failed <= 3


def test_a_witness_says_if_its_shrinking_ran_out_of_time() -> None:
    """Without any time, the witness is the tree as drawn."""
    charge = Charge(contract("exact"))
    first = first_violation(hangs, charge, LARGE)
    assert first is not None
    found = smallest_witness(hangs, charge, (LARGE, first), seconds=0.0)
    assert found.tree == first.tree
    assert list(how_lines(found)) == ["size    there may be a smaller counterexample: time ran out"]
    assert list(how_lines(first)) == []


def test_there_is_a_small_tree_of_every_shape() -> None:
    """For one to five nodes there are 1, 1, 2, 5 and 14 shapes, in order of size."""
    trees = small_trees()
    assert [sum(len(tree) == nodes for tree in trees) for nodes in range(1, 6)] == [1, 1, 2, 5, 14]
    assert [tree_size(tree) for tree in trees] == sorted(tree_size(tree) for tree in trees)


@pytest.fixture(scope="module")
def met_again() -> TrialResult:
    """A verdict with a likely cause, on a search with a depth."""
    return verify_subject(find_subject(f"{ZOO / 'depths.py'}:min_keeps_depth"), PLAN)


@pytest.mark.slow
def test_the_likely_cause_is_in_every_report(met_again: TrialResult) -> None:
    """Markdown, JUnit, annotations and test failures have the line of the text report."""
    sheet = sheet_of_subjects([met_again])
    assert "prunecheck explain " in as_markdown(sheet)
    assert "prunecheck explain " in as_annotations(sheet)
    failures = ET.fromstring(as_junit(sheet)).iter("failure")  # noqa: S314  # written here
    assert any("prunecheck explain " in (failure.text or "") for failure in failures)
    with pytest.raises(RefutedError, match=re.escape("prunecheck explain ")):
        outcome(met_again, sheet.refuted[0].contract, [sheet.refuted[0].contract])


def test_a_picture_with_a_depth_has_the_depth_and_static_values(met_again: TrialResult) -> None:
    """The tree in the picture ends at the depth, and the text mentions the nodes below."""
    told = as_svg(sheet_of_subjects([met_again]))
    (witness,) = (claim.witness for claim in met_again.searches[0].verdict.claims if claim.contract == "exact")
    assert witness is not None
    assert witness.depth is not None
    assert f"depth {witness.depth} of {witness.tree}" in told
    assert "static values: the root = " in told
