"""Compile functions. A function that only compiled code calls is linked into its callers.

By default, Numba optimizes a function and generates machine code for it as soon as it is compiled, and again as a part
of each function that calls it. With the code libraries defined in this file, Numba only generates machine code for a
function that Python calls. This machine code includes all functions that the function calls, directly or indirectly.

In a cycle of calls, some function is compiled before a function that it calls. By default, a call of a function that is
not compiled yet uses an address that Numba fills in later. With the code libraries defined in this file, compiled
functions call each other by name.

This file relies on the following facts about Numba, which `tests/native/test_internals.py` checks:

- A library has the methods of `_LinkedLibrary`.
- An address that is filled in later is a global variable named after the function.
- Code that raises an error with arguments needs an environment, which is set when there is machine code.
- The text of a function is a line with its name, then its body, which ends with the line `}`.
- `numba.np.arraymath` imports SciPy by `ensure_blas`.
"""

# mypy: disable-error-code="misc"
# ruff: noqa: SLF001  # subclasses of Numba's classes need its private attributes

import re
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
_FILLED_IN_LATER: Final = re.compile(
    rf'^(?P<variable>@"{re.escape(RuntimeLinker.PREFIX)}(?P<name>[^"]+)") = external global (?P<type>\S+)$',
    re.MULTILINE,
)
_libraries: "Final[WeakValueDictionary[str, _Library]]" = WeakValueDictionary()  # keyed by the names of their functions


class _Library(JITCodeLibrary):
    """The compiled code of a function that Python calls, with the environments of all functions that it calls."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.environments: dict[str, Any] = {}

    def add_ir_module(self, ir_module: Any) -> None:
        """Add the code of a function, with one level of its recursion inlined."""
        code = binding.parse_assembly(_with_recursion_inlined(normalize_ir_text(str(ir_module))))
        code.name = ir_module.name
        code.verify()
        self.add_llvm_module(code)

    def add_linking_library(self, library: Any) -> None:
        """Let this code call the code of `library`."""
        super().add_linking_library(library)
        self.environments.update(getattr(library, "environments", {}))

    def _optimize_final_module(self) -> None:
        """Optimize the code of all functions, including recursions through several functions."""
        while missing := self._missing():
            for library in missing:
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
                self.environments.update(library.environments)
        super()._optimize_final_module()

    def _missing(self) -> "set[_Library]":
        """The code of all functions that this library calls but does not contain."""
        declared = (function.name for function in self._final_module.functions if function.is_declaration)
        return {_libraries[name] for name in declared if name in _libraries}

    def _finalize_final_module(self) -> None:
        super()._finalize_final_module()
        self._register()
        for name, environment in self.environments.items():
            if self._codegen._engine.is_symbol_defined(name):
                self._codegen.set_env(name, environment)

    def _register(self) -> None:
        _libraries.update((function.name, self) for function in self.get_defined_functions())


class _LinkedLibrary(_Library):
    """The code of a function that only compiled code calls. No separate machine code is generated for the function."""

    @property
    def codegen(self) -> Any:
        """The object on which Numba calls `set_env`."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Store the environment for the machine code of the callers, which includes the code of this function."""
        self.environments[name] = environment

    def _optimize_functions(self, ll_module: Any) -> None:
        """Only set the data layout: the code is optimized as a part of the functions that call it."""
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        """Do nothing: the code is finished as a part of the functions that call it."""

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0, because a function that is compiled as a part of its callers has no machine code of its own."""
        self._ensure_finalized()
        return 0

    def _finalize_final_module(self) -> None:
        self._finalized = True
        self._register()


def _with_recursion_inlined(code: str) -> str:
    """The code of a function, with one level of its recursion inlined, so that a leaf does not need a call.

    If a function `f` calls itself through a function `g` that is compiled later, the code of `f` is inlined in `g`.
    """
    named, through_others = _FILLED_IN_LATER.subn(_filled_in, code)
    return _FUNCTION.sub(_always_inlined if through_others else _inlined_once, named)


def _filled_in(variable: re.Match[str]) -> str:
    """Replace the variable in which Numba stores a function's address by a constant.

    Since the address is then a constant, LLVM can call the function by its name. The function is declared without its
    type, which is not known yet.
    """
    kind, function = variable["type"], f'@"{variable["name"]}"'
    pointer = "void ()*" if kind.endswith("*") else kind  # before LLVM 15, pointers have types
    constant = f"{variable['variable']} = private constant {kind} bitcast ({pointer} {function} to {kind})"
    return f"{constant}\ndeclare void {function}()"


def _always_inlined(function: re.Match[str]) -> str:
    head, _, body = function[0].partition("\n")
    return f"{head} alwaysinline\n{body}"


def _inlined_once(function: re.Match[str]) -> str:
    """The code of a function, in which a recursive call goes to a copy of the function, which LLVM can inline.

    By default, LLVM does not inline recursive calls. If one level of the recursion is inlined, a leaf does not need a
    call.
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
    """Import Numba's array functions, but not SciPy, which Numba would import only to check whether it is installed.

    Numba imports its array functions before it compiles for the first time. If other compiled code uses linear algebra,
    Numba imports SciPy when that code is first used.
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
