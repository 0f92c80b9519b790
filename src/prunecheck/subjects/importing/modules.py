"""Load the module of a search, but skip statements that play its game: input, windows, loops and searches.

Definitions and imports are always executed. All other statements are skipped if they play the game, for example by
waiting for a player's input. `LoadedModule.notes` lists what was skipped.
"""

import __future__

import ast
import builtins
import gc
import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final, TypeAlias

import psutil

from prunecheck.error_frames import is_library
from prunecheck.errors import LoadError, PreconditionError, lines_in_words, told
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.importing.load_errors import load_error
from prunecheck.subjects.importing.places import file_of, find_folders_above, is_file_name, package_of, put_on_path
from prunecheck.subjects.importing.stand_ins import StandIn, stand_ins
from prunecheck.subjects.sandbox.time_limits import in_time
from prunecheck.subjects.source.scripts import (
    ALWAYS_REPLACED,
    ASKS,
    ENDS,
    SHOWS,
    LateGlobal,
    ScriptReader,
    drawing_names,
    late_globals,
)
from prunecheck.subjects.source.syntax import Function, globals_read_in, names_set_by

STATEMENT_SECONDS: Final = 5.0  # time limit for a statement that is neither an import nor a definition
MOST_GARBAGE: Final = 100_000_000  # bytes by which the memory may grow before unused copies of a module are deleted
Transform: TypeAlias = Callable[[ast.Module], ast.Module]


@dataclass(frozen=True, slots=True)
class LoadedModule:
    """A loaded module, and notes for the user on what was skipped or replaced.

    `reload` executes the module again, in a new namespace, with the source code that was read the first time.
    """

    module: ModuleType
    reload: Callable[[], ModuleType]
    notes: tuple[str, ...] = ()


class _InputAskedError(EOFError):
    """Raised by `input()` while a module is loaded."""


