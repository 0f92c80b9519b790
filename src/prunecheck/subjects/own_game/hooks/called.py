"""Run a search started by a Python function, with hooks under all names by which the search is called."""

import ast
import contextlib
import inspect
import os
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from prunecheck.errors import PreconditionError, as_code
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.hooks.recorder import answer_of_start
from prunecheck.subjects.own_game.hooks.rewrite import HOOK, recursion

HOOKED: Final = "def passed_on(*args, **kwargs): return {hook}[{name!r}](*args, **kwargs)"


def written_name(search: Callable[..., Any]) -> str:
    """Return the file and name of a function or class as `path/file.py:name`.

    Raises: PreconditionError if the function or class is not defined in a file.
    """
    defined = inspect.unwrap(getattr(search, "__func__", search))
    name = getattr(defined, "__qualname__", "").replace("<locals>.", "")
    try:
        file = Path(inspect.getfile(defined))
    except (TypeError, OSError):
        file = Path()
    if not file.is_file() or not all(map(str.isidentifier, name.split("."))):
        raise PreconditionError(
            f"a starting call only works for a search from a file, and `{name or type(search).__name__}` is not from "
            "one; give its name, path/file.py:name"
        )
    with contextlib.suppress(ValueError):  # the file is on another drive
        file = Path(os.path.relpath(file))
    return f"{file.as_posix()}:{name}"


@dataclass(eq=False, slots=True)
class CalledProgram(OwnProgram):
    """A module already loaded in this process (`module_name`), and a function `call` that starts the search."""

    module_name: str = ""
    call: Callable[[], object] = field(kw_only=True)
    _found: dict[str, types.FunctionType] = field(default_factory=dict, init=False)
    _hooks: dict[str, Callable[..., Any]] = field(default_factory=dict, init=False)

    def compile(self, *, driver: bool = False) -> bool:
        """Find the recursive functions, and prepare their hooks.

        Returns True if the search is a driver, a function that is not recursive but calls the recursive functions.
        Returns False if the search is recursive.

        Raises: PreconditionError if the recursive functions are in another module, or if no hook can be put on a
        recursive function.
        """
        found = recursion(ast.parse(Path(self.place).read_bytes()), self.name)
        self.hook(found, driver=driver)
        self._beside = {}
        self._found = {name: self._function(name) for name in self.functions}
        return bool(found.driver)

    def _function(self, name: str) -> types.FunctionType:
        held: Any = self.module()
        for part in name.split("."):
            held = vars(held).get(part) if hasattr(held, "__dict__") else None
            held = held.__func__ if isinstance(held, staticmethod | classmethod) else held
        if not isinstance(held, types.FunctionType) or held.__closure__ or hasattr(held, "__wrapped__"):
            raise PreconditionError(
                f"`{name}` is decorated, nested, or uses super(), so its calls cannot be recorded if the starting call "
                "is a function; give the call as a string"
            )
        return held

    def module(self) -> types.ModuleType:
        """The module that contains the search."""
        return sys.modules[self.module_name]

    @property
    def source(self) -> str:
        """The source text of the file that contains the search."""
        return Path(self.place).read_text(encoding="utf-8")

    def forget(self) -> None:
        """Discard the hooks, so that the next run makes new hooks. The module is not loaded again."""
        self._hooks = {}

    def _evaluate(self) -> None:
        if self.changed or self.stateful:
            what = (
                f"changes {' and '.join(map(as_code, sorted(self.changed)))}"
                if self.changed
                else "leaves something changed"
            )
            raise PreconditionError(
                f"`{self.start}` {what}, so a second call would not start from the same state; create the board "
                f"in the starting call, as in `lambda: {self.name}(Board(), ...)`, or give the call as a string"
            )
        with self._hooked():
            self.answer = answer_of_start(self.call())

    @contextlib.contextmanager
    def _hooked(self) -> Iterator[None]:
        codes = {name: function.__code__ for name, function in self._found.items()}
        if not self._hooks:
            for name, function in self._found.items():
                self._hooks[name] = self.recorder.hook(name)(_copy(function))
        try:
            vars(self.module())[HOOK] = self._hooks
            for name, function in self._found.items():
                function.__code__ = _passed_on(name)
            yield
        finally:
            for name, code in codes.items():
                self._found[name].__code__ = code
            vars(self.module()).pop(HOOK, None)


def _copy(function: types.FunctionType) -> types.FunctionType:
    """Copy a function, so that the copy still runs the old code after the original function's code is replaced."""
    code, names = function.__code__, function.__globals__
    copied = types.FunctionType(code, names, function.__name__, function.__defaults__, function.__closure__)
    copied.__kwdefaults__ = function.__kwdefaults__
    return copied


def _passed_on(name: str) -> types.CodeType:
    """Make the code object of a function that only passes its arguments on to the hook with this name."""
    made: dict[str, Any] = {}
    exec(HOOKED.format(hook=HOOK, name=name), made)  # noqa: S102  # the name is an identifier
    code: types.CodeType = made["passed_on"].__code__
    return code
