"""The hunt finds bugs, gives equal results for equal seeds, and shrinks counterexamples completely."""

import itertools

import pytest
from hypothesis import given
from hypothesis.strategies import builds

from prunecheck import FULL, INF, ExplicitTree, Number, Search, Tree, Window, from_nested
from prunecheck.catalog import VARIANTS
from prunecheck.contracts.case import MOST_WINDOWS, Case, windows_for
from prunecheck.contracts.order import contract
from prunecheck.oracle.law import path_bounds
from prunecheck.strategies import trees
from prunecheck.subjects.sandbox.time_limits import clock
from prunecheck.trees.protocol import N
from prunecheck.trees.search import AnySearch, value_of
from prunecheck.variants.forms.fail_soft import fail_soft
from prunecheck.verify.budgets import MANY_TREES, SLOW_CALL, SLOW_CALLS
from prunecheck.verify.counterexamples import LeafStatus, Witness
from prunecheck.verify.hunt import tree_judge as hunting
from prunecheck.verify.hunt.drawn_trees import first_violation, hunt, smallest_witness
from prunecheck.verify.hunt.tree_judge import TreeJudge
from prunecheck.verify.judge import Charge
from prunecheck.verify.shrink.tree_passes import shrink_tree, tree_size

SOFT = VARIANTS["fail_soft"].search


def tried(search: AnySearch, name: str, *, examples: int = 200, seed: int = 0) -> TreeJudge:
    """The result of checking a search for one contract."""
    judge = TreeJudge(search, (Charge(contract(name)),))
    hunt([judge], examples=examples, seed_number=seed)
    return judge


def found_witness(search: AnySearch, name: str, *, seed: int = 0) -> Witness:
    """The smallest witness against a search that violates the contract."""
    first = tried(search, name, seed=seed).refuted[name]
    return smallest_witness(search, Charge(contract(name)), first)


@pytest.mark.fast_cases("*-0")
@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize(
    "name, broken", [("strict_test", "visits"), ("f1", "visits"), ("minimax", "visits"), ("two_functions", "clamped")]
)
def test_the_witness_found_is_as_small_as_the_recorded_one(name: str, broken: str, seed: int) -> None:
    """Shrinking ends at the size of the smallest known witness in the catalogue, for every seed."""
    recorded = min(tree_size(known.tree)[:2] for known in VARIANTS[name].breaks if known.contract == broken)
    assert tree_size(found_witness(VARIANTS[name].search, broken, seed=seed).tree)[:2] == recorded


def test_the_same_seed_finds_the_same_tree() -> None:
    """Reports are reproducible."""
    first, again = (tried(VARIANTS["f1"].search, "visits", seed=5).refuted["visits"] for _ in range(2))
    assert first == again
    others = {str(tried(VARIANTS["f1"].search, "visits", seed=seed).refuted["visits"][0]) for seed in range(4)}
    assert len(others) > 1


@pytest.mark.slow
def test_a_hunt_stops_judging_once_all_contracts_are_refuted() -> None:
    """Only judged trees are counted."""
    judge = tried(VARIANTS["minimax"].search, "visits")
    assert judge.trees < 10
    assert tried(SOFT, "visits").trees == 200


def test_a_hunt_stops_drawing_when_the_time_is_over() -> None:
    """Time is checked while drawing, since drawing a tree may itself take long."""
    drawn = itertools.count()
    judge = TreeJudge(SOFT, (Charge(contract("exact")),), end=0.0)
    hunt([judge], examples=100, drawn_from=builds(lambda: from_nested([next(drawn)])))
    assert next(drawn) == 1


