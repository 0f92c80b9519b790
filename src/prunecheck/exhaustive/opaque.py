"""Opaque values: values that a search can compare and negate, but about which the search cannot learn anything else.

A search that is right on opaque values is therefore right on all values in the same order. An opaque value is an `int`,
since searches and prunecheck's own code test for that type. But the integer in an opaque value is a meaningless token:
the order of the integers differs from the order of the opaque values. Therefore, a C extension that reads the integer
inside an opaque value, instead of comparing opaque values, makes the search wrong.
"""

import sys
from collections.abc import Callable
from typing import Any, Final, Self

from prunecheck.exhaustive.orders import BOTTOM, TOP, plain
from prunecheck.trees.protocol import INF, Number

OURS: Final = "prunecheck."
FACTOR: Final = 0x9E3779B97F4A7C15  # odd, so that different codes get different tokens
FREE: Final = {  # attributes that do not depend on the value
    *("__class__", "__delattr__", "__dict__", "__dir__", "__doc__", "__getattribute__", "__getnewargs__"),
    *("__getstate__", "__init__", "__init_subclass__", "__new__", "__setattr__", "__sizeof__", "__subclasshook__"),
    *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__neg__", "__pos__"),
    "__reduce_ex__",  # methods that `Opaque` defines itself, besides those in the line above
}
ACTS: Final = {
    "__bool__": "tests whether a value is 0",
    "__index__": "uses a value as an index",
    "__int__": "converts a value",
    "__float__": "converts a value",
    "__str__": "writes a value as text",
    "__repr__": "writes a value as text",
    "__format__": "writes a value as text",
    "__round__": "rounds a value",
    "__abs__": "takes an absolute value",
}
SIGNS: Final = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**"}


class RefusedError(TypeError):
    """Raised if a search does more with a value than compare or negate it. The message names the operation."""


class OpaqueValues:
    """The values that one search may only compare and negate, and a record of what else the search did with the values.

    `refused` describes the first operation of the search other than comparing and negating. If `signed` is False,
    comparing a value with a negated value is also refused. `negated` is True if the code of the search negated a value.
    """

    def __init__(self, *, signed: bool) -> None:
        """Start without values. If `signed` is True, negated values can be compared with all other values."""
        self.signed = signed
        self.refused = ""
        self.negated = False
        self._values: dict[tuple[int, bool], Opaque] = {}
        self._codes: dict[int, int] = {}

    def of(self, code: int, *, turned: bool = False) -> "Opaque | float":
        """The opaque value with the rank `code` among all values. The codes TOP and BOTTOM become infinities.

        If `turned` is True, the opaque value is the negative of another opaque value, and `code` is already negated.
        """
        if code in (TOP, BOTTOM):
            return float(plain(code))
        turned = turned and not self.signed
        found = self._values.get((code, turned))
        if found is None:
            token = -_token(-code, signed=False) if turned else _token(code, signed=self.signed)
            found = Opaque(token)
            found.code, found.turned, found.among = code, turned, self
            self._values[code, turned] = found
            if not turned:
                self._codes[token] = code
        return found

    def answer(self, found: Any) -> Number:
        """Convert an opaque value that the search returned to the number that stands for its rank.

        Raises: RefusedError if the search returned anything except one of its opaque values.
        """
        if isinstance(found, Opaque):
            return found.code
        if found in (INF, -INF):
            return float(found)
        if found not in self._codes:
            raise self.refusal(f"returns {found}, which is not one of the values of the tree")
        return self._codes[found]

    def refusal(self, act: str) -> "RefusedError":
        """Record an operation, `act`, that is not allowed on opaque values, and return the error to raise."""
        self.refused = self.refused or act
        return RefusedError(f"this search {act}; an opaque value can only be compared")


class Opaque(int):
    """A value that can only be compared and negated.

    Raises: RefusedError if a search uses the value in any other way than to compare or negate it.
    """

    code: int
    turned: bool
    among: OpaqueValues

    def _ordered(self, other: object) -> int | None:
        """Compare this value with another value. Returns -1, 0 or 1, or None if the other value is not a number."""
        if type(other) is Opaque and other.turned is self.turned:
            return (self.code > other.code) - (self.code < other.code)
        if type(other) is float and other in (INF, -INF):
            return -1 if other > 0 else 1
        if not isinstance(other, int | float):
            return None
        if _is_ours(2):
            return (int.__pos__(self) > other) - (int.__pos__(self) < other)
        what = "a negated value" if type(other) is Opaque else f"the number {other}"
        raise self.among.refusal(f"compares a value with {what}")

    def __eq__(self, other: object) -> bool:
        return self._ordered(other) == 0

    def __ne__(self, other: object) -> bool:
        return self._ordered(other) != 0

    def __hash__(self) -> int:
        return int.__hash__(self)

    def __lt__(self, other: Any) -> bool:
        if type(other) is Opaque and other.turned is self.turned:  # the usual case, handled first for speed
            return self.code < other.code
        return _known(self._ordered(other)) < 0

    def __le__(self, other: Any) -> bool:
        if type(other) is Opaque and other.turned is self.turned:
            return self.code <= other.code
        return _known(self._ordered(other)) <= 0

    def __gt__(self, other: Any) -> bool:
        if type(other) is Opaque and other.turned is self.turned:
            return self.code > other.code
        return _known(self._ordered(other)) > 0

    def __ge__(self, other: Any) -> bool:
        if type(other) is Opaque and other.turned is self.turned:
            return self.code >= other.code
        return _known(self._ordered(other)) >= 0

    def __neg__(self) -> Any:
        if not self.among.negated and not _is_ours(1):
            self.among.negated = True
        return self.among.of(-self.code, turned=not self.turned)

    def __pos__(self) -> Self:
        return self

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Pickle or copy the value as a plain number, for prunecheck's log of calls."""
        if not _is_ours(1):
            raise self.among.refusal("copies a value by pickle")
        return plain, (self.code,)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self


def _token(code: int, *, signed: bool) -> int:
    """Turn `code`, the rank of a value, into a large integer whose size does not reveal the rank.

    If `signed` is True, negating `code` negates the integer. If `signed` is False, every second rank becomes a negative
    integer, so that the sign of an integer does not reveal the rank either.
    """
    if signed:
        return (abs(code) * FACTOR % 2**48 + 2**48) * ((code > 0) - (code < 0))
    return ((code + TOP) * FACTOR % 2**48 + 2**48) * (-1 if code % 2 else 1)


def _is_ours(depth: int) -> bool:
    """True if the caller, `depth` stack frames up, is code of prunecheck, and not of the user's search."""
    return str(sys._getframe(depth + 1).f_globals.get("__name__", "")).startswith(OURS)  # noqa: SLF001  # no other way


def _known(order: int | None) -> int:
    if order is None:
        raise TypeError("an opaque value cannot be compared with an object that is not a number")
    return order


def _refusing(name: str) -> Callable[..., Any]:
    inner = getattr(int, name)
    plain_name = name.strip("_")
    sign = SIGNS.get(plain_name) or SIGNS.get(plain_name.removeprefix("r"))
    act = ACTS.get(name) or (f"calculates with values ({sign})" if sign else f"uses {plain_name} of a value")

    def refuse(self: Opaque, *arguments: Any) -> Any:
        """Raise RefusedError, unless prunecheck's own code does the operation."""
        if _is_ours(1):
            return inner(self, *arguments)
        raise self.among.refusal(act)

    return refuse


for _name in dir(int):
    if _name not in FREE and callable(getattr(int, _name)):
        setattr(Opaque, _name, _refusing(_name))
