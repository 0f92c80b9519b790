"""These tests fail if Numba changes anything that the files in `native` rely on."""

import subprocess
import sys
from array import array
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from prunecheck.errors import TreeError
from prunecheck.native import Block, compiled
from prunecheck.native.compiling import namespace
from prunecheck.native.intrinsics import put_node, stack_address
from prunecheck.trees.views.beside import beside


class Machine:
    """A plain class with a field of every kind; `is_terminal` makes it a class that compiled code may use."""

    def __init__(self, inner: "Machine | None" = None) -> None:
        self._small = memoryview(array("i", [-1, 2**31 - 1])).toreadonly()
        self._log = array("q", [0] * 6)
        self._sums = array("d", [0.5, 0.0])
        self._weights = (3, (4, 5))
        self._steps = (-1, 7, 2**40)
        self._limit = 10
        self._ratio = 0.25
        self._negative = True
        self.calls = 0
        self.total = 0.0
        self._inner = inner

    def is_terminal(self, node: int, /) -> bool:
        """Count the call, and compare with the limit."""
        self.calls += 1
        return node >= self._limit and self._negative

    def widened(self, at: int) -> int:
        """An int32 plus one, as 64 bits."""
        return self._small[at] + 1

    def added(self, value: float) -> float:
        """Change an array and an attribute."""
        self._sums[1] += value * self._ratio
        self.total += value
        return self._sums[0] + self._sums[1]

    def weighted(self, value: int) -> int:
        """A product with a nested tuple."""
        first, (second, third) = self._weights
        for weight in (first, second, third):
            value = value * weight
        return value

    def steps(self, stop: int) -> Iterator[int]:
        """The steps from each number on."""
        for number in range(stop):
            for step in self._steps:
                yield number + step

    def taken_again(self, stop: int) -> int:
        """Two loops over the same tuple at the same time, in a generator and here, then its elements by index."""
        total = 0
        for number in self.steps(stop):
            for step in self._steps:
                if step < 0 or number % 2:
                    total = total * 3 % 1000003 + number - step
        first, second, third = self._steps
        steps = self._steps if stop else (3, 2, 1)
        return total + steps[stop % 3] + (first - second) * third * len(self._steps) * (7 in self._steps)

    def noted(self, node: Any) -> None:
        """Write a node into an array."""
        put_node(self._log, 1, node)

    def refused(self, node: int) -> int:
        """Raise an error with an argument, in a function that only compiled code calls."""
        if node > self._limit:
            raise IndexError(node)
        return node

    def asked_inside(self, node: int) -> bool:
        """A method of another object."""
        return bool(self._inner.is_terminal(node))  # type: ignore[union-attr]  # called with an inner one


def call(function: Callable[..., Any], *args: Any) -> Any:
    """Compile a function, and call it."""
    return compiled(function, "int")(*args)


def questions(machine: Machine, value: int) -> tuple[int, int, bool, bool]:
    return machine.widened(1), machine.weighted(value), machine.is_terminal(9), machine.is_terminal(value)


def summed(machine: Machine, value: float) -> float:
    return machine.added(value)


def inside(machine: Machine, node: int) -> bool:
    return machine.asked_inside(node)


def taken_again(machine: Machine, stop: int) -> int:
    return machine.taken_again(stop)


def refused(machine: Machine, node: int) -> int:
    return machine.refused(node)


def places() -> tuple[int, int]:
    return stack_address(), _below(3)


def _below(plies: int) -> Any:
    if plies == 0:
        return stack_address()
    return _below(plies - 1)


def fibonacci_of(number: int) -> Any:
    return _fibonacci(number)


def _fibonacci(number: int) -> Any:
    if number < 2:
        return number
    return _fibonacci(number - 1) + _fibonacci(number - 2)


def _firsts(number: int) -> int:
    return _seconds(number - 1) + 1 if number > 0 else 1


def _seconds(number: int) -> int:
    return _thirds(number - 1) + _firsts(number - 2) if number > 0 else 2


def _thirds(number: int) -> int:
    if number < 0:
        return 3
    return _firsts(number - 1) + 2 * _seconds(number - 2) + _thirds(number - 3)


def calling(function: Callable[[int], int]) -> Callable[[int], int]:
    def caller(number: int) -> int:
        return 10 * function(number)

    return caller


def put(machine: Machine, node: Any) -> None:
    machine.noted(node)


def counted(number: int) -> int:
    return number.bit_count()


def numbers(stop: int) -> Iterator[int]:
    for number in range(stop):
        yield number * number


def pairs(stop: int) -> int:
    total = 0
    for number, mark in beside(numbers(stop), 7):
        for other, (inner, outer) in beside(range(number), (mark, 2)):
            total += other * inner + outer
    return total


def nested_pairs(stop: int) -> int:
    total = 0
    for (number, first), second in beside(beside(numbers(stop), 3), 5):
        total += number * first + second
    return total


