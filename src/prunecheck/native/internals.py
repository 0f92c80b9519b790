"""Teach Numba two new types: an object of a plain class, and a column. All use of Numba's internals is in this file.

In compiled code, an object is one machine word: the address of a block of words, one for each attribute. So nothing is
reference-counted or copied in a recursion. A column is the address of the first element of an array. Blocks and arrays
belong to Python objects, which must outlive the call.

What this file relies on, and `tests/native/test_internals.py` checks: types are resolved by `AttributeTemplate` and
`type_callable`, lowered by `lower_getattr_generic` and `lower_builtin`; a bound method is a `BoundFunction`; a
generator is handled by its address and returned by its contents, with a data model that says so.
"""

import operator
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, Final

from prunecheck.errors import PreconditionError
from prunecheck.trees.games.nim import with_heap
from prunecheck.trees.views.beside import beside

try:
    import numba
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.core.datamodel.models import CompositeModel, PrimitiveModel
    from numba.core.errors import NumbaError
    from numba.core.imputils import (
        RefType,
        call_getiter,
        call_iternext,
        iternext_impl,
        lower_builtin,
        lower_getattr_generic,
        lower_setattr_generic,
    )
    from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global
    from numba.cpython.unsafe.tuple import tuple_setitem
    from numba.extending import (
        NativeValue,
        intrinsic,
        overload,
        overload_method,
        register_model,
        type_callable,
        typeof_impl,
        unbox,
    )
except ImportError:
    raise PreconditionError(
        "native speed needs Numba, which is not installed; run: pip install 'prunecheck[native]'"
    ) from None

CompileError: Final[type[Exception]] = NumbaError  # raised for a function that cannot be compiled
SCALARS: Final[dict[type, Any]] = {bool: types.boolean, int: types.int64, float: types.float64}

WORD: Final = ir.IntType(64)
BYTES: Final = 8  # of a word

_ELEMENTS: Final = {"?": types.boolean, "i": types.int32, "l": types.intp, "q": types.int64, "d": types.float64}
ELEMENTS: Final = frozenset(_ELEMENTS)  # the formats of columns, as `memoryview` and `array` write them


def jit(function: Callable[..., Any], *, from_python: bool = False) -> Any:
    """The compiled form of one function; it is compiled when it is first called, and releases Python's lock.

    Only with `from_python` can Python call it, which takes longer to compile. Nothing is stored on disk: what Numba
    would load from there may call functions that have changed since.
    """
    return numba.njit(nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=not from_python)(function)


class Column(types.Type):
    """The type of an array of which compiled code knows the address only: there is no length and no check."""

    def __init__(self, element: str, *, writable: bool) -> None:
        """`element` is one of ELEMENTS; what is not writable is loaded as a constant."""
        self.element = _ELEMENTS[element]
        self.result = types.int64 if element == "i" else self.element
        self.writable = writable
        super().__init__(f"column({element}, {writable})")


class Constant(types.Type):
    """A field whose value is a part of the type, so that loops over it are unrolled."""

    def __init__(self, value: Any) -> None:
        """`value` is a tuple, nested or not, of numbers."""
        self.value = value
        self.of = numba.typeof(value)
        super().__init__(f"constant({value!r})")


class Plain(types.Type):
    """The type of an object: its class, and the names and types of its fields, one word of the block for each.

    An object whose only field is another object is that object: views without a state of their own cost nothing.
    `method(function)` compiles a function of the class.
    """

    def __init__(
        self,
        cls: type,
        fields: tuple[tuple[str, Any], ...],
        changed: frozenset[str],
        method: Callable[[FunctionType], Any],
        kind: str,
    ) -> None:
        """`changed` are the fields that methods assign to; `kind` tells namespaces of compiled methods apart."""
        self.cls = cls
        self.fields = dict(fields)
        self.changed = changed
        self.method = method
        self.kind = kind
        inside = ", ".join(f"{name}: {field}" for name, field in fields)
        super().__init__(f"{cls.__module__}.{cls.__qualname__}#{id(cls)}[{kind}]({inside})")

    @property
    def words(self) -> list[str]:
        """The names of the fields that take a word, in the order of the block."""
        return [name for name, field in self.fields.items() if not isinstance(field, Constant)]

    @property
    def transparent(self) -> bool:
        """True if the object is represented by its only field."""
        return len(self.words) == 1 and isinstance(self.fields[self.words[0]], Plain)


