"""Carry out a comparison: first run every search on every workload, then measure growth with depth, then measure times.

Counts come before times. After each step, the results so far form a comparison that can be shown or saved.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import msgspec

from prunecheck import __version__
from prunecheck.errors import PreconditionError, PrunecheckError, TreeError, one_line
from prunecheck.measure.comparison import Comparison, Cost, Growth
from prunecheck.measure.counts import Counting, Counts
from prunecheck.measure.native_calls import NOTE, checked_call
from prunecheck.measure.plan import ComparisonPlan, NamedSearch, OnShapes, OnWorkload, Shapes, outlined
from prunecheck.measure.timing import Call, Rounds
from prunecheck.oracle.fewest_leaves import fewest_leaves
from prunecheck.oracle.minimax import value
from prunecheck.trees.protocol import Number
from prunecheck.trees.search import value_of
from prunecheck.trees.values import show
from prunecheck.trees.window import FULL, Window
from prunecheck.workloads.workload import AnyTree

NOTHING: Final = Comparison(__version__, finished=False, costs=())


@dataclass(frozen=True, slots=True)
class ComparisonState:
    """The state of a comparison: the next step, the number of finished steps, and all results so far."""

    doing: str
    done: int
    total: int
    comparison: Comparison


def compare(
    plan: ComparisonPlan,
    on_step: Callable[[ComparisonState], None] = lambda step: None,
    *,
    resumed: Comparison = NOTHING,
) -> Comparison:
    """Measure what `plan` lists, or only the steps whose results `resumed` does not contain.

    After Ctrl-C, the results so far are returned, with `finished` False.
    Raises: PreconditionError or TreeError if the plan cannot be carried out. An error raised by a search is recorded in
    the row of that search.

    >>> from prunecheck.catalog import variant
    >>> from prunecheck.measure.plan import named
    >>> from prunecheck.workloads.catalog import workload
    >>> done = compare(ComparisonPlan((named(variant("f1")),), (workload("deep-cutoff"),)))
    >>> [(each.search, each.counts.leaves) for each in done.costs]
    [('minimax', 7), ('fail_soft', 4), ('f1', 6)]
    """
    known = resumed
    try:
        for step in steps(plan, resumed=resumed):
            known = step.comparison
            on_step(step)
    except KeyboardInterrupt:
        pass
    return known


def steps(plan: ComparisonPlan, *, resumed: Comparison = NOTHING) -> Iterator[ComparisonState]:
    """Carry out the steps of `plan` whose results `resumed` does not contain.

    Yield the state before each step and at the end.
    """
    return _Session(plan, resumed).steps()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of one search: its value as text, whether the value is right, the counts, and any error."""

    found: str
    right: bool
    counts: Counts
    error: str


def outcome(named: NamedSearch, tree: AnyTree, window: Window[Number], truth: Number, most_visits: int) -> SearchResult:
    """Search the root of `tree`, count visits, and compare the value with `truth`.

    If the search raises an error, the error becomes part of the result.
    """
    counting = Counting(tree, tree.root, most_visits)
    try:
        found: Any = value_of(named.search(counting, counting.root, window.alpha, window.beta))
        right = bool(found == truth)
        return SearchResult(show(truth) if right else one_line(show(found)), right, counting.counts(), "")
    except Exception as error:
        said = str(error) if isinstance(error, PrunecheckError) else f"{type(error).__name__}: {error}"
        return SearchResult("", right=False, counts=counting.counts(), error=one_line(said))


