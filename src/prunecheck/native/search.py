"""Run one compiled search, with the same result and the same effects on the tree as in plain Python."""

from typing import Any, Final

from prunecheck.catalog.families import family, variant
from prunecheck.catalog.records import Form, Variant
from prunecheck.errors import BudgetError, PreconditionError
from prunecheck.native.compiling import Refused, compiled
from prunecheck.native.guard import LEFT, SIZE, WITHOUT_LIMIT, Guarded, StoppedError, in_thread, most_plies
from prunecheck.native.internals import compile_for
from prunecheck.native.nodes import node_for_compiled
from prunecheck.native.objects import ROOM, Block
from prunecheck.native.values import check_node, from_native, kind_of, to_native
from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import AnySearch
from prunecheck.trees.window import FULL, Window
from prunecheck.variants.memory.call_with_table import MemorySearch
from prunecheck.variants.memory.remembered import Remembered

REMEMBER: Final = ("memory", "null windows")  # families whose searches, except forms, use a memory


def search(
    form: str | Variant | AnySearch | MemorySearch,
    tree: Tree[N, Number],
    window: Window[Number] = FULL,
    *,
    node: N | None = None,
    most_nodes: int = WITHOUT_LIMIT,
    constants: bool = False,
) -> Number:
    """Search `node` (default: the root) with a compiled search function (a form), and return the value for MAX.

    `form` is a variant, the name of a variant, or a function called as `function(tree, node, alpha, beta)`, with values
    from MAX's point of view. If the outermost view is a `Remembered` tree, entries that the search stores are copied
    back to its table. Trees may have any depth, and the search can be interrupted. `constants` has the same meaning as
    in `Block`.
    Raises: TreeError, WindowError or PreconditionError for an argument that compiled code cannot take; BudgetError
    after `most_nodes` visited nodes; and any error that the tree raises.

    >>> from prunecheck import from_nested
    >>> search("fail_soft", from_nested([[3, 5], [2, 9]]))
    3
    """
    called, name = _compilable(form)
    kind = kind_of(tree)
    ends = to_native(window, kind)
    start: Any = node_for_compiled(tree, tree.root if node is None else node)
    check_node(start)
    function = compiled(called, kind, name=name)
    room, plies = ROOM, most_plies(tree)
    while True:
        guarded: Guarded[Any, Any] = Guarded(tree.inner if isinstance(tree, Remembered) else tree, most_nodes)
        shown = type(tree)(guarded, tree.table) if isinstance(tree, Remembered) else guarded
        block = Block(shown, kind, constants=constants, room=room)
        failure: Exception | None = None
        try:
            value = _run(function, name, guarded, (block, start, *ends), plies)
        except Refused as refused:
            failure = refused
        except StoppedError:
            # the search needs more stack for each ply than expected, or is deeper
            if guarded.limits[LEFT] >= 0 and plies is not None:
                plies = None
                continue
            failure = _reason(guarded, most_nodes)
        if not block.missing:
            break
        room += block.missing
    block.write_back()
    if isinstance(failure, Refused):
        failure.again()
    if failure is not None:
        raise failure
    return from_native(value, kind)


def _compilable(form: str | Variant | AnySearch | MemorySearch) -> tuple[Any, str]:
    """The Python function of a search, and its name.

    Raises: PreconditionError if the catalogue's variant cannot be compiled.
    """
    row = variant(form) if isinstance(form, str) else form
    if isinstance(row, Variant) and not isinstance(row, Form):
        if row.calls:
            raise PreconditionError(f"{row.name} cannot be compiled, unlike the search that it calls; use {row.calls}")
        if family(row.name) in REMEMBER:
            raise PreconditionError(
                f"{row.name} creates its table in Python, which cannot be compiled; call the function of this variant "
                "on `remembered(tree, Table(slots))`"
            )
        raise PreconditionError(
            f"{row.name} only runs in plain Python; use fail_soft, or another search of the family forms"
        )
    if isinstance(row, Variant):
        return row.search, row.name
    return row, getattr(row, "__name__", repr(row))


def _run(function: Any, name: str, guarded: Guarded[Any, Any], args: tuple[Any, ...], plies: int | None) -> Any:
    def call(size: int) -> Any:
        compile_for(function, args, name=name)
        guarded.limits[SIZE] = size
        return function(*args)

    def stop() -> None:
        guarded.limits[LEFT] = -1

    return in_thread(call, stop, plies)


def _reason(guarded: Guarded[Any, Any], most_nodes: int) -> Exception:
    if guarded.limits[LEFT] < 0:
        return BudgetError(f"the search was stopped after {most_nodes} nodes")
    return PreconditionError("the tree is too deep for the stack of a compiled search; cut it at a depth")
