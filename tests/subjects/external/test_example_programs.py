"""The worked examples of programs are compiled, examined by the doctor, and verified on random trees."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from documents import HOME
from prunecheck import ExplicitTree, Number
from prunecheck.contracts.case import Case
from prunecheck.contracts.evidence import Evidence, run
from prunecheck.contracts.order import contract
from prunecheck.strategies.trees import trees
from prunecheck.subjects.external import Budget, ProgramSubject, open_program
from prunecheck.subjects.external.doctor import diagnose
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.cut import cut

EXAMPLES: Final = HOME / "docs" / "examples"
PATIENT: Final = Budget(seconds=60, handshake_seconds=60, quit_seconds=10)


@dataclass(frozen=True)
class Example:
    """A source file, the tools that it needs, how to compile it into a folder, and how to run it there."""

    source: str
    tools: tuple[str, ...]
    compiled: Callable[[str, Path], list[str]]
    run: Callable[[str, Path], list[str]]


ROWS: Final = (
    Example(
        "alpha_beta.cpp",
        ("g++",),
        lambda source, out: ["g++", "-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", "-o", f"{out}/cpp", source],
        lambda _, out: [f"{out}/cpp"],
    ),
    Example(
        "alpha_beta.rs",
        ("rustc",),
        lambda source, out: ["rustc", "-O", "-D", "warnings", "-o", f"{out}/rs", source],
        lambda _, out: [f"{out}/rs"],
    ),
    Example("alpha_beta.js", ("node",), lambda *_: [], lambda source, _: ["node", source]),
    Example(
        "AlphaBeta.java",
        ("javac", "java"),
        lambda source, out: ["javac", "-Xlint:all", "-Werror", "-d", str(out), source],
        lambda _, out: ["java", "-cp", str(out), "AlphaBeta"],
    ),
    Example("alpha_beta.py", (), lambda *_: [], lambda source, _: [sys.executable, source]),
)


@pytest.fixture(scope="module", params=ROWS, ids=lambda row: row.source)
def words(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command that runs a compiled example."""
    example: Example = request.param
    for tool in example.tools:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not on this machine")
    source, out = str(EXAMPLES / example.source), tmp_path_factory.mktemp("compiled")
    if compiled := example.compiled(source, out):
        done = subprocess.run(compiled, capture_output=True, text=True, check=False)  # noqa: S603
        assert (done.returncode, done.stderr) == (0, "")
    return example.run(source, out)


@pytest.fixture(scope="module")
def subject(words: list[str]) -> Iterator[ProgramSubject]:
    """A running example."""
    with open_program(words, budget=PATIENT) as found:
        yield found


def revalued(
    tree: ExplicitTree[Number], becomes: Callable[[int, Number | None], Number | None]
) -> ExplicitTree[Number]:
    """`tree` with other values."""
    return tree.replaced(values=[becomes(node, value) for node, value in enumerate(tree.values)])


def spread(tree: ExplicitTree[Number]) -> ExplicitTree[Number]:
    """Return `tree` with values four times as far apart, so that windows between them end at whole numbers."""
    return revalued(tree, lambda _, value: None if value is None else 4 * value)


def trees_for(subject: ProgramSubject) -> st.SearchStrategy[ExplicitTree[Number]]:
    """Trees with values that the program accepts."""
    if subject.program.capabilities.values == "int":
        return trees(extreme_values=False, static_values=False).map(spread)
    return trees(static_values=False)


def broken(subject: ProgramSubject, case: Case[Any], *names: str) -> list[str]:
    """The contracts that the program violates in the windows that it accepts; an error of its own fails the test."""
    found = []
    for nth, window in enumerate(case.windows):
        if not any(map(subject.program.domain.excludes_end, (window.alpha, window.beta))):
            done = run(subject.search, case.tree, window)
            assert done.failure is None
            evidence = Evidence(case, nth, done, subject.search)
            found += [name for name in names if contract(name).judge(evidence) is not None]
    return found


def shown_by(subject: ProgramSubject) -> list[str]:
    """True if the program has a table, and the table violates its contract."""
    return ["table"] if "table" in subject.program.capabilities.gives else []


def in_domain(subject: ProgramSubject, tree: ExplicitTree[Number]) -> bool:
    return not any(subject.program.domain.excludes(value) for value in tree.values if value is not None)


@pytest.mark.slow_cases("AlphaBeta.java", "alpha_beta.cpp", "alpha_beta.js", "alpha_beta.rs")
def test_the_doctor_finds_nothing(words: list[str]) -> None:
    """The examples follow the protocol."""
    found = diagnose(words, budget=PATIENT)
    assert [finding for finding in found.findings if finding.outcome == "FAILED"] == []
    assert found.passed
    assert found.name == Path(found.name).name in {row.source for row in ROWS}


@pytest.mark.fast_cases("alpha_beta.py")
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_an_example_evaluates_alpha_betas_leaves(subject: ProgramSubject, data: st.DataObject) -> None:
    """Value, leaves, and, if reported, move and line are right in all distinct windows."""
    drawn = data.draw(trees_for(subject))
    assume(in_domain(subject, drawn))
    contracts = {"leaves": "visits", "move": "first-best", "line": "line", "table": "table"}
    names = ["fishburn", *(contracts[field] for field in subject.program.capabilities.gives)]
    assert broken(subject, Case(unfolded(drawn)), *names) == []


@pytest.mark.slow_cases("AlphaBeta.java", "alpha_beta.cpp", "alpha_beta.py", "alpha_beta.rs")
@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_an_example_finds_the_value_with_shared_nodes(subject: ProgramSubject, data: st.DataObject) -> None:
    """A tree with shared nodes has the same value as its unfolded tree."""
    drawn = data.draw(trees_for(subject))
    assume(drawn.shared and in_domain(subject, drawn))
    assert broken(subject, Case(drawn), "fishburn", *shown_by(subject)) == []


@pytest.mark.slow_cases("AlphaBeta.java", "alpha_beta.js", "alpha_beta.py")
@given(data=st.data(), depth=st.integers(0, 3))
@settings(max_examples=30, deadline=None)
def test_an_example_searches_to_a_depth(subject: ProgramSubject, data: st.DataObject, depth: int) -> None:
    """The tree below the depth limit is sent but not read; programs without a depth limit get the cut tree."""
    drawn = data.draw(trees_for(subject))
    assume(in_domain(subject, drawn))
    drawn = revalued(drawn, lambda node, value: 4 * (5 * node % 7 - 3) if value is None else value)
    names = ["fishburn", "visits"] if "leaves" in subject.program.capabilities.gives else ["fishburn"]
    case = Case(cut(unfolded(drawn, static_values=True), depth), static_values=True)
    assert broken(subject, case, *names, *shown_by(subject)) == []
