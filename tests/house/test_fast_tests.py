"""The fast tests, which run by default, cover every name that a user can choose."""

import ast
import inspect
import re
from collections.abc import Iterable
from fnmatch import fnmatchcase

import pytest
from benchmarks.zoo_trial import members

from documents import HOME
from prunecheck import cli
from prunecheck.catalog import VARIANTS
from prunecheck.contracts.order import CONTRACTS
from prunecheck.workloads.catalog import WORKLOADS
from styles import STYLES

GAMES = [path.stem for path in (HOME / "src" / "prunecheck" / "trees" / "games").glob("[a-z]*.py")]
COMMANDS = list(cli.program.COMMANDS)
REPORTS = ("--json", "--junit", "--sarif", "--gitlab", "--markdown", "--svg", "--github", "--html", "--csv")
OFFERED = {
    "variants": VARIANTS,
    "contracts": CONTRACTS,
    "styles": STYLES,
    "workloads": WORKLOADS,
    "games": GAMES,
    "commands": COMMANDS,
    "reports": REPORTS,
}


@pytest.fixture(scope="module")
def items(request: pytest.FixtureRequest) -> list[pytest.Item]:
    """Every fast test of the suite."""
    if request.config.option.keyword or request.config.args != request.config.getini("testpaths"):
        pytest.skip("only a run of the whole suite has all fast tests")
    return [item for item in request.session.items if item.get_closest_marker("slow") is None]


@pytest.fixture(scope="module")
def fast(items: list[pytest.Item]) -> str:
    """The name and source of every fast test, joined."""
    tests = {inspect.unwrap(item.function) for item in items if isinstance(item, pytest.Function)}
    names = [item.nodeid.replace("-keeps-", " ") for item in items]
    return "\n".join(names + [inspect.getsource(test) for test in tests])


@pytest.mark.parametrize("names", OFFERED.values(), ids=OFFERED)
def test_each_name_is_in_a_fast_test(names: Iterable[str], fast: str) -> None:
    """The name occurs as a whole word in the test's name or source."""
    assert [name for name in names if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", fast)] == []


def test_each_file_of_the_zoo_has_a_fast_trial(fast: str) -> None:
    """At least one search of each file is in the fast tests."""
    for test, folder in (
        ("test_a_right_search_of_the_zoo_passes", "right"),
        ("test_a_wrong_search_is_refuted_for_the_contract_it_violates", "wrong"),
    ):
        for kind in {member.kind for member in members(folder)}:
            assert f"tests/benchmarks/test_zoo.py::{test}[{kind}." in fast


def test_each_pattern_of_fast_cases_matches_a_case(items: list[pytest.Item]) -> None:
    """A renamed case must not become slow by accident."""
    names = [item.nodeid for item in items]
    for path in {item.path for item in items if item.path.name.startswith("test_")}:
        functions = [
            statement
            for statement in ast.parse(path.read_text(encoding="utf-8")).body
            if isinstance(statement, ast.FunctionDef)
        ]
        marks = [
            (function.name, mark)
            for function in functions
            for mark in function.decorator_list
            if isinstance(mark, ast.Call)
        ]
        for test, mark in marks:
            for pattern in mark.args if ast.unparse(mark.func) == "pytest.mark.fast_cases" else []:
                wanted = f"{path.relative_to(HOME).as_posix()}::{test}[[]{ast.literal_eval(pattern)}]"
                assert any(fnmatchcase(name, wanted) for name in names), wanted
