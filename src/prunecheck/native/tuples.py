"""Loops over constant tuples of integers, such as the columns of a board. Compiled code reads the integers one by one.

Without this file, Numba would copy the complete tuple to the stack for each loop, and execute a jump to read each
element.

This file relies on the following facts about Numba, which `tests/native/test_internals.py` checks:

- The Numba type of a tuple with elements of one type is `UniTuple`.
- To compile a loop, Numba uses the versions of `getiter` and `iternext` that are registered for the most specific type.
- A Numba generator stores the value at the address of an `EphemeralPointer`, not the pointer itself.
"""

from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import StructModel, UniTupleModel
from numba.core.imputils import RefType, iternext_impl, lower_builtin
from numba.extending import register_model

INDEX: Final = ir.IntType(64)


class ConstantIntegers(types.UniTuple):
    """The Numba type of a constant tuple of integers.

    Only loops over a constant tuple of integers are compiled in a special way; otherwise, it is compiled like any
    tuple.
    """

    def __init__(self, value: tuple[int, ...]) -> None:
        self.value = value
        super().__init__(types.int64, len(value))
        self.name = f"integers{value!r}"

    @property
    def key(self) -> tuple[int, ...]:
        """The key of the type: types of equal tuples have equal keys, so they are the same type."""
        return self.value

    @property
    def mangling_args(self) -> tuple[str, tuple[()]]:
        """The text that represents this type in the names of compiled functions."""
        return self.name, ()

    @property
    def iterator_type(self) -> "Reading":
        """The type of an iterator over the tuple."""
        return Reading(self)

    def __unliteral__(self) -> "ConstantIntegers":
        return self


class Reading(types.SimpleIteratorType):
    """The type of an iterator over a constant tuple of integers."""

    def __init__(self, source: ConstantIntegers) -> None:
        self.source = source
        super().__init__(f"reading({source})", types.int64)


def constant_type(found: Any, value: Any) -> Any:
    """The type of a constant `value`, for which Numba has found the type `found`."""
    integers = isinstance(found, types.UniTuple) and found.dtype == types.int64
    return ConstantIntegers(value) if integers else found


@register_model(ConstantIntegers)
class _IntegersModel(UniTupleModel):
    """The representation of a constant tuple in compiled code: the same as for other tuples."""


@register_model(Reading)
class _ReadingModel(StructModel):
    """The representation of the iterator in compiled code: the index of the next integer."""

    def __init__(self, manager: Any, front: Any) -> None:
        super().__init__(manager, front, [("index", types.EphemeralPointer(types.intp))])


@lower_builtin("getiter", ConstantIntegers)
def _begin(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    reading = context.make_helper(builder, signature.return_type)
    place = cgutils.alloca_once(builder, INDEX)
    builder.store(INDEX(0), place)
    reading.index = place
    return reading._getvalue()  # noqa: SLF001  # Numba's way to get the value of a structure


@lower_builtin("iternext", Reading)
@iternext_impl(RefType.UNTRACKED)
def _next(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> None:
    (reading,) = signature.args
    value = reading.source.value
    place = context.make_helper(builder, reading, value=args[0]).index
    index = builder.load(place)
    in_range = builder.icmp_unsigned("<", index, INDEX(len(value)))
    result.set_valid(in_range)
    with builder.if_then(in_range):
        integers = ir.Constant(ir.ArrayType(INDEX, len(value)), list(value))
        name = builder.module.get_unique_name("integers")
        table = cgutils.global_constant(builder, name, integers)
        result.yield_(builder.load(cgutils.gep_inbounds(builder, table, INDEX(0), index)))
        builder.store(builder.add(index, INDEX(1)), place)