class _Session:
    """The state of a running comparison."""

    def __init__(self, plan: ComparisonPlan, resumed: Comparison) -> None:
        self.plan = plan
        self.outline = outlined(plan)
        self.costs = {(cost.workload, cost.search): cost for cost in resumed.costs}
        self.growth = {(growth.model, growth.branching, growth.search): growth for growth in resumed.growth}
        self.not_timed: dict[tuple[str, str], list[str]] = {}  # (search, reason) -> workloads
        self.done = 0
        self.total = sum(len(workload.searches) + plan.rounds for workload in self.outline.workloads) + sum(
            model.shapes.trees * len(model.shapes.depths) for model in self.outline.growth
        )

    def comparison(self, *, finished: bool = False) -> Comparison:
        return Comparison(
            prunecheck=__version__,
            finished=finished,
            costs=tuple(self.costs.values()),
            growth=tuple(self.growth.values()),
            notes=self.outline.notes + self._notes_on_times(),
            planned=self.outline.planned,
        )

    def _notes_on_times(self) -> tuple[str, ...]:
        left_out = (f"not timed: {name} on {', '.join(on)}: {why}" for (name, why), on in self.not_timed.items())
        return (*([NOTE] if self.plan.speed == "native" else []), *left_out)

    def at(self, doing: str) -> ComparisonState:
        return ComparisonState(doing, self.done, self.total, self.comparison())

    def steps(self) -> Iterator[ComparisonState]:
        for on_workload in self.outline.workloads:
            yield from self._count(on_workload)
        for on_shapes in self.outline.growth:
            for depth in on_shapes.shapes.depths:
                yield from self._grow(on_shapes, depth)
        if self.plan.rounds:
            for on_workload in self.outline.workloads:
                yield from self._time(on_workload)
        yield ComparisonState("done", self.done, self.total, self.comparison(finished=True))

    def _count(self, on: OnWorkload) -> Iterator[ComparisonState]:
        """Run each search on the workload, and count its visits.

        The tree, its minimax value and the minimum number of leaves are computed only once, and only if needed.
        """
        workload, window = on.workload, on.workload.window
        missing = [search for search in on.searches if (workload.name, search.name) not in self.costs]
        self.done += len(on.searches) - len(missing)
        if not missing:
            return
        yield self.at(f"the value of {workload.name}")
        tree = workload.build()
        truth = value(tree, tree.root)
        fewest = fewest_leaves(tree, window)
        for named_search in missing:
            yield self.at(f"{named_search.name} on {workload.name}")
            ended = outcome(named_search, tree, window, truth, self.plan.most_visits)
            self.costs[workload.name, named_search.name] = Cost(
                search=named_search.name,
                workload=workload.name,
                version=workload.version,
                window=(show(window.alpha), show(window.beta)),
                found=ended.found,
                counts=ended.counts,
                fewest_leaves=fewest,
                truth=show(truth),
                right=ended.right,
                error=ended.error,
            )
            self.done += 1

    def _grow(self, on: OnShapes, depth: int) -> Iterator[ComparisonState]:
        """Run each search on all trees of one depth, tree by tree, and count evaluated leaves.

        Searches that failed at a smaller depth are left out.
        """
        shapes = on.shapes
        rows = [(search, self._row(search, shapes)) for search in on.searches]
        missing = {search.name: (search, row) for search, row in rows if depth not in row.depths and not row.error}
        if not missing:
            self.done += shapes.trees
            return
        ended: dict[str, list[SearchResult]] = {name: [] for name in missing}
        for nth, tree in enumerate(shapes.build(depth)):
            yield self.at(f"{shapes.model.name}, depth {depth}, tree {nth + 1}")
            truth = value(tree, tree.root)
            for name, (named_search, _) in missing.items():
                ended[name].append(outcome(named_search, tree, FULL, truth, self.plan.most_visits))
            self.done += 1
        for name, (_, row) in missing.items():
            self.growth[shapes.model.name, shapes.branching, name] = _one_deeper(row, depth, ended[name])

    def _row(self, named: NamedSearch, shapes: Shapes) -> Growth:
        """The row of a search in the growth table, as measured so far."""
        nothing = Growth(named.name, shapes.model.name, shapes.branching, shapes.trees, (), ())
        return self.growth.get((shapes.model.name, shapes.branching, named.name), nothing)

    def _time(self, on: OnWorkload) -> Iterator[ComparisonState]:
        """Time all successful searches in rounds. In a resumed session, only rounds that are still missing are run."""
        workload = on.workload
        if self.plan.speed == "native":
            yield self.at(f"compiling for {workload.name}")
        calls = self._calls(on)
        before = min((len(self.costs[workload.name, name].seconds) for name in calls), default=self.plan.rounds)
        self.done += before
        if before >= self.plan.rounds:
            return
        yield self.at(f"timing {workload.name}")
        rounds = Rounds(list(calls.values()))
        for nth in range(before, self.plan.rounds):
            yield self.at(f"timing {workload.name}, round {nth + 1}")
            for name, took in zip(calls, rounds.round(nth), strict=True):
                cost = self.costs[workload.name, name]
                self.costs[workload.name, name] = msgspec.structs.replace(
                    cost, seconds=(*cost.seconds, took.seconds), control=(*cost.control, took.control)
                )
            self.done += 1

    def _calls(self, on: OnWorkload) -> dict[str, Call]:
        """The functions to time, one for each search that succeeded, by its name.

        A search that cannot be compiled is left out, with a note.
        """
        workload, window, tree = on.workload, on.workload.window, on.workload.build()
        calls: dict[str, Call] = {}
        for search in on.searches:
            cost = self.costs[workload.name, search.name]
            if cost.error:
                continue
            if self.plan.speed == "plain":
                calls[search.name] = partial(search.search, tree, tree.root, window.alpha, window.beta)
                continue
            try:
                calls[search.name] = checked_call(search, tree, window, cost)
            except (PreconditionError, TreeError) as why:
                self.not_timed.setdefault((search.name, str(why)), []).append(workload.name)
        return calls


def _one_deeper(row: Growth, depth: int, ended: list[SearchResult]) -> Growth:
    """Add to `row` the number of leaves at one more depth, or the error that ended a search to this depth."""
    error = next((result.error for result in ended if result.error), "")
    if error:
        return msgspec.structs.replace(row, error=error)
    return msgspec.structs.replace(
        row,
        depths=(*row.depths, depth),
        leaves=(*row.leaves, sum(result.counts.leaves for result in ended) / len(ended)),
        wrong=row.wrong + sum(not result.right for result in ended),
    )
