"""Define two new types for Numba: an object of a plain class, and a column (an array).

Only this file, `intrinsics.py`, `linking.py` and `tuples.py` use Numba.

In compiled code, an object is a machine word: the address of a block with a word for each attribute. In recursive
calls, no references are therefore counted, and no objects are copied. A column is the address of the first element of
an array. Blocks and arrays belong to Python objects, which must exist until the compiled function returns.

This file relies on the following facts about Numba, which `tests/native/test_internals.py` checks:

- Numba finds the types of attributes and calls through `AttributeTemplate` and `AbstractTemplate`.
- Numba translates attributes and calls to LLVM code by functions registered with `lower_getattr_generic` and
  `lower_builtin`.
- The Numba type of a bound method is `BoundFunction`.
- LLVM may move a load marked `invariant.load` out of a loop, so that the load happens only once.
"""

import operator
import re
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, Final

from prunecheck.errors import PreconditionError, PrunecheckError, how_to_install, told

try:
    import numba
    from llvmlite import ir
    from numba import types
    from numba.core.datamodel.models import PrimitiveModel
    from numba.core.errors import NumbaError
    from numba.core.imputils import lower_builtin, lower_getattr_generic, lower_setattr_generic
    from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global, signature
    from numba.extending import NativeValue, register_model, typeof_impl, unbox
except ImportError:
    raise PreconditionError(f"native speed needs Numba, which is not installed; {how_to_install('native')}") from None

from prunecheck.native.linking import CompiledCodeCalls, PythonCalls, import_arrays_without_scipy
from prunecheck.native.tuples import constant_type
from prunecheck.trees.views.inner import Inner

CompileError: Final[type[Exception]] = NumbaError  # raised for a function that cannot be compiled
SCALARS: Final[dict[type, Any]] = {bool: types.boolean, int: types.int64, float: types.float64}

WORD: Final = ir.IntType(64)
BYTES: Final = 8  # bytes in a word

_PLACE: Final = re.compile(r'File "(.+?)", line (\d+)')
_REASON: Final = re.compile(
    r"(The use of|Untyped global name|Unknown attribute|No implementation of function|Cannot unify|Unsupported"
    r"|Use of unsupported|Invalid use|Undecided type|cannot determine|Cannot determine|Can't).*"
)

_ELEMENTS: Final = {"?": types.boolean, "i": types.int32, "l": types.intp, "q": types.int64, "d": types.float64}
ELEMENTS: Final = frozenset(_ELEMENTS)  # formats of columns, as `memoryview` and `array` write them


def jit(function: Callable[..., Any], *, from_python: bool = False) -> Any:
    """Make a function that is compiled when it is first called, and that releases Python's global lock.

    If `from_python` is True, Python can also call the function, but compiling takes longer. Compiled code is not stored
    on disk, because stored code could call functions that have changed since.
    """
    import_arrays_without_scipy()
    compiler = PythonCalls if from_python else CompiledCodeCalls
    return numba.njit(nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=not from_python, pipeline_class=compiler)(
        function
    )


def compile_for(function: Any, args: tuple[Any, ...], *, name: str) -> None:
    """Compile a function for arguments of these types, unless it is already compiled.

    `name` is the function's name in error messages.
    Raises: PreconditionError if Numba cannot compile the function, with the place and the reason if Numba reports them.
    """
    try:
        function.compile(tuple(map(numba.typeof, args)))
    except PrunecheckError:
        raise
    # for unsupported code, parts of Numba raise other errors, such as AssertionError
    except Exception as error:
        place = _PLACE.search(str(error))
        reason = _REASON.search(str(error))
        raise PreconditionError(
            f"{name} cannot be compiled{f' because of {place[1]}, line {place[2]}' if place else ''}: "
            f"{reason[0] if reason else told(error)}; only use the part of Python that Numba compiles, or search in "
            "plain Python"
        ) from None


class Column(types.Type):
    """The Numba type of an array. Compiled code only knows the address of the array, so it cannot check an index."""

    def __init__(self, element: str, *, writable: bool) -> None:
        """`element` is the format of the array's elements, one of `ELEMENTS`.

        If the array is not writable, its elements are loaded as constants.
        """
        self.element = _ELEMENTS[element]
        self.result = types.int64 if element == "i" else self.element
        self.writable = writable
        super().__init__(f"column({element}, {writable})")


