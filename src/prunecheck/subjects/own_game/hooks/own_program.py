"""Run a starting call in a user's module, with hooks on the recursive functions."""

import ast
import builtins
import contextlib
import io
import math
import types
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from prunecheck.errors import PreconditionError
from prunecheck.subject_errors import SubjectError, uncatchable
from prunecheck.subjects.importing.beside import modules_beside
from prunecheck.subjects.importing.imported_search import imported_recursions
from prunecheck.subjects.importing.modules import ModuleLoader, module_loader
from prunecheck.subjects.importing.shared import copies_of, imported, shared
from prunecheck.subjects.own_game.hooks.fingerprints import (
    CLEAR,
    GLOBAL,
    cached_functions,
    data_of,
    data_with_names,
    users_modules,
    uses,
)
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.large_lists import LargeList, watch_large_lists
from prunecheck.subjects.own_game.hooks.random_numbers import seed, seeded_entropy
from prunecheck.subjects.own_game.hooks.recorder import (
    ControlError,
    EnoughError,
    FirstCall,
    Guide,
    OnlyFirst,
    Recorder,
    answer_of_start,
)
from prunecheck.subjects.own_game.hooks.rewrite import HOOK, MARK, Recursion, recursion, rewritten
from prunecheck.subjects.own_game.hooks.state_outside import StateOutside, copy_of, put_back
from prunecheck.subjects.sandbox.time_limits import in_time

# names that a starting call may use in addition to the module's own
NAMES: Final = {"inf": math.inf, "INF": math.inf, "math": math}
RUN_SECONDS: Final = 4.0  # seconds for a run that records calls
MOST_PRINTED: Final = 10_000  # characters of output that are kept
IN_START: Final = "<start>"
NOTE: Final = "__prunecheck_note__"  # the function added to a starting call, which records the objects that it uses


