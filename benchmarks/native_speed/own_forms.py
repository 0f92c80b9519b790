"""Our forms on the workloads, in plain Python."""

from collections.abc import Callable
from typing import Any, Final

from benchmarks.native_speed.contender import Answer, Contender
from benchmarks.native_speed.workloads import Workload
from prunecheck.catalog import variant
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.views.inner import Inner

FORMS: Final = {"fail_soft": "one function", "negamax_alpha_beta": "one function", "two_functions": "two functions"}


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
    """Each form in plain Python."""
    tree: Any = workload.tree
    return [Contender(f"{name}, plain", "plain", *_calls(name, tree)) for name in FORMS]


def _calls(name: str, tree: Tree[Any, Number]) -> tuple[Callable[[], object], Callable[[], Answer]]:
    search = variant(name).search

    def count() -> Answer:
        counted = Counted(tree)
        return Answer(search(counted, counted.root, -INF, INF), counted.visits)

    return lambda: search(tree, tree.root, -INF, INF), count
