"""The pytest plugin. A search with the plugin's marker, or listed in `pyproject.toml`, gets a test for each contract.

Hypothesis and the code that judges searches are imported when the first test of a search runs, not when the plugin is
loaded or tests are collected.
"""

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import chdir
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from prunecheck.verify.options import Options
    from prunecheck.verify.trial_result import TrialResult

MARK = "prunecheck"
READS = "pruning"  # the name of the test that fails if pruning is missing


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin's marker with pytest."""
    from prunecheck.verify.options import ARGUMENTS  # noqa: PLC0415

    config.addinivalue_line(
        "markers",
        f"{MARK}({', '.join('*claims' if name == 'claims' else name for name in ARGUMENTS)}): check this search, or "
        "the search that this function returns, with a test for each contract that it claims or must satisfy",
    )


def pytest_pycollect_makeitem(collector: pytest.Collector, name: str, obj: object) -> pytest.Collector | None:
    """Make tests for a function or class with the marker, or an error if prunecheck cannot check such an object.

    Code of objects without the marker is never run, since such an object can be a mock, or can be created on first use.
    """
    if not isinstance(collector, pytest.Module | pytest.Class):
        return None
    marks = _flat(obj) if name == "pytestmark" else _own_marks(obj)
    found = [mark for mark in marks if mark.name == MARK]
    what = _misplaced(collector, name, obj, marks) if found else _marked_method(collector, obj)
    if what:
        misplaced: Misplaced = Misplaced.from_parent(collector, name=name, what=what)
        return misplaced
    if not found or isinstance(collector, pytest.Class):
        return None
    claims = {"claims": found[0].args} if found[0].args else {}
    tests: SearchTests = SearchTests.from_parent(
        collector, name=name, obtain=lambda: _obtained(obj), said={**claims, **found[0].kwargs}
    )
    tests.own_markers.extend(marks)
    tests.keywords.update({mark.name: mark for mark in marks})
    tests.line = _line(obj)
    return tests


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Make tests for the searches listed in `pyproject.toml`, the project's own or one that is given to pytest."""
    own = file_path.parent == parent.config.rootpath or parent.session.isinitpath(file_path)
    if file_path.name == "pyproject.toml" and own:
        listed: ListedSearches = ListedSearches.from_parent(parent, path=file_path)
        return listed
    return None


def _flat(kept: object) -> list[pytest.Mark]:
    """Return the marks in the value of a `pytestmark` attribute as a list.

    If the value is neither a mark nor a list of marks, the list is empty.
    """
    several: Any = kept if issubclass(type(kept), list | tuple) else [kept]
    bare = [mark.mark if issubclass(type(mark), pytest.MarkDecorator) else mark for mark in several]
    return [mark for mark in bare if issubclass(type(mark), pytest.Mark)]


def _own(kind: type) -> Mapping[str, object]:
    """The attributes that a class defines itself, without inherited attributes. Code of the metaclass is not run."""
    own: Mapping[str, object] = type.__dict__["__dict__"].__get__(kind)
    return own


def _own_marks(found: Any) -> list[pytest.Mark]:
    """The pytest marks on an object itself, without marks that the object gets from its class or from base classes."""
    if issubclass(type(found), staticmethod | classmethod):
        found = found.__func__  # the marks are on the function
    if issubclass(type(found), type):
        return _flat(_own(found).get("pytestmark"))
    if not callable(found):
        return []
    kept = inspect.getattr_static(found, "pytestmark", None)
    return [] if kept is inspect.getattr_static(type(found), "pytestmark", None) else _flat(kept)


def _line(found: Any) -> int:
    """The number of the source line at which a search begins, counted from 0. Returns 0 if there is no source code."""
    try:
        return inspect.getsourcelines(found)[1] - 1
    except (OSError, TypeError, SyntaxError):
        return 0


