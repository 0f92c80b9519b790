"""Tasks: calls of named functions, which can be run in other processes or on other machines."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any, Generic, TypeVar

from prunecheck.errors import PrunecheckError
from prunecheck.verify.plan import OnProgress

T = TypeVar("T")  # a type of record that `encoding` can write


@dataclass(frozen=True, slots=True)
class Task(Generic[T]):
    """A function to call (`function`, written `module:name`) with `arguments`. A task can be pickled.

    A task has the same `name` in every run. `files` lists the files that the result depends on. `manner` contains
    keyword arguments that do not affect the result, such as the place where counterexamples are saved.
    """

    name: str
    function: str
    arguments: tuple[Any, ...] = ()
    files: tuple[str, ...] = ()
    manner: tuple[tuple[str, Any], ...] = ()

    def carry_out(self, on_progress: OnProgress) -> T:
        """Call the function of the task, with `on_progress` if the function has such a parameter.

        Raises: PrunecheckError if the user made a mistake.
        """
        module, _, name = self.function.partition(":")
        function = getattr(import_module(module), name)
        more = {"on_progress": on_progress} if "on_progress" in signature(function).parameters else {}
        found: T = function(*self.arguments, **dict(self.manner), **more)
        return found


def task(name: str, function: Callable[..., T], *arguments: Any, files: tuple[str, ...] = (), **manner: Any) -> Task[T]:
    """Make a task from a top-level function of a module.

    Arguments must be picklable, and of types that `encoding` supports.
    """
    return Task(name, f"{function.__module__}:{function.__qualname__}", arguments, files, tuple(manner.items()))


@dataclass(frozen=True, slots=True)
class Result(Generic[T]):
    """The value of task number `nth`, or the error that reports a user's mistake.

    `kept` is True if the result comes from an earlier run.
    """

    nth: int
    value: T | PrunecheckError
    kept: bool = False

    @property
    def finished(self) -> bool:
        """True for a complete result.

        False for an error that reports a user's mistake, and for a partial result after Ctrl-C.
        """
        return not isinstance(self.value, PrunecheckError) and not getattr(self.value, "interrupted", False)


@dataclass(frozen=True, slots=True)
class Bug:
    """A bug in prunecheck that occurred in another process."""

    traceback: str


def digest(file: str) -> str:
    """A hash of the content of a file. Returns an empty text if the file cannot be read."""
    try:
        return hashlib.sha256(Path(file).read_bytes()).hexdigest()
    except OSError:
        return ""
