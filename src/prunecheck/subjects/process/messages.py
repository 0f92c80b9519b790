"""The protocol between prunecheck and a program, version 1: one JSON object a line, a reply for each request.

Each request can be answered from its own line: a search brings its tree along, so a program needs no memory of earlier
lines, and a line from a report can be pasted into a program by hand. A tree is five flat arrays, one entry a node, so
that a language without a JSON library needs one function, which finds a name and splits what stands in the brackets.
"""

import sys
from math import ceil, floor, nextafter
from typing import Final, Literal, TypeAlias

import msgspec

from prunecheck.errors import PreconditionError
from prunecheck.trees.json import JsonNumber
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import INF, show

VERSION: Final = 1

Takes: TypeAlias = Literal["window", "depth", "shared", "turns", "infinities"]
Gives: TypeAlias = Literal["move", "line", "leaves", "table"]
Kind: TypeAlias = Literal["int", "float", "fraction"]
Side: TypeAlias = Literal["MAX", "MIN"]


class Request(msgspec.Struct, omit_defaults=True):
    """What every request has: the version of the protocol, a number, and what is asked."""

    prunecheck: int
    id: int
    ask: str


class TreeArrays(msgspec.Struct):
    """A tree; nodes are 0, 1, 2, ... and 0 is where to search.

    The children of node n are `child[first[n]]` to `child[first[n + 1] - 1]`, in order; `first` has an entry more than
    there are nodes. `value` is the value of a leaf or the static value of an interior node, null where it has none.
    """

    first: list[int]
    child: list[int]
    max: list[int]
    value: list[JsonNumber | None]
    key: list[int]


class SearchRequest(Request, kw_only=True):
    """A search of node 0, where `side` is to move. A program that takes no window or no depth is sent none.

    `tree` is a `TreeArrays`, written once for all windows.
    """

    side: Side
    alpha: JsonNumber | None = None
    beta: JsonNumber | None = None
    depth: int | None = None
    tree: msgspec.Raw


class Reply(msgspec.Struct, forbid_unknown_fields=True):
    """What every reply has: the number of the request; or an error, of one that could not be carried out."""

    id: int | None = None
    error: str | None = None


class Capabilities(Reply):
    """The reply to `hello`: what the program is called, what it takes, and what it gives back.

    Infinite ends of windows, and infinite results, are written as `infinity` and its negative.
    """

    prunecheck: int = 0
    name: str = ""
    takes: list[Takes] = []
    gives: list[Gives] = []
    viewpoint: Literal["MAX", "mover"] = "MAX"
    values: Kind = "int"
    least: JsonNumber = -1_000_000
    greatest: JsonNumber = 1_000_000
    infinity: JsonNumber = "inf"
    memory: bool = False


class TableEntry(msgspec.Struct, forbid_unknown_fields=True):
    """What a program's table says of a node: bounds on its value, to `depth` plies below it, and its best move."""

    node: int
    lower: JsonNumber = "-inf"
    upper: JsonNumber = "inf"
    depth: int | None = None
    move: int | None = None


class SearchReply(Reply):
    """The reply to `search`. `move` and `line` are places of children, from 0; `leaves` are nodes, in order."""

    value: JsonNumber | None = None
    move: int | None = None
    line: list[int] | None = None
    leaves: list[int] | None = None
    table: list[TableEntry] | None = None


class Domain(msgspec.Struct, frozen=True):
    """The values that a program takes in trees and windows."""

    kind: Kind
    least: Number
    greatest: Number
    infinity: Number
    infinities: bool

    @property
    def ends(self) -> tuple[Number, Number]:
        """The least and the greatest value of its kind that lie within; the first is greater where none does."""
        if self.kind == "int":
            return ceil(self.least), floor(self.greatest)
        if self.kind == "float":
            return -_float_up_to(-self.least), _float_up_to(self.greatest)
        return self.least, self.greatest

    def excludes(self, value: Number, *, turned: bool = False) -> str:
        """Why `value` is none that a leaf may have; empty where it may.

        Of one that was `turned`, for MIN to see, that of MAX is told first.
        """
        if value in (INF, -INF):
            return "" if self.infinities else "infinite leaves"
        told = f"{show(-value)}, for MIN {show(value)}" if turned else show(value)
        if not self.least <= value <= self.greatest:
            return f"{told}, which is outside {show(self.least)} to {show(self.greatest)}"
        if self.kind == "int" and value != int(value):
            return f"{told}, which is no int"
        if self.kind == "float" and not _is_float(value):
            return f"{told}, which no float is equal to"
        return ""

    def excludes_end(self, value: Number, *, turned: bool = False) -> str:
        """Why `value` is no end that a window may have; empty where it may be: infinite ends always may."""
        return "" if value in (INF, -INF) else self.excludes(value, turned=turned)

    def check(self, value: Number, place: str, name: str) -> None:
        """Refuse what a leaf may not have. Raises: PreconditionError naming the place and the program."""
        if why := self.excludes(value):
            raise PreconditionError(f"{name} does not take {why} ({place}); it says so in its reply to hello")


def _float_up_to(value: Number) -> float:
    """The greatest float that is not above `value`."""
    try:
        near = float(value)
    except OverflowError:
        return sys.float_info.max if value > 0 else -INF
    return near if near <= value else nextafter(near, -INF)


def _is_float(value: Number) -> bool:
    try:
        return float(value) == value
    except OverflowError:
        return False