class Constant(types.Type):
    """The Numba type of a field with a known value.

    The value is part of the type, so that loops over the value can be unrolled.
    """

    def __init__(self, value: Any) -> None:
        """`value` is a tuple of numbers, which may be nested."""
        self.value = value
        self.of = constant_type(numba.typeof(value), value)
        super().__init__(f"constant({value!r})")


class Plain(types.Type):
    """The Numba type of an object: its class, and the names and types of its fields. Each field is one machine word.

    An object whose only field is another object is represented by that other object, so that a view without state costs
    nothing. `method(function)` compiles a function of the class.
    """

    def __init__(
        self,
        cls: type,
        fields: tuple[tuple[str, Any], ...],
        changed: frozenset[str],
        method: Callable[[FunctionType], Any],
        kind: str,
    ) -> None:
        """`changed` lists the fields that methods assign to; `kind`, "int" or "float", is the type of values."""
        self.cls = cls
        self.fields = dict(fields)
        self.changed = changed
        self.method = method
        self.kind = kind
        inside = ", ".join(f"{name}: {field}" for name, field in fields)
        super().__init__(f"{cls.__module__}.{cls.__qualname__}#{id(cls)}[{kind}]({inside})")

    @property
    def words(self) -> list[str]:
        """The names of the fields that occupy a machine word, in the order of these words in memory."""
        return [name for name, field in self.fields.items() if not isinstance(field, Constant | types.Dispatcher)]

    @property
    def transparent(self) -> bool:
        """True if the object has a single field, by which compiled code represents the object."""
        return len(self.words) == 1 and isinstance(self.fields[self.words[0]], Plain)


def function_type(compiled: Any) -> Any:
    """The Numba type of a field that is a compiled function."""
    return types.Dispatcher(compiled)


class Handle:
    """The type and the address of a block, which Python passes to compiled code instead of an object."""

    def __init__(self, plain: Plain, address: int) -> None:
        """Store the type and the address. The caller must keep the block at this address alive."""
        self.plain = plain
        self.address = address


@typeof_impl.register(Handle)
def _typeof_handle(handle: Handle, context: Any) -> Plain:
    return handle.plain


@unbox(Plain)
def _unbox_handle(plain: Plain, handle: Any, context: Any) -> Any:
    attribute = context.pyapi.object_getattr_string(handle, "address")
    word = context.unbox(types.uint64, attribute)
    context.pyapi.decref(attribute)
    return NativeValue(word.value, is_error=word.is_error)


@register_model(Plain)
@register_model(Column)
class _WordModel(PrimitiveModel):
    """The representation of an object or array in compiled code: one machine word."""

    def __init__(self, manager: Any, front: Any) -> None:
        super().__init__(manager, front, WORD)


def _invariant(builder: Any, load: Any) -> Any:
    """Tell LLVM that the loaded value does not change while the compiled function runs."""
    load.set_metadata("invariant.load", builder.module.add_metadata([]))
    return load


# Attributes of compiled objects: fields and methods


@cache
def _bound(plain: Plain, name: str) -> Any:
    dispatcher = plain.method(getattr(plain.cls, name))
    callee = types.Dispatcher(dispatcher)

    class Method(AbstractTemplate):
        key = (plain, name)

        def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
            """Compile the method for arguments of these types, and return its Numba signature."""
            signature = callee.get_call_type(self.context, (plain, *args), kws)
            return None if signature is None else signature.as_method()

    @lower_builtin((plain, name), Plain, types.VarArg(types.Any))
    def call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        compiled = context.get_function(callee, signature)
        context.add_linking_libs(getattr(compiled, "libs", ()))
        return compiled(builder, args)

    return types.BoundFunction(Method, plain)


