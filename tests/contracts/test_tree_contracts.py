"""Contracts that are judged once per tree: move, relations and conduct."""

from collections.abc import Callable
from itertools import count
from time import sleep

import pytest
from hypothesis import given

from prunecheck import FULL, INF, ExplicitTree, Number, Search, Tree, from_nested
from prunecheck.catalog import VARIANTS
from prunecheck.contracts.case import Case
from prunecheck.contracts.evidence import Evidence, run
from prunecheck.contracts.move import BEST_MOVE, FIRST_BEST
from prunecheck.contracts.order import CONTRACTS, IMPLIES, contract, implied, weakest
from prunecheck.contracts.relations import RELATIONS, Relation
from prunecheck.errors import BudgetError
from prunecheck.failures import Timeout
from prunecheck.oracle.minimax import value
from prunecheck.strategies import trees
from prunecheck.subject_errors import SubjectError
from prunecheck.trees.protocol import N
from prunecheck.trees.search import AnySearch, Choice
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.recorded import recorded
from prunecheck.verify.judge import broken_contracts

SOFT = VARIANTS["fail_soft"].search
TREE = from_nested([[3, 5], [2, 9], [3, 4]])


def told(name: str, search: AnySearch, tree: ExplicitTree[Number] = TREE) -> str:
    """The objection to `search` by the contract of that name."""
    case = Case(unfolded(tree))
    found = contract(name)
    assert found in (BEST_MOVE, FIRST_BEST, CONTRACTS["relations"], CONTRACTS["conduct"])
    return str(found.judge(Evidence(case, 0, run(search, case.tree, FULL), search)) or "")


@pytest.mark.parametrize("relation", RELATIONS, ids=lambda relation: relation.name)
@given(tree=trees())
def test_a_relation_holds_for_the_true_values(relation: Relation, tree: ExplicitTree[Number]) -> None:
    """The relation predicts the minimax value of the changed tree."""
    plain = unfolded(tree)
    changed, becomes = relation.change(plain)
    assert value(changed, 0) == becomes(value(plain, 0))


@pytest.mark.parametrize("relation", RELATIONS, ids=lambda relation: relation.name)
def test_a_relation_changes_the_tree(relation: Relation) -> None:
    """Each relation makes a tree different from [[3, 5], [2, 9], [3, 4]] or from its players."""
    changed, _ = relation.change(unfolded(TREE))
    assert changed != unfolded(TREE)


def always_three(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Return the right answer for one tree only."""
    return 3


def looks_again(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Plain minimax that searches the first child of a node again if its value is negative."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    values = [looks_again(tree, child, alpha, beta) for child in tree.children(node)]
    if values[0] < 0:
        values[0] = looks_again(tree, next(iter(tree.children(node))), alpha, beta)
    return max(values) if tree.is_max(node) else min(values)


def never_ends(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Ask for the root forever."""
    while not tree.is_terminal(tree.root):
        pass
    return 0


def swallows(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Turn an error of the tree into a draw."""
    try:
        return run(SOFT, tree, FULL).found or 0
    except Exception:
        return 0


def remembering() -> Search:
    """A search that answers the second call from memory."""
    seen: list[Number] = []

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        if not seen:
            seen.append(recorded_value(tree, node))
        return seen[0]

    return search


def recorded_value(tree: Tree[N, Number], node: N) -> Number:
    """The value by fail-soft."""
    found = SOFT(tree, node, -INF, INF)
    assert not isinstance(found, Choice)
    return found


def moving(place: Callable[[list[Number]], int]) -> AnySearch:
    """A search with the right value and the move that `place` chooses."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Choice:
        worth = [recorded_value(tree, child) for child in tree.children(node)]
        return Choice(recorded_value(tree, node), place(worth))

    return search


def test_the_last_best_move_is_best_but_not_first() -> None:
    """A search must choose the first of several best children. Any other best child only satisfies `best-move`."""
    last = moving(lambda worth: max(at for at, score in enumerate(worth) if score == max(worth)))
    assert told("best-move", last) == ""
    assert told("first-best", last) == "wrong move: got [2], worth 3; expected [0], worth 3 (moves are numbered from 0)"
    assert broken_contracts(last, ["exact", "best-move", "first-best"], TREE) == ["first-best"]


def test_a_wrong_move_violates_both_contracts_on_moves() -> None:
    """The weaker of the two contracts is reported."""
    wrong = moving(lambda worth: worth.index(min(worth)))
    broken = broken_contracts(wrong, ["exact", "best-move", "first-best"], TREE)
    assert broken == ["best-move", "first-best"]
    assert weakest(broken) == ["best-move"]


def test_a_search_that_returns_no_move_satisfies_no_contract_on_moves() -> None:
    """A bare value does not count as a move, except at a leaf, which has none."""
    assert (
        told("best-move", SOFT)
        == "wrong move: got no move; expected [0], worth 3 or [2], worth 3 (moves are numbered from 0)"
    )
    assert told("best-move", SOFT, from_nested(3)) == ""


def test_a_constant_is_exposed_by_related_trees() -> None:
    """The contradiction shows without knowing the true value."""
    assert told("relations", always_three).startswith(
        "inconsistent: if MAX and MIN are exchanged and all values are negated, the returned value must be negated, "
        "too, but on the changed tree "
    )


def test_different_leaves_on_a_related_tree_are_named_as_the_violation() -> None:
    """The value is right, so the message says which leaves must be evaluated, not which value must be returned."""
    assert told("relations", looks_again) == (
        "inconsistent: if MAX and MIN are exchanged and all values are negated, the same leaves must be evaluated, "
        "but on the changed tree [[-3, -5], [-2, -9], [-3, -4]] the search evaluates different ones"
    )


def test_an_endless_search_is_stopped() -> None:
    """The search violates every contract, and the message says so."""
    done = run(never_ends, TREE, FULL, most_questions=1000)
    assert done.found is None
    assert str(done.failure) == "BudgetError: the search was stopped after 1000 calls to the tree"
    assert broken_contracts(never_ends, ["exact", "conduct"], TREE) == ["exact", "conduct"]
    with pytest.raises(BudgetError):
        never_ends(recorded(TREE, most_questions=10), 0, -INF, INF)


def test_memory_between_calls_and_swallowed_errors_violate_conduct() -> None:
    """A second identical call must evaluate the same leaves, and an error of the tree must be passed on."""
    assert told("conduct", remembering()) == "not repeatable: evaluates different leaves when the same call is repeated"
    assert told("conduct", swallows) == "swallowed error: the tree raised an exception, and the search caught it"


@pytest.mark.parametrize(("seconds", "limit", "wrong"), [(0.0, 1.0, True), (0.02, 0.1, False), (0.02, 1.0, True)])
def test_a_search_near_its_time_limit_may_time_out_once(seconds: float, limit: float, *, wrong: bool) -> None:
    """A timeout of the second call only counts if the first took less than a tenth of the limit."""
    calls = count()

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number | Choice:
        if next(calls) == 1:
            raise SubjectError(Timeout(limit))
        sleep(seconds)
        return SOFT(tree, node, alpha, beta)

    assert bool(told("conduct", search)) is wrong


def test_the_order_of_contracts_has_no_cycle_and_knows_only_contracts() -> None:
    """Every implied contract exists, and no contract implies itself through others."""
    for name, weaker in IMPLIES.items():
        assert {name, *weaker} <= set(CONTRACTS)
        assert all(name not in implied(other) for other in weaker)
