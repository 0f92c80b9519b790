"""Well-known bugs are found within a given number of random trees, and shrunk to the smallest witness."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

import depth_mutants as bugs_of_depth
import driver_mutants as bugs_of_drivers
import form_mutants as plain_bugs
import table_mutants as bugs_with_tables
from mutant_registry import MUTANTS, Mutant
from prunecheck import INF, ExplicitTree, Number, from_nested
from prunecheck.contracts.move import MoveContract
from prunecheck.contracts.order import contract, weakest
from prunecheck.contracts.value import ValueContract
from prunecheck.strategies import trees
from prunecheck.trees.small import filled, shapes
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.hunt.drawn_trees import first_violation, hunt, smallest_witness
from prunecheck.verify.hunt.tree_judge import TreeJudge
from prunecheck.verify.judge import Charge, broken_contracts

SEEDS = (0, 1, 2)
TABLED = [name for name in MUTANTS if hasattr(bugs_with_tables, name)]
DRIVEN = [name for name in MUTANTS if hasattr(bugs_of_drivers, name)]
DEEP = [name for name in MUTANTS if hasattr(bugs_of_depth, name)]
PLAIN = [name for name in MUTANTS if hasattr(plain_bugs, name)]
VALUES: tuple[Number, ...] = (0, 1, -1, 2, -2, Fraction(1, 2), 2_000_000, -2_000_000)

each_bug = pytest.mark.parametrize("name", MUTANTS)
each_plain_bug = pytest.mark.parametrize("name", PLAIN)
each_seed = pytest.mark.parametrize(
    "number", [0, *(pytest.param(drawn, marks=pytest.mark.slow) for drawn in SEEDS[1:])]
)


@cache
def caught(name: str, number: int) -> TreeJudge:
    """The result of a run on as many trees as the mutant may need."""
    bug = MUTANTS[name]
    judge = TreeJudge(bug.search, (Charge(bug.caught_by),))
    hunt([judge], examples=bug.within, seed_number=number)
    return judge


@cache
def witness_of(name: str, number: int) -> Witness:
    """The smallest witness, shrunk from the first tree that shows the bug."""
    bug = MUTANTS[name]
    first = caught(name, number).refuted[bug.caught_by.name]
    return smallest_witness(bug.search, Charge(bug.caught_by), first)


def positions(tree: ExplicitTree[Number]) -> int:
    """The nodes of a tree. A node that is reached twice counts once."""
    return len({(tree.key(node), tree.is_max(node)) for node in range(len(tree))})


@pytest.mark.slow_cases("bound_kept_as_exact-*", "bound_used_in_both_directions-*", "no_move_when_all_is_lost-*")
@each_seed
@each_bug
def test_a_bug_is_found_within_the_stated_number_of_trees(name: str, number: int) -> None:
    """Every seed finds the bug."""
    assert MUTANTS[name].caught_by.name in caught(name, number).refuted


@pytest.mark.slow_cases("no_move_when_all_is_lost-*")
@each_seed
@pytest.mark.parametrize("name", PLAIN + DRIVEN + DEEP)
def test_a_bug_is_shrunk_to_the_smallest_tree_that_shows_it(name: str, number: int) -> None:
    """Hypothesis shrinks first, then our passes do.

    The result has the given number of nodes, or fewer if a leaf is infinite.
    """
    tree = witness_of(name, number).tree
    if all(abs(value) != INF for value in tree.leaf_values):
        assert positions(tree) == MUTANTS[name].nodes
    else:
        assert positions(tree) <= MUTANTS[name].nodes


@pytest.mark.slow_cases("bound_*")
@each_seed
@pytest.mark.parametrize("name", TABLED)
def test_a_bug_of_a_table_is_shrunk_to_within_two_nodes(name: str, number: int) -> None:
    """In trees with shared nodes, shrinking can end at a tree that no single change makes smaller."""
    assert positions(witness_of(name, number).tree) <= MUTANTS[name].nodes + 2


@pytest.mark.slow_cases("null_window_without_second_search", "prunes_when_it_fails_low")
@each_plain_bug
def test_hypothesis_alone_shrinks_a_bug_almost_to_minimal_size(name: str) -> None:
    """A user's test with `trees()` has no second shrinking."""
    bug = MUTANTS[name]
    smallest: list[ExplicitTree[Number]] = []

    @seed(0)
    @settings(
        max_examples=1000,
        phases=[Phase.generate, Phase.shrink],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(trees())
    def find(tree: ExplicitTree[Number]) -> None:
        if first_violation(bug.search, Charge(bug.caught_by), tree):
            smallest[:] = [tree]
            raise AssertionError

    with pytest.raises(AssertionError):
        find()
    assert positions(smallest[0]) <= bug.nodes + 3


@pytest.mark.slow_cases("bound_kept_as_exact", "bound_used_in_both_directions", "no_move_when_all_is_lost")
@each_bug
def test_the_contract_that_catches_a_bug_is_the_weakest_it_violates(name: str) -> None:
    """On the bug's witness, a bug in visits has right values, and a bug in values violates no weaker contract."""
    bug = MUTANTS[name]
    judged = ["exact", "knuth", "fishburn"]
    broken = [
        contract_name
        for contract_name in judged
        if first_violation(bug.search, Charge(contract(contract_name)), witness_of(name, 0).tree)
    ]
    if isinstance(bug.caught_by, ValueContract):
        assert weakest(broken) == [bug.caught_by.name]
    else:
        assert broken == []
    if isinstance(bug.caught_by, MoveContract):
        judged = ["best-move", "first-best"]
        assert weakest(broken_contracts(bug.search, judged, witness_of(name, 0).tree)) == [bug.caught_by.name]


def smaller_trees(leaves: int, nodes: int) -> Iterator[ExplicitTree[Number]]:
    """All trees with fewer leaves, or with as many leaves and fewer nodes.

    They have up to three single children and all kinds of values.
    """
    for count in range(1, leaves + 1):
        values = VALUES if count < 3 else VALUES[:5]
        for shape in (shape for singles in range(4) for shape in shapes(count, single_children=singles)):
            for filling in product(values, repeat=count):
                tree = from_nested(filled(shape, iter(filling)))
                if count < leaves or len(tree) < nodes:
                    yield tree
                    yield from_nested(filled(shape, iter(filling)), max_at_root=False)


@pytest.mark.slow_cases(
    "null_window_without_second_search", "alpha_not_raised", "prunes_when_it_fails_low", "cutoff_returns_alpha"
)
@each_plain_bug
def test_no_smaller_tree_shows_the_bug(name: str) -> None:
    """All smaller trees are searched."""
    bug: Mutant = MUTANTS[name]
    witness = witness_of(name, 0).tree
    for tree in smaller_trees(len(witness.leaf_values), len(witness)):
        assert first_violation(bug.search, Charge(bug.caught_by), tree) is None, tree


def test_there_are_bugs_of_every_kind() -> None:
    """There are at least thirty, caught by values, visits, moves, lines and conduct, in forms, drivers and tables."""
    assert len(PLAIN) >= 20
    assert len(TABLED) >= 3
    assert len(MUTANTS) >= 30
    caught_by = {bug.caught_by.name for bug in MUTANTS.values()}
    of_values = {"exact", "knuth", "fishburn"}
    assert caught_by == of_values | {"visits", "best-move", "first-best", "principal-variation", "conduct"}
