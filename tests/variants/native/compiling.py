"""Compile searches with Numba: the original function objects, in a namespace with a few names replaced."""

from types import CellType, FunctionType
from typing import Any

import pytest

pytest.importorskip("numba", reason="the optional extra `native` is not installed")

import numba
import numpy as np
from numpy.typing import NDArray

from flat import FlatTree, Kind, columns
from prunecheck import ExplicitTree, Number, Window
from prunecheck.contracts.evidence import CallResult
from prunecheck.trees.views.mirrored import Mover

jitclass = pytest.importorskip("numba.experimental").jitclass  # untyped: the same types without Numba


def cursor(children: range) -> NDArray[np.int64]:
    """Replace `iter`, because Numba cannot store its own iterator of a range in a list."""
    return np.array([children.start, children.stop])


def advanced(unread: NDArray[np.int64], default: None) -> int | None:
    """Replace `next` with a default, which Numba does not support."""
    if unread[0] == unread[1]:
        return default
    unread[0] += 1
    return int(unread[0] - 1)


class Native:
    """What searches use, compiled for one type of values: the tree, the negamax view, and stand-ins for functions."""

    def __init__(self, kind: Kind) -> None:
        """Numba compiles at the first call."""
        self.kind = kind
        integers, booleans = numba.int64[::1], numba.boolean[::1]
        values = integers if kind.number is int else numba.float64[::1]
        arrays = {"first": integers, "count": integers, "values": values, "max_to_move": booleans, "log": integers}
        self.flat_tree = compiled_class(FlatTree, arrays | {"used": numba.int64})
        mover = compiled_class(Mover, {"_tree": self.flat_tree.class_type.instance_type})
        stand_ins = {"iter": numba.njit(cursor), "next": numba.njit(advanced)}
        self.rebound = {"INF": kind.infinity, "Mover": mover} | stand_ins

    def compiled(self, function: object, done: dict[FunctionType, Any]) -> Any:
        """Compile `function` with Numba; `done` caches the dispatchers of all functions that it calls.

        Never use `cache=True`: mutual recursion crashes when it is loaded from Numba's cache.
        """
        assert isinstance(function, FunctionType)
        if function in done:
            return done[function]
        names = function.__globals__ | self.rebound
        cells = tuple(CellType(cell.cell_contents) for cell in function.__closure__ or ())
        copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, cells)
        # stored before its callees are compiled, so that recursion ends here
        dispatcher = done[function] = numba.njit(copy)
        for name in function.__code__.co_names:
            if isinstance(names.get(name), FunctionType):
                names[name] = self.compiled(names[name], done)
        for cell in cells:
            if isinstance(cell.cell_contents, FunctionType):
                cell.cell_contents = self.compiled(cell.cell_contents, done)
        return dispatcher

    def tree(self, tree: ExplicitTree[Number]) -> Any:
        """The native copy of a tree that is numbered breadth first."""
        return self.flat_tree(*columns(tree, self.kind))

    def run(self, dispatcher: Any, tree: Any, window: Window[Number]) -> CallResult[int]:
        """Run a compiled search on a native tree, as `prunecheck.verify.check.run` does."""
        tree.used = 0
        found = dispatcher(tree, 0, self.kind.native(window.alpha), self.kind.native(window.beta))
        return CallResult(self.kind.plain(found), tree.log[: tree.used].tolist())


def compiled_class(plain: type, fields: dict[str, Any]) -> Any:
    """The class `plain` with the methods of its base classes, without the attributes that typing adds."""
    inherited = (item for base in reversed(plain.__mro__) for item in vars(base).items())
    methods = {name: item for name, item in inherited if isinstance(item, FunctionType)}
    return jitclass(fields)(type(plain.__name__, (), methods))