def _misplaced(collector: pytest.Module | pytest.Class, name: str, found: Any, marks: list[pytest.Mark]) -> str:
    """Describe an object that has the marker but cannot be checked.

    Returns an empty text if the marker is allowed on the object.
    """
    if name == "pytestmark":
        return f"all of {collector.name}"
    if isinstance(collector, pytest.Class):
        return f"{collector.name}.{name}" if _is_nested(found) else ""
    if any(mark.name == "parametrize" for mark in marks):
        return f"{name}, which is parametrized"
    if issubclass(type(found), type):
        method = _marked_method(collector, found)
        return method or (f"{name}, which is a test class" if _has_tests(collector, name, found) else "")
    if not inspect.isfunction(found):
        return f"{name}, of type {type(found).__name__}"
    fixtures = [str(argument) for mark in marks if mark.name == "usefixtures" for argument in mark.args]
    fixtures += _fixtures(collector, found)
    return f"{name}, which takes fixtures: {', '.join(fixtures)}" if fixtures else ""


def _is_nested(found: Any) -> bool:
    """True if the object was defined inside a class, and not only assigned to an attribute of the class."""
    return "." in getattr(found, "__qualname__", ".")


def _marked_method(collector: pytest.Module | pytest.Class, found: Any) -> str:
    """The first method that has the marker, in a class that was defined in the collected module."""
    module = collector.getparent(pytest.Module)
    if not issubclass(type(found), type) or module is None or _own(found).get("__module__") != module.obj.__name__:
        return ""
    for name, kept in _own(found).items():
        if any(mark.name == MARK for mark in _own_marks(kept)) and _is_nested(kept):
            return f"{found.__name__}.{name}"
    return ""


def _has_tests(collector: pytest.Module, name: str, found: type) -> bool:
    """True if a class has methods that pytest would run as tests."""
    library = sys.modules.get("unittest")  # if there is a TestCase, unittest was imported
    if not collector.classnamefilter(name) and not (library and issubclass(found, library.TestCase)):
        return False
    return any(collector.funcnamefilter(attribute) for kind in found.__mro__ for attribute in _own(kind))


def _fixtures(collector: pytest.Module, found: Any) -> list[str]:
    """The parameter names of a function if all of its parameters are pytest fixtures; otherwise, an empty list.

    A function with other parameters, such as a tree and a window, is a search.
    """
    needed = [
        parameter.name
        for parameter in inspect.signature(found).parameters.values()
        if parameter.default is parameter.empty
    ]
    known = collector.session._fixturemanager.getfixturedefs  # noqa: SLF001  # there is no public way
    return needed if all(fixture == "request" or known(fixture, collector) for fixture in needed) else []


def _obtained(found: Any) -> Any:
    """The search to check: the marked object or, if the object is a function without parameters, the function's result.

    If each call of the function returns a new object, the function is used to make instances of the search.
    """
    if inspect.isclass(found) or inspect.signature(found).parameters:
        return found
    first, second = found(), found()
    if first is None:
        from prunecheck.errors import PreconditionError  # noqa: PLC0415  # only for a mistake

        raise PreconditionError(f"{found.__name__}() returns None, not a search; return the search, or its name")
    return first if first is second or isinstance(first, str) else found


class ListedSearches(pytest.File):
    """The pytest collector for searches listed in `[tool.prunecheck]`, in `pyproject.toml`."""

    def collect(self) -> Iterable[pytest.Collector]:
        """Yield the tests for each listed search. Raises: CollectError if `[tool.prunecheck]` cannot be read."""
        from prunecheck.config import places, read_config  # noqa: PLC0415  # only if there are such tests
        from prunecheck.errors import PrunecheckError  # noqa: PLC0415

        try:
            listed = read_config(self.path.parent)
        except PrunecheckError as error:
            raise self.CollectError(str(error)) from None
        for options, place in zip(listed, places(len(listed)), strict=True):
            yield SearchTests.from_parent(
                self,
                name=options.search,
                obtain=_named(options.search, self.path.parent),
                said=options,
                place=place,
                folder=self.path.parent,
            )


def _named(search: str, folder: Path) -> Callable[[], str]:
    """Make a function that returns a search's name for commands, with the file's path from the current folder."""
    place, _, name = search.rpartition(":")
    there = folder / place
    return lambda: search if folder.samefile(".") or not there.is_file() else f"{there}:{name}"


class Misplaced(pytest.Collector):
    """The pytest collector for an object that has the marker, but cannot be checked. Collecting it fails."""

    def __init__(self, *, what: str, **keywords: Any) -> None:
        """`what` describes the object that has the marker."""
        super().__init__(**keywords)
        self.what = what

    def collect(self) -> Iterator[pytest.Item]:
        """Raise CollectError, with a message that says what to do."""
        raise self.CollectError(
            f"the marker {MARK} only applies to a module-level function or class, not to {self.what}; mark a "
            "module-level function without parameters that returns the search"
        )