@dataclass(eq=False, slots=True)
class ModuleLoader:
    """Reads and compiles a file once. Each call of `load` runs the file in a new module."""

    place: str
    spec: ModuleSpec
    source: str
    tree: ast.Module
    given: Mapping[str, Any] = field(default_factory=dict)  # names that exist in a module before it runs
    replaced: set[str] = field(default_factory=set)
    _left_out: dict[ast.stmt, str] = field(default_factory=dict)
    # definitions whose decorators fail, with the reason and without the decorators
    _undecorated: dict[ast.stmt, tuple[str, ast.stmt]] = field(default_factory=dict)
    _code: CodeType | None = None
    _late: list[LateGlobal] | None = None  # the variables that are only set by the main block or by functions
    _usual_name: str = ""  # a second name for the module in `sys.modules`
    _package_first: bool = False  # the package's `__init__.py` runs before the file, as in an import by name
    _memory: int = 0  # bytes in use when unused copies were last deleted

    def load(self) -> LoadedModule:
        """Run the file in a new module, which replaces the previous module in `sys.modules`.

        Raises: PreconditionError, with the source line and a remedy, if a statement fails and may not be skipped.
        """
        self._delete_unused_copies()
        try:
            try:
                module = self._executed()
            except ImportError:  # the file may import a module that in turn imports it, or its package
                if not self._takes_usual_name() and not self._takes_package_first():
                    raise
                module = self._executed()
        except (Exception, SystemExit) as error:
            raise (
                error if isinstance(error, LoadError) else load_error(f"{self.place} cannot be imported", error)
            ) from None
        return LoadedModule(module, lambda: self.load().module, self.notes())

    def _delete_unused_copies(self) -> None:
        """Delete earlier copies of the module that are no longer used, if the memory has grown by `MOST_GARBAGE`.

        Functions and their module refer to each other, so only Python's garbage collector deletes them. The garbage
        collector runs after a certain number of new objects, whatever their size. So without this method, large tables
        could fill the memory before the garbage collector runs.
        """
        if psutil.Process().memory_info().rss - self._memory > MOST_GARBAGE:
            gc.collect()
            self._memory = psutil.Process().memory_info().rss

    def _executed(self) -> ModuleType:
        module = importlib.util.module_from_spec(self.spec)
        vars(module).update(self.given)
        sys.modules[self.spec.name] = module
        if self._usual_name:
            sys.modules[self._usual_name] = module
        with _no_user(str(self.spec.origin)), stand_ins() as replaced:
            try:
                if self._package_first:
                    importlib.import_module(str(self.spec.parent))
                self._execute(vars(module))
                self._set_late(vars(module))
            finally:
                self.replaced |= replaced
        return module

    def _set_late(self, namespace: dict[str, Any]) -> None:
        """Set the variables that importing does not set, because only the main block or functions set them.

        If the value of a variable cannot be evaluated when this method is first called, later calls ignore this
        variable.
        """
        first = self._late is None
        late = [each for each in late_globals(self.tree) if each.name not in namespace] if first else self._late or []
        self._late = []
        for each in late:
            with suppress(*[Exception, SystemExit] * first):
                namespace[each.name] = in_time(STATEMENT_SECONDS, each.made, namespace)
                self._late.append(each)

    def _takes_usual_name(self) -> bool:
        """Also register the module under the name of its file, as an import would do.

        Returns False if another module already has the name of the file.
        """
        name = Path(str(self.spec.origin)).stem
        if self._usual_name or name in sys.modules or self.spec.name != hidden_name(name):
            return False
        self._usual_name = name
        return True

    def _takes_package_first(self) -> bool:
        """Let the file's package be imported before the file runs. Returns False if this makes no difference."""
        if self._package_first or not self.spec.parent or self.spec.parent in sys.modules:
            return False
        self._package_first = True
        return True

    def _execute(self, namespace: dict[str, Any]) -> None:
        if self._code is not None:
            try:
                exec(self._code, namespace)  # noqa: S102  # as an import does
            except Exception:
                if not any(getattr(statement, "decorator_list", ()) for statement in self._kept()):
                    raise
            else:
                return
        reader = ScriptReader(self.tree)
        reasons = {statement: reader.reason(statement) for statement in self.tree.body}
        self._left_out = {statement: reason for statement, reason in reasons.items() if reason}
        windows = [
            statement
            for statement in self.tree.body
            if isinstance(statement, ast.Assign) and reasons[statement] == SHOWS
        ]
        self.given = {**self.given, **{name: StandIn() for name in sorted(names_set_by(windows))}}
        namespace.update(self.given)
        for statement in self.tree.body:
            if statement not in self._left_out:
                try:
                    reason = self._run(statement, namespace)
                except Exception as error:
                    if not self._run_undecorated(statement, namespace, error):
                        raise
                    reason = ""
                if reason:
                    self._left_out[statement] = reason
        self._code = self._compile(self._kept())

    def _kept(self) -> list[ast.stmt]:
        kept = [statement for statement in self.tree.body if statement not in self._left_out]
        return [self._undecorated.get(statement, ("", statement))[1] for statement in kept]

    def _run_undecorated(self, statement: ast.stmt, namespace: dict[str, Any], error: Exception) -> bool:
        """Run a definition without its decorators, because they may be the reason for an error.

        For example, a decorator may refuse to register a class when its file is loaded for the second time. Returns
        False if there are no decorators, or if the definition also fails without decorators.
        """
        if not isinstance(statement, Function | ast.ClassDef) or not statement.decorator_list:
            return False
        bare = copy(statement)
        bare.decorator_list = []
        with suppress(Exception):
            exec(self._compile([bare]), namespace)  # noqa: S102
            self._undecorated[statement] = told(error), bare
        return statement in self._undecorated

    def _run(self, statement: ast.stmt, namespace: dict[str, Any]) -> str:
        """Run a statement.

        Returns an empty text, or the reason to skip the statement, for example that it waits for a player's input. An
        error that is not a reason to skip the statement is raised again.
        """
        code = self._compile([statement])
        try:
            if isinstance(statement, Function | ast.ClassDef | ast.Import | ast.ImportFrom | ast.Try):
                exec(code, namespace)  # noqa: S102
            else:
                in_time(STATEMENT_SECONDS, exec, code, namespace)
        except _InputAskedError:
            return ASKS
        except SystemExit:
            if not self._left_out and not isinstance(statement, ast.Expr | ast.If | ast.Try):
                raise
            return ENDS
        except SubjectError:
            slow = f"takes more than {STATEMENT_SECONDS:g} s"
            if isinstance(statement, ast.Assign) and (names := names_set_by([statement]) & globals_read_in(self.tree)):
                raise LoadError(f"{self.place}: line {statement.lineno} {slow}; make {min(names)} smaller") from None
            return slow
        except Exception as error:
            optional = not isinstance(statement, Function | ast.ClassDef | ast.Import | ast.ImportFrom)
            if optional and (self._left_out or self.replaced or drawing_names(self.tree)):
                missing = isinstance(error, NameError) and error.name in names_set_by(self._left_out)
                return "uses a variable that a skipped statement sets" if missing else f"fails with {told(error)}"
            raise
        return ""

    def _compile(self, statements: list[ast.stmt]) -> CodeType:
        flags = 0
        for statement in self.tree.body:
            if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
                for name in statement.names:
                    flags |= getattr(__future__, name.name).compiler_flag
        part = ast.Module(statements, type_ignores=[])
        code: CodeType = compile(part, str(self.spec.origin), "exec", flags=flags, dont_inherit=True)
        return code

    def notes(self) -> tuple[str, ...]:
        """Return sentences that say what was skipped or replaced when the module was loaded."""
        lines: dict[str, list[tuple[int, int]]] = {}
        for statement in self.tree.body:
            if statement in self._left_out:
                _add_range(
                    lines.setdefault(self._left_out[statement], []),
                    statement.lineno,
                    statement.end_lineno or statement.lineno,
                )
        notes = [f"skipped {lines_in_words(ranges)}: {reason}" for reason, ranges in lines.items()]
        notes += [
            f"skipped the decorators of `{bare.name}` (line {bare.lineno}): they fail with {reason}"
            for reason, bare in self._undecorated.values()
            if isinstance(bare, Function | ast.ClassDef)
        ]
        notes += [_note_on_stand_in(name) for name in sorted(self.replaced)]
        notes += [
            f"prunecheck set the variable `{late.name}` to `{ast.unparse(late.value)}`, as {late.where} does "
            f"(line {late.line})"
            for late in self._late or ()
        ]
        return tuple(notes)


