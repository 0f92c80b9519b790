"""Run tests on mutants: each mutant replaces its file in a copy of the repository, and the tests run there.

The repository itself never changes. Everything that the tests need except the package is imported once; each mutant is
judged in a fork of this process, which imports the package from the copy.
"""

import gc
import os
import resource
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parents[2]
COPIED: Final = ("src", "tests", "benchmarks", "docs", "pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md")
ARGUMENTS: Final = ("-x", "-q", "--tb=short", "--assert=plain", "-o", "addopts=", "-p", "no:cacheprovider")
LOADED: Final = ("click", "hypothesis.stateful", "msgspec", "pytest", "rich.console", "xml.sax")
OURS: Final = ("prunecheck", "benchmarks")
QUOTED: Final = 2_000  # characters of output quoted from failing tests
MEMORY: Final = 2 << 30  # bytes of memory for a mutant
PATIENCE: Final = 3  # time limit, as a multiple of the tests' own processor time, plus two seconds
BROKEN: Final = "raise SystemError('the mutated file is the one that is imported')\n"


class BrokenTestsError(Exception):
    """The tests themselves are broken; no mutant has been judged."""


@contextmanager
def repository_copy() -> Iterator[Path]:
    """A context with a copy of the files that the tests need."""
    with TemporaryDirectory(prefix="mutants-") as folder:
        copy = Path(folder).resolve()
        for name in COPIED:
            origin = ROOT / name
            if origin.is_dir():
                shutil.copytree(origin, copy / name, ignore=shutil.ignore_patterns("__pycache__", "_build"))
            else:
                shutil.copy(origin, copy / name)
        yield copy


class MutantTests:
    """The tests that judge the mutants of one file, in a copy of the repository."""

    def __init__(self, copy: Path, file: Path, tests: Sequence[str]) -> None:
        """`tests` are pytest arguments.

        Raises: BrokenTestsError if the tests fail without a mutant, or pass when the file cannot be imported.
        """
        self._copy, self._file, self._tests = copy, file, tests
        self._source = file.read_text(encoding="utf-8")
        for name in LOADED:
            import_module(name)
        if "prunecheck" in sys.modules:
            raise BrokenTestsError("the package has been loaded, and a fork would not load the mutant")
        gc.freeze()  # so that forks neither collect nor copy what is loaded
        begin = _computed()
        self._seconds = resource.RLIM_INFINITY
        if self._code(mutated=False):
            output = self._output.read_text(encoding="utf-8")
            raise BrokenTestsError(f"without a mutant, the tests fail:\n{output[-QUOTED:]}")
        self._seconds = int(PATIENCE * _computed() - PATIENCE * begin) + 2
        for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*"):
            compiled.unlink()  # so that Python reads the source again
        if self.survives(BROKEN):
            raise BrokenTestsError(f"the tests pass without {file}: they import another one")

    def survives(self, code: str) -> bool:
        """True if all tests pass with `code` in the file; a timeout or running out of memory counts as a failure."""
        self._file.write_text(code, encoding="utf-8")
        try:
            return self._code(mutated=True) == 0
        finally:
            self._file.write_text(self._source, encoding="utf-8")

    @property
    def _output(self) -> Path:
        return self._copy / "output.txt"

    def _code(self, *, mutated: bool) -> int | None:
        """The exit code of the tests, negative if they were killed."""
        process = get_context("fork").Process(target=self._judge, args=[mutated])
        process.start()
        process.join()
        return process.exitcode

    def _judge(self, mutated: bool) -> None:
        """Run the tests and end this process, a fork, with their exit code."""
        with self._output.open("w") as output:
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
        # processor time, since other processes may run
        resource.setrlimit(resource.RLIMIT_CPU, (self._seconds, self._seconds))
        os.chdir(self._copy)
        sys.dont_write_bytecode = mutated  # so that no bytecode of a mutant remains
        elsewhere = [path for path in sys.path if Path(path).resolve() not in {ROOT, ROOT / "src"}]
        sys.path[:] = [str(self._copy), str(self._copy / "src"), *elsewhere]
        for name in [name for name in sys.modules if name.partition(".")[0] in OURS]:
            del sys.modules[name]
        os._exit(int(import_module("pytest").main([*ARGUMENTS, *self._tests])))


def _computed() -> float:
    """Processor seconds that all children of this process have used so far."""
    times = os.times()
    return times.children_user + times.children_system
