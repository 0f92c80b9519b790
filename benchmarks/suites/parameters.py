"""The common part of the asv suites: their parameters, and which of them the installed package supports.

asv runs today's suites on older commits of the package; a benchmark of something that a commit lacks is 'n/a' there.
asv identifies parameters by their index in a list, so the lists are the same for all commits: they come from the
committed counts. The package is only imported in functions, so that a missing part of an older commit can be
recognised.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from .committed import Entry, committed

if TYPE_CHECKING:
    from prunecheck.catalog import Variant
    from prunecheck.workloads.workload import Workload

COSTS: Final = committed().costs
VARIANTS: Final = list(dict.fromkeys(entry.variant for entry in COSTS))
TREES: Final = [  # one tree of each kind, since there are many variants; all counts are in the committed file
    "random-order-4x5",
    "few-values-4x5",
    "uneven",
    "connect-three-3x4",
    "othello-4-to-8",
    "tic-tac-toe",
]
MOST_VISITS: Final = 200_000  # searches with more visits take too long; their counts are in the committed file


def at_hand(name: str, tree: str) -> "tuple[Variant, Workload]":
    """A variant and a workload of the package.

    Raises: NotImplementedError, which is asv's 'n/a', if the package lacks one of them, if they do not fit together, or
    if the search is known to visit too many nodes.
    """
    cost = COSTS.get(Entry(tree, name))
    if cost is None:
        raise NotImplementedError(f"{name} is not counted on {tree}")
    if (cost.visited or 0) > MOST_VISITS:
        raise NotImplementedError(f"{name} on {tree} takes too long")
    try:
        from prunecheck.catalog import VARIANTS as INSTALLED  # noqa: PLC0415
        from prunecheck.workloads.catalog import WORKLOADS  # noqa: PLC0415
    except ImportError as missing:
        raise NotImplementedError(f"this commit has no {missing.name}") from missing
    if name not in INSTALLED or tree not in WORKLOADS:
        raise NotImplementedError(f"this commit has no {name} or no {tree}")
    return INSTALLED[name], WORKLOADS[tree]


def prepared(name: str, tree: str) -> Callable[[], Any]:
    """A search ready to be called: the tree is built, and the value checked if the variant is exact on the whole tree.

    Raises: the same NotImplementedError as `at_hand`.
    """
    variant, workload = at_hand(name, tree)
    from prunecheck.oracle.minimax import value  # noqa: PLC0415
    from prunecheck.trees.search import value_of  # noqa: PLC0415

    built, search = workload.build(), variant.search
    alpha, beta = workload.window.alpha, workload.window.beta
    lossy = getattr(variant, "lossy", False)  # the field is missing in older commits
    if not lossy and any(claim.contract == "exact" for claim in variant.claims):
        found, truth = value_of(search(built, built.root, alpha, beta)), value(built, built.root)
        assert found == truth, f"{name} finds {found} on {tree}, whose value is {truth}"
    return lambda: search(built, built.root, alpha, beta)
