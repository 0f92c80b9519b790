"""Exact totals of the searches built on null windows, over complete families of trees and on perfectly ordered trees.

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
from prunecheck.variants.calling import for_mover
from prunecheck.variants.null_windows.ask import ask
from searches import FORM

Family = tuple[int, int, Leaves]  # branching, depth, kind of leaves

FAMILIES: Final[dict[str, Family]] = {  # by their columns in docs/null-windows.md
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
TOTALS: Final[dict[str, tuple[tuple[int, int], ...]]] = {  # evaluations and leaves, for each family
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
}
CASES: Final = [
    pytest.param(name, family, total, id=f"{name}-{family}")
    for name, totals in TOTALS.items()
    for family, total in zip(FAMILIES, totals, strict=True)
    if name not in FORM  # `test_complete_families` counts those
]


def _search(name: str) -> Search:
    row = variant(name)
    return row.form if isinstance(row, Form) else lambda *call: value_of(row.search(*call))


def in_words(evaluations: int, leaves: int) -> str:
    """An entry of the table in docs/null-windows.md."""
    return f"{evaluations:,} ({leaves:,})" if leaves < evaluations else f"{evaluations:,}"


@pytest.mark.slow_cases("*-2 x 2 x 2, orders", "*-3 x 3, orders")
@pytest.mark.parametrize(("name", "family", "total"), CASES)
def test_a_search_has_its_total_over_each_family(name: str, family: str, total: tuple[int, int]) -> None:
    """All evaluations, and those of different leaves."""
    assert evaluations_and_leaves(_search(name), *FAMILIES[family]) == total


def test_the_table_of_totals_is_correct() -> None:
    """It has all searches whose totals are tested here, and no other."""
    rows = table("docs/null-windows.md", "search", *FAMILIES)
    assert {row["search"]: [row[family] for family in FAMILIES] for row in rows} == {
        name: [in_words(*total) for total in totals] for name, totals in TOTALS.items()
    }


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


def test_a_research_from_alpha_costs_more() -> None:
    """As docs/null-windows.md says; the leaves are the same."""
    from_alpha: Search = for_mover(_from_alpha)
    assert evaluations_and_leaves(from_alpha, 2, 2, "orders") == (130, 88)
