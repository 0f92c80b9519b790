"""Speed of searches by external programs: the worked examples, on a tree as large as a drawn one.

Run with `python -m pytest benchmarks/speed/test_pipe.py --benchmark-only`. Only the value is asserted.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from prunecheck.measure.counts import counted
from prunecheck.oracle.minimax import value
from prunecheck.subjects.external import ProgramSubject, open_program
from prunecheck.trees.search import Choice
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.window import FULL
from prunecheck.workloads.grown import uneven

EXAMPLES: Final = Path(__file__).parents[2] / "docs" / "examples"
SMALL: Final = unfolded(uneven(30, 5))
TREES: Final = [unfolded(uneven(30, seed)) for seed in range(100)]  # more than the cache of encoded trees holds
TRUTH: Final = value(SMALL, SMALL.root)


def compiled_cpp(folder: Path) -> list[str]:
    compiler = shutil.which("g++") or pytest.skip("g++ is not on this machine")
    program = str(folder / "alpha_beta")
    subprocess.run([compiler, "-std=c++17", "-O2", "-o", program, str(EXAMPLES / "alpha_beta.cpp")], check=True)  # noqa: S603
    return [program]


def search(subject: ProgramSubject) -> Choice:
    return subject.search(SMALL, SMALL.root, FULL.alpha, FULL.beta)


@pytest.mark.benchmark(group="pipe", max_time=0.5)
def test_a_search_of_the_cpp_example(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """One tree is searched in one window, repeatedly; the goal is 3,000 searches per second."""
    with open_program(compiled_cpp(tmp_path)) as subject:
        assert benchmark(search, subject).value == TRUTH


@pytest.mark.benchmark(group="pipe", max_time=0.5)
def test_a_hundred_other_trees_for_the_cpp_example(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """The time includes encoding each tree, and logging and counting its leaves."""
    with open_program(compiled_cpp(tmp_path)) as subject:
        found = benchmark(lambda: [counted(subject.search, tree, FULL)[0] for tree in TREES])
    assert found == [value(tree, tree.root) for tree in TREES]


@pytest.mark.benchmark(group="pipe", max_time=0.5)
def test_a_search_of_the_python_example(benchmark: BenchmarkFixture) -> None:
    """The tree is the same, but the program is in Python."""
    with open_program([sys.executable, str(EXAMPLES / "alpha_beta.py")]) as subject:
        assert benchmark(search, subject).value == TRUTH
