"""A comparison runs every search on the same trees and checks the values; it can be interrupted and resumed."""

import signal
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given

from prunecheck import FULL, ExplicitTree, Number, PreconditionError, Tree, Window
from prunecheck.catalog import VARIANTS, Need, variant
from prunecheck.measure.comparison import ALPHA_BETA, ANY_PLAYERS, BASELINE, Comparison, as_json
from prunecheck.measure.counts import counted
from prunecheck.measure.plan import ComparisonPlan, NamedSearch, Shapes, named, outlined
from prunecheck.measure.ratios import by_workload
from prunecheck.measure.session import ComparisonState, compare, steps
from prunecheck.measure.timing import Rounds, as_fast, noise, slower
from prunecheck.oracle.fewest_leaves import fewest_leaves
from prunecheck.oracle.minimax import value
from prunecheck.strategies import trees
from prunecheck.trees.models.catalog import named_model
from prunecheck.trees.protocol import N
from prunecheck.trees.values import show
from prunecheck.workloads.catalog import workload
from prunecheck.workloads.workload import Workload

F1 = named(variant("f1"))
SMALL = tuple(map(workload, ("lecture", "deep-cutoff", "blog")))
PLAN = ComparisonPlan(
    (F1, named(variant("f2"))), SMALL, (Shapes(named_model("random-leaves"), 2, (1, 2, 3), 4),), rounds=2
)


def of_tree(tree: ExplicitTree[Number], window: Window[Number] = FULL) -> Workload:
    """A workload with one tree."""
    return Workload("drawn", "a random tree", "Hypothesis", lambda: tree, window)


def without_times(comparison: Comparison) -> Comparison:
    """The part of a comparison that is the same on every machine."""
    costs = [msgspec.structs.replace(cost, seconds=(), control=()) for cost in comparison.costs]
    return msgspec.structs.replace(comparison, costs=tuple(costs))


