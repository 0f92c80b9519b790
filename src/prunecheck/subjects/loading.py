"""Load a Python search, by name or from an object: a function, class, method, factory or callable instance.

Names are `module:name` and `path/file.py:name`, with dots for attributes of a class.
"""

import ast
import functools
import inspect
import sys
import textwrap
from collections.abc import Callable, Collection, Container, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from prunecheck.errors import PreconditionError, PrunecheckError, UnknownNameError, brief, one_line, told
from prunecheck.failures import SubjectError
from prunecheck.subjects.convention import Role
from prunecheck.subjects.importing.modules import load_error, load_module
from prunecheck.subjects.importing.places import is_file, is_file_name, is_module
from prunecheck.subjects.sandbox.budget import ANSWER_SECONDS
from prunecheck.subjects.sandbox.limits import in_time
from prunecheck.subjects.source.definitions import how_to_name, place_of
from prunecheck.subjects.source.depth_limits import is_limit
from prunecheck.subjects.source.parameters import VARIADIC, is_game, is_named, is_optional
from prunecheck.subjects.source.program_modules import source_of
from prunecheck.subjects.source.search_methods import search_methods
from prunecheck.subjects.source.syntax import assignments, last_name
from prunecheck.subjects.source.vocabulary import ALL_WORDS, Vocabulary, vocabulary, with_keys_beside
from prunecheck.subjects.subject import Definition

MAKING: Final = 6.0  # time limit for creating an instance, in addition to twice the time for an answer
METHOD_NAMES: Final = (  # `getAction` is first, because the other methods of Pacman's agents take agents
    *("getAction", "search", "alphabeta", "alpha_beta", "negamax", "minimax"),
    *("solve", "best_move", "choose_move", "get_move", "get_action", "run"),
)


class UnnamedMethodError(PreconditionError):
    """Raised for a class whose methods have no usual name; `methods` are its recursive methods, the likeliest first."""

    def __init__(self, kind: str, methods: list[str]) -> None:
        """Store the methods and the name of the class, `kind`."""
        example = f", such as {kind}.{methods[0]}" if methods else f": {kind}.method"
        super().__init__(f"class {kind} has none of the methods {', '.join(METHOD_NAMES)}; name one{example}")
        self.methods = methods


@dataclass(frozen=True, slots=True)
class LoadedSearch:
    """A Python search: `make` returns the function to call or, for a class, a method of a new instance.

    `reload` executes the search's file again, and returns the `make` of the new search. `findable`: the search can be
    loaded by its name. `notes` say what was left out when the search's file was loaded.
    """

    name: str
    make: Callable[[], Callable[..., Any]]
    words: Vocabulary
    keeps_state: bool
    reload: Callable[[], Callable[[], Callable[..., Any]]] | None = None
    findable: bool = False
    notes: tuple[str, ...] = ()
    definition: Definition | None = None


def load(text: str, begin: Callable[[str], None] | None = None) -> LoadedSearch:
    """Load the search that `text` names; `begin` gets a description of each step, in case a step does not end.

    Without `begin`, making an instance has a time limit; with `begin`, the caller must end a step that hangs.
    Raises: PreconditionError, with the reason, if there is no such file or module, or it cannot be imported;
    UnknownNameError, with the nearest name, if the file or module does not have this name.
    """
    seconds = ANSWER_SECONDS if begin is None else None
    place, _, name = text.rpartition(":")
    if not place or not name:
        raise PreconditionError(how_to_name(text))
    first = place.partition(":")[0]
    if first != place and is_file_name(first):
        raise PreconditionError(f"{text!r} names no search; write path/file.py:name, such as {place}")
    if not is_file_name(place) and is_file(place) and not is_module(place):
        raise PreconditionError(f"{place!r} is not a Python file; its name should end with .py")
    begin = begin or (lambda _: None)
    begin(f"{place} cannot be imported")
    loaded = load_module(place)
    begin(f"{text} cannot be created")
    search = _search_in(loaded.module, text, lambda: _source(loaded.module, name), seconds)

    def reload() -> Callable[[], Callable[..., Any]]:
        return _search_in(loaded.reload(), text, lambda: search.words, ANSWER_SECONDS).make

    begin("")
    file = getattr(loaded.module, "__file__", None)
    definition = Definition(file, name) if isinstance(file, str) else None
    return replace(search, reload=reload, notes=loaded.notes, definition=definition)


