"""Plan a comparison: the named searches, the workloads, the tree models by depth, and which search runs on which tree.

Each search is from the catalogue or from the user. Minimax and alpha-beta are always measured, since the costs of all
other searches are reported as multiples of the costs of minimax and alpha-beta.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from prunecheck.catalog import VARIANTS, Need, Variant
from prunecheck.errors import PreconditionError, TreeError
from prunecheck.measure.comparison import (
    ALPHA_BETA,
    ANY_PLAYERS,
    BASELINE,
    Planned,
    PlannedGrowth,
    PlannedWorkload,
    Speed,
)
from prunecheck.trees.models.catalog import Model
from prunecheck.trees.search import AnySearch
from prunecheck.workloads.workload import AnyTree, Workload

MOST_VISITS: Final = 10_000_000  # about half a minute
# the most leaves of a model's tree, since the oracle evaluates all leaves and stores their values
MOST_LEAVES: Final = 2**20
TREES: Final = 10

LeftOut: TypeAlias = dict[tuple[str, str], list[str]]  # (reason, place) -> the searches that are left out


@dataclass(frozen=True, slots=True)
class NamedSearch:
    """A search to measure, with its name and preconditions.

    If `exact` is False, the search is allowed to return wrong values.

    `only` lists the workloads on which the search can run; None means all workloads.
    """

    name: str
    search: AnySearch
    needs: frozenset[Need] = frozenset()
    exact: bool = True
    only: frozenset[str] | None = None


def named(variant: Variant) -> NamedSearch:
    """Turn a variant from the catalogue into a named search."""
    return NamedSearch(variant.name, variant.search, variant.needs, variant.exact)


@dataclass(frozen=True, slots=True)
class Shapes:
    """Trees from a model with `branching` children at each node: at each depth, one tree for each seed 0, 1, 2, ...

    A model without seeds has only one tree for each depth.
    """

    model: Model
    branching: int
    depths: tuple[int, ...]
    trees: int = TREES

    def build(self, depth: int) -> Iterator[AnyTree]:
        """Build the trees with this depth one by one, one for each seed.

        Raises: TreeError for a branching or a depth that the model refuses.
        """
        shape = {"branching": self.branching, "depth": depth}
        for seed in range(self.trees):
            yield self.model.build(**shape, **({"seed": seed} if "seed" in self.model.defaults else {}))

    def check(self) -> None:
        """Refuse trees that are too large, before one is built.

        Raises: TreeError for a tree with too many leaves.
        """
        for depth in self.depths:
            if self.branching > 1 and self.branching**depth > MOST_LEAVES:
                raise TreeError(
                    f"trees with {self.branching} children at each node and {depth} plies have more than "
                    f"{MOST_LEAVES:,} leaves; use fewer children or plies"
                )


@dataclass(frozen=True, slots=True)
class ComparisonPlan:
    """What to compare: searches, and the workloads and tree models on which they run.

    `rounds` says how often each search is timed; 0 means that nothing is timed.

    `strict` is True if the user has named the searches and also the trees. If `strict` is True, a search that cannot
    run on a tree is an error. A search is stopped after `most_visits` visits. `speed` says whether timed searches run
    in Python or compiled.
    """

    searches: tuple[NamedSearch, ...]
    workloads: tuple[Workload, ...] = ()
    growth: tuple[Shapes, ...] = ()
    rounds: int = 0
    most_visits: int = MOST_VISITS
    strict: bool = False
    speed: Speed = "plain"


@dataclass(frozen=True, slots=True)
class OnWorkload:
    """A workload, and the searches that run on it."""

    workload: Workload
    searches: tuple[NamedSearch, ...]


@dataclass(frozen=True, slots=True)
class OnShapes:
    """Trees from a model, and the searches that run on them."""

    shapes: Shapes
    searches: tuple[NamedSearch, ...]


@dataclass(frozen=True, slots=True)
class Outlined:
    """A plan of a comparison in detail: all names, which searches run on which trees, and what is left out."""

    workloads: tuple[OnWorkload, ...]
    growth: tuple[OnShapes, ...]
    planned: Planned
    notes: tuple[str, ...]


def outlined(plan: ComparisonPlan) -> Outlined:
    """Decide which searches run on which workloads and trees.

    Raises: PreconditionError if two searches or two trees have the same name, or if a search in a strict plan cannot
    run on a tree; TreeError for a tree that the model refuses, or that is too large.
    """
    _check_names(plan)
    left_out: LeftOut = {}
    workloads = []
    for workload in plan.workloads:
        tree = workload.build()
        fit = _fitting(plan, tree, workload.name, alternates=workload.alternates, left_out=left_out)
        workloads.append(OnWorkload(workload, _with_baselines(fit, (BASELINE, _alpha_beta(workload)))))
    growth = []
    for shapes in plan.growth:
        shapes.check()
        fit = _fitting(
            plan, next(shapes.build(min(shapes.depths))), shapes.model.name, alternates=True, left_out=left_out
        )
        # minimax is not run here: it evaluates all leaves, and their number is known
        growth.append(OnShapes(shapes, _with_baselines(fit, (ALPHA_BETA,))))
    notes = (*_apart(plan), *_notes(left_out))
    return Outlined(tuple(workloads), tuple(growth), _in_names(plan, workloads, growth), notes)


def _alpha_beta(workload: Workload) -> str:
    return ALPHA_BETA if workload.alternates else ANY_PLAYERS


def _check_names(plan: ComparisonPlan) -> None:
    for kind, names in (
        ("searches", [search.name for search in plan.searches]),
        ("workloads", [workload.name for workload in plan.workloads]),
        ("models", [f"{model.model.name} of {model.branching} children" for model in plan.growth]),
    ):
        for name in names:
            if names.count(name) > 1:
                raise PreconditionError(f"two {kind} have the name {name}; give each its own name")
    for named_search in plan.searches:
        if (
            named_search.name in (BASELINE, ALPHA_BETA, ANY_PLAYERS)
            and named_search.search is not VARIANTS[named_search.name].search
        ):
            raise PreconditionError(
                f"{named_search.name} is a search that is always measured; give your search another name"
            )


def _fitting(
    plan: ComparisonPlan, tree: AnyTree, where: str, *, alternates: bool, left_out: LeftOut
) -> tuple[NamedSearch, ...]:
    """The searches that can run on a tree.

    Raises: PreconditionError if the plan is strict and one of the searches cannot run on the tree.
    """
    unfit = {search.name for search in plan.searches if search.only is not None and where not in search.only}
    if unfit and where not in _own_trees(plan):
        left_out.setdefault(("they only play their own game", ", ".join(sorted(unfit))), []).append(where)
    for lacking, why in _lacking(tree, alternates=alternates):
        names = [search.name for search in plan.searches if lacking in search.needs and search.name not in unfit]
        if names and plan.strict:
            raise PreconditionError(f"{names[0]} cannot run on {where}: {why}; drop one of the two")
        if names:
            left_out.setdefault((why, ", ".join(names)), []).append(where)
        unfit.update(names)
    return tuple(search for search in plan.searches if search.name not in unfit)


def _own_trees(plan: ComparisonPlan) -> frozenset[str]:
    """The names of the game trees of those searches that can only play their own game."""
    return frozenset[str]().union(*(search.only for search in plan.searches if search.only is not None))


def _apart(plan: ComparisonPlan) -> Iterator[str]:
    """Yield a note that names the searches which can only run on the tree of their own game."""
    every = _own_trees(plan)
    apart = [search.name for search in plan.searches if search.only is not None and search.only != every]
    if apart:
        yield (
            f"these searches each run on their own tree, since their moves or move orders differ: {', '.join(apart)}"
        )


def _notes(left_out: LeftOut) -> tuple[str, ...]:
    return tuple(f"left out on {', '.join(places)}: {names} ({why})" for (why, names), places in left_out.items())


def _lacking(tree: AnyTree, *, alternates: bool) -> Iterator[tuple[Need, str]]:
    """Preconditions of searches that this tree does not satisfy."""
    if not alternates:
        yield Need.ALTERNATION, "the players do not alternate"
    if not _has_static_values(tree):
        yield Need.STATIC_VALUES, "interior nodes have no static value"


def _has_static_values(tree: AnyTree) -> bool:
    """True if interior nodes have static values.

    If the tree has no attribute `has_static_values`, the root is evaluated to find out.
    """
    said = getattr(tree, "has_static_values", None)
    if isinstance(said, bool):
        return said
    try:
        return tree.evaluate(tree.root) is not None
    except TreeError:
        return False


def _with_baselines(searches: tuple[NamedSearch, ...], baselines: Iterable[str]) -> tuple[NamedSearch, ...]:
    names = {search.name for search in searches}
    return (*(named(VARIANTS[name]) for name in baselines if name not in names), *searches)


def _in_names(plan: ComparisonPlan, workloads: list[OnWorkload], growth: list[OnShapes]) -> Planned:
    return Planned(
        tuple(
            PlannedWorkload(workload.workload.name, workload.workload.version, _names(workload.searches))
            for workload in workloads
        ),
        tuple(
            PlannedGrowth(
                model.shapes.model.name,
                model.shapes.branching,
                model.shapes.depths,
                model.shapes.trees,
                _names(model.searches),
            )
            for model in growth
        ),
        plan.rounds,
        plan.most_visits,
        plan.speed,
    )


def _names(searches: Iterable[NamedSearch]) -> tuple[str, ...]:
    return tuple(search.name for search in searches)
