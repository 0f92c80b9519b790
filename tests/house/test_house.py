"""The rules of the repository that no other tool checks."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import prunecheck
from prunecheck import catalog

HOME = Path(__file__).parents[2]
SOURCE = HOME / "src" / "prunecheck"
TESTS = HOME / "tests"
OTHER_FOLDERS = {"benchmarks", "docs", "house", "mutants", "variants/native"}  # without a counterpart in the package
SHARED = {"ask", "mt"}  # helpers that several variants share
FORMS = sorted(
    path
    for pattern in ("forms/[!_]*.py", "null_windows/[!_]*.py", "selective/[!_]*.py", "state_space/*_star.py")
    for path in (SOURCE / "variants").glob(pattern)
    if path.stem != "call_with_plies"
)
FORMS += [
    path
    for path in sorted((SOURCE / "variants" / "memory").glob("[!_]*.py"))
    if path.stem in {*catalog.VARIANTS, *SHARED}  # the others are the table, and what gives it to a search
]
CALLING_NO_SEARCH = [
    path for path in FORMS if not (path.stem in catalog.VARIANTS and catalog.VARIANTS[path.stem].calls)
]
OUR_FILES = sorted(path for folder in ("src", "tests", "benchmarks") for path in (HOME / folder).rglob("*.py"))


def test_no_file_name_is_used_in_more_than_two_packages() -> None:
    """A file is named for its job, and three packages rarely have a file for the same job."""
    packages: dict[str, set[str]] = {}
    for path in SOURCE.glob("*/**/[!_]*.py"):
        packages.setdefault(path.name, set()).add(path.relative_to(SOURCE).parts[0])
    assert {name: found for name, found in packages.items() if len(found) > 2} == {}


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_each_form_names_its_source_and_its_terms(path: Path) -> None:
    """A form's file begins with the idea and the source; its first function states viewpoint, result and errors."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    assert "Source: " in (ast.get_docstring(module) or "")
    function = next(node for node in module.body if isinstance(node, ast.FunctionDef))
    terms = ast.get_docstring(function) or ""
    for word in ("Viewpoint: ", "Returns: ", "Raises: ", "Cost: "):
        assert word in terms


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_each_form_is_a_row_of_the_catalogue(path: Path) -> None:
    """A file is named after its variant, unless several variants share it."""
    assert path.stem in {*catalog.VARIANTS, *SHARED}


@pytest.mark.parametrize("path", CALLING_NO_SEARCH, ids=lambda path: path.stem)
def test_a_form_counts_nothing_and_knows_only_trees(path: Path) -> None:
    """A form only imports the protocol of trees or of positions with moves, and what its package shares."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    imported = {node.module for node in ast.walk(module) if isinstance(node, ast.ImportFrom)}
    trees = {f"prunecheck.trees.{name}" for name in ("protocol", "moves", "walk")}
    memory = {f"prunecheck.variants.memory.{name}" for name in ("remembered", "table", *SHARED)}
    if path.parent.name != "forms":
        imported = {name for name in imported if not str(name).startswith(f"prunecheck.variants.{path.parent.name}.")}
    assert imported <= {*trees, *memory, "collections.abc", "fractions", "heapq", "itertools", "typing"}


@pytest.mark.parametrize("path", OUR_FILES, ids=lambda path: str(path.relative_to(HOME)))
def test_no_file_is_longer_than_four_hundred_lines(path: Path) -> None:
    """A file has one job."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


def test_each_test_is_in_the_folder_of_what_it_tests() -> None:
    """The folders of `tests` are those of the package and a few more. File names are unique."""
    tests = [path for path in OUR_FILES if path.name.startswith("test_") and TESTS in path.parents]
    folders = {path.parent.relative_to(TESTS).as_posix() for path in tests} - OTHER_FOLDERS
    assert [name for name in folders if not (SOURCE / name).is_dir() and not (SOURCE / f"{name}.py").exists()] == []
    alone = {path.stem.removeprefix("test_") for path in tests if path.parent == TESTS}
    assert [name for name in alone if not (SOURCE / f"{name}.py").exists()] == []
    assert len({path.name for path in tests}) == len(tests)


def test_importing_the_package_loads_nothing_else_of_it() -> None:
    """If Ctrl-C comes in the first moments of the program, `main` can therefore handle it."""
    code = "import sys, prunecheck.cli; print(*(name for name in sys.modules if name.startswith('prunecheck')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.split() == ["prunecheck", "prunecheck.cli"]


def test_trees_load_no_heavy_library_and_no_search() -> None:
    """Trees of the package load neither Hypothesis nor Numba nor a variant."""
    code = "import sys; from prunecheck import ExplicitTree, from_nested; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    loaded = set(done.stdout.split())
    assert "prunecheck.trees.explicit" in loaded
    assert not loaded & {"hypothesis", "numba", "numpy", "rich", "click", "prunecheck.variants", "prunecheck.catalog"}


JUDGE = """
import contextlib, io, sys
from prunecheck import cli, verify_search
search = "docs/examples/searches.py:wrong"
with contextlib.redirect_stdout(io.StringIO()):
    verify_search(search, examples=5)
    cli.run(["verify", search, "--examples", "5"])
print(*sys.modules)
"""


@pytest.mark.slow
def test_judging_a_users_search_loads_no_search_of_ours() -> None:
    """Neither `prunecheck verify` nor `verify_search` loads the catalogue."""
    done = subprocess.run([sys.executable, "-c", JUDGE], capture_output=True, text=True, check=True, cwd=HOME)  # noqa: S603
    loaded = done.stdout.split()
    assert "prunecheck.verify.trial" in loaded
    assert [name for name in loaded if name.startswith("prunecheck.variants")] == []


def test_each_rule_switched_off_has_its_reason_beside_it() -> None:
    """Every line of ruff's ignore list ends in a comment."""
    text = (HOME / "pyproject.toml").read_text(encoding="utf-8")
    lines = text[text.index("\nignore = [") :].split("\n]", 1)[0].splitlines()[2:]
    assert len(lines) > 5
    assert all("# " in line for line in lines)


def test_the_package_says_that_it_is_typed() -> None:
    """The marker file is in the package, and mypy is strict."""
    assert (SOURCE / "py.typed").exists()
    assert tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]["strict"] is True


def test_the_version_is_the_same_everywhere() -> None:
    """The places are the package, its metadata and the citation."""
    metadata = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    citation = (HOME / "CITATION.cff").read_text(encoding="utf-8")
    assert prunecheck.__version__ == metadata
    assert f"\nversion: {metadata}\n" in citation


def test_every_hint_to_install_an_extra_works_from_a_clone() -> None:
    """The extra exists, and no text asks for the package from PyPI, where it does not exist."""
    extras = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    texts = [
        *(HOME / "docs").glob("*.md"),
        HOME / "README.md",
        *SOURCE.rglob("*.py"),
        *(HOME / "benchmarks").rglob("*.py"),
    ]
    named: set[str] = set()
    for path in texts:
        text = path.read_text(encoding="utf-8")
        assert "prunecheck[" not in text.replace("tool.prunecheck[", ""), path
        named |= set(re.findall(r"how_to_install\(['\"](\w+)", text))
        named |= {name for found in re.findall(r"-e '\.\[([\w,]+)\]'", text) for name in found.split(",")}
    assert {"chess", "fleet", "native", "plot"} <= named <= set(extras)


@pytest.mark.slow
def test_no_two_public_classes_have_the_same_name() -> None:
    """A reader who searches for a class finds one definition."""
    places: dict[str, list[str]] = {}
    for path in SOURCE.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(path.relative_to(SOURCE).as_posix())
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
