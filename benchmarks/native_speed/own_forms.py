"""Our forms on the workloads, in plain Python and at native speed."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from benchmarks.native_speed.contender import Answer, Contender, Kind, MissingError
from benchmarks.native_speed.workloads import Workload
from prunecheck.catalog import variant
from prunecheck.errors import PreconditionError
from prunecheck.trees.protocol import INF
from prunecheck.trees.search import value_of
from prunecheck.trees.views.counted import counted

ONE_FUNCTION: Final = ("fail_soft", "negamax_alpha_beta")
TWO_FUNCTIONS: Final = ("two_functions",)
FORMS: Final = ONE_FUNCTION + TWO_FUNCTIONS
VIEW: Final[Kind] = "native with a view"


def native_name(form: str) -> str:
    """The name of a form at native speed in the tables."""
    return f"{form}, native"


def counted_name(form: str) -> str:
    """The name of a form at native speed on a counted tree."""
    return f"{form}, native, counted"


def plain_contenders(workload: Workload) -> list[Contender]:
    """Make a contender of each form in plain Python."""
    tree: Any = workload.tree

    def contender(name: str) -> Contender:
        search = variant(name).search

        def count() -> Answer:
            counting = counted(tree)
            value = value_of(search(counting, counting.root, -INF, INF))
            return Answer(float(value), counting.visits)

        return Contender(f"{name}, plain Python", "plain", lambda: search(tree, tree.root, -INF, INF), count)

    return [contender(name) for name in FORMS]


def native_contenders(workload: Workload) -> list[Contender]:
    """Make contenders at native speed: each form, one form on a counted tree, and one that can be interrupted.

    Raises: MissingError without Numba.
    """
    try:
        from prunecheck.native import BOUND, Block, compiled, search  # noqa: PLC0415
    except PreconditionError as missing:
        raise MissingError(str(missing)) from missing
    tree: Any = workload.compact_tree

    def call(form: str, searched: Any) -> Callable[[], object]:
        function, block = compiled(variant(form).search, "int"), Block(searched, "int")
        return lambda: function(block, tree.root, -BOUND, BOUND)

    def count(form: str) -> Answer:
        counting = counted(tree)
        value = search(form, counting)
        return Answer(float(value), counting.visits)

    first = ONE_FUNCTION[0]
    return [
        *(Contender(native_name(form), "native", call(form, tree), partial(count, form)) for form in FORMS),
        Contender(counted_name(first), VIEW, call(first, counted(tree)), partial(count, first)),
        Contender(f"{first}, native, interruptible", VIEW, lambda: search(first, tree), partial(count, first)),
    ]