class Handle:
    """What Python passes to compiled code in place of an object: its type and the address of its block."""

    def __init__(self, plain: Plain, address: int) -> None:
        """Whoever makes the handle keeps the block alive."""
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
    """One machine word."""

    def __init__(self, manager: Any, front: Any) -> None:
        super().__init__(manager, front, WORD)


def _invariant(builder: Any, load: Any) -> Any:
    """Promise that what is loaded never changes during a call."""
    load.set_metadata("invariant.load", builder.module.add_metadata([]))
    return load


# Attributes are fields or methods.


@cache
def _bound(plain: Plain, name: str) -> Any:
    dispatcher = plain.method(getattr(plain.cls, name))
    callee = types.Dispatcher(dispatcher)

    class Method(AbstractTemplate):
        key = (plain, name)

        def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
            """The signature for these types; compiles the method for them."""
            signature = callee.get_call_type(self.context, (plain, *args), kws)
            return None if signature is None else signature.as_method()

    @lower_builtin((plain, name), Plain, types.VarArg(types.Any))
    def call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        compiled = context.get_function(callee, signature)
        context.add_linking_libs(getattr(compiled, "libs", ()))
        return compiled(builder, args)

    return types.BoundFunction(Method, plain)


@infer_getattr
class _Attributes(AttributeTemplate):
    key = Plain

    def generic_resolve(self, plain: Plain, name: str) -> Any:
        """The type of a field or method."""
        field = plain.fields.get(name)
        if field is not None:
            return field.of if isinstance(field, Constant) else field
        return _bound(plain, name) if isinstance(getattr(plain.cls, name, None), FunctionType) else None


def _place(builder: Any, plain: Plain, word: Any, name: str, kind: Any) -> Any:
    offset = WORD(BYTES * plain.words.index(name))
    return builder.inttoptr(builder.add(word, offset), kind.as_pointer())


@lower_getattr_generic(Plain)
def _load(context: Any, builder: Any, plain: Plain, word: Any, name: str) -> Any:
    field = plain.fields[name]
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


# columns


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        """The type of an element; an int32 is widened."""
        column, index = args
        if isinstance(column, Column) and isinstance(index, types.Integer):
            return column.result(column, types.intp)
        return None


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        """Only in writable columns."""
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


# functions with a meaning of their own in compiled code