class SearchTests(pytest.Collector):
    """The pytest collector for the tests of one search. The search is checked once, when its first test runs."""

    line = 0

    def __init__(
        self,
        *,
        obtain: Callable[[], Any],
        said: "Options | dict[str, Any]",
        place: str = "",
        folder: str | Path = ".",
        **keywords: Any,
    ) -> None:
        """`obtain()` returns the search. `said` contains the search's options.

        `place` says where the options come from. The search is loaded and checked in `folder`.
        """
        super().__init__(**keywords)
        self.obtain = obtain
        self.said = said
        self.place = place
        self.folder = folder
        self._tried: TrialResult | None = None
        self._failed = ""  # the name of the test that reported why the run failed

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each contract. Raises: CollectError if the marker is invalid."""
        for name in self.tests():
            yield ContractTest.from_parent(self, name=name)

    def tests(self) -> tuple[str, ...]:
        """The contracts for which the search gets a test. Raises: CollectError if the options are invalid."""
        from prunecheck.contracts.order import CONTRACTS, implied  # noqa: PLC0415

        asked = {weaker for name in self.wanted().claims for weaker in implied(name)}
        # contracts that do not apply are skipped
        owed = (name for name, contract in CONTRACTS.items() if contract.owed)
        return tuple(name for name in CONTRACTS if name in asked) or (*owed, READS)

    def wanted(self) -> "Options":
        """The options for the search, from its marker or `pyproject.toml`.

        Raises: CollectError if the options are invalid.
        """
        from prunecheck.errors import PrunecheckError  # noqa: PLC0415
        from prunecheck.verify.options import ARGUMENTS, read_options  # noqa: PLC0415

        if not isinstance(self.said, dict):
            return self.said
        try:
            return read_options(self.said, f"the marker {MARK} on {self.name}", names=ARGUMENTS)
        except PrunecheckError as error:
            raise self.CollectError(str(error)) from None

    def tried(self, test: str) -> "TrialResult":
        """The result of checking the search. The first `test` checks the search; later tests reuse the result.

        Raises: the error that ended the check, if any, but only in the first test, which then fails. In all later tests
        of the search, pytest's Skipped is raised instead, so that the error is reported once.
        """
        if self._failed not in {"", test}:
            pytest.skip(f"not checked, for the reason given in the test of {self._failed}")
        if self._tried is None:
            from prunecheck.errors import PreconditionError, PrunecheckError  # noqa: PLC0415
            from prunecheck.pytest_trial import trial  # noqa: PLC0415  # this loads Hypothesis and the judge

            self._failed = test
            try:
                search = self.obtain()
                with chdir(self.folder):
                    self._tried = trial(search, self.wanted(), self.config, f"{self.nodeid} {self.place}")
            except PrunecheckError as error:
                if not self.place:
                    raise
                raise PreconditionError(f"{self.place}: {error}") from None
            self._failed = ""
        return self._tried


class ContractTest(pytest.Item):
    """The pytest item that tests whether a search satisfies one contract."""

    def runtest(self) -> None:
        """Fail if the search violates the contract; skip the test if the contract does not apply to the search."""
        from prunecheck.pytest_trial import outcome  # noqa: PLC0415

        assert isinstance(self.parent, SearchTests)
        outcome(self.parent.tried(self.name), self.name, self.parent.tests())

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The text that pytest shows for a failed test.

        The text is the verdict on the search, one line about a user's mistake, or a traceback without prunecheck's own
        functions.
        """
        from prunecheck.api import RefutedError  # noqa: PLC0415
        from prunecheck.errors import PrunecheckError  # noqa: PLC0415

        if isinstance(excinfo.value, RefutedError | PrunecheckError):
            return str(excinfo.value)
        excinfo.traceback = excinfo.traceback.cut(path=self.path)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file and line of the search, and the contract that is tested."""
        assert isinstance(self.parent, SearchTests)
        return self.path, self.parent.line, f"{self.parent.name} satisfies {self.name}"
