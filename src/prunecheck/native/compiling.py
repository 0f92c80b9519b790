"""Compile functions without editing them: compile a copy of each, in which names refer to compiled functions."""

from collections.abc import Callable
from dis import get_instructions
from functools import cache
from inspect import unwrap
from types import CellType, CodeType, FunctionType
from typing import Any, Final, Literal, NoReturn, TypeAlias

from prunecheck.errors import PreconditionError
from prunecheck.native.internals import jit
from prunecheck.trees.games.nim import with_heap
from prunecheck.trees.models.splitmix import WORD
from prunecheck.trees.protocol import INF
from prunecheck.trees.views.beside import beside
from prunecheck.trees.views.mirrored import mover, negated
from prunecheck.variants.memory.remembered import remembered_mover

Kind: TypeAlias = Literal["int", "float"]  # the type of a tree's values

BOUND: Final = 2**63 - 1  # `INF` in trees of integers, which must not have this value
KNOWN: Final[frozenset[object]] = frozenset(
    {beside, mover, negated, remembered_mover, with_heap}
)  # classes of which compiled code has its own versions


class Refused(Exception):  # noqa: N818  # an answer of compiled code, which the caller turns into an error
    """Raised by compiled code in place of a call of an error function: a function that does nothing but raise an error.

    Error functions are not compiled. When compiled code has raised `Refused`, the method `again` calls the error
    function in plain Python, so that the usual error is raised.
    """

    def __init__(self, number: int, args: tuple[Any, ...]) -> None:
        """Store the number of the error function (in the order of first use), and the arguments for this function."""
        super().__init__(number, args)
        self.number = number
        self.given = args

    def again(self) -> NoReturn:
        """Call the error function in plain Python, so that it raises the error that plain Python would have raised."""
        _ERRORS[self.number](*self.given)


_ERRORS: list[Callable[..., NoReturn]] = []  # functions that only raise an error


class Namespace:
    """The compiled functions for trees with one type of values.

    For each type of tree, each function is compiled only once.

    Before it is compiled, a function is copied with three changes:

    - In the copy, `INF` is infinity if values are floats, and the large integer `BOUND` if values are integers.
    - In the copy, `WORD`, the mask of 64-bit arithmetic, is -1, because machine words have 64 bits anyway.
    - All functions that the original function names are copied and compiled, too, closures included.
    """

    def __init__(self, kind: Kind) -> None:
        """Create an empty namespace."""
        self.kind = kind
        self._infinity = INF if kind == "float" else BOUND
        self._compiled: dict[Any, Any] = {}

    def compiled(self, function: Callable[..., Any], *, from_python: bool = False) -> Any:
        """Compile a function or method. Equal closures over the same objects share one compiled function.

        Raises: PreconditionError if `function` is not a Python function, stores iterators, or creates objects.
        """
        function = unwrap(function)
        if not isinstance(function, FunctionType):
            raise PreconditionError(f"{function!r} is not a function written in Python with `def`")
        held = tuple(cell.cell_contents for cell in function.__closure__ or ())
        defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
        key = (function.__code__, id(function.__globals__), *map(id, held), *map(id, defaults), from_python)
        if key not in self._compiled:
            copy = function if _only_raises(function) else _copied(function)
            made = _refusing(copy) if copy is function else jit(copy, from_python=from_python)
            # stored before the functions that it uses are compiled, since these may refer to it; the references keep
            # the ids in use
            self._compiled[key] = (made, function, held)
            try:
                self._connect(function, copy, made)
            except PreconditionError:
                del self._compiled[key]
                raise
        return self._compiled[key][0]

    def _connect(self, function: FunctionType, copy: FunctionType, made: Any) -> None:
        """Replace the functions that a copied function uses by compiled functions."""
        if copy is function:
            return
        space = copy.__globals__
        for name in _names(function.__code__) & space.keys():
            space[name] = made if space[name] is function else self._rebound(name, space[name])
        for cell in copy.__closure__ or ():
            cell.cell_contents = self._replaced(cell.cell_contents)

    def _rebound(self, name: str, held: Any) -> Any:
        if name == "INF" and held == INF:
            return self._infinity
        if name == "WORD" and held == WORD:
            return -1
        return self._replaced(held)

    def _replaced(self, held: Any) -> Any:
        return self.compiled(held) if isinstance(held, FunctionType) and held not in KNOWN else held


def _only_raises(function: FunctionType) -> bool:
    return function.__annotations__.get("return") in (NoReturn, "NoReturn")


def _copied(function: FunctionType) -> FunctionType:
    """Copy a function with separate global names and closure cells, which can be replaced.

    Raises: PreconditionError if the function stores iterators or creates objects.
    """
    names = _names(function.__code__)
    if stacks := {"iter", "next"} & names:
        raise PreconditionError(
            f"compiled code cannot store iterators ({' and '.join(sorted(stacks))}), for example on an explicit stack "
            "or in a lazy list; use a search that loops over the children directly"
        )
    held = [function.__globals__[name] for name in names & function.__globals__.keys()]
    for made in (*held, *(cell.cell_contents for cell in function.__closure__ or ())):
        if isinstance(made, type) and not issubclass(made, BaseException | tuple):
            raise PreconditionError(
                f"compiled code cannot create objects ({made.__name__}); use a search that is called with a "
                "tree and a node"
            )
    cells = tuple(CellType(cell.cell_contents) for cell in function.__closure__ or ())
    copy = FunctionType(
        function.__code__, dict(function.__globals__), function.__name__, function.__defaults__, cells or None
    )
    copy.__qualname__ = function.__qualname__
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy


def _refusing(function: Callable[..., NoReturn]) -> Any:
    number = len(_ERRORS)
    _ERRORS.append(function)

    def refuse(*args: Any) -> NoReturn:
        raise Refused(number, args)

    return jit(refuse)


@cache
def _names(code: CodeType) -> frozenset[str]:
    """The global names that a function looks up, including those in its inner functions, without attributes."""
    inside = (const for const in code.co_consts if isinstance(const, CodeType))
    own = (
        instruction.argval
        for instruction in get_instructions(code)
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME")
    )
    return frozenset(own).union(*map(_names, inside))


@cache
def namespace(kind: Kind) -> Namespace:
    """The `Namespace` for values of the type `kind`. All calls with the same type return the same object."""
    return Namespace(kind)


def compiled(function: Callable[..., Any], kind: Kind, *, name: str = "") -> Any:
    """Compile a function for trees with values of type `kind`. Error messages call the function `name`.

    The arguments of a compiled function may be trees (as `Block` objects), numbers, tuples of numbers, arrays, and
    other compiled functions. A compiled function can be called from Python and from other compiled functions. All
    functions that are named in the code of `function` are also compiled, each when it is first called, for the types of
    its arguments. Raises: PreconditionError if `function` is not a Python function, stores iterators, or creates
    objects.
    """
    try:
        return namespace(kind).compiled(function, from_python=True)
    except PreconditionError as error:
        name = name or getattr(unwrap(function), "__name__", repr(function))
        raise PreconditionError(f"{name} cannot be compiled: {error}") from None
