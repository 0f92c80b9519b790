"""The documentation of the forms' values and visits: what forms return when they fail, and where two forms differ."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

import pytest
from benchmarks.failing import NO_BOUND, RETURNED, Small, failures, found_by, small
from benchmarks.generate import variants_by_page

from documents import Row, table
from prunecheck import FULL, ExplicitTree, Number, Window
from prunecheck.catalog import VARIANTS
from prunecheck.contracts.evidence import run
from prunecheck.trees.json import loads
from prunecheck.trees.values import read_number, show
from searches import SAME_VALUES

SAME_READS = {  # column of the table of leaves -> all forms that it represents
    "minimax": ("minimax", "negamax"),
    "strict_test": SAME_VALUES["strict_test"],
    "hughes": ("hughes",),
    "f1": SAME_VALUES["f1"],
    "all others": tuple(
        name for group in ("f2", "two_functions", "clamped", "fail_soft") for name in SAME_VALUES[group]
    ),
}
MOST_SINGLE_CHILDREN = 4


def read_by(name: str, tree: ExplicitTree[Number], window: Window[Number]) -> int:
    """The number of leaves that a variant evaluates."""
    return len(run(VARIANTS[name].search, tree, window).leaves)


@pytest.mark.slow_cases("deepening_with_table", "internal_deepening")
@pytest.mark.parametrize("name", VARIANTS)
def test_the_values_returned_on_failing_are_as_described(name: str) -> None:
    """The words in the tables hold on every small tree; if they leave a choice, nothing simpler holds."""
    (page,) = (page for page, rows in variants_by_page().items() if VARIANTS[name] in rows)
    (row,) = (row for row in table(page, "variant", "failing low", "failing high") if row["variant"] == name)
    for described, failed in zip((row["failing low"], row["failing high"]), failures(name), strict=True):
        if described == NO_BOUND:
            assert not all(RETURNED["the best found"](failure) for failure in failed)
            continue
        assert all(RETURNED[described](failure) for failure in failed)
        if described in ("the best found", "the first value >= beta"):
            for simpler in ("the value", "alpha", "beta"):
                assert not all(RETURNED[simpler](failure) for failure in failed)


def small_case(row: Row) -> Small:
    """The tree and the window of a row."""
    alpha, beta = map(read_number, row["window"].strip("()").split(","))
    return loads(re.sub("-?inf", '"\\g<0>"', row["tree"])), Window(alpha, beta)


def size(tree: ExplicitTree[Number]) -> tuple[int, int]:
    """The number of leaves, then of nodes."""
    return len(tree.leaf_values), len(tree)


def smaller(than: tuple[int, int], *, only_full: bool) -> Iterator[Small]:
    """All smaller cases, with up to four single children."""
    for leaves in range(1, than[0] + 1):
        for single_children in range(MOST_SINGLE_CHILDREN + 1 if leaves < than[0] else than[1] - leaves):
            for tree, window in small(leaves, single_children, only_full=only_full):
                if size(tree) < than:
                    yield tree, window


def check_smallest(
    rows: list[Row],
    columns: Mapping[str, Sequence[str]],
    entry: Callable[[str, ExplicitTree[Number], Window[Number]], Number],
) -> None:
    """Assert that each entry is right, and that each two columns first differ on a smallest possible tree."""
    for row in rows:
        for column, variants in columns.items():
            assert {show(entry(name, *small_case(row))) for name in variants} == {row[column]}, (row, column)
    for one, other in combinations(columns, 2):
        first = next(row for row in rows if row[one] != row[other])
        tree, window = small_case(first)
        for case in smaller(size(tree), only_full=window == FULL):
            assert entry(columns[one][0], *case) == entry(columns[other][0], *case), (one, other, case)


def test_the_table_of_values_distinguishes_all_functions_on_smallest_trees() -> None:
    """Any two of the seven functions differ in it, on the smallest possible tree."""
    check_smallest(table("docs/forms.md", "tree", "fail_soft"), SAME_VALUES, found_by)


@pytest.mark.slow
@pytest.mark.parametrize("only_full", [False, True])
def test_the_table_of_leaves_distinguishes_all_kinds_on_smallest_trees(only_full: bool) -> None:
    """Any two of the four kinds differ in it, in narrow windows and in the full one."""
    rows = table("docs/forms.md", "tree", "all others")
    check_smallest([row for row in rows if (small_case(row)[1] == FULL) == only_full], SAME_READS, read_by)
