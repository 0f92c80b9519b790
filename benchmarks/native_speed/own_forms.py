"""Our forms on the workloads, in plain Python."""

from collections.abc import Callable
from typing import Any, Final

from benchmarks.native_speed.contender import Answer, Contender, MissingError
from benchmarks.native_speed.workloads import Workload
from prunecheck.catalog import variant
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import value_of
from prunecheck.trees.views.inner import Inner

ONE_FUNCTION: Final = ("fail_soft", "negamax_alpha_beta")
TWO_FUNCTIONS: Final = ("two_functions",)
FORMS: Final = ONE_FUNCTION + TWO_FUNCTIONS


def native_name(form: str) -> str:
    """The name of a form at native speed in the tables."""
    return f"{form}, native"


def counted_name(form: str) -> str:
    """The name of a form at native speed on a counted tree."""
    return f"{form}, native, counted"


class Counted(Inner[N, Number]):
    """A tree that counts visits: every form asks once whether a node is terminal."""

    def __init__(self, tree: Tree[N, Number]) -> None:
        """Start at 0."""
        super().__init__(tree)
        self.visits = 0

    def is_terminal(self, node: N, /) -> bool:
        """As the inner tree; counts a visit."""
        self.visits += 1
        return super().is_terminal(node)


def plain_contenders(workload: Workload) -> list[Contender]:
    """Make a contender of each form in plain Python."""
    tree: Any = workload.tree
    return [Contender(f"{name}, plain Python", "plain", *_calls(name, tree)) for name in FORMS]


def _calls(name: str, tree: Tree[Any, Number]) -> tuple[Callable[[], object], Callable[[], Answer]]:
    search = variant(name).search

    def count() -> Answer:
        counted = Counted(tree)
        value = value_of(search(counted, counted.root, -INF, INF))
        return Answer(float(value), counted.visits)

    return lambda: search(tree, tree.root, -INF, INF), count


def native_contenders(workload: Workload) -> list[Contender]:
    """Make a contender of each form at native speed. Raises: MissingError if Numba is not installed."""
    raise MissingError("later")
