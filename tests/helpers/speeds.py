"""Run searches in plain Python and compiled, and check that each really ran that way."""

from collections.abc import Callable
from types import FunctionType
from typing import Any, Final

from prunecheck import native
from prunecheck.catalog.families import VARIANTS, variant
from prunecheck.catalog.records import Form
from prunecheck.native.values import kind_of
from prunecheck.trees.protocol import Number
from prunecheck.trees.search import value_of
from prunecheck.trees.window import FULL, Window

NOT_COMPILED: Final = {"explicit_stack", "hughes", "make_unmake"}
COMPILED: Final = tuple(row.name for row in VARIANTS.values() if isinstance(row, Form) and row.name not in NOT_COMPILED)

Searched = Callable[..., Number]  # (name of a variant, tree, window) -> value


def plain(name: str, tree: Any, window: Window[Number] = FULL) -> Number:
    """The value that a variant finds in plain Python."""
    search = variant(name).search
    assert isinstance(search, FunctionType)
    return value_of(search(tree, tree.root, window.alpha, window.beta))


def at_native_speed(name: str, tree: Any, window: Window[Number] = FULL) -> Number:
    """The value that a compiled variant finds, after a check that there is machine code for the tree."""
    found = native.search(name, tree, window)
    signatures = native.compiled(variant(name).search, kind_of(tree)).nopython_signatures
    names = (type(innermost(tree)).__qualname__, "Compact")  # views and explicit trees may have a stand-in
    assert any(each_name in str(signature) for signature in signatures for each_name in names)
    return found


def innermost(tree: Any) -> Any:
    """The tree behind all views."""
    while (behind := getattr(tree, "quiet", getattr(tree, "inner", None))) is not None:
        tree = behind
    return tree


SPEEDS: Final[dict[str, Searched]] = {"plain": plain, "native": at_native_speed}