def register_view(make: Callable[..., Any], type_of: Callable[[Plain], Plain]) -> None:
    """Let compiled code call `make(tree)`, which wraps a tree in a transparent view of the type `type_of(tree)`."""

    @type_callable(make)
    def type_view(context: Any) -> Callable[[Plain], Plain]:
        def typer(tree: Plain) -> Plain:
            return type_of(tree)

        return typer

    @lower_builtin(make, Plain)
    def same_word(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return args[0]


@intrinsic
def stack_address(context: Any) -> Any:
    """An address in the caller's stack frame; natively the stack grows towards lower addresses."""

    def here(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ptrtoint(cgutils.alloca_once(builder, ir.IntType(8)), WORD)

    return types.int64(), here


@intrinsic
def put_node(context: Any, column: Any, index: Any, node: Any) -> Any:
    """Write the numbers of a node, however nested, into a column of words from an index on."""

    def put(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word, first, value = args
        for nth, number in enumerate(_numbers(builder, signature.args[2], value)):
            pointer = builder.inttoptr(word, WORD.as_pointer())
            builder.store(number, builder.gep(pointer, [builder.add(first, WORD(nth))]))
        return context.get_dummy_value()

    return types.none(column, types.intp, node), put


def _numbers(builder: Any, kind: Any, value: Any) -> list[Any]:
    """The words of a number, or of a tuple from left to right."""
    if isinstance(kind, types.BaseTuple):
        return [
            number
            for nth, part in enumerate(kind)
            for number in _numbers(builder, part, builder.extract_value(value, nth))
        ]
    if isinstance(kind, types.Float):
        return [builder.bitcast(value, WORD)]
    if value.type == WORD:
        return [value]
    return [builder.sext(value, WORD) if getattr(kind, "signed", False) else builder.zext(value, WORD)]


@intrinsic
def _count_bits(context: Any, number: Any) -> Any:
    def count(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return number(number), count


@overload_method(types.Integer, "bit_count")
def _bit_count(number: Any) -> Any:
    def count(number: Any) -> Any:
        return _count_bits(number)

    return count


@overload(with_heap)
def _with_heap(heaps: Any, nth: Any, left: Any) -> Any:
    def replaced(heaps: Any, nth: Any, left: Any) -> Any:
        return tuple_setitem(heaps, nth, left)

    return replaced


class _Beside(types.SimpleIteratorType):
    """`beside(children, mark)` as an iterator: a generator around a generator would take seven times as long."""

    def __init__(self, source: Any, mark: Any) -> None:
        self.source = source
        self.mark = mark
        super().__init__(f"beside({source}, {mark})", types.Tuple((source.yield_type, mark)))


@register_model(_Beside)
class _BesideModel(CompositeModel):
    """The source and the mark; as Numba's generators, handled by address, and returned and stored by contents."""

    def __init__(self, manager: Any, front: Any) -> None:
        super().__init__(manager, front)
        self.parts = [manager.lookup(front.source), manager.lookup(front.mark)]
        self._contents = ir.LiteralStructType([part.get_data_type() for part in self.parts])

    def get_value_type(self) -> Any:
        return self._contents.as_pointer()

    def get_data_type(self) -> Any:
        return self._contents

    def as_argument(self, builder: Any, value: Any) -> Any:
        return value

    def as_data(self, builder: Any, value: Any) -> Any:
        return builder.load(value)

    def from_data(self, builder: Any, value: Any) -> Any:
        return cgutils.alloca_once_value(builder, value)

    get_argument_type, from_argument = get_value_type, as_argument
    get_return_type, as_return, from_return = get_data_type, as_data, from_data

    def load_from_data_pointer(self, builder: Any, pointer: Any, align: Any = None) -> Any:
        return pointer


@type_callable(beside)
def _type_beside(context: Any) -> Callable[[Any, Any], _Beside]:
    def typer(children: Any, mark: Any) -> _Beside:
        return _Beside(children.iterator_type, mark)

    return typer


@lower_builtin(beside, types.Any, types.Any)
def _make_beside(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    made = signature.return_type
    children, mark = args
    iterator = call_getiter(context, builder, signature.args[0], children)
    model = context.data_model_manager[made]
    pointer = cgutils.alloca_once(builder, model.get_data_type())
    builder.store(model.parts[0].as_data(builder, iterator), cgutils.gep_inbounds(builder, pointer, 0, 0))
    builder.store(model.parts[1].as_data(builder, mark), cgutils.gep_inbounds(builder, pointer, 0, 1))
    return pointer


@lower_builtin("iternext", _Beside)
@iternext_impl(RefType.BORROWED)
def _next_beside(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> None:
    (pair,) = signature.args
    (pointer,) = args
    model = context.data_model_manager[pair]
    iterator = cgutils.gep_inbounds(builder, pointer, 0, 0)
    if not isinstance(pair.source, types.Generator):  # a generator is its address; its model would copy it
        iterator = model.parts[0].load_from_data_pointer(builder, iterator)
    mark = model.parts[1].load_from_data_pointer(builder, cgutils.gep_inbounds(builder, pointer, 0, 1))
    got = call_iternext(context, builder, pair.source, iterator)
    result.set_valid(got.is_valid())
    with builder.if_then(got.is_valid()):
        result.yield_(context.make_tuple(builder, pair.yield_type, [got.yielded_value(), mark]))
