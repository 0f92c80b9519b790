"""`prunecheck new` writes starter files that work unchanged, and never overwrites anything."""

import ast
from pathlib import Path

import pytest
from check_jsonschema.cli.main_command import main as check_jsonschema
from click.testing import CliRunner

from documents import HOME
from own_searches import FILE
from prunecheck import cli
from prunecheck.cli.new import ENGINES, USUAL
from prunecheck.cli.new import test_file as new_test
from prunecheck.subjects.external.doctor import diagnose

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a file of searches."""
    (tmp_path / "new_engine.py").write_text(FILE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("kind", [kind for kind in USUAL if kind != "asv"])
def test_a_file_is_written_once(kind: str, capsys: Output) -> None:
    """The file has its usual name, and never replaces another file."""
    assert cli.run(["new", kind]) == 0
    assert capsys.readouterr().out.startswith(f"wrote {USUAL[kind]}\n")
    written = Path(USUAL[kind]).read_bytes()
    assert written
    assert cli.run(["new", kind]) == 2
    assert "already exists; choose another file with -o" in capsys.readouterr().err
    assert Path(USUAL[kind]).read_bytes() == written
    assert cli.run(["new", kind, "-o", "other"]) == 0
    assert Path("other").read_bytes() == written
    capsys.readouterr()
    assert cli.run(["new", kind, "-o", "-"]) == 0
    assert capsys.readouterr().out.encode() == written


@pytest.mark.parametrize("kind", ENGINES)
def test_an_engine_is_the_example_from_the_docs(kind: str, capsys: Output) -> None:
    """`prunecheck new` writes the example programs of the docs, which other tests compile and verify."""
    assert cli.run(["new", kind, "-o", "-"]) == 0
    assert capsys.readouterr().out == (HOME / "docs" / "examples" / ENGINES[kind]).read_text(encoding="utf-8")


def test_a_java_class_is_named_after_its_file(capsys: Output) -> None:
    """The name is also in its usage message; a file name that cannot name a class is refused."""
    assert cli.run(["new", "engine-java", "-o", "Foo.java"]) == 0
    written = Path("Foo.java").read_text(encoding="utf-8")
    assert "public class Foo {" in written
    assert "AlphaBeta" not in written
    for name in ("my-engine.java", "class.java", "Position.java"):
        capsys.readouterr()
        assert cli.run(["new", "engine-java", "-o", name]) == 2
        assert "choose another file with -o, such as AlphaBeta.java" in capsys.readouterr().err
        assert not Path(name).exists()


@pytest.mark.slow
def test_the_python_engine_follows_the_protocol(capsys: Output) -> None:
    """The doctor finds nothing wrong with it."""
    assert cli.run(["new", "engine-python", "-o", "mine.py"]) == 0
    assert diagnose(["python3", "mine.py"]).passed


@pytest.mark.parametrize(
    "search", ["new_engine.py:right", 'a "b".py:c\\d', "é.py:naïve", "\N{GRINNING FACE}.py:x", "m:", "'''\n#:x"]
)
def test_a_new_test_is_valid_python_for_any_search_name(search: str) -> None:
    """The only function in the test passes on the name unchanged."""
    module = ast.parse(new_test(search, []))
    (function,) = [statement for statement in module.body if isinstance(statement, ast.FunctionDef)]
    (back,) = function.body
    assert isinstance(back, ast.Return)
    assert isinstance(back.value, ast.Constant)
    assert back.value.value == search
    assert function.name.startswith("test_")


def test_a_workflow_names_the_search(capsys: Output) -> None:
    """The name is quoted if a shell needs that; without a name, the workflow verifies what pyproject.toml lists."""
    assert cli.run(["new", "workflow", "--search", "my engine.py:right", "-o", "-"]) == 0
    assert "  prunecheck verify 'my engine.py:right' --junit" in capsys.readouterr().out
    assert cli.run(["new", "workflow", "-o", "-"]) == 0
    assert "  prunecheck verify --junit" in capsys.readouterr().out


def test_a_workflow_for_no_search_of_the_user_says_what_it_checks(capsys: Output, tmp_path: Path) -> None:
    """A first workflow is often written before pyproject.toml lists a search."""
    says = "pyproject.toml lists no searches, so this workflow checks prunecheck's own searches; list your searches "
    assert cli.run(["new", "workflow"]) == 0
    assert says in capsys.readouterr().out
    assert cli.run(["new", "workflow", "--search", "a.py:b", "-o", str(tmp_path / "other.yml")]) == 0
    assert says not in capsys.readouterr().out


def test_a_new_test_without_a_name_says_that_one_is_missing(capsys: Output) -> None:
    """Without the remark, pytest would only say that there is no such file."""
    assert cli.run(["new", "test"]) == 0
    assert "replace path/file.py:name by the name of your search; then run it: pytest" in capsys.readouterr().out
    assert cli.run(["new", "test", "--search", "new_engine.py:right", "-o", "test_mine.py"]) == 0
    assert "replace" not in capsys.readouterr().out


def test_a_test_and_a_workflow_contain_the_starts(capsys: Output) -> None:
    """A search on its own game needs at least one start; the test gets one call, or a list."""
    words = ["--search", "new_engine.py:right", "--start", 'right("a", 3)', "-o", "-"]
    assert cli.run(["new", "test", *words]) == 0
    assert '@pytest.mark.prunecheck(start="right(\\"a\\", 3)")\n' in capsys.readouterr().out
    assert cli.run(["new", "test", *words, "--start", "right(1)"]) == 0
    assert '@pytest.mark.prunecheck(start=["right(\\"a\\", 3)", "right(1)"])\n' in capsys.readouterr().out
    assert cli.run(["new", "workflow", *words]) == 0
    assert "  prunecheck verify new_engine.py:right --start 'right(\"a\", 3)' --junit" in capsys.readouterr().out


@pytest.mark.parametrize("search", ["new_engine.py:right", "pipe:./my engine --uci: 'x' # \\"])
def test_a_workflow_is_valid_for_github(search: str, capsys: Output) -> None:
    """The workflow satisfies GitHub's schema for any search name, and its folders are created."""
    assert cli.run(["new", "workflow", "--search", search]) == 0
    words = ["--builtin-schema", "vendor.github-workflows", ".github/workflows/prunecheck.yml"]
    done = CliRunner().invoke(check_jsonschema, words)
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    "words, says",
    [
        (["engine-rst"], "unknown kind 'engine-rst'; did you mean 'engine-rust'?"),
        (["engine-rust", "--search", "a:b"], "--search only applies to test, workflow and asv"),
        (
            ["asv", "--search", "a:b", "--search", "c:d", "--start", "b()"],
            "--start needs one --search, and only applies to a test, a workflow or an asv suite",
        ),
        (["workflow", "--search", "a:b", "--search", "c:d"], "a workflow takes only one --search"),
        (["asv"], "new asv needs at least one search to measure: add --search path/file.py:name"),
        (["asv", "--search", "a:b", "-o", "-"], "new asv writes several files; name a folder with -o"),
        (["test", "--search", "nix.py:right"], "there is no file 'nix.py'"),
        (["test", "--search", "new_engine.py:rigth"], "unknown name 'rigth' in new_engine.py; did you mean 'right'?"),
        (["test", "--search", "new_engine.py"], "new_engine.py is a file, not a search; write new_engine.py:"),
        (["test", "-o", "no/such/folder"], "cannot write 'no/such/folder'"),
    ],
    ids=str,
)
def test_a_usage_error_is_one_line(words: list[str], says: str, capsys: Output) -> None:
    """The exit status is 2."""
    assert cli.run(["new", *words]) == 2
    assert says in capsys.readouterr().err


def test_an_installation_without_the_examples_says_where_they_are(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """The error is one line, and no file is written."""
    monkeypatch.setattr("prunecheck.cli.pages.DOCS", Path("nowhere"))
    assert cli.run(["new", "engine-cpp"]) == 2
    assert "docs/examples/alpha_beta.cpp is not installed" in capsys.readouterr().err
    assert not Path("alpha_beta.cpp").exists()
