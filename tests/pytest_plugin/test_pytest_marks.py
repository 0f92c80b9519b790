"""The places where a pytest marker may be: unmarked objects are ignored, and a misplaced marker is an error."""

import sys
from pathlib import Path

import pytest

from own_searches import FILE

pytest_plugins = ["pytester", "user_repository"]

QUICK = "@pytest.mark.prunecheck(examples=5)"
MINE = f"{QUICK}\ndef mine(node, alpha, beta):\n    return engine.right(node, alpha, beta)"
PROGRAM = (Path(__file__).parents[2] / "docs/examples/alpha_beta.py").read_text(encoding="utf-8")
REMEDY = "; mark a module-level function without parameters that returns the search"


def written(folder: pytest.Pytester, code: str) -> None:
    """Write a file of tests."""
    folder.makepyfile(test_it=f"import pytest\nimport plugged_engine as engine\n\n{code}\n")


@pytest.mark.parametrize(
    "marks",
    [
        "pytest.mark.slow",
        "pytest.mark.slow.mark",
        "[pytest.mark.slow, pytest.mark.skipif(False, reason='never')]",
        "[pytest.mark.slow.mark]",
        "[]",
    ],
)
@pytest.mark.parametrize("place", ["", "    "])
def test_marks_of_other_plugins_are_ignored(marks: str, place: str, folder: pytest.Pytester) -> None:
    """A class or a module may have one mark or several, in the ways that pytest allows."""
    written(folder, f"class TestFoo:\n    def test_one(self):\n        pass\n\n{place}pytestmark = {marks}\n")
    folder.runpytest("-W", "error").assert_outcomes(passed=1)


ODD = """
from unittest.mock import MagicMock, call

mocked = MagicMock()
called = call

class Loud:
    def __getattribute__(self, name):
        raise RuntimeError(f"asked for {name}")

class Lazy:
    @property
    def __class__(self):
        raise RuntimeError("made too early")

class Meta(type):
    @property
    def __dict__(cls):
        raise RuntimeError("asked for what it has")

    def __getattr__(cls, name):
        raise RuntimeError(f"asked for {name}")

class Strange(metaclass=Meta):
    pass

class Tuple:
    pytestmark = (pytest.mark.slow, pytest.mark.slow.mark)

class Number:
    pytestmark = 5

class Held:
    pytestmark = mocked
    loud, lazy, strange, call = Loud(), Lazy(), Strange, called

loud, lazy, answering = Loud(), Lazy(), Held()
setattr(mocked, "pytestmark", 5)

def test_one():
    pass
"""


def test_unusual_objects_are_ignored(folder: pytest.Pytester) -> None:
    """Examples: mocks, objects that raise on every access, a custom metaclass, objects that only look like marks."""
    written(folder, ODD)
    folder.runpytest("-k", "test_one").assert_outcomes(passed=1)


@pytest.mark.slow
@pytest.mark.parametrize(
    "shape",
    ["pytest.mark.prunecheck(examples=5)", "pytest.mark.prunecheck(examples=5).mark", "(pytest.mark.prunecheck,)"],
)
def test_a_class_may_store_its_marker_itself(shape: str, folder: pytest.Pytester) -> None:
    """The marker of the class works with one mark or several."""
    written(folder, f"class Mine(engine.Engine):\n    pytestmark = {shape}\n")
    folder.runpytest("--hypothesis-seed=1").assert_outcomes(passed=4, skipped=3)


@pytest.mark.fast_cases("code7-*", "code10-*", "code13-*")
@pytest.mark.parametrize(
    "code, what",
    [
        (f"class TestC:\n    {QUICK}\n    def test_it(self):\n        return engine.right", "TestC.test_it"),
        (f"class TestC:\n    {QUICK}\n    @staticmethod\n    def test_it():\n        pass", "TestC.test_it"),
        (f"class TestC:\n    @classmethod\n    {QUICK}\n    def test_it(cls):\n        pass", "TestC.test_it"),
        (f"class Own:\n    {QUICK}\n    def search(self, node):\n        pass", "Own.search"),
        (f"{QUICK}\nclass Own:\n    {QUICK}\n    def search(self, node):\n        pass", "Own.search"),
        (f"class TestC:\n    {QUICK}\n    class Own(engine.Engine):\n        pass", "TestC.Own"),
        (
            f"class TestC:\n    class TestD:\n        {QUICK}\n        def test_it(self):\n            pass",
            "TestD.test_it",
        ),
        (
            f"import unittest\nclass Own(unittest.TestCase):\n    {QUICK}\n    def test_it(self):\n        pass",
            "Own.test_it",
        ),
        (f"{QUICK}\nclass TestC:\n    def test_it(self):\n        pass", "TestC, which is a test class"),
        (
            f"import unittest\n{QUICK}\nclass Own(unittest.TestCase):\n    def test_it(self):\n        pass",
            "Own, which is a test class",
        ),
        (
            f"@pytest.mark.parametrize('name', ['right'])\n{QUICK}\ndef test_it(name):\n    return engine.right",
            "test_it, which is parametrized",
        ),
        (f"{QUICK}\ndef test_it(tmp_path):\n    return engine.right", "test_it, which takes fixtures: tmp_path"),
        (f"{QUICK}\ndef test_it(request):\n    return engine.right", "test_it, which takes fixtures: request"),
        (
            f"@pytest.fixture\ndef own():\n    pass\n\n{QUICK}\ndef test_it(own, tmp_path):\n    return engine.right",
            "test_it, which takes fixtures: own, tmp_path",
        ),
        (
            f"{QUICK}\n@pytest.mark.usefixtures('tmp_path')\ndef test_it():\n    return engine.right",
            "test_it, which takes fixtures: tmp_path",
        ),
        (
            f"import functools\n{QUICK}\n@functools.cache\ndef mine(node):\n    return engine.right(node)",
            "mine, of type _lru_cache_wrapper",
        ),
        ("pytestmark = pytest.mark.prunecheck\ndef test_it():\n    return engine.right", "all of test_it.py"),
    ],
)
def test_a_misplaced_marker_is_a_one_line_error(code: str, what: str, folder: pytest.Pytester) -> None:
    """No test passes without a check, and no other object gets a verdict; the error has a remedy."""
    written(folder, code)
    result = folder.runpytest()
    result.assert_outcomes(errors=1)
    says = f"the marker prunecheck only applies to a module-level function or class, not to {what}{REMEDY}"
    assert says in result.stdout.str()
    assert "Traceback" not in result.stdout.str()


