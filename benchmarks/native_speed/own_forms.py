"""Our forms on the workloads, in plain Python and at native speed."""

from typing import Any, Final

from benchmarks.native_speed.contender import Answer, Contender, MissingError
from benchmarks.native_speed.workloads import Workload
from prunecheck.catalog import variant
from prunecheck.errors import PreconditionError
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import value_of
from prunecheck.trees.views.inner import Inner

ONE_FUNCTION: Final = ("fail_soft", "negamax_alpha_beta")
TWO_FUNCTIONS: Final = ("two_functions",)
FORMS: Final = ONE_FUNCTION + TWO_FUNCTIONS


class Counted(Inner[N, Number]):
    """A tree that counts visits: every form asks once whether a node is terminal."""

    def __init__(self, tree: Tree[N, Number]) -> None:
        """Start at 0."""
        super().__init__(tree)
        self.visits = 0

    def is_terminal(self, node: N, /) -> bool:
        """As the inner tree; counts a visit."""
        self.visits += 1
        return self._tree.is_terminal(node)


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
            counting = Counted(tree)
            value = value_of(search(counting, counting.root, -INF, INF))
            return Answer(float(value), counting.visits)

        return Contender(f"{name}, plain Python", "plain", lambda: search(tree, tree.root, -INF, INF), count)

    return [contender(name) for name in FORMS]


def native_contenders(workload: Workload) -> list[Contender]:
    """Make a contender of each form at native speed, and one that counts. Raises: MissingError without Numba."""
    try:
        from prunecheck.native import BOUND, Block, compiled  # noqa: PLC0415
        from prunecheck.native import search as native_search  # noqa: PLC0415
    except PreconditionError as missing:
        raise MissingError(str(missing)) from missing
    tree: Any = workload.compact_tree
    block = Block(tree, "int")

    def contender(form: str) -> Contender:
        search = compiled(variant(form).search, "int")

        def count() -> Answer:
            counting = Counted(tree)
            value = native_search(form, counting)
            return Answer(float(value), counting.visits)

        return Contender(native_name(form), "native", lambda: search(block, tree.root, -BOUND, BOUND), count)

    def counting_contender(form: str) -> Contender:
        search, counting = compiled(variant(form).search, "int"), Block(Counted(tree), "int")
        call = lambda: search(counting, tree.root, -BOUND, BOUND)  # noqa: E731
        return Contender(counted_name(form), "counted", call, contender(form).count)

    return [*map(contender, FORMS), counting_contender(ONE_FUNCTION[0])]