@dataclass(eq=False, slots=True)
class OwnProgram:
    """A user's module that contains the search `name`. To run the search, the expression `start` is evaluated.

    `imported_by` is another module that imports the search. The expression `start` may use all variables of the module
    `imported_by`. The expression `start` may also use the variables that the function `names` returns for the loaded
    module. `changed` lists the variables that a run changes. The variables in `changed` are restored before each run.
    If runs change anything besides the variables in `changed`, the program is `stateful`, and its module is executed
    again before each run. If `only_first` is not None, the first call to the search gets the depth `only_first`, and
    the run ends after this call.
    """

    place: str  # the file or name of the module
    name: str
    start: str
    imported_by: str = ""
    functions: tuple[str, ...] = ()
    driver: str = ""  # a function outside the recursion that calls the search, if it also has a hook
    recorder: Recorder = field(default_factory=Recorder)
    changed: frozenset[str] = frozenset()
    stateful: bool = False
    has_hidden_table: bool = False  # True if a second search gets its result from a table that cannot be observed
    only_first: Any = None
    seconds: float = 2.0
    names: Callable[[types.ModuleType], dict[str, Any]] = lambda module: {}
    on_run: Callable[[], None] = lambda: None  # called before each run
    answer: Any = field(default=None, init=False)  # the return value of the last run
    printed: str = field(default="", init=False)  # the output of the last run
    given: dict[str, Any] = field(default_factory=dict, init=False)  # the arguments of the starting call
    _loader: ModuleLoader | None = field(default=None, init=False)
    _syntax: tuple[str, ast.Module] | None = field(default=None, init=False)
    _start: types.CodeType | None = field(default=None, init=False)
    _original: dict[str, Any] = field(default_factory=dict, init=False)
    _module: types.ModuleType | None = field(default=None, init=False)
    _copies: dict[str, types.ModuleType] = field(default_factory=dict, init=False)  # other copies of the module
    _beside: dict[str, Any] | None = field(default=None, init=False)  # other names in the starting call
    _beside_uses_search: bool = field(default=False, init=False)  # True if one of these imports the search
    _cached: tuple[types.ModuleType, tuple[Any, ...]] | None = field(default=None, init=False)
    _large: list[LargeList] = field(default_factory=list, init=False)  # large lists that outlive a run
    _outside: StateOutside = field(default_factory=StateOutside, init=False)

    def compile(self, *, driver: bool = False) -> bool:
        """Read the file, and put hooks on the recursive functions (if `driver` is True, also on their caller).

        Returns True if the search is a driver, a function that is not recursive but calls recursive functions. Returns
        False if the search is recursive.
        Raises: PreconditionError if the recursive functions are in another module, or if the starting call is not an
        expression.
        """
        found = Recursion()

        def with_hooks(tree: ast.Module) -> ast.Module:
            nonlocal found
            found = recursion(tree, self.name)
            self.hook(found, driver=driver)
            return rewritten(tree, self.functions)

        self._loader = module_loader(self.place, with_hooks)
        self._loader.given = {HOOK: self.recorder.hook, MARK: self.recorder.ran.add}
        try:
            self._start = compile(_noting(ast.parse(self.start.strip(), IN_START, "eval")), IN_START, "eval")
        except SyntaxError as error:
            raise PreconditionError(
                f"the starting call `{self.start}` is not an expression: {error.msg}; "
                f"write the call as in a program, such as `{self.name}(board, 4, -inf, inf, True)`"
            ) from None
        return bool(found.driver)

    def hook(self, found: Recursion, *, driver: bool) -> None:
        """Put new hooks on the recursive functions in `found`.

        Raises: PreconditionError if the recursive functions are in another module.
        """
        self.recorder = Recorder()
        self.forget()
        self.driver = found.driver if driver else ""
        self.functions = found.functions + ((self.driver,) if self.driver else ())
        if not self.functions and (elsewhere := imported_recursions(self.place, self.name)):
            raise PreconditionError(f"{self.not_recursive}; check `{elsewhere[0]}` instead, which it calls")

    @property
    def not_recursive(self) -> str:
        """The text that reports that the search is not recursive."""
        return f"`{self.name}` is not recursive, and calls no recursive function in {self.place}"

    def module(self) -> types.ModuleType:
        """Return the user's module, which is executed when it is first needed."""
        if self._module is None:
            self._module = self._executed()
            self._original = {}
        return self._module

    def _restore(self) -> None:
        """Reset the variables that runs change to their original values."""
        module = self.module()
        if not self.changed:
            return
        if not self._original:
            data = data_of(module)
            try:
                self._original = {name: copy_of(data[name]) for name in self.changed if name in data}
            except Exception:  # a lock or a file cannot be copied
                self.stateful = True
            return
        put_back(module, self._original)

    def forget(self) -> None:
        """Discard the module, and reset the objects in other modules. The next run will execute the module again."""
        self._module = None
        self._outside.put_back_objects()

    def run(self, guide: Guide, *, seconds: float | None = None) -> None:
        """Evaluate the starting call. The function `guide` decides what each call of a hooked function returns.

        Each run of the program begins in the same state.

        Raises: SubjectError if the search takes longer than `seconds`, or exits Python. Errors that the program raises
        are not caught.
        """
        self.on_run()
        if self.stateful:
            self.forget()
        module = self.module()
        if self._beside is None:
            self._beside = self._loaded_beside(module)
        for held in self._large:
            held.restore()
        self._restore()
        self.clear_caches()
        seed()
        self._guide(guide if self.only_first is None else OnlyFirst(guide, self.only_first).call)
        try:
            with without_console() as console, seeded_entropy():
                in_time(self.seconds if seconds is None else seconds, self._evaluate)
            self.printed = console.text
        except FirstCall as done:
            self.answer, self.printed = done.answer, console.text
        except BaseException as error:
            self.forget()
            if isinstance(error, Exception | ControlError | KeyboardInterrupt):
                raise
            raise SubjectError(uncatchable(error)) from None
        finally:
            self.recorder.guide = None
            self._outside.put_back()

    def _guide(self, guide: Guide) -> None:
        """Pass all calls of hooked functions to `guide`.

        From the first call on, changes to large lists among the arguments are recorded.
        """

        def first(call: HookedCall) -> Any:
            watch_large_lists(call.arguments.values())
            self.recorder.guide = guide
            return guide(call)

        self.recorder.guide = first

    def attempt(self, guide: Guide, *, seconds: float | None = None) -> bool:
        """Run the starting call; return True unless it fails.

        A run that the function `guide` ends early by raising EnoughError does not count as failed.
        """
        try:
            self.run(guide, seconds=seconds)
        except EnoughError:
            return True
        except (ControlError, Exception):
            return False
        return True

    def without_hooks(self) -> "OwnProgram":
        """Return a copy of this program that runs the user's functions at full speed, to measure their time."""
        program = replace(self, functions=(), driver="", recorder=Recorder())
        program._loader = module_loader(self.place)  # noqa: SLF001  # of the same class
        program._start = self._start  # noqa: SLF001
        return program

    def watch_searches(self, note: Callable[[HookedCall], None]) -> bool:
        """Run the starting call unchanged, and call `note` for each search that it makes, but not for recursive calls.

        Returns True unless the program fails.
        """
        inside = False

        def run(call: HookedCall) -> Any:
            nonlocal inside
            if inside:
                return call.make()
            note(call)
            inside = True
            try:
                return call.make()
            finally:
                inside = False

        return self.attempt(run, seconds=RUN_SECONDS)

    def _caches(self) -> tuple[Any, ...]:
        """The functions of the module that have a cache.

        The cached functions are only looked up once after each execution of the module.
        """
        module = self.module()
        if self._cached is None or self._cached[0] is not module:
            self._cached = module, tuple(cached_functions(module))
        return self._cached[1]

    def clear_caches(self) -> None:
        """Empty the caches of the module's functions."""
        for cached in self._caches():
            getattr(cached, CLEAR)()

    def _evaluate(self) -> None:
        assert self._start is not None
        module = self.module()
        self.given = {}
        names = {**NAMES, **vars(module), **(self._beside or {}), **self.names(module), NOTE: self._note}
        with imported(module, self._copies):
            self.answer = answer_of_start(eval(self._start, names))  # noqa: S307  # an expression that the user wrote

    def _loaded_beside(self, module: types.ModuleType) -> dict[str, Any]:
        """Load the module that imports the search, if any, and other modules that the starting call uses.

        A loaded module that imports the search receives the search with hooks.
        """
        start = ast.parse(self.start.strip(), mode="eval")
        with without_console(), seeded_entropy(), shared(module, uses):
            importers = [module_loader(self.imported_by).load().module] if self.imported_by else []
            found = {name: held for importer in importers for name, held in vars(importer).items()}
            beside = modules_beside(start, module, {*NAMES, *vars(module), *found, *vars(builtins)})
            named = [*importers, *users_modules(beside.values())]
            self._outside.add(named)
            self._outside.add_used_by(named)
            self._beside_uses_search = any(uses(other, module) for other in named)
        return found | beside

    def _note(self, held: Any) -> Any:
        self.given[f"given {len(self.given)}"] = held
        return held

    @property
    def shows_elsewhere(self) -> bool:
        """True if the program may show its result elsewhere than on the console, for example in a graphical window."""
        return self._loader is None or bool(self._loader.replaced)

    @property
    def names_in_start(self) -> tuple[str, ...]:
        """List the names that the starting call uses."""
        return () if self._start is None else self._start.co_names

    def data(self) -> dict[str, Any]:
        """Return the data in the module's variables and in the attributes of its classes, by name."""
        return {GLOBAL + name: held for name, held in data_of(self.module()).items()}

    def data_with_names(self, names: Collection[str]) -> dict[str, Any]:
        """Return the entries of `data` whose names are in `names`."""
        found = data_with_names(self.module(), [name.removeprefix(GLOBAL) for name in names])
        return {GLOBAL + name: held for name, held in found.items()}

    @property
    def has_cache(self) -> bool:
        """True if a function of the module has a cache, for example by `functools.lru_cache`."""
        return bool(self._caches())

    def _executed(self) -> types.ModuleType:
        assert self._loader is not None
        seed(1)  # not the numbers of a run, which may draw further table keys
        with without_console(), seeded_entropy(1):
            module = self._loader.load().module
        self._large = watch_large_lists([module])  # before other variables refer to these lists
        if self._beside_uses_search:  # it must import the new copy of the module
            self._beside, self._outside = None, StateOutside()
        self._copies = copies_of(module)
        self._outside.add_imported_by(module)
        return module

    @property
    def source(self) -> str:
        """The source text of the module."""
        return "" if self._loader is None else self._loader.source

    @property
    def syntax(self) -> ast.Module:
        """The syntax tree of the module's source text. Callers must not change the tree."""
        if self._syntax is None or self._syntax[0] != self.source:
            self._syntax = self.source, ast.parse(self.source)
        return self._syntax[1]

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on statements and libraries that were skipped or replaced when the module was loaded."""
        return () if self._loader is None else self._loader.notes()


def _noting(start: ast.Expression) -> ast.Expression:
    """Rewrite a starting call so that it records its arguments and, if it calls a method, the object of the method."""

    def noted(expression: ast.expr) -> ast.expr:
        starred = isinstance(expression, ast.Starred)
        return expression if starred else ast.Call(ast.Name(NOTE, ast.Load()), [expression], [])

    call = start.body
    if isinstance(call, ast.Call):
        call.args = list(map(noted, call.args))
        for keyword in call.keywords:
            keyword.value = noted(keyword.value) if keyword.arg else keyword.value
        if isinstance(call.func, ast.Attribute):
            call.func.value = noted(call.func.value)
    return ast.fix_missing_locations(start)


@contextlib.contextmanager
def without_console() -> "Iterator[_Kept]":
    """Hide the program's output, but store the start of the output. If the program reads input, EOFError is raised."""
    before = builtins.input
    builtins.input = _no_input
    try:
        with contextlib.redirect_stdout(_Kept()) as kept:
            yield kept
    finally:
        builtins.input = before


class _Kept(io.TextIOBase):
    """A text file that stores only the beginning of what is written."""

    text = ""

    def write(self, text: str, /) -> int:
        self.text += text[: MOST_PRINTED - len(self.text)]
        return len(text)


def _no_input(prompt: object = "", /) -> str:
    raise EOFError(f"input({str(prompt)!r}) asks the user")