def test_an_inherited_method_with_a_marker_is_reported(folder: pytest.Pytester) -> None:
    """The test class that collects it reports it, since the defining module is not collected."""
    folder.makepyfile(shared=f"import pytest\n\nclass Shared:\n    {QUICK}\n    def test_it(self):\n        pass\n")
    written(folder, "from shared import Shared\n\nclass TestC(Shared):\n    pass\n")
    result = folder.runpytest()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["the marker prunecheck only applies to*, not to TestC.test_it; mark *"])


@pytest.mark.fast_cases("code1")
@pytest.mark.parametrize(
    "code",
    [
        f"{QUICK}\nclass TestSearch(engine.Engine):\n    pass",
        f"@pytest.fixture\ndef node():\n    pass\n\n{MINE}",
        f"exec({MINE!r})",
    ],
)
def test_valid_marked_searches_are_checked(code: str, folder: pytest.Pytester) -> None:
    """A class is named like a test, a search has a parameter named like a fixture, and one has no source."""
    written(folder, code)
    folder.runpytest("--hypothesis-seed=1").assert_outcomes(passed=4, skipped=3)


@pytest.mark.slow
def test_a_class_may_hold_a_search_of_the_module(folder: pytest.Pytester) -> None:
    """The search is checked once, where it was marked; the tests of the class run."""
    tests = "class TestC:\n    search = staticmethod(mine)\n    def test_one(self):\n        pass"
    written(folder, f"{MINE}\n\n{tests}\n")
    folder.runpytest("--hypothesis-seed=1").assert_outcomes(passed=5, skipped=3)


@pytest.mark.slow
@pytest.mark.parametrize(
    "search",
    ["a.py:right", "plugged_here:right", f"pipe:{sys.executable} program.py"],
    ids=["file", "module", "program"],
)
def test_a_listed_search_is_loaded_from_the_folder_of_the_list(search: str, folder: pytest.Pytester) -> None:
    """The search is found in any working directory, even if a wrong search of the same name is there."""
    sub = folder.mkdir("sub")
    wrong = FILE.replace("def right", "def kept").replace("def wrong", "def right").replace("-wrong", "-right")
    rows = f"[{{ search = '{search}', claims = ['exact'] }}]"
    for place, text in ((folder.path, FILE), (sub, wrong)):
        for name in ("a.py", "plugged_here.py"):
            (place / name).write_text(text, encoding="utf-8")
        (place / "program.py").write_text(PROGRAM if text is FILE else "raise SystemExit(3)\n", encoding="utf-8")
        (place / "pyproject.toml").write_text(
            f"[tool.prunecheck]\nexamples = 60\nseed = 3\nsubjects = {rows}\n", encoding="utf-8"
        )
    assert judged_from(sub, folder.path, folder) == {"passed": 1}
    assert judged_from(folder.path, folder.path, folder) == {"passed": 1}
    assert judged_from(folder.path, sub, folder) == {"failed": 1}


def judged_from(start: Path, root: Path, folder: pytest.Pytester) -> dict[str, int]:
    """The results of the searches listed in `root` if pytest runs in `start`, in a separate process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(start)
        return folder.runpytest_subprocess(f"--rootdir={root}", str(root / "pyproject.toml")).parseoutcomes()


def test_a_listed_search_is_not_found_in_another_working_directory(folder: pytest.Pytester) -> None:
    """The listed paths do not refer to files in the working directory."""
    sub = folder.mkdir("sub")
    (sub / "a.py").write_text(FILE, encoding="utf-8")
    folder.makepyprojecttoml('[tool.prunecheck]\nsubjects = [{ search = "a.py:right", claims = ["exact"] }]\n')
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(sub)
        result = folder.runpytest(f"--rootdir={folder.path}", "../pyproject.toml")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*there is no file 'a.py'; give the path*"])


@pytest.mark.slow
def test_options_of_pytest_apply(folder: pytest.Pytester) -> None:
    """Tests are selected by name, listed without being run, and shared among processes."""
    written(folder, f"{MINE}\n\ndef test_other():\n    pass\n")
    folder.runpytest("-k", "mine and exact").assert_outcomes(passed=1, deselected=7)
    listed = folder.runpytest("--collect-only", "-q", "-k", "mine").outlines
    assert listed[:2] == ["test_it.py::mine::exact", "test_it.py::mine::knuth"]
    folder.runpytest_subprocess("-n", "2", "--hypothesis-seed=1").assert_outcomes(passed=5, skipped=3)


def test_a_marked_function_that_fails_shows_its_own_traceback(folder: pytest.Pytester) -> None:
    """The traceback is that of a normal test, without the frames that called it."""
    written(folder, f"{QUICK}\ndef test_it():\n    from plugged_engine import nothing_of_this_name\n")
    done = folder.runpytest()
    assert done.ret == 1
    told = done.stdout.str()
    assert "cannot import name 'nothing_of_this_name'" in told
    assert "pytest_plugin" not in told
    assert "pluggy" not in told.partition("FAILURES")[2]