def _search_in(module: ModuleType, text: str, words: Callable[[], Vocabulary], seconds: float | None) -> LoadedSearch:
    """The search that `text` names, in its loaded module; `words` is called once the search has been found."""
    place, _, name = text.rpartition(":")
    found: Any = module
    for part in name.split("."):
        owner, found = found, _part(found, part, place)
    try:
        return search_from(name, found, owner, words(), seconds=seconds)
    except PrunecheckError:
        raise
    except Exception as error:  # the `__dir__` of a class or instance may be broken
        raise load_error(f"{text} cannot be read", error) from None


def _own(whole: Any, names: list[str]) -> list[str]:
    """The `names` that stand for functions or classes defined in the module itself."""
    if not isinstance(whole, ModuleType):
        return []
    return [name for name in names if getattr(vars(whole).get(name), "__module__", None) == whole.__name__]


def _part(whole: Any, part: str, place: str) -> Any:
    """The attribute `part` of a module, class or instance, which may be computed on access."""
    try:
        return getattr(whole, part)
    except AttributeError:
        known = [name for name in dir(whole) if not name.startswith("_")]
        if not known and hasattr(whole, "__path__"):
            folder = place.replace(".", "/")
            raise PreconditionError(f"{folder!r} is a folder, not a file; write {folder}/file.py:{part}") from None
        if not known and isinstance(whole, ModuleType):
            raise PreconditionError(f"unknown name in {place} {part!r}; the file defines nothing") from None
        own = _own(whole, known)
        methods = [f"{name}.{part}" for name in own if hasattr(getattr(whole, name), part)]
        raise UnknownNameError(f"name in {place}", part, methods or own or known or ["nothing"]) from None
    except (Exception, SystemExit) as error:
        raise load_error(f"{part} in {place} cannot be read", error) from None


def _source(module: ModuleType, name: str) -> Vocabulary:
    try:
        words = vocabulary(source_of(module), name)
    except (OSError, TypeError, SyntaxError):
        return ALL_WORDS
    return _with_keys_beside(words, module)


def load_object(search: Callable[..., Any], *, seconds: float = ANSWER_SECONDS) -> LoadedSearch:
    """Load a search from a Python object. A class, or a function without parameters, makes a new search for each call.

    Raises: PreconditionError if the object is not a search, or if making an instance takes too long. The limit for that
    depends on `seconds`, the limit for one answer.
    """
    anything: Any = search  # its annotation may be wrong
    if not callable(anything):
        raise PreconditionError(
            f"{brief(repr(search))}, of type {type(search).__name__}, is not a search; "
            "give a function, a class, a method, or its name"
        )
    name, findable = name_of(search)
    found = search_from(name, search, _owner(search), _words(_definition(search)), seconds=seconds)
    return replace(found, findable=findable, definition=place_of(_definition(search)))


def name_of(search: Callable[..., Any]) -> tuple[str, bool]:
    """The name of a search (with its file, if below the working directory), and whether this name is enough to load it.

    >>> name_of(len)
    ('len', False)
    """
    defined = _definition(search)
    name = one_line(str(getattr(defined, "__qualname__", type(defined).__name__)))
    try:
        file = Path(inspect.getfile(defined)).resolve().relative_to(Path.cwd())
    except (TypeError, ValueError, OSError):
        return name, False
    again = search is defined and all(map(str.isidentifier, name.split(".")))  # this name finds it in the file
    return (f"{file.as_posix()}:{name}", True) if again else (name, False)


def _definition(search: Any) -> Any:
    """The definition behind an object: the function in a partial, a cache or a method; the class of an instance."""
    while isinstance(search, functools.partial) or (hasattr(search, "cache_info") and hasattr(search, "__wrapped__")):
        search = search.func if isinstance(search, functools.partial) else search.__wrapped__
    if inspect.ismethod(search):
        return search.__func__
    if inspect.isfunction(search) or inspect.isclass(search) or inspect.isbuiltin(search):
        return search
    return type(search)


def _owner(search: Any) -> Any:
    """The class of a method, if the method's qualified name leads to it; else None."""
    found: Any = sys.modules.get(getattr(search, "__module__", ""))
    for part in getattr(search, "__qualname__", "").split(".")[:-1]:
        found = getattr(found, part, None)
    return found if inspect.isfunction(search) else None