@cache
def _passed_on(plain: Plain, name: str) -> Any:
    """The Numba type of a view's method that only calls the wrapped tree's method of the same name.

    A method that only passes the call on is not compiled.
    """
    behind = plain.fields["_tree"]
    method = _method(behind, name)

    class Method(AbstractTemplate):
        key = (plain, name)

        def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
            """The Numba signature of the method that has the same name in the wrapped tree."""
            found = self.context.resolve_function_type(method, args, kws)
            return None if found is None else found.replace(recvr=plain)

    @lower_builtin((plain, name), Plain, types.VarArg(types.Any))
    def call(context: Any, builder: Any, found: Any, args: Any) -> Any:
        function = context.get_function(method, signature(found.return_type, behind, *found.args[1:]))
        context.add_linking_libs(getattr(function, "libs", ()))
        return function(builder, (_load(context, builder, plain, args[0], "_tree"), *args[1:]))

    return types.BoundFunction(Method, plain)


def _method(plain: Plain, name: str) -> Any:
    passes_on = getattr(plain.cls, name) is getattr(Inner, name, None) and isinstance(plain.fields["_tree"], Plain)
    return (_passed_on if passes_on else _bound)(plain, name)


@infer_getattr
class _Attributes(AttributeTemplate):
    key = Plain

    def generic_resolve(self, plain: Plain, name: str) -> Any:
        """The Numba type of the field or method `name` of an object."""
        field = plain.fields.get(name)
        if field is not None:
            return field.of if isinstance(field, Constant) else field
        return _method(plain, name) if isinstance(getattr(plain.cls, name, None), FunctionType) else None


def _place(builder: Any, plain: Plain, word: Any, name: str, kind: Any) -> Any:
    offset = WORD(BYTES * plain.words.index(name))
    return builder.inttoptr(builder.add(word, offset), kind.as_pointer())


@lower_getattr_generic(Plain)
def _load(context: Any, builder: Any, plain: Plain, word: Any, name: str) -> Any:
    field = plain.fields[name]
    if isinstance(field, types.Dispatcher):
        return context.get_dummy_value()
    if isinstance(field, Constant):
        return context.get_constant_generic(builder, field.of, field.value)
    if plain.transparent:
        return word
    boolean = isinstance(field, types.Boolean)
    kind = WORD if boolean else context.get_value_type(field)
    load = builder.load(_place(builder, plain, word, name, kind))
    if name not in plain.changed:
        _invariant(builder, load)
    return builder.icmp_unsigned("!=", load, WORD(0)) if boolean else load


@lower_setattr_generic(Plain)
def _store(context: Any, builder: Any, signature: Any, args: Any, name: str) -> None:
    plain, given = signature.args
    word, value = args
    field = plain.fields[name]
    value = context.cast(builder, value, given, field)
    if isinstance(field, types.Boolean):
        value = builder.zext(value, WORD)
    builder.store(value, _place(builder, plain, word, name, value.type))


# Columns of trees


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        """The Numba signature for reading an element of a column (an array); an int32 element becomes an int64."""
        column, index = args
        if isinstance(column, Column) and isinstance(index, types.Integer):
            return column.result(column, types.intp)
        return None


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        """The Numba signature for assigning to an element of a column (an array), None if the column is read-only."""
        column, index, _ = args
        if isinstance(column, Column) and column.writable and isinstance(index, types.Integer):
            return types.none(column, types.intp, column.result)
        return None


def _element(context: Any, builder: Any, column: Column, word: Any, index: Any) -> Any:
    kind = context.get_data_type(column.element)
    return builder.gep(builder.inttoptr(word, kind.as_pointer()), [index])


@lower_builtin(operator.getitem, Column, types.intp)
def _load_element(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    column = signature.args[0]
    load = builder.load(_element(context, builder, column, *args))
    if not column.writable:
        _invariant(builder, load)
    value = context.data_model_manager[column.element].from_data(builder, load)
    return context.cast(builder, value, column.element, column.result)


@lower_builtin(operator.setitem, Column, types.intp, types.Any)
def _store_element(context: Any, builder: Any, signature: Any, args: Any) -> None:
    column, _, given = signature.args
    word, index, value = args
    value = context.cast(builder, value, given, column.element)
    data = context.data_model_manager[column.element].as_data(builder, value)
    builder.store(data, _element(context, builder, column, word, index))