def module_loader(place: str, transform: Transform | None = None) -> ModuleLoader:
    """Read the module with the name or file path `place`. The function `transform`, if any, changes the syntax tree.

    The module's folder and the working directory are added to Python's path.
    Raises: PreconditionError if the file or module does not exist, or is not Python 3.
    """
    if is_file_name(place):
        return _loader_of_file(place, file_of(place), "", transform)
    origin = _origin(place)
    if origin is None or not origin.endswith(".py"):
        raise PreconditionError(f"there is no module {place} on Python's path; give its file, as in path/file.py")
    return _loader_of_file(place, Path(origin), place, transform)


def load_module(place: str) -> LoadedModule:
    """Load a module in a new namespace, with `module_loader`. A module that was already imported by its name is reused.

    Raises: PreconditionError, with the source line and a remedy, if the module cannot be imported.
    """
    if is_file_name(place):
        return module_loader(place).load()
    if place not in sys.modules:
        origin = _origin(place) or ""
        if origin.endswith(".py") and not is_library(origin):
            loader = module_loader(place)
            reader = ScriptReader(loader.tree)
            if any(map(reader.reason, loader.tree.body)) or drawing_names(loader.tree):
                loaded = loader.load()
                package, _, name = place.rpartition(".")
                if package:
                    setattr(importlib.import_module(package), name, loaded.module)
                return loaded
    return LoadedModule(_imported(place), partial(_imported_again, place))


def _imported(place: str) -> ModuleType:
    try:
        return importlib.import_module(place)
    except (Exception, SystemExit) as error:
        raise load_error(f"{place} cannot be imported", error) from None


def _imported_again(place: str) -> ModuleType:
    """Import a new copy of an imported module. `sys.modules` still contains the first copy afterwards."""
    before = sys.modules.pop(place, None)
    try:
        return _imported(place)
    finally:
        if before is not None:
            sys.modules[place] = before


def _origin(place: str) -> str | None:
    """Return the file of the module with this name.

    Returns None if the module or file does not exist. Raises: PreconditionError if looking for the module fails.
    """
    sys.path.insert(0, "")
    try:
        spec = importlib.util.find_spec(place)
    except (Exception, SystemExit) as error:
        raise load_error(f"{place} cannot be imported", error) from None
    return None if spec is None else spec.origin


def _loader_of_file(place: str, file: Path, name: str, transform: Transform | None) -> ModuleLoader:
    content = file.read_bytes()
    try:
        tree = ast.parse(content, str(file))
        text = importlib.util.decode_source(content)  # this also checks comments, which the parser skips
        compile(tree, str(file), "exec", dont_inherit=True)  # this finds errors that the parser accepts
    except (SyntaxError, ValueError) as error:
        raise load_error(f"{place} cannot be imported", error) from None
    if not name:
        put_on_path(file)
        package = package_of(file, tree)
        name = f"{package}." * bool(package) + hidden_name(file.stem)
        find_folders_above(file, tree)
    if transform is not None:
        tree = ast.fix_missing_locations(transform(tree))
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    return ModuleLoader(place, spec, text, tree)


def hidden_name(stem: str) -> str:
    """Return the name for a module that is loaded from a file.

    The file's stem alone is not used, since it could be the name of another module.
    """
    return f"prunecheck_subject_{stem}"


@contextmanager
def _no_user(program: str) -> Iterator[None]:
    """Refuse input, and hide prunecheck's own arguments, as if the program had been started without arguments."""

    def refuse(*_: Any) -> str:
        raise _InputAskedError("no input is available while a module is loaded")

    before = builtins.input, sys.argv
    builtins.input, sys.argv = refuse, [program]
    try:
        yield
    finally:
        builtins.input, sys.argv = before


def _note_on_stand_in(library: str) -> str:
    why = "so that no window opens" if library in ALWAYS_REPLACED else "which is not installed"
    return f"a stand-in that does nothing was used for {library}, {why}"


def _add_range(ranges: list[tuple[int, int]], first: int, last: int) -> None:
    """Add source lines to a list of line ranges. If the lines directly follow the last range, extend this range."""
    if ranges and first - ranges[-1][1] <= 1:
        ranges[-1] = ranges[-1][0], last
    else:
        ranges.append((first, last))