def raising(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """A search that fails on every tree in which it evaluates a zero first."""
    if tree.is_terminal(node):
        return 1 / tree.evaluate(node)
    return max(raising(tree, child, alpha, beta) for child in tree.children(node))


def test_a_search_that_raises_is_refuted_with_its_error() -> None:
    """The witness has the error and the leaves evaluated before it in place of a value."""
    witness = found_witness(raising, "knuth")
    assert witness.found is None
    assert str(witness.failure) == "ZeroDivisionError: division by zero"
    assert str(witness.tree) == "0"


def moody() -> Search:
    """A search that is wrong in every fiftieth call at an interior node."""
    calls = itertools.count(1)

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        found = SOFT(tree, node, alpha, beta)
        assert not isinstance(found, tuple)
        return found if next(calls) % 50 else found + 1

    return search


def test_a_search_that_differs_from_call_to_call_is_still_reported() -> None:
    """The observed violation is the witness, although it may not be reproducible."""
    search = moody()
    first = tried(search, "exact", examples=1000).refuted["exact"]
    witness = smallest_witness(search, Charge(contract("exact")), first)
    assert witness.found == witness.truth + 1


@pytest.mark.slow
@given(tree=trees())
def test_shrinking_ends_at_a_smaller_tree_that_still_fails(tree: ExplicitTree[Number]) -> None:
    """The failure needs two leaves with different signs."""

    def fails(candidate: ExplicitTree[Number]) -> bool:
        return min(candidate.leaf_values) < 0 < max(candidate.leaf_values)

    if fails(tree):
        small = shrink_tree(tree, fails)
        assert fails(small)
        assert tree_size(small) <= tree_size(tree)
        assert tree_size(small)[:2] == (2, 3)
        assert set(small.leaf_values) == {1, -1}


def test_values_and_their_negatives_are_made_simpler_together() -> None:
    """In a game, the same position may occur with either player to move."""

    def fails(candidate: ExplicitTree[Number]) -> bool:
        if len(candidate.leaf_values) != 4:
            return False
        first, second, third, fourth = candidate.leaf_values
        return first == -second and third == -fourth and max(third, fourth) > max(first, second) > 0

    assert str(shrink_tree(from_nested([-0.625, 0.625, 0.75, -0.75]), fails)) == "[1, -1, 2, -2]"


@given(tree=trees())
def test_the_windows_of_a_case_begin_with_the_full_one_and_are_limited(tree: ExplicitTree[Number]) -> None:
    """All distinct windows are used, or an even sample of 46."""
    windows = windows_for(list(path_bounds(tree, tree.root)))
    assert windows[0] == FULL
    assert len(windows) == len(set(windows)) <= MOST_WINDOWS


def test_a_witness_lists_unnecessary_repeated_and_missed_leaves() -> None:
    """The search evaluates the last leaf first and twice, and does not evaluate another one."""

    def nondeterministic(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
        leaves = list(tree.children(node))
        return max(tree.evaluate(leaf) for leaf in (leaves[2], leaves[0], leaves[2]))

    witness = first_violation(nondeterministic, Charge(contract("visits")), from_nested([1, 3, 2]))
    assert witness is not None
    statuses = {leaf.path: leaf.status for leaf in reversed(witness.leaves)}
    assert [leaf.status for leaf in witness.leaves] == [
        LeafStatus.LAWFUL,
        LeafStatus.OUT_OF_ORDER,
        LeafStatus.REPEATED,
        LeafStatus.MISSED,
    ]
    assert statuses[1,] is LeafStatus.MISSED
    assert (witness.found, witness.truth, witness.window.beta) == (2, 3, INF)


@pytest.mark.parametrize(
    ("pace", "fewest", "most"), [(0.1, MOST_WINDOWS, MOST_WINDOWS), (0.5, SLOW_CALLS, MOST_WINDOWS - 1), (1.2, 4, 9)]
)
def test_a_slow_search_is_called_in_a_few_windows_of_a_tree(
    pace: float, fewest: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of these windows is the full window. The remaining time is spent on more trees."""
    asked: list[Window[Number]] = []
    for name in ("clock", "perf_counter"):
        monkeypatch.setattr(hunting, name, lambda: len(asked) * pace * SLOW_CALL)
    monkeypatch.setattr(hunting, "past", lambda end: len(asked) * pace * SLOW_CALL > end)

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        asked.append(Window(alpha, beta))
        return fail_soft(tree, node, alpha, beta)

    tree = from_nested([[nth, 5 - nth] for nth in range(9)])
    assert first_violation(search, Charge(contract("fishburn")), tree) is None
    assert asked[0] == FULL
    assert fewest <= len(asked) <= most


@pytest.mark.parametrize(
    ("nested", "counts"), [(0, False), ([1, 2], False), ([0, [3, 1]], True), ([[[1], 2], [3]], True)]
)
def test_only_trees_with_grandchildren_count_as_evidence(nested: object, *, counts: bool) -> None:
    """On a leaf, and on trees with a choice at the root only, most wrong searches are right."""
    judge = TreeJudge(SOFT, (Charge(contract("exact")),))
    assert not list(judge.violations(Case(from_nested(nested))))
    assert (judge.decided, judge.evident) == ({"exact": 1}, {"exact": int(counts)})


def test_variants_that_share_the_time_get_different_windows_on_each_tree() -> None:
    """The full window is always among them, a given window is kept, and after enough trees all were used."""
    called: list[Window[Number]] = []

    def noted(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        called.append(Window(alpha, beta))
        return value_of(SOFT(tree, node, alpha, beta))

    tree = from_nested([[3, 1], [2, 0]])
    judge = TreeJudge(noted, (Charge(contract("exact")), Charge(contract("repeatable"))), window_step=3)
    seen = []
    for _ in range(3):
        called.clear()
        judge.judge(Case(tree), tree)
        seen.append(set(called))
    assert all(FULL in windows for windows in seen)
    assert set().union(*seen) == set(Case(tree).windows)
    assert sum(len(windows - {FULL}) for windows in seen) == len(Case(tree).windows) - 1
    assert (judge.decided["exact"], judge.decided["repeatable"]) == (3, 1)  # `repeatable` needs further calls
    called.clear()
    judge.judge(Case(tree, [Window(0, 3)]), tree)
    assert called == [Window(0, 3)]


def test_a_slow_search_gets_more_time_until_many_trees_are_evidence() -> None:
    """A search gets no extra time if no tree is evidence, or after the maximum extra time."""
    late, almost = clock() - 1, MANY_TREES - 1

    def judge(patience: float, trees: int, **evident: int) -> TreeJudge:
        charges = (Charge(contract("exact")), Charge(contract("knuth")))
        return TreeJudge(SOFT, charges, end=late, patience=patience, trees=trees, evident=evident)

    assert judge(1_000, 0).in_time
    assert judge(1_000, MANY_TREES, exact=MANY_TREES, knuth=almost).in_time
    assert not judge(1_000, MANY_TREES, exact=MANY_TREES, knuth=MANY_TREES).in_time
    assert not judge(1_000, MANY_TREES).in_time
    assert not judge(0.5, 0).in_time
