"""Compile functions. If only compiled code calls a function, it gets no machine code, but is linked into its callers.

By default, Numba optimizes a function and makes machine code of it as soon as it is compiled, and again as a part of
each function that calls it. Here, only a function that Python calls is optimized and made into machine code, together
with all functions that it calls. The exception is recursion through several functions, in which Numba calls a function
by its address.

This file relies on these facts, which `tests/native/test_internals.py` checks: a library has these methods; a call back
is a global variable with the name of the function; code that raises an error with arguments needs an environment, which
is set when there is machine code; the text of a function is a line with its name, then its body, which ends with the
line `}`; and `numba.np.arraymath` imports SciPy by `ensure_blas`.
"""

# mypy: disable-error-code="misc"
# ruff: noqa: SLF001  # subclasses of Numba's classes need its private attributes

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final
from weakref import WeakValueDictionary

from llvmlite import binding
from numba.core.cgutils import normalize_ir_text
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.compiler import Compiler
from numba.np import linalg

NAME: Final = "prunecheck"  # the name of all our modules of machine code
MOST_CALLS: Final = 4  # with more recursive calls, the code would become too large
_FUNCTION: Final = re.compile(r'^define (?P<type>\S+) (?P<name>@"[^"]+")\(.*?^\}\n', re.DOTALL | re.MULTILINE)
# libraries without machine code, by the name of their function
_without_machine_code: "Final[WeakValueDictionary[str, _LinkedLibrary]]" = WeakValueDictionary()


class _Library(JITCodeLibrary):
    """The code of a function that Python calls, with the environments of all functions that it calls."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.environments: dict[str, Any] = {}

    def add_ir_module(self, ir_module: Any) -> None:
        """Add the code of a function, with one level of its recursion inlined."""
        code = binding.parse_assembly(_FUNCTION.sub(_inlined_once, normalize_ir_text(str(ir_module))))
        code.name = ir_module.name
        code.verify()
        self.add_llvm_module(code)

    def add_linking_library(self, library: Any) -> None:
        """Let this code call the code of `library`."""
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
        """Do nothing: the environment belongs to the functions that call this function."""
        self.environments[name] = environment

    def _optimize_functions(self, ll_module: Any) -> None:
        """Only set the layout: the code is optimized as a part of the functions that call it."""
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        """Do nothing: the code is finished as a part of the functions that call it."""

    def make_machine_code(self) -> None:
        """Make machine code, unless it exists already."""
        if self.has_machine_code:
            return
        self.has_machine_code = True
        super()._optimize_final_module()
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


def _inlined_once(function: re.Match[str]) -> str:
    """The code of a function. A recursive function now calls a copy of itself, which LLVM can inline.

    By default, LLVM does not inline recursive calls. With one level inlined, a leaf does not need a call.
    """
    kind, name = function["type"], function["name"]
    call, copy = f" call {kind} {name}(", f'{name[:-1]}.inlined"'
    head, _, body = function[0].partition("\n")
    if not 0 < body.count(call) <= MOST_CALLS:
        return function[0]
    copied_head = head.replace(f"define {kind} {name}", f"define internal {kind} {copy}", 1)
    return f"{head}\n{body.replace(call, f' call {kind} {copy}(')}\n{copied_head} alwaysinline\n{body}"


@cache
def import_arrays_without_scipy() -> None:
    """Import Numba's array functions without importing SciPy: they only check whether SciPy is installed.

    Numba imports these functions before it first compiles. Linear algebra in other compiled code imports SciPy on first
    use.
    """
    ensure_blas = linalg.ensure_blas
    linalg.ensure_blas = _find_scipy
    try:
        import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = ensure_blas


def _find_scipy() -> None:
    if find_spec("scipy") is None:
        raise ImportError("SciPy is not installed")


class PythonCalls(Compiler):
    """The compiler for functions that Python calls."""

    library: type[_Library] = _Library

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        super().__init__(typing, target, library or self.library(target.codegen(), NAME), *rest)


class CompiledCodeCalls(PythonCalls):
    """The compiler for functions that only compiled code calls."""

    library = _LinkedLibrary
