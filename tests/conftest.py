"""Shared settings of all tests: Hypothesis without a deadline, and without a database in continuous integration."""

import faulthandler
import gc
import os
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, settings

from prunecheck.frame_stack import call_with_room

os.environ.pop("GITHUB_ACTIONS", None)  # on GitHub, `verify` also prints annotations
os.environ["PRUNECHECK_CACHE"] = "0"  # no test depends on what another one left in .prunecheck/
# with this variable, each new process compiles all modules, which takes a third of a second
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
if hasattr(os, "register_at_fork"):
    # tests let such processes crash on purpose, and pytest would print a traceback of each
    os.register_at_fork(after_in_child=faulthandler.disable)
STATISTICS_TREES = 30
ROOT = Path(__file__).parents[1]
OF_EXTRAS = {  # package of an extra -> files that cannot be imported without it
    "numba": (
        *("src/prunecheck/native", "src/prunecheck/exhaustive/compiled.py", "docs/native.md", "docs/memory.md"),
        *("tests/native", "tests/helpers/native_counts.py", "tests/helpers/speeds.py"),
    ),
    "distributed": ("src/prunecheck/fleet/cluster.py", "tests/programs/local_cluster.py"),
}
settings.register_profile("prunecheck", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("prunecheck")


def pytest_configure(config: pytest.Config) -> None:
    """Leave out the files of extras that are not installed."""
    missing = [path for package, paths in OF_EXTRAS.items() if find_spec(package) is None for path in paths]
    config.option.ignore = [*(config.option.ignore or ()), *(str(ROOT / path) for path in missing)]


@pytest.hookimpl(optionalhook=True)  # pytest-xdist need not be installed
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """With `-n auto`, more processes than there are processors, since many tests wait, above all the slow ones."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return processors + 1 if "not slow" in config.option.markexpr else 2 * processors


@pytest.hookimpl(tryfirst=True)  # before -m selects
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark cases of a parametrized test as slow: cases in its `slow_cases`, or cases not in its `fast_cases`."""
    for item in items:
        item.runtest = partial(call_with_room, item.runtest)  # type: ignore[method-assign]
        case = item.name.partition("[")[2].removesuffix("]")
        fast, slow = item.get_closest_marker("fast_cases"), item.get_closest_marker("slow_cases")
        if (slow and any(fnmatchcase(case, pattern) for pattern in slow.args)) or (
            fast and not any(fnmatchcase(case, pattern) for pattern in fast.args)
        ):
            item.add_marker("slow")


def pytest_collection_finish() -> None:
    """Exclude the thousands of collected tests from garbage collection, which saves time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def _kept_apart() -> None:
    """Exclude objects that earlier tests left behind, above all caches, from garbage collection."""
    gc.freeze()


@pytest.fixture(autouse=True)
def _without_earlier_programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Restore Python's path, and unload modules from temporary folders, so that later tests do not find them."""
    path, before = [*sys.path], set(sys.modules)
    yield
    sys.path[:] = path
    folder = str(tmp_path_factory.getbasetemp())
    # a package is only unloaded after the packages inside it, which ask it for their paths
    for name in sorted(set(sys.modules) - before, reverse=True):
        if _is_below(sys.modules[name], folder):
            del sys.modules[name]


def _is_below(module: object, folder: str) -> bool:
    names = vars(module) if isinstance(module, ModuleType) else {}
    return any(str(place).startswith(folder) for place in (names.get("__file__"), *names.get("__path__", ())))


@pytest.fixture
def few_statistics(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count visits on fewer trees than for users, because this takes most of the time of a short run."""
    from prunecheck.verify.phases import visits  # noqa: PLC0415  # not for tests that are only collected
    from prunecheck.verify.visit_statistics import count_visits  # noqa: PLC0415

    monkeypatch.setattr(visits, "count_visits", partial(count_visits, trees=STATISTICS_TREES))


@pytest.fixture(autouse=True)
def _few_statistics_in_fast_tests(request: pytest.FixtureRequest) -> None:
    """Count visits on few trees in fast tests; slow tests choose for themselves."""
    if request.node.get_closest_marker("slow") is None:
        request.getfixturevalue("few_statistics")
