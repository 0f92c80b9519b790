"""Likely causes: each kind of bug is recognised from its witness, and has its section in the docs."""

import re
import sys
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

import pytest

import depth_mutants
import driver_mutants
import form_mutants
import logging_program
import table_mutants
from mutant_registry import MUTANTS
from prunecheck import INF, ExplicitTree, Number, Tree, from_nested, verify_search
from prunecheck.catalog import variant
from prunecheck.contracts.order import contract
from prunecheck.failures import OutOfRange
from prunecheck.subjects.external import Budget, open_program
from prunecheck.trees.protocol import N
from prunecheck.variants.forms.clamped import clamped_max
from prunecheck.verify.explain import diagnosis
from prunecheck.verify.explain.diagnosis import likely_cause
from prunecheck.verify.explain.likely_causes import LIKELY_CAUSES
from prunecheck.verify.explain.witness_changes import CHANGES
from prunecheck.verify.hunt.drawn_trees import first_violation, hunt, smallest_witness
from prunecheck.verify.hunt.tree_judge import TreeJudge
from prunecheck.verify.judge import Charge

PAGE = (Path(__file__).parents[3] / "docs" / "causes.md").read_text(encoding="utf-8")
HOMES = form_mutants, depth_mutants, driver_mutants, table_mutants  # each module registers its mutants
KINDS = {  # mutant -> likely cause
    "last_of_equal_moves": "ties",
    "bound_kept_as_exact": "table",
    "key_without_the_player": "side",
    "last_child_skipped": "missed-leaf",
    "forced_move_keeps_the_player": "single-child",
    "root_taken_for_max": "one-player",
    "infinity_is_a_million": "large-values",
    "stops_a_ply_too_soon": "depth",
}


def test_every_kind_has_a_section_in_its_order() -> None:
    """Each section has the label that reports link to."""
    assert re.findall(r"^## ([a-z-]+)$", PAGE, re.MULTILINE) == list(LIKELY_CAUSES)


@pytest.mark.slow_cases("bound_kept_as_exact-*")
@pytest.mark.parametrize("name, kind", KINDS.items())
def test_a_bug_is_recognised_by_its_kind(name: str, kind: str) -> None:
    """The diagnosis uses the smallest witness of the bug, for one seed."""
    bug = MUTANTS[name]
    judge = TreeJudge(bug.search, (Charge(bug.caught_by),))
    hunt([judge], examples=bug.within, seed_number=0)
    first = judge.refuted[bug.caught_by.name]
    witness = smallest_witness(bug.search, Charge(bug.caught_by), first)
    found = likely_cause(bug.search, bug.caught_by.name, witness)
    assert found == kind, witness.tree


