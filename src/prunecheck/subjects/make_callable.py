"""Make a search from a Python object: a function, class, method, factory or callable instance."""

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Collection, Container, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from prunecheck.errors import PreconditionError, brief, told
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.convention import Role
from prunecheck.subjects.sandbox.budget import ANSWER_SECONDS
from prunecheck.subjects.sandbox.time_limits import in_time
from prunecheck.subjects.source.calls import search_methods
from prunecheck.subjects.source.depth_limits import is_limit
from prunecheck.subjects.source.object_words import definition_of, module_of, words_of
from prunecheck.subjects.source.parameters import VARIADIC, is_game, is_named, is_optional
from prunecheck.subjects.source.program_modules import source_of
from prunecheck.subjects.source.syntax import assignments, definitions, is_static, last_name
from prunecheck.subjects.source.vocabulary import Vocabulary
from prunecheck.subjects.subject import Definition

MAKING: Final = 6.0  # seconds for creating an instance, in addition to twice the time limit for a call
METHOD_NAMES: Final = (  # `getAction` is first, because the other methods of Pacman's agents take agents
    *("getAction", "search", "alphabeta", "alpha_beta", "negamax", "minimax"),
    *("solve", "best_move", "choose_move", "get_move", "get_action", "run"),
)


class UnnamedMethodError(PreconditionError):
    """Raised for a class if none of its methods has a usual name for a search.

    `methods` are its recursive methods, likeliest first.
    """

    def __init__(self, kind: str, methods: list[str]) -> None:
        """Store the methods and the name of the class, `kind`."""
        method = methods[0] if methods else "METHOD"
        super().__init__(f"cannot tell which method of the class `{kind}` to check; name it, as in {kind}.{method}")
        self.methods = methods


@dataclass(frozen=True, slots=True)
class LoadedSearch:
    """A Python search. `make` returns the function to call; for a class, it returns a method of a new instance.

    `reload` executes the search's file again, and returns a new function `make`. `findable` is True if the search can
    be loaded by its name. `notes` says what was skipped when the search's file was loaded.
    """

    name: str
    make: Callable[[], Callable[..., Any]]
    words: Vocabulary
    keeps_state: bool
    reload: Callable[[], Callable[[], Callable[..., Any]]] | None = None
    findable: bool = False
    notes: tuple[str, ...] = ()
    definition: Definition | None = None


def search_from(
    name: str, found: Any, owner: Any, words: Vocabulary, *, seconds: float | None = ANSWER_SECONDS
) -> LoadedSearch:
    """Make a search from the object `found`, to which `name` refers. If the object is a method, `owner` is its class.

    For a method, an instance of its class is made. The time limit for making an instance depends on `seconds`, the time
    limit for a call (None for no limit).
    Raises: PreconditionError if the object is not a search, or if an instance cannot be made.
    """
    most = None if seconds is None else MAKING + 2 * seconds
    if inspect.isclass(found):
        return _method_of_class(name, found, _method(found), words, most)
    if not callable(found):
        kind = type(found).__name__
        raise PreconditionError(
            f"{name} is {brief(repr(found))}, of type {kind}, not a search; name a function, class or method"
        )
    attribute = stored_name(owner, name.rpartition(".")[2])
    if inspect.isclass(owner) and _is_method(owner, attribute):
        return _method_of_class(name, owner, attribute, words, most)
    if inspect.isfunction(found) and not inspect.signature(found).parameters:
        first = _make_first(found, most)
        if first is None or isinstance(first, bool | int | float | str | list | tuple | dict):
            raise PreconditionError(
                f"{name}() returned {brief(repr(first))}, of type {type(first).__name__}, not a search; a function "
                "without parameters must return a function, or an instance with a search method"
            )
        defined = _class_or_function(_function_from(first))
        if module_of(defined) is not module_of(found):  # the factory does not show how the search calls positions
            words = words_of(defined)
        return LoadedSearch(name, lambda: _function_from(_make(found, most)), words, keeps_state=True)
    return LoadedSearch(name, lambda: found, words, keeps_state=False)