def wrong(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """Return 12345 without evaluating anything."""
    return 12345


def failing(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """Evaluate a leaf and raise an error."""
    while not tree.is_terminal(node):
        node = next(iter(tree.children(node)))
    raise ZeroDivisionError(f"at {tree.evaluate(node)}\nor so")


def nondeterministic(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """Never end."""
    while not tree.is_terminal(node):
        pass
    return 0


@pytest.mark.slow
@given(tree=trees())
def test_a_row_has_the_results_of_search_oracle_and_minimum(tree: ExplicitTree[Number]) -> None:
    """Each part equals the result of the function that computes it."""
    done = compare(ComparisonPlan(tuple(map(named, map(variant, ("f2", "strict_test")))), (of_tree(tree),)))
    assert done.finished
    for cost in done.costs:
        found, counts = counted(VARIANTS[cost.search].search, tree, FULL)
        assert (cost.found, cost.truth, cost.right, cost.error) == (show(found), show(value(tree, tree.root)), True, "")
        assert cost.counts == counts
        assert cost.fewest_leaves == fewest_leaves(tree, FULL) <= counts.leaves


def test_minimax_and_alpha_beta_are_measured_in_any_case() -> None:
    """The two baselines come first, once, whether or not the user requests them."""
    asked = ComparisonPlan((F1,), SMALL)
    assert [row.searches for row in outlined(asked).planned.workloads] == [(BASELINE, ALPHA_BETA, "f1")] * len(SMALL)
    everyone = ComparisonPlan(tuple(map(named, VARIANTS.values())), SMALL)
    assert all(row.searches.count(ALPHA_BETA) == 1 for row in outlined(everyone).planned.workloads)


def test_baselines_are_minimax_and_alpha_beta_on_the_same_workload() -> None:
    """A baseline's ratios are 1, and the others are quotients of counts."""
    for side in by_workload(compare(ComparisonPlan((F1,), SMALL))):
        minimax, alpha_beta, f1 = side.costs
        assert side.to_minimax(minimax, "leaves") == side.to_alpha_beta(alpha_beta, "interior") == 1
        assert side.to_minimax(f1, "leaves") == f1.counts.leaves / minimax.counts.leaves
        assert side.to_alpha_beta(f1, "leaves") == f1.counts.leaves / alpha_beta.counts.leaves
        assert side.to_minimax(f1, "cut_offs") is None  # minimax has none


def test_without_alternation_unsuitable_searches_are_left_out_with_a_note() -> None:
    """The baseline is then the form that accepts any players."""
    done = compare(ComparisonPlan((F1, named(variant("strict_test"))), (workload("kalah-3-2"),)))
    assert [cost.search for cost in done.costs] == [BASELINE, ANY_PLAYERS, "strict_test"]
    assert done.notes == ("left out on kalah-3-2: f1 (the players do not alternate)",)
    (side,) = by_workload(done)
    assert side.alpha_beta is not None
    assert side.alpha_beta.search == ANY_PLAYERS


def test_a_search_and_a_tree_that_do_not_fit_are_an_error_if_both_were_named() -> None:
    """If the user names both, nothing is left out silently."""
    with pytest.raises(PreconditionError, match="f1 cannot run on kalah-3-2: the players do not alternate"):
        compare(ComparisonPlan((F1,), (workload("kalah-3-2"),), strict=True))


def test_searches_that_need_static_values_are_left_out_without_them() -> None:
    """Some named trees have static values; a model's independent leaves have none."""
    needy = NamedSearch("needy", variant("f2").search, frozenset({Need.STATIC_VALUES}))
    planned = outlined(ComparisonPlan((needy,), (workload("othello-6-to-4"), workload("random-leaves-3x6")))).planned
    assert ["needy" in row.searches for row in planned.workloads] == [True, False]


def test_any_search_is_compared_under_its_name() -> None:
    """A plan may contain any search, not only variants."""
    done = compare(ComparisonPlan((NamedSearch("mine", variant("f2").search),), SMALL))
    costs = {(cost.workload, cost.search): cost for cost in done.costs}
    assert all(costs[row.name, "mine"].counts == costs[row.name, ALPHA_BETA].counts for row in SMALL)


@pytest.mark.parametrize(
    "search, found, error",
    [
        (wrong, "12345", ""),
        (failing, "", "ZeroDivisionError: at 12 or so"),
        (nondeterministic, "", "the search was stopped after 1000 visits"),
    ],
)
def test_a_search_that_is_wrong_or_fails_has_a_row_that_says_so(search: object, found: str, error: str) -> None:
    """All other searches are compared. The row of the failed search has the counts up to the error, and no times."""
    assert callable(search)
    done = compare(
        ComparisonPlan((NamedSearch("mine", search), F1), (workload("deep-cutoff"),), rounds=1, most_visits=1000)
    )
    mine, f1 = done.costs[-2:]
    assert (mine.search, mine.found, mine.truth, mine.right, mine.error) == ("mine", found, "12", False, error)
    assert f1.right
    assert done.finished
    assert len(mine.seconds) == (0 if error else 1)


@pytest.mark.parametrize(
    "plan, says",
    [
        (ComparisonPlan((F1, F1), SMALL), "two searches have the name f1"),
        (ComparisonPlan((F1,), SMALL * 2), "two workloads have the name lecture"),
        (ComparisonPlan((F1,), (), PLAN.growth * 2), "two models have the name random-leaves of 2 children"),
        (ComparisonPlan((NamedSearch(BASELINE, wrong),), SMALL), "minimax is a search that is always measured"),
        (ComparisonPlan((NamedSearch(ALPHA_BETA, wrong),), SMALL), "fail_soft is a search that is always measured"),
    ],
)
def test_names_in_a_plan_are_unique(plan: ComparisonPlan, says: str) -> None:
    """Two equal names, or a user's search with a baseline's name, are refused before anything is measured."""
    with pytest.raises(PreconditionError, match=says):
        compare(plan)


def test_progress_is_reported_before_each_step_and_at_the_end() -> None:
    """`done` grows to `total`; each partial comparison contains the one before."""
    seen: list[ComparisonState] = []
    done = compare(PLAN, seen.append)
    assert [step.total for step in seen] == [seen[0].total] * len(seen)
    counts = [step.done for step in seen]
    assert counts == sorted(counts)
    assert counts[0] == 0
    assert counts[-1] == seen[-1].total
    assert [step.comparison.finished for step in seen] == [False] * (len(seen) - 1) + [True]
    assert seen[-1].comparison == done


def test_every_workload_has_the_times_of_all_rounds() -> None:
    """Each round has one time and one control, and all of them are positive."""
    done = compare(PLAN)
    for cost in done.costs:
        assert len(cost.seconds) == len(cost.control) == PLAN.rounds
        assert min(cost.seconds + cost.control) > 0
    assert all(cost.seconds == () for cost in compare(ComparisonPlan((F1,), SMALL)).costs)


def test_searches_take_turns_and_each_round_starts_with_the_next_one() -> None:
    """Each search is called twice in a round, the second time as its own control."""
    order: list[str] = []

    def call(name: str) -> Callable[[], None]:
        def called() -> None:
            if order[-1:] != [name]:  # short calls are repeated
                order.append(name)

        return called

    rounds = Rounds([call("a"), call("b"), call("c")])
    order.clear()
    assert len(rounds.round(0)) == 3
    assert order == ["a", "b", "c", "a", "b", "c"]
    order.clear()
    rounds.round(1)
    assert order == ["b", "c", "a", "b", "c", "a"]


def test_speed_is_the_median_over_rounds_and_noise_the_spread_of_the_control() -> None:
    """The expected numbers are computed from given times."""
    cost = compare(ComparisonPlan((), (workload("lecture"),))).costs[0]
    fast = msgspec.structs.replace(cost, seconds=(1.0, 1.0, 1.0), control=(1.0, 1.0, 1.0))
    slow = msgspec.structs.replace(cost, seconds=(2.0, 3.0, 9.0), control=(1.0, 3.0, 18.0))
    assert slower(slow, fast) == 3
    assert noise(slow) == (0.5, 2)
    assert slower(slow, cost) is None
    assert noise(cost) is None


def test_times_within_the_noise_of_either_control_are_the_same() -> None:
    """A ratio counts if it is further from 1 than the controls of both searches, upwards or downwards."""
    cost = compare(ComparisonPlan((), (workload("lecture"),))).costs[0]
    quiet = msgspec.structs.replace(cost, seconds=(1.0, 1.0), control=(1.0, 1.1))
    noisy = msgspec.structs.replace(cost, seconds=(1.2, 1.2), control=(1.0, 1.2))
    assert as_fast(noisy, quiet)
    assert as_fast(quiet, noisy)
    assert not as_fast(msgspec.structs.replace(noisy, control=(1.2, 1.2)), quiet)
    assert not as_fast(cost, quiet)


@pytest.mark.parametrize("at", [0, 1, 5, 9, 15, 21])
def test_an_interrupted_comparison_can_be_resumed(at: int) -> None:
    """After Ctrl-C, the comparison is partial.

    When it is resumed, it has the usual result, and no measurement is repeated.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    before: list[str] = []

    def press(step: ComparisonState) -> None:
        before.append(step.doing)
        if len(before) == at + 1:
            signal.raise_signal(signal.SIGINT)

    partial = compare(PLAN, press)
    assert not partial.finished
    saved = msgspec.json.decode(as_json(partial), type=Comparison)
    after = [step.doing for step in steps(PLAN, resumed=saved)]
    whole = compare(PLAN, resumed=saved)
    assert whole.finished
    assert without_times(whole) == without_times(compare(PLAN))
    assert all(len(cost.seconds) == PLAN.rounds for cost in whole.costs)
    measured = {doing for doing in before[:-1] if " on " in doing or "round" in doing}
    assert not measured & set(after)


def test_a_finished_comparison_is_not_measured_again() -> None:
    """One step remains, which only reports that everything is done."""
    done = compare(PLAN)
    (last,) = steps(PLAN, resumed=done)
    assert last.comparison == done


def test_a_comparison_survives_a_json_round_trip() -> None:
    """Rows, counts and everything else are equal."""
    done = compare(PLAN)
    assert msgspec.json.decode(as_json(done), type=Comparison) == done
