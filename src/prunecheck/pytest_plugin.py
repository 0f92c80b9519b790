"""The plugin for pytest: a search that is marked, or listed in `pyproject.toml`, becomes a test for each contract.

Loading the plugin, and collecting, import neither Hypothesis nor the judge; running the first such test does.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from prunecheck.subjects.wanted import Wanted
    from prunecheck.verify.stranger import Tried

MARK = "prunecheck"
# by a search without claims, as far as it can be asked
OWED = ("exact", "knuth", "best-move", "line-so-far", "repeatable", "table")
READS = "reads"  # the test that fails for waste


def pytest_configure(config: pytest.Config) -> None:
    """Say what the marker is."""
    config.addinivalue_line(
        "markers",
        f"{MARK}(*claims, effort, examples, seed, seconds, takes, values, answers, returns, "
        "domain, turns, reading): "
        "this is a search, or a function that returns one; a test for each contract that it owes or claims",
    )


def pytest_pycollect_makeitem(collector: pytest.Collector, name: str, obj: object) -> pytest.Collector | None:
    """The tests of a function or class that bears the marker."""
    if not isinstance(collector, pytest.Module) or not (inspect.isfunction(obj) or inspect.isclass(obj)):
        return None
    marks = [each for each in vars(obj).get("pytestmark", ()) if isinstance(each, pytest.Mark)]
    found = [each for each in marks if each.name == MARK]
    if not found or (inspect.isclass(obj) and collector.classnamefilter(name)):
        return None
    claims = {"claims": found[0].args} if found[0].args else {}
    tests: SearchTests = SearchTests.from_parent(
        collector, name=name, obtain=lambda: _obtained(obj), said={**claims, **found[0].kwargs}
    )
    tests.own_markers.extend(marks)
    tests.keywords.update({each.name: each for each in marks})
    tests.line = inspect.getsourcelines(obj)[1] - 1
    return tests


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The tests of the searches that the project's own `pyproject.toml` lists."""
    if file_path.name == "pyproject.toml" and file_path.parent == parent.config.rootpath:
        listed: ListedSearches = ListedSearches.from_parent(parent, path=file_path)
        return listed
    return None


def _obtained(found: Any) -> Any:
    """The search: `found` itself, or what it returns; where that is another each time, `found` makes fresh ones."""
    if inspect.isclass(found) or inspect.signature(found).parameters:
        return found
    first, second = found(), found()
    if first is None:
        from prunecheck.errors import PreconditionError  # noqa: PLC0415  # only for a mistake

        raise PreconditionError(f"{found.__name__}() returns None, not a search; return the search, or its name")
    return first if first is second or isinstance(first, str) else found


class ListedSearches(pytest.File):
    """The searches of `[tool.prunecheck]`."""

    def collect(self) -> Iterable[pytest.Collector]:
        """The tests of each. Raises: CollectError for what cannot be read."""
        from prunecheck.config import places, read_config  # noqa: PLC0415  # only where there are such tests
        from prunecheck.errors import PrunecheckError  # noqa: PLC0415

        try:
            listed = read_config(self.path.parent)
        except PrunecheckError as error:
            raise self.CollectError(str(error)) from None
        for each, place in zip(listed, places(len(listed)), strict=True):
            yield SearchTests.from_parent(
                self, name=each.search, obtain=_named(each.search, self.path.parent), said=each, place=place
            )


def _named(search: str, folder: Path) -> Callable[[], str]:
    """The same name, with its file found from any working directory."""
    place, _, name = search.rpartition(":")
    there = folder / place
    return lambda: search if Path(place).is_file() or not there.is_file() else f"{there}:{name}"


class SearchTests(pytest.Collector):
    """The tests of one search. It is tried once, when the first of them runs."""

    line = 0

    def __init__(
        self, *, obtain: Callable[[], Any], said: "Wanted | dict[str, Any]", place: str = "", **keywords: Any
    ) -> None:
        """`obtain` gives the search, `said` is what is said of its trial: by the marker, or in the list at `place`."""
        super().__init__(**keywords)
        self.obtain = obtain
        self.said = said
        self.place = place
        self._tried: Tried | None = None
        self._failed = ""  # the test that told why there is no trial

    def collect(self) -> Iterator[pytest.Item]:
        """A test for each contract. Raises: CollectError for a marker that cannot be understood."""
        from prunecheck.contracts.order import CONTRACTS, implied  # noqa: PLC0415

        wanted = self.wanted()
        asked = {weaker for name in wanted.claims for weaker in implied(name)}
        for name in [name for name in CONTRACTS if name in asked] or (*OWED, READS):
            yield ContractTest.from_parent(self, name=name)

    def wanted(self) -> "Wanted":
        """The trial as the marker or the list says it. Raises: CollectError."""
        from prunecheck.config import wanted_of  # noqa: PLC0415
        from prunecheck.errors import PrunecheckError  # noqa: PLC0415

        if not isinstance(self.said, dict):
            return self.said
        try:
            return wanted_of(self.said, f"the marker {MARK} of {self.name}")
        except PrunecheckError as error:
            raise self.CollectError(str(error)) from None

    def tried(self, test: str) -> "Tried":
        """What came of the trial, which is held once, for the first `test` that asks.

        Raises: what it raised, which fails that test; pytest's Skipped for the others, as it is told once.
        """
        if self._failed not in {"", test}:
            pytest.skip(f"there was no trial: see why at the test of {self._failed}")
        if self._tried is None:
            from prunecheck.errors import PreconditionError, PrunecheckError  # noqa: PLC0415
            from prunecheck.pytest_trial import trial  # noqa: PLC0415  # this loads Hypothesis and the judge

            self._failed = test
            try:
                self._tried = trial(self.obtain(), self.wanted(), self.config, self.nodeid)
            except PrunecheckError as error:
                if not self.place:
                    raise
                raise PreconditionError(f"{self.place}: {error}") from None
            self._failed = ""
        return self._tried


class ContractTest(pytest.Item):
    """The test of one contract of a search."""

    def runtest(self) -> None:
        """Fail where the contract is refuted; skip where it cannot be asked of this search."""
        from prunecheck.pytest_trial import outcome  # noqa: PLC0415

        assert isinstance(self.parent, SearchTests)
        outcome(self.parent.tried(self.name), self.name)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The verdict, or the one line of a mistake, and no traceback of ours."""
        from prunecheck.api import RefutedError  # noqa: PLC0415
        from prunecheck.errors import PrunecheckError  # noqa: PLC0415

        if isinstance(excinfo.value, RefutedError | PrunecheckError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the search stands, and what is tested of it."""
        assert isinstance(self.parent, SearchTests)
        return self.path, self.parent.line, f"{self.parent.name} keeps {self.name}"
