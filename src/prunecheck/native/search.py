"""One search at native speed, called from Python as the plain one."""

from typing import Any

from prunecheck.catalog.records import Variant
from prunecheck.catalog.table import variant
from prunecheck.errors import PreconditionError, one_line
from prunecheck.native.compiling import Refused, compiled
from prunecheck.native.internals import CompileError
from prunecheck.native.objects import Block
from prunecheck.native.values import from_native, kind_of, to_native
from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import AnySearch
from prunecheck.trees.window import FULL, Window


def search(
    form: str | Variant | AnySearch, tree: Tree[N, Number], window: Window[Number] = FULL, *, node: N | None = None
) -> Number:
    """The value of `node` (default: the root) as the form returns it, for MAX, computed by the compiled form.

    `form` is a variant, its name, or a function called as `function(tree, node, alpha, beta)` with MAX's values.
    """
    called = form if callable(form) else (variant(form) if isinstance(form, str) else form).search
    kind = kind_of(tree)
    block = Block(tree, kind)
    start: Any = tree.root if node is None else node
    try:
        value = compiled(called, kind)(block, start, *to_native(window, kind))
    except Refused as refused:
        refused.again()
    except CompileError as error:
        name = getattr(called, "__name__", called)
        why = one_line(str(error))
        raise PreconditionError(f"{name} cannot be compiled for {type(tree).__name__}: {why}") from None
    block.write_back()
    return from_native(value, kind)
