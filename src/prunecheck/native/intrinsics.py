"""Special compiled code for a few functions, such as those that count bits or measure the stack.

This file relies on the following facts about Numba, which `tests/native/test_internals.py` checks:

- An iterator is a type with a lowered `iternext`.
- A generator is passed to a function by address, but returned and stored by value.
- The stack grows downwards.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import CompositeModel
from numba.core.imputils import RefType, call_getiter, call_iternext, iternext_impl, lower_builtin
from numba.core.typing.templates import AttributeTemplate, bound_function, infer_getattr, signature
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, overload, register_model, type_callable

from prunecheck.native.internals import WORD, Column, Plain
from prunecheck.trees.games.nim import with_heap
from prunecheck.trees.views.beside import beside


def register_view(make: Callable[..., Any], type_of: Callable[[Plain], Plain]) -> None:
    """Let compiled code call `make(tree)`, which wraps a tree in a view without state, of the type `type_of(tree)`."""

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
    """An address in the caller's stack frame, to measure the stack, which grows towards lower addresses."""

    def here(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ptrtoint(cgutils.alloca_once(builder, ir.IntType(8)), WORD)

    return types.int64(), here


@intrinsic
def put_node(context: Any, column: Any, index: Any, node: Any) -> Any:
    """Write the numbers in a node, however deeply they are nested, into a column of words, starting at `index`."""
    if not isinstance(column, Column):
        return None

    def put(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word, first, value = args
        for nth, number in enumerate(_numbers(builder, signature.args[2], value)):
            pointer = builder.inttoptr(word, WORD.as_pointer())
            builder.store(number, builder.gep(pointer, [builder.add(first, WORD(nth))]))
        return context.get_dummy_value()

    return types.none(column, types.intp, node), put


def _numbers(builder: Any, kind: Any, value: Any) -> list[Any]:
    """The machine words for a number, or for the members of a tuple from left to right."""
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


@infer_getattr
class _Integers(AttributeTemplate):
    key = types.Integer

    @bound_function("int.bit_count")
    def resolve_bit_count(self, number: Any, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        """The type of `number.bit_count()`: the same integer type as the type of `number`."""
        return None if args or kws else signature(number, recvr=number)


@lower_builtin("int.bit_count", types.Integer)
def _count_bits(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return builder.ctpop(args[0])


@overload(with_heap)
def _with_heap(heaps: Any, nth: Any, left: Any) -> Any:
    def replaced(heaps: Any, nth: Any, left: Any) -> Any:
        return tuple_setitem(heaps, nth, left)

    return replaced


class _Beside(types.SimpleIteratorType):
    """The type of the iterator that the compiled `beside(children, mark)` returns: it pairs each child with `mark`.

    `beside` is compiled to an iterator instead of a generator, since nested generators take seven times as long.
    """

    def __init__(self, source: Any, mark: Any) -> None:
        self.source = source
        self.mark = mark
        super().__init__(f"beside({source}, {mark})", types.Tuple((source.yield_type, mark)))


@register_model(_Beside)
class _BesideModel(CompositeModel):
    """How compiled code stores the iterator that `beside(children, mark)` returns: as a child iterator, and the mark.

    Like Numba's generators, this iterator is passed by address, but returned and stored by value.
    """

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
    # a generator is passed by address, since its model would copy it
    if not isinstance(pair.source, types.Generator):
        iterator = model.parts[0].load_from_data_pointer(builder, iterator)
    mark = model.parts[1].load_from_data_pointer(builder, cgutils.gep_inbounds(builder, pointer, 0, 1))
    got = call_iternext(context, builder, pair.source, iterator)
    result.set_valid(got.is_valid())
    with builder.if_then(got.is_valid()):
        result.yield_(context.make_tuple(builder, pair.yield_type, [got.yielded_value(), mark]))