def best_of_max_starts_at_zero(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """A search whose best value for MAX starts at 0."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    below = [best_of_max_starts_at_zero(tree, child, alpha, beta) for child in tree.children(node)]
    return max([0, *below]) if tree.is_max(node) else min(below)


def test_a_best_that_starts_at_zero_is_recognised_by_negative_values() -> None:
    """If all values are raised above zero, the result is right."""
    charge = Charge(contract("exact"))
    witness = first_violation(best_of_max_starts_at_zero, charge, from_nested([-1, -2]))
    assert witness is not None
    assert likely_cause(best_of_max_starts_at_zero, "exact", witness) == "negative-values"


def minimax_without_the_side_in_keys(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """A search that stores the value of each position without the side to move."""
    known: dict[Hashable, Number] = {}

    def value(node: N) -> Number:
        if tree.is_terminal(node):
            return tree.evaluate(node)
        if tree.key(node) not in known:
            known[tree.key(node)] = (max if tree.is_max(node) else min)(map(value, tree.children(node)))
        return known[tree.key(node)]

    return value(node)


def test_a_key_without_the_side_is_recognised_though_a_player_moves_twice() -> None:
    """If the players alternate, the position only occurs with one side to move, so the failure disappears, too."""
    children = [[1, 5], [2], [3, 4], [], [], [6], [7, 8], [], []]
    values = [None, None, None, 0, 1, None, None, 0, 1]
    players = [True, True, False, True, True, False, True, False, False]
    tree: ExplicitTree[Number] = ExplicitTree(children, values, players, keys=[0, 1, 2, 3, 4, 5, 2, 3, 4])
    witness = first_violation(minimax_without_the_side_in_keys, Charge(contract("exact")), tree)
    assert witness is not None
    assert likely_cause(minimax_without_the_side_in_keys, "exact", witness) == "side"


def forgets_a_minus_sign(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """A search for MAX that negates the value of a leaf after the first child if it is above 1."""
    values = [tree.evaluate(child) for child in tree.children(node)]
    return max([values[0], *(-value if value > 1 else value for value in values[1:])])


def test_a_zero_that_no_player_starts_from_is_no_cause() -> None:
    """The failure disappears below 0, but MIN has no move in this tree, so its initial best value does not matter."""
    charge = Charge(contract("exact"))
    witness = first_violation(forgets_a_minus_sign, charge, from_nested([1, 1, 1, 2, -13]))
    assert witness is not None
    assert likely_cause(forgets_a_minus_sign, "exact", witness, own_game=True) != "positive-values"


def with_a_wrong_cutoff_test(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """A search that cuts off as soon as a child improves the bound of the side to move."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    is_max = tree.is_max(node)
    for child in tree.children(node):
        value = with_a_wrong_cutoff_test(tree, child, alpha, beta)
        improved = value > alpha if is_max else value < beta
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        if improved:
            break
    return alpha if is_max else beta


def last_child_wins(tree: Tree[N, Number], node: N, _alpha: Number, _beta: Number, /) -> Number:
    """A search that returns the value of the last child."""
    while not tree.is_terminal(node):
        for child in tree.children(node):
            tree.children(child) if not tree.is_terminal(child) else tree.evaluate(child)
        node = list(tree.children(node))[-1]
    return tree.evaluate(node)


@pytest.mark.parametrize(
    ("search", "tree", "cause"),
    [
        (with_a_wrong_cutoff_test, from_nested([0, 1]), "missed-leaf"),
        (last_child_wins, from_nested([1, 0]), "order"),
    ],
)
def test_a_leaf_that_is_missed_is_a_better_hint_than_the_order_of_the_children(
    search: Any, tree: ExplicitTree[Any], cause: str
) -> None:
    """Both searches are right if the children are in reverse order."""
    witness = first_violation(search, Charge(contract("exact")), tree)
    assert witness is not None
    assert likely_cause(search, "exact", witness) == cause


def cuts_off_too_early_for_min(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """A search whose cutoff test is only right for MAX."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    is_max = tree.is_max(node)
    best: Number = -INF if is_max else INF
    for child in tree.children(node):
        window = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        value = cuts_off_too_early_for_min(tree, child, *window)
        best = max(best, value) if is_max else min(best, value)
        if (is_max and best >= beta) or (not is_max and best <= beta):
            break
    return best


def test_a_leaf_that_is_missed_for_one_player_has_two_likely_causes() -> None:
    """The verdict names both, and shows the leaf."""
    text = str(verify_search(cuts_off_too_early_for_min, claims=["exact"], examples=40))
    assert re.findall("prunecheck explain ([a-z-]+)", text) == ["one-player", "missed-leaf"]
    assert "missed: alpha -inf < beta" in text


def test_a_right_search_gets_no_likely_cause() -> None:
    """A witness that is not reproducible gets no diagnosis."""
    bug = MUTANTS["last_of_equal_moves"]
    judge = TreeJudge(bug.search, (Charge(bug.caught_by),))
    hunt([judge], examples=100, seed_number=0)
    witness = judge.refuted[bug.caught_by.name][1]
    assert likely_cause(variant("carried_window").search, bug.caught_by.name, witness) == ""


def chain(plies: int) -> ExplicitTree[Number]:
    """A leaf below `plies` positions with one move each."""
    nested: Any = 0
    for _ in range(plies):
        nested = [nested]
    return from_nested(nested)


def with_killers_for_twenty_plies(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """Minimax with a killer table that is too short."""
    killers: list[None] = [None] * 20

    def value(node: N, ply: int) -> Number:
        if tree.is_terminal(node):
            return tree.evaluate(node)
        assert killers[ply] is None
        return (max if tree.is_max(node) else min)(value(child, ply + 1) for child in tree.children(node))

    return value(node, 0)


def test_a_change_that_makes_a_tree_too_large_is_skipped() -> None:
    """Duplicating each only child of a chain doubles it at every ply; this is not reported as an error."""
    witness = first_violation(with_killers_for_twenty_plies, Charge(contract("exact")), chain(21))
    assert witness is not None
    assert str(witness.failure) == "IndexError: list index out of range"
    assert likely_cause(with_killers_for_twenty_plies, "exact", witness) == ""


@pytest.mark.slow
def test_a_search_that_fails_on_deep_chains_only_is_refuted() -> None:
    """The verdict has its own error message. An array that is too short for more plies is only a note."""

    def search(board: Any, alpha: float, beta: float, ply: int = 0) -> Any:
        if board.is_over():
            return board.evaluate()
        if ply == 20:
            raise ValueError("too deep")
        best = -INF
        for child in board.children():
            best = max(best, -search(child, -beta, -max(alpha, best), ply + 1))
            if best >= beta:
                break
        return best

    (fault,) = verify_search(search).searches[0].faults
    assert (fault.words, fault.cause) == ("ValueError: too deep", "")


def test_a_change_that_raises_an_error_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The diagnosis tries the next change."""

    def failing(_: Any) -> Any:
        raise RuntimeError("a bug of ours")

    witness = first_violation(best_of_max_starts_at_zero, Charge(contract("exact")), from_nested([-1, -2]))
    assert witness is not None
    monkeypatch.setattr(diagnosis, "CHANGES", (("turns", failing), *CHANGES))
    assert likely_cause(best_of_max_starts_at_zero, "exact", witness) == "negative-values"


def numbering_from_one(node: Any) -> tuple[Any, int]:
    """Return the value, and the number of the best move, counted from 1."""
    if node.is_leaf():
        return node.value(), 0
    values = [-numbering_from_one(child)[0] for child in node.children()]
    return max(values), values.index(max(values)) + 1


def test_an_error_about_an_illegal_move_gets_no_likely_cause() -> None:
    """Duplicating the only child would make the move legal, but proves nothing."""
    (fault,) = verify_search(numbering_from_one, examples=30).searches[0].faults
    assert ("the move 1, but the position has 1 move, numbered from 0" in fault.words, fault.cause) == (True, ""), (
        fault.words
    )


def test_an_illegal_move_of_a_program_gets_no_likely_cause(tmp_path: Path) -> None:
    """The program always chooses the second move, whether or not it exists."""
    program = str(Path(logging_program.__file__))
    words = [sys.executable, program, '{"gives": ["move"]}', str(tmp_path / "log"), "{}"]
    search = open_program(words, budget=Budget(seconds=30, handshake_seconds=30)).search
    witness = first_violation(search, Charge(contract("best-move")), from_nested([0]))
    assert witness is not None
    assert witness.failure == OutOfRange("move", 1, 1)
    assert likely_cause(search, "best-move", witness) == ""


def opened_below_only(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """Search an aspiration window around 0 that is only widened downwards."""
    found = clamped_max(tree, node, -2, 2)
    return clamped_max(tree, node, alpha, beta) if found <= -2 else found


def opened_above_only(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """Search an aspiration window around 0 that is only widened upwards."""
    found = clamped_max(tree, node, -2, 2)
    return clamped_max(tree, node, alpha, beta) if found >= 2 else found


@pytest.mark.parametrize(("search", "leaf"), [(opened_below_only, 3), (opened_above_only, -3)])
def test_a_window_opened_on_one_side_only_is_recognised_by_large_values(search: Callable[..., Any], leaf: int) -> None:
    """Smaller values with the same signs give the right result, so the cause is not a best value that starts at 0."""
    witness = first_violation(search, Charge(contract("exact"), full_window=True), from_nested([leaf]))
    assert witness is not None
    assert likely_cause(search, "exact", witness) == "large-values"


def window_not_negated(node: Any, alpha: float, beta: float) -> Any:
    """A search that passes its window on as it is."""
    if node.is_leaf():
        return node.value()
    for child in node.children():
        alpha = max(alpha, -window_not_negated(child, alpha, beta))
        if alpha >= beta:
            break
    return alpha


def cut_off_by_sign(node: Any, alpha: float, beta: float) -> Any:
    """A search whose cutoff test is only right for values above zero."""
    if node.is_leaf():
        return node.value()
    best = -INF
    for child in node.children():
        best = max(best, -cut_off_by_sign(child, -beta, -max(alpha, best)))
        if best >= beta or beta < -best:
            break
    return best


@pytest.mark.parametrize(("search", "line"), [(window_not_negated, "without negating it"), (cut_off_by_sign, "")])
def test_initial_values_are_not_the_cause_if_the_source_shows_that(search: Callable[..., Any], line: str) -> None:
    """Either another line is wrong, or nothing starts from 0."""
    found = verify_search(search, examples=30).findings[0]
    assert found.cause not in ("negative-values", "positive-values")
    assert line in str(found.code or "")