def stored_name(owner: Any, name: str) -> str:
    """Return the name under which a class stores an attribute.

    Python adds the class name to private names such as `__max`.
    """
    private = f"_{owner.__name__.lstrip('_')}{name}" if inspect.isclass(owner) and name.startswith("__") else name
    return private if private in dir(owner) else name


def _method_of_class(name: str, kind: type, method: str, words: Vocabulary, most: float | None) -> LoadedSearch:
    """Make a search that calls a method of a new instance.

    If the class needs arguments, each call makes a new instance.
    """
    if _required_parameters(kind):
        function = _function_of_class(kind, method, words.limits)
        return LoadedSearch(name, lambda: function, words, keeps_state=False)

    def bound() -> Callable[..., Any]:
        search: Callable[..., Any] = getattr(_make(kind, most), method)
        return search

    _make_first(kind, most)
    return LoadedSearch(name, bound, words, keeps_state=True)


def _is_method(kind: type, name: str) -> bool:
    """True for a class attribute that becomes a method of instances, such as a function that takes `self`."""
    attribute = inspect.getattr_static(kind, name)
    unbound = isinstance(attribute, staticmethod | classmethod)
    if unbound or not callable(attribute) or not hasattr(type(attribute), "__get__"):
        return False
    with suppress(OSError, TypeError, SyntaxError):
        node = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
        functions = definitions(ast.Module(node.body, [])) if isinstance(node, ast.ClassDef) else {}
        return not (name in functions and isinstance(node, ast.ClassDef) and is_static(functions[name], node))
    return True


def _function_from(made: Any) -> Callable[..., Any]:
    try:
        function: Callable[..., Any] = made if callable(made) else getattr(made, _method(type(made)))
    except UnnamedMethodError as error:  # a method of an object that a factory returns has no name
        raise PreconditionError(str(error)) from None
    return function


def _class_or_function(search: Callable[..., Any]) -> Any:
    """Return the class of a method's instance, or the definition of a search that is not a method."""
    return type(search.__self__) if inspect.ismethod(search) else definition_of(search)


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
    """Make the first instance of a class or factory. Raises: PreconditionError if no instance can be made."""
    name = getattr(make, "__name__", make)
    try:
        return _make(make, most)
    except SubjectError:
        raise PreconditionError(f"{name}() does not finish within {most:g} s; fix it, or allow more seconds") from None
    except (Exception, SystemExit) as error:
        raise PreconditionError(
            f"{name}() fails: {told(error)}; name a function without parameters that returns the search"
        ) from None


def _make(make: Callable[[], Any], most: float | None) -> Any:
    """Call `make`, which makes an instance. Raises: SubjectError if `make` takes more than `most` seconds."""
    return make() if most is None else in_time(most, make)


def _required_parameters(kind: type) -> list[inspect.Parameter]:
    with suppress(TypeError, ValueError):
        return [
            parameter
            for parameter in _parameters(kind)
            if not is_optional(parameter) and parameter.kind not in VARIADIC
        ]
    return []


def _function_of_class(kind: type, method: str, compared: Container[str]) -> Callable[..., Any]:
    """Make a function that makes an instance of a class, and calls the instance's `method`.

    The function takes the arguments of both the class and the method.

    The position is the first parameter of the new function. If both the class and the method take a position, both get
    the same position. A game that the class takes, and a position that the method takes, are separate parameters.
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
    """Return the optional depth parameter of a class, if its method takes no depth."""
    if any(is_named(parameter.name, Role.DEPTH) for parameter in _parameters(method)):
        return []
    return [
        parameter for parameter in _parameters(kind) if is_named(parameter.name, Role.DEPTH) and is_optional(parameter)
    ][:1]


def _limits(kind: type, optional: Iterable[inspect.Parameter], compared: Container[str]) -> dict[str, int]:
    """Find the attributes that `__init__` sets to a depth limit, and the depth limit of each attribute.

    A depth limit is a whole number of at least 1. `__init__` assigns either this number, or a parameter in `optional`
    whose default is this number.

    An attribute is only included if its name is usual for depth limits, or is in `compared`, a result of `limit_names`.
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
