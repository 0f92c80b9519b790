"""Find out whether a tree's values are integers or floats, and convert window ends and results for compiled code."""

from math import isinf
from typing import Any

from prunecheck.errors import PreconditionError, TreeError, WindowError
from prunecheck.native.compiling import BOUND, Kind
from prunecheck.native.nodes import compacted, inner_tree
from prunecheck.trees.compact import CompactTree
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.values import INT64, show
from prunecheck.trees.window import Window

_KINDS: dict[Any, Kind] = {int: "int", float: "float", "int": "int", "float": "float"}  # annotations may be strings


def kind_of(tree: object) -> Kind:
    """The type of a tree's values in compiled code: "int" or "float".

    The type is found from the tree's arrays, from the tree inside a view, or from the return type of `evaluate`.
    Raises: TreeError if `evaluate` is not declared to return int or float.
    """
    if isinstance(tree, ExplicitTree):
        tree = compacted(tree)[0]
    if isinstance(tree, CompactTree):
        return "int" if tree.has_integers else "float"
    method = getattr(type(tree), "evaluate", None)
    declared = getattr(method, "__annotations__", {}).get("return")
    if isinstance(declared, type | str) and declared in _KINDS:
        return _KINDS[declared]
    inner = inner_tree(tree)
    if inner is not None:
        return kind_of(inner)
    raise TreeError(
        f"{type(tree).__name__}.evaluate does not declare its return type, which compiled searches need: int or "
        "float; annotate it, as in `def evaluate(self, node, /) -> int`"
    )


def to_native(window: Window[Number], kind: Kind) -> tuple[Any, Any]:
    """Convert the ends of a window to values for compiled searches.

    Raises: WindowError for an end that 64 bits cannot represent, PreconditionError for a fraction in a tree of
    integers.
    """
    return _end(window.alpha, window, kind), _end(window.beta, window, kind)


def from_native(value: Any, kind: Kind) -> Number:
    """Convert the value that a compiled search has returned to a Python number.

    Raises: TreeError if `value` is a float, although the tree's `evaluate` is declared to return integers.
    """
    if kind == "float":
        return float(value)
    if isinstance(value, float):
        raise TreeError(
            f"the search returns {value!r}, but `evaluate` is declared to return int; declare it to return float"
        )
    return int(value) if abs(value) < BOUND else INF if value > 0 else -INF


def check_node(node: Any) -> None:
    """Refuse a node that compiled code cannot represent.

    Raises: TreeError.
    """
    for part in node if isinstance(node, tuple) else (node,):
        if isinstance(part, tuple):
            check_node(part)
        elif not isinstance(part, int | float) or (isinstance(part, int) and part not in INT64):
            raise TreeError(
                f"compiled searches need nodes that are numbers of at most 64 bits, or tuples of these, not {node!r}; "
                "search a smaller tree, or search in plain Python"
            )


def _end(end: Any, window: Window[Number], kind: Kind) -> Any:
    if isinstance(end, float) and isinf(end):
        return end if kind == "float" else BOUND if end > 0 else -BOUND
    exact: float = float(end) if kind == "float" and abs(end) < 2**1023 else int(end)
    if exact != end:
        raise PreconditionError(
            f"a search compiled for {kind}s needs window ends that are {'float64' if kind == 'float' else 'whole'} "
            f"numbers, not {show(end)} as in {window}; search a tree of floats, or search in plain Python"
        )
    if kind == "int" and abs(exact) >= BOUND:
        raise WindowError(f"the window {window} has an end beyond {BOUND - 1}; use a smaller number, or inf")
    return exact