def _words(defined: Any) -> Vocabulary:
    """The vocabulary of a definition and of what it uses; all known words if the source cannot be read."""
    name = getattr(defined, "__qualname__", "").rpartition(".<locals>.")[2]
    module: Any = sys.modules.get(getattr(defined, "__module__", ""))
    around = ""  # the module's source is missing, as in a worker process without the file
    with suppress(OSError, TypeError):
        around = source_of(module)
    try:
        own = textwrap.dedent(inspect.getsource(defined))
        words = vocabulary(f"{around}\n\n{own}", name.partition(".")[0])
    except (OSError, TypeError, SyntaxError):
        return ALL_WORDS
    return _with_keys_beside(words, module)


def _with_keys_beside(words: Vocabulary, module: ModuleType | None) -> Vocabulary:
    file = getattr(module, "__file__", None)
    return with_keys_beside(words, Path(file)) if isinstance(file, str) else words


def search_from(
    name: str, found: Any, owner: Any, words: Vocabulary, *, seconds: float | None = ANSWER_SECONDS
) -> LoadedSearch:
    """Make the search from `found`, the object that `name` refers to; for a method, `owner` is its class.

    The time limit for making an instance depends on `seconds`, the limit for an answer; None means no limit.
    Raises: PreconditionError if the object is not a search, or an instance cannot be made.
    """
    most = None if seconds is None else MAKING + 2 * seconds
    if inspect.isclass(found):
        return _method_of_class(name, found, _method(found), words, most)
    if not callable(found):
        kind = type(found).__name__
        raise PreconditionError(
            f"{name} is {brief(repr(found))}, of type {kind}, not a search; name a function, class or method"
        )
    attribute = name.rpartition(".")[2]
    if inspect.isclass(owner) and _is_method(inspect.getattr_static(owner, attribute)):
        return _method_of_class(name, owner, attribute, words, most)
    if inspect.isfunction(found) and not inspect.signature(found).parameters:
        first = _make_first(found, most)
        if first is None or isinstance(first, bool | int | float | str | list | tuple | dict):
            raise PreconditionError(
                f"{name}() returned {brief(repr(first))}, of type {type(first).__name__}, not a search; a function "
                "without parameters must return a function, or an instance with a search method"
            )
        _function_from(first)
        return LoadedSearch(name, lambda: _function_from(_make(found, most)), words, keeps_state=True)
    return LoadedSearch(name, lambda: found, words, keeps_state=False)


def _method_of_class(name: str, kind: type, method: str, words: Vocabulary, most: float | None) -> LoadedSearch:
    """Return a method of a new instance; if the class needs arguments, make a new instance in each call."""
    if _required_parameters(kind):
        function = _function_of_class(kind, method, words.limits)
        return LoadedSearch(name, lambda: function, words, keeps_state=False)

    def bound() -> Callable[..., Any]:
        search: Callable[..., Any] = getattr(_make(kind, most), method)
        return search

    _make_first(kind, most)
    return LoadedSearch(name, bound, words, keeps_state=True)


def _is_method(attribute: Any) -> bool:
    """True for a class attribute that becomes a method of an instance, such as a function."""
    unbound = isinstance(attribute, staticmethod | classmethod)
    return callable(attribute) and hasattr(type(attribute), "__get__") and not unbound


def _function_from(made: Any) -> Callable[..., Any]:
    try:
        function: Callable[..., Any] = made if callable(made) else getattr(made, _method(type(made)))
    except UnnamedMethodError as error:  # a method of what a factory returns has no name
        raise PreconditionError(str(error)) from None
    return function


def _method(kind: type) -> str:
    if "__call__" in vars(kind):
        return "__call__"
    usual = [name for name in METHOD_NAMES if callable(getattr(kind, name, None))]
    if usual:
        return usual[0]
    methods: list[str] = []
    with suppress(OSError, TypeError, SyntaxError, KeyError):  # a class made by `exec` may have no module
        methods = search_methods(source_of(sys.modules[kind.__module__]), kind.__qualname__)
    raise UnnamedMethodError(kind.__name__, methods)


