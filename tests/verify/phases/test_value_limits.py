"""Unusually large values: the limit from which a search is wrong is a note, and `--domain` makes it a failure."""

import json
import math
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from prunecheck import from_nested, verify_search
from prunecheck.catalog import VARIANTS
from prunecheck.contracts.order import contract
from prunecheck.report.data import subjects_as_json
from prunecheck.subjects.find import subject_of
from prunecheck.subjects.load_search import load_object
from prunecheck.verify.corpus import hard_trees
from prunecheck.verify.hunt import suitable_trees
from prunecheck.verify.judge import Charge
from prunecheck.verify.outcomes import Severity
from prunecheck.verify.phases import visits
from prunecheck.verify.phases.value_limits import LimitFinder, ranked_shapes
from prunecheck.verify.records import UnusualValues, ValueLimit
from prunecheck.verify.visit_statistics import count_visits

SHAPES = ranked_shapes(hard_trees())
INT16 = 2**16


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trials without the largest trees, and with short visit statistics."""
    monkeypatch.setattr(suitable_trees, "bushy_trees", lambda **_: ())
    monkeypatch.setattr(visits, "count_visits", partial(count_visits, trees=5))


def negamax(
    *, infinity: float = math.inf, leaf: Callable[[Any], Any] = lambda value: value, margin: Any = 0
) -> Callable[..., Any]:
    """Alpha-beta with this infinity, a conversion of values, and the margin by which a value must be better."""

    def search(node: Any, alpha: Any, beta: Any) -> Any:
        if node.is_leaf():
            return leaf(node.value())
        best: Any = None
        for child in node.children():
            found = -search(child, -beta, -alpha)
            if best is None or found > best + margin:
                best = found
            alpha = max(alpha, best, -infinity)
            if alpha >= beta:
                break
        return max(best, -infinity)

    return search


def wraps(value: Any) -> Any:
    """Wrap a value around to 16 bits."""
    return (int(value) + INT16 // 2) % INT16 - INT16 // 2


def null_windows(node: Any, alpha: Any, beta: Any) -> Any:
    """Principal variation search on whole numbers; the null window is (alpha, alpha + 1)."""
    if node.is_leaf():
        return node.value()
    best = -math.inf
    for child in node.children():
        if best == -math.inf:
            found = -null_windows(child, -beta, -alpha)
        else:
            found = -null_windows(child, -alpha - 1, -alpha)
            if alpha + 1 <= found < beta:
                found = -null_windows(child, -beta, -found)
            elif found < alpha + 1:
                found = min(found, alpha)
        best = max(best, found)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def by_bisection(node: Any) -> Any:
    """Find the value by null windows around the middle of a range, which is halved."""
    low, high = -50_000, 50_000
    inner = negamax()
    while low < high:
        middle = (low + high + 1) // 2
        if inner(node, middle - 1, middle) >= middle:
            low = middle
        else:
            high = middle - 1
    return low


def refuses_infinity(node: Any, alpha: Any, beta: Any) -> Any:
    """Alpha-beta that crashes at an infinite leaf value."""
    if node.is_leaf():
        return node.value() if isinstance(node.value(), Fraction) else node.value() + round(0 * node.value())
    best = -math.inf
    for child in node.children():
        best = max(best, -refuses_infinity(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def takes_infinity_for_nothing(node: Any, alpha: Any, beta: Any) -> Any:
    """Alpha-beta that skips infinite values as if they were missing."""
    if node.is_leaf():
        return node.value()
    best = -math.inf
    for child in node.children():
        found = -takes_infinity_for_nothing(child, -beta, -max(alpha, best))
        if math.isinf(found):
            continue
        best = max(best, found)
        if best >= beta:
            break
    return best


def with_move(node: Any) -> Any:
    """Minimax with the best move, whose value must be above -999,999."""
    if node.is_leaf():
        return node.value(), None
    best, move = -999_999, None
    for nth, child in enumerate(node.children()):
        found = -with_move(child)[0]
        if found > best:
            best, move = found, nth
    return best, move


def limits(search: Callable[..., Any], *names: str) -> list[ValueLimit]:
    """The limits of a search that is judged by these contracts."""
    subject = subject_of(load_object(search, seconds=2))
    window = subject.traits.takes_window
    charges = [Charge(contract(name), full_window=not window) for name in names or ("exact", "knuth")[: 1 + window]]
    return list(LimitFinder(subject.search, charges, SHAPES).limits())


@pytest.mark.parametrize(
    ("search", "said"),
    [
        (negamax(), []),
        (negamax(infinity=1_000_000), ["right for whole numbers up to 1,000,000"]),
        (negamax(infinity=10**9), ["right for whole numbers up to 1,000,000,000"]),
        (
            negamax(leaf=wraps),
            ["right for whole numbers up to 32,767", "wrong for some values that are not whole numbers"],
        ),
        (
            negamax(leaf=float),
            ["right for whole numbers up to 9,007,199,254,740,992", "wrong for fractions.Fraction values such as 1/3"],
        ),
        (negamax(margin=Fraction(1, 10**9)), ["wrong for values that differ by 1e-09 or less"]),
        (null_windows, ["wrong for some values that are not whole numbers"]),
        (by_bisection, ["right for whole numbers up to 50,000", "wrong for some values that are not whole numbers"]),
        (takes_infinity_for_nothing, ["wrong for infinite values"]),
        (refuses_infinity, ["fails for infinite values"]),
    ],
    ids=[
        "right",
        "a million",
        "a milliard",
        "16 bits",
        "floats",
        "margin",
        "null windows",
        "bisection",
        "isinf",
        "crash",
    ],
)
def test_a_limit_is_found_exactly(search: Callable[..., Any], said: list[str]) -> None:
    """The limit is found by running the search.

    The witness is a small tree for which the search returns a wrong value.
    """
    found = limits(search)
    assert [limit.says for limit in found] == said
    assert all(len(limit.witness.tree) <= 4 and limit.witness.found != limit.witness.truth for limit in found)


def test_a_missing_move_can_be_the_first_failure() -> None:
    """A value as low as the initial best value is not better, so no move is chosen."""
    (found,) = limits(with_move, "exact", "best-move")
    assert (found.values, found.right, found.wrong) == (UnusualValues.LARGE, 999_998, 999_999)


@pytest.mark.fast_cases("f1", "fail_soft", "explicit_stack")
@pytest.mark.parametrize("name", VARIANTS)
def test_no_form_of_the_catalogue_has_a_limit(name: str) -> None:
    """All forms are right for all values that can be compared."""
    variant = VARIANTS[name]
    charges = [
        Charge(contract(claim.contract), claim.inner_root) for claim in variant.claims if claim.contract == "exact"
    ]
    assert list(LimitFinder(variant.search, charges, SHAPES).limits()) == []


@pytest.mark.slow
def test_a_limit_is_a_note_and_in_the_report() -> None:
    """The verdict is unchanged, and JSON has the tree."""
    done = verify_search(negamax(infinity=1_000_000), examples=100)
    (search,) = done.searches
    words = "right for whole numbers up to 1,000,000. On the tree [-1000001]: got -1000000, expected -1000001"
    assert done.sound
    assert [finding.severity for finding in search.findings if finding.words == words] == [Severity.NOTE]
    (row,) = json.loads(subjects_as_json([done.tried]))["variants"]
    (limit,) = row["value_limits"]
    assert (limit["values"], limit["right"], limit["wrong"]) == ("large", 1_000_000, 1_000_001)
    assert limit["witness"]["tree"] == [-1_000_001]


@pytest.mark.slow_cases("inf-False")
@pytest.mark.parametrize("infinity, refuted", [(1_000_000, True), (math.inf, False)])
def test_a_domain_of_whole_numbers_of_any_size_is_binding(infinity: float, refuted: bool) -> None:
    """A failure at a large whole number is not reduced to a note."""
    done = verify_search(negamax(infinity=infinity), domain="bigint", examples=20)
    assert (done.status == "refuted") is refuted


@pytest.mark.slow_cases("domain", "few")
@pytest.mark.parametrize(
    ("search", "said", "reason"),
    [
        (negamax(), {"tree": from_nested([1, 2])}, "a tree is given"),
        (negamax(), {"claims": ["exact"], "examples": 20}, "claims are given"),
        (negamax(), {"domain": "small", "examples": 20}, "--domain says which values the search accepts"),
        (negamax(), {"examples": 20}, "fewer than 100 trees are drawn"),
        (negamax(leaf=abs), {"examples": 100}, "a failure was found already"),
    ],
    ids=["tree", "claims", "domain", "few", "wrong"],
)
def test_skipping_the_search_for_limits_has_a_reason(
    search: Callable[..., Any], said: dict[str, Any], reason: str
) -> None:
    """The report names the reason."""
    done = verify_search(search, **said)
    assert [phase.reason for phase in done.report.skipped if phase.phase == "value limits"] == [reason]
    assert all(verdict.limits == () for verdict in done.searches)


@pytest.mark.slow
def test_a_search_of_whole_numbers_is_right_in_all_windows() -> None:
    """The search relies on whole window ends, and gets no others; a tree of fractions is another matter."""
    assert verify_search(null_windows, examples=20).sound
    assert not verify_search(null_windows, tree=from_nested([[0, 0.5], [0.25, 0.75]])).sound


ENDS = """
import os


def search(node):
    if node.is_leaf():
        if abs(node.value()) > 100_000:
            os._exit(3)
        return node.value()
    return max(-search(child) for child in node.children())
"""


@pytest.mark.slow
def test_a_process_that_ends_at_large_values_is_a_note(tmp_path: Path) -> None:
    """The search is judged again without large values."""
    file = tmp_path / "engine.py"
    file.write_text(ENDS, encoding="utf-8")
    done = verify_search(f"{file}:search", examples=100)
    assert done.sound
    assert "With other values, the process ended: crash: ended with exit status 3" in str(done)


@pytest.mark.slow
def test_a_program_declares_which_values_it_takes() -> None:
    """The program must be right on all values that it declares, and gets no others."""
    program = Path(__file__).parents[3] / "docs" / "examples" / "alpha_beta.py"
    done = verify_search(f"pipe:{sys.executable} {program}", examples=100)
    reasons = [phase.reason for phase in done.report.skipped if phase.phase == "value limits"]
    assert reasons == ["the program's reply to hello says which values it accepts"]
    assert done.sound