@pytest.mark.slow
def test_fields_and_methods_are_those_of_the_object() -> None:
    machine = Machine()
    block = Block(machine, "int")
    assert call(questions, block, 10) == (2**31, 600, False, True)
    assert call(summed, block, 4.0) == 1.5
    block.write_back()
    assert (machine.calls, machine.total, machine._sums[1]) == (2, 4.0, 1.0)
    outer = Machine(machine)
    assert call(inside, Block(outer, "int"), 11) is True


@pytest.mark.slow
def test_only_what_python_calls_has_machine_code() -> None:
    """Errors with arguments are still passed on."""
    block = Block(Machine(), "int")
    assert call(refused, block, 10) == 10
    with pytest.raises(IndexError, match="11"):
        call(refused, block, 11)
    for library in libraries(Machine.refused):
        assert {library.get_pointer_to_function(function.name) for function in library.get_defined_functions()} == {0}
    library = next(iter(namespace("int").compiled(refused, from_python=True).overloads.values())).library
    assert all(library.get_pointer_to_function(function.name) for function in library.get_defined_functions())


@pytest.mark.slow
def test_one_level_of_a_recursion_is_inlined() -> None:
    """The copy that LLVM inlines calls the function, which calls the copy."""
    call(fibonacci_of, 2)
    (library,) = libraries(_fibonacci)
    name = next(function.name for function in library.get_defined_functions() if "_fibonacci" in function.name)
    assert f"call i32 @{name}.inlined(" in str(library.get_function(name))
    assert f"call i32 @{name}(" in str(library.get_function(f"{name}.inlined"))
    assert [call(fibonacci_of, number) for number in range(10)] == [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]


@pytest.mark.slow
def test_a_recursion_through_several_functions_calls_no_addresses() -> None:
    """Any of the functions may be called first, or by a function that is compiled later."""
    for first in (_seconds, _thirds, _firsts):
        for start in (first, calling(first)):
            assert [call(start, number) for number in range(12)] == [start(number) for number in range(12)]
            library = next(iter(namespace("int").compiled(start, from_python=True).overloads.values())).library
            assert "unresolved" not in library.get_llvm_str()


@pytest.mark.slow
def test_compiling_imports_no_linear_algebra() -> None:
    """Other functions that Numba compiles can still use linear algebra."""
    pytest.importorskip("scipy", reason="SciPy is not installed")
    program = """
import sys, numba, numpy
from prunecheck.native import compiled
assert compiled(lambda number: number + 1, "int")(2) == 3
print("scipy.linalg" in sys.modules)
print(numba.njit(lambda matrix: numpy.dot(matrix, matrix))(numpy.eye(2) * 3)[1, 1], "scipy.linalg" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.split() == ["False", "9.0", "True"]


def libraries(function: Any) -> list[Any]:
    """The compiled code of a function, for each type of its arguments."""
    return [overload.library for overload in namespace("int").compiled(function).overloads.values()]


def test_arrays_of_other_formats_are_refused() -> None:
    with pytest.raises(TreeError, match="format 'f'"):
        Block(_with_array("f"), "int")


def _with_array(code: str) -> Machine:
    machine = Machine()
    machine._sums = array(code, [0, 0])
    return machine


@pytest.mark.slow
def test_numbers_become_constants_when_asked_for() -> None:
    machine = Machine()
    assert "_limit: int64" in str(Block(machine, "int").plain)
    assert "_limit: constant(10)" in str(Block(machine, "int", constants=True).plain)
    assert "calls: int64" in str(Block(machine, "int", constants=True).plain)
    assert call(questions, Block(machine, "int", constants=True), 10) == (2**31, 600, False, True)


@pytest.mark.slow
def test_loops_read_constant_integers_from_memory() -> None:
    """A generator stores an index instead of a copy of the tuple.

    In everything else, these tuples behave like other tuples.
    """
    machine = Machine()
    for stop in (0, 1, 5):
        assert call(taken_again, Block(machine, "int"), stop) == machine.taken_again(stop)
    (library,) = libraries(Machine.steps)
    assert "constant [3 x i64] [i64 -1, i64 7, i64 1099511627776]" in str(library._final_module)


@pytest.mark.slow
def test_intrinsics_are_what_they_say() -> None:
    machine = Machine()
    call(put, Block(machine, "int"), ((1, True), -5, 0.5))
    assert list(machine._log[:4]) == [0, 1, 1, -5]
    assert memoryview(machine._log[4:5]).cast("B").cast("d")[0] == 0.5
    assert [call(counted, number) for number in (0, 255, -1)] == [0, 8, 64]
    here, below = call(places)
    assert 0 < here - below < 4096 or below == here  # the stack grows downwards, unless everything was inlined


@pytest.mark.slow
@pytest.mark.parametrize("function", [pairs, nested_pairs])
def test_beside_pairs_each_child_with_the_mark(function: Callable[[int], int]) -> None:
    assert call(function, 6) == function(6)
