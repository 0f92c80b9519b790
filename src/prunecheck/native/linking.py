"""Compile functions that only compiled code calls without machine code of their own: their callers link them.

By itself, Numba makes machine code of each function as soon as it is compiled, and again as a part of each function
that calls it. Here, only a function that Python calls gets machine code, with all that it calls. Recursion through
several functions is the exception, since Numba calls back by an address.

What this file relies on, and `tests/native/test_internals.py` checks: a library has these methods; a call back is a
global variable with the name of the function; and code that raises an error with arguments needs an environment, which
is set once there is machine code.
"""

# mypy: disable-error-code="misc"
# ruff: noqa: SLF001  # subclasses of Numba's classes need its private attributes

from collections.abc import Iterator
from typing import Any, Final
from weakref import WeakValueDictionary

from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.compiler import Compiler

NAME: Final = "prunecheck"  # the name of all our modules of machine code
# by the name of a function
_without_machine_code: "Final[WeakValueDictionary[str, _LinkedLibrary]]" = WeakValueDictionary()


class _Library(JITCodeLibrary):
    """The code of a function that Python calls, and the environments of all that it calls."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.environments: dict[str, Any] = {}

    def add_linking_library(self, library: Any) -> None:
        """Let this code call that of `library`."""
        super().add_linking_library(library)
        self.environments.update(getattr(library, "environments", {}))

    def called_back(self) -> Iterator[str]:
        """The names of the functions that are called by their address."""
        for each in self._final_module.global_variables:
            if each.name.startswith(RuntimeLinker.PREFIX):
                yield each.name.removeprefix(RuntimeLinker.PREFIX)

    def _finalize_final_module(self) -> None:
        for name in self.called_back():
            if name in _without_machine_code:
                _without_machine_code[name].make_machine_code()
        super()._finalize_final_module()
        for name, environment in self.environments.items():
            if self._codegen._engine.is_symbol_defined(name):
                self._codegen.set_env(name, environment)


class _LinkedLibrary(_Library):
    """The code of a function that only compiled code calls."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.has_machine_code = False

    @property
    def codegen(self) -> Any:
        """The object on which `set_env` is called."""
        return self._codegen if self.has_machine_code else self

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: the functions that call this one have the environment."""
        self.environments[name] = environment

    def make_machine_code(self) -> None:
        """Make machine code, unless it exists."""
        if self.has_machine_code:
            return
        self.has_machine_code = True
        super()._finalize_final_module()

    def get_pointer_to_function(self, name: str) -> int:
        """The address of the function, 0 without machine code."""
        self._ensure_finalized()
        return super().get_pointer_to_function(name) if self.has_machine_code else 0

    def _finalize_final_module(self) -> None:
        self._finalized = True
        if any(self.called_back()):
            self.make_machine_code()
            return
        for function in self.get_defined_functions():
            _without_machine_code[function.name] = self


class PythonCalls(Compiler):
    """Compiles a function that Python calls."""

    library: type[_Library] = _Library

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        super().__init__(typing, target, library or self.library(target.codegen(), NAME), *rest)


class CompiledCodeCalls(PythonCalls):
    """Compiles a function that only compiled code calls."""

    library = _LinkedLibrary