def _make_first(make: Callable[[], Any], most: float | None) -> Any:
    """Make the first instance of a class or factory. Raises: PreconditionError if that fails."""
    name = getattr(make, "__name__", make)
    try:
        return _make(make, most)
    except SubjectError:
        raise PreconditionError(f"{name}() does not finish within {most:g} s; fix it, or allow more seconds") from None
    except (Exception, SystemExit) as error:
        raise PreconditionError(
            f"{name}() fails: {told(error)}; name a function without parameters that makes the search"
        ) from None


def _make(make: Callable[[], Any], most: float | None) -> Any:
    """Call `make`. Raises: SubjectError if that takes more than `most` seconds."""
    return make() if most is None else in_time(most, make)


def _required_parameters(kind: type) -> list[inspect.Parameter]:
    """The parameters that are needed to create an instance."""
    with suppress(TypeError, ValueError):
        return [
            parameter
            for parameter in _parameters(kind)
            if not is_optional(parameter) and parameter.kind not in VARIADIC
        ]
    return []


def _function_of_class(kind: type, method: str, compared: Container[str]) -> Callable[..., Any]:
    """Make a function that takes the arguments of a class and then those of its `method`, but the position first.

    If both take a position, the two become one parameter, unless the instance is made with a game.
    """
    function = getattr(kind, method)
    first = [*_required_parameters(kind), *_depth(kind, function)]
    limits = _limits(kind, [parameter for parameter in _parameters(kind) if parameter not in first], compared)
    bound = isinstance(inspect.getattr_static(kind, method), staticmethod | classmethod)
    own = [parameter for parameter in list(_parameters(function))[not bound :] if parameter.kind not in VARIADIC]
    for_both = {parameter.name: parameter.name for parameter in first}
    positions = [parameter for parameter in first if is_named(parameter.name, Role.NODE)]
    shared = (
        own[0].name
        if own and positions and is_named(own[0].name, Role.NODE) and not is_game(positions[0].name)
        else None
    )
    if shared is not None:
        for_both[positions[0].name] = shared
    taken = {parameter.name for parameter in own}
    extra = [parameter for parameter in first if for_both[parameter.name] not in taken]
    front = [parameter for parameter in extra if is_named(parameter.name, Role.NODE)]
    order = [*front, *own, *(parameter for parameter in extra if parameter not in front)]
    by_name = [
        parameter.replace(kind=max(parameter.kind, inspect.Parameter.POSITIONAL_OR_KEYWORD)) for parameter in order
    ]
    signature = inspect.Signature(sorted(by_name, key=lambda parameter: (parameter.kind, is_optional(parameter))))

    def search(*arguments: Any, **keywords: Any) -> Any:
        given = signature.bind(*arguments, **keywords).arguments
        instance = kind(**{name: given[told] for name, told in for_both.items() if told in given})
        for name in limits:
            setattr(instance, name, getattr(search, name))
        return getattr(instance, method)(**{name: value for name, value in given.items() if name in taken})

    search.__signature__ = signature  # type: ignore[attr-defined]  # as `inspect` reads it
    search.__wrapped__ = function  # type: ignore[attr-defined]  # where its names are looked up
    search.__name__ = method
    search.__dict__.update(limits)
    return search


def _depth(kind: type, method: Callable[..., Any]) -> list[inspect.Parameter]:
    """The optional depth parameter of a class, if its method takes no depth."""
    if any(is_named(parameter.name, Role.DEPTH) for parameter in _parameters(method)):
        return []
    return [
        parameter for parameter in _parameters(kind) if is_named(parameter.name, Role.DEPTH) and is_optional(parameter)
    ][:1]


def _limits(kind: type, optional: Iterable[inspect.Parameter], compared: Container[str]) -> dict[str, int]:
    """The depth limits that `__init__` sets to a number, or to the default of a parameter in `optional`.

    `compared` is as for `limits_of`.
    """
    found: dict[str, int] = {}
    with suppress(OSError, TypeError, SyntaxError):
        numbers = {parameter.name: parameter.default for parameter in optional if type(parameter.default) is int}
        for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(kind.__init__)))):  # type: ignore[misc]
            for target, value in assignments(node):
                number = value.value if isinstance(value, ast.Constant) else numbers.get(last_name(value))
                if isinstance(target, ast.Attribute) and type(number) is int and number >= 1:
                    found |= {target.attr: number} if is_limit(target.attr, compared) else {}
    return found


def _parameters(function: Callable[..., Any]) -> Collection[inspect.Parameter]:
    return inspect.signature(function).parameters.values()
