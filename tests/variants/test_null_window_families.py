"""Exact totals of null-window, best-first and state-space searches over complete families of trees.

Figures: counted by brute force over every tree of each family, by independent programs.
"""

from typing import Final

import pytest

from documents import table
from families import Leaves, evaluations_and_leaves
from prunecheck import Number, Search, Tree
from prunecheck.catalog import variant
from prunecheck.catalog.records import Form
from prunecheck.trees.protocol import N
from prunecheck.trees.search import value_of
from prunecheck.variants.call_forms import for_mover
from prunecheck.variants.memory.by_node import ByNode
from prunecheck.variants.null_windows.ask import ask
from prunecheck.variants.null_windows.mtd_f import mtd_f
from searches import FORM

Family = tuple[int, int, Leaves]  # branching, depth, kind of leaves

FAMILIES: Final[dict[str, Family]] = {  # by their columns in the documents
    "2 x 2, orders": (2, 2, "orders"),
    "2 x 2 x 2, orders": (2, 3, "orders"),
    "3 x 3, orders": (3, 2, "orders"),
    "2 x 2 x 2, bits": (2, 3, "bits"),
    "2 x 2 x 2 x 2, bits": (2, 4, "bits"),
}
NEGASCOUT: Final = (
    (118, 88),
    (377_136, 271_872),
    (3_658_464, 2_700_864),
    (1_684, 1_488),
    (676_440, 611_774),
)
FROM_ABOVE: Final = ((80, 80), (256_512, 256_512), (2_278_368, 2_278_368), (1_466, 1_466), (590_160, 590_160))
FROM_BELOW: Final = ((88, 88), (252_288, 252_288), (2_700_864, 2_700_864), (1_456, 1_456), (606_142, 606_142))
RIGHT_GUESS: Final = "mtd_f, guessing right"
TOTALS: Final[dict[str, tuple[tuple[int, int], ...]]] = {  # (evaluations, distinct leaves) for each family
    "minimax": ((96, 96), (322_560, 322_560), (3_265_920, 3_265_920), (2_048, 2_048), (1_048_576, 1_048_576)),
    "fail_soft": ((88, 88), (276_096, 276_096), (2_700_864, 2_700_864), (1_502, 1_502), (622_810, 622_810)),
    "scout": ((130, 88), (429_168, 271_872), (4_162_464, 2_700_864), (1_837, 1_488), (766_323, 614_672)),
    "pvs": NEGASCOUT,
    "negascout": NEGASCOUT,
    "negascout_last_plies": (
        (88, 88),
        (314_176, 271_872),
        (2_700_864, 2_700_864),
        (1_572, 1_488),
        (647_768, 611_774),
    ),
    "mt_sss": FROM_ABOVE,
    "mt_dual": FROM_BELOW,
    RIGHT_GUESS: ((80, 80), (235_776, 235_776), (2_278_368, 2_278_368), (1_420, 1_420), (577_218, 577_218)),
    "sss_star": FROM_ABOVE,
    "dual_star": FROM_BELOW,
}
CASES: Final = [
    pytest.param(name, family, total, id=f"{name}-{family}")
    for name, totals in TOTALS.items()
    for family, total in zip(FAMILIES, totals, strict=True)
    if name not in {*FORM, RIGHT_GUESS}  # `test_complete_families` counts the forms
]


def _search(name: str) -> Search:
    row = variant(name)
    return row.form if isinstance(row, Form) else lambda *call: value_of(row.search(*call))


def in_words(evaluations: int, leaves: int) -> str:
    """The text of a table entry in docs/null-windows.md."""
    return f"{evaluations:,} ({leaves:,})" if leaves < evaluations else f"{evaluations:,}"


@pytest.mark.slow_cases("*-2 x 2 x 2, orders", "*-3 x 3, orders")
@pytest.mark.parametrize(("name", "family", "total"), CASES)
def test_a_search_has_its_total_over_each_family(name: str, family: str, total: tuple[int, int]) -> None:
    """The totals are those of all evaluations, and of distinct leaves."""
    assert evaluations_and_leaves(_search(name), *FAMILIES[family]) == total


def _after_alpha_beta(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """Call alpha-beta, and then MTD(f) with its value as the first guess."""
    return mtd_f(ByNode(tree), node, alpha, beta, FORM["fail_soft"](tree, node, alpha, beta))


@pytest.mark.slow_cases("2 x 2 x 2, orders", "3 x 3, orders")
@pytest.mark.parametrize("family", FAMILIES)
def test_mtd_with_a_right_guess_has_its_total_over_each_family(family: str) -> None:
    """MTD repeats this many leaves that alpha-beta has evaluated before it, and evaluates no others."""
    nth = list(FAMILIES).index(family)
    (leaves, _), (more, _) = TOTALS["fail_soft"][nth], TOTALS[RIGHT_GUESS][nth]
    assert evaluations_and_leaves(_after_alpha_beta, *FAMILIES[family]) == (leaves + more, leaves)


def test_the_tables_of_totals_are_correct() -> None:
    """The page lists some of these families; `mt_sss` also stands for `sss_star`, and `mt_dual` for `dual_star`."""
    rows = table("docs/null-windows.md", "search", "3 x 3, orders")
    assert {row["search"] for row in rows} == set(TOTALS) - {"sss_star", "dual_star"}
    for row in rows:
        totals = dict(zip(FAMILIES, TOTALS[row["search"]], strict=True))
        assert all(row[family] == in_words(*totals[family]) for family in row if family != "search")


def _from_alpha(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """PVS whose re-search starts at alpha, as it is often described."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    for nth, child in enumerate(tree.children(node)):
        value = -ask(tree, child, -alpha, False) if nth else -_from_alpha(tree, child, -beta, -alpha)
        if nth and alpha < value < beta:
            value = -_from_alpha(tree, child, -beta, -alpha)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha


def test_a_research_from_alpha_costs_more_evaluations() -> None:
    """The distinct leaves are the same, as docs/null-windows.md says."""
    from_alpha: Search = for_mover(_from_alpha)
    assert evaluations_and_leaves(from_alpha, 2, 2, "orders") == (130, 88)
