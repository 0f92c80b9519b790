"""What the documents say of the forms' values and visits: what comes back on failing, and where two forms differ."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

import pytest

from documents import Row, table
from prunecheck import FULL, INF, ExplicitTree, Number, Window, from_nested
from prunecheck.catalog import VARIANTS, Need
from prunecheck.oracle.minimax import value
from prunecheck.trees.json import loads
from prunecheck.trees.small import Shape, shapes, weak_orders
from prunecheck.trees.values import read_number, show
from prunecheck.verify.check import run

SAME_VALUES = {  # a column of the table of values -> all forms that it stands for
    "minimax": ["minimax", "negamax"],
    "f1": ["f1"],
    "f2": ["f2", "negamax_alpha_beta", "make_unmake", "moving_bounds", "delayed_test"],
    "two_functions": ["two_functions"],
    "clamped": ["clamped"],
    "fail_soft": ["fail_soft", "inherited_bounds", "explicit_stack"],
    "strict_test": ["strict_test"],
}
SAME_READS = {  # the same for the table of leaves read
    "minimax": ["minimax", "negamax"],
    "strict_test": ["strict_test"],
    "f1": ["f1"],
    "all others": [
        name
        for name, row in VARIANTS.items()
        if name not in ("minimax", "negamax", "strict_test", "f1") and not row.calls
    ],
}
MOST_SINGLE_CHILDREN = 4

Small = tuple[ExplicitTree[Number], Window[Number]]


class Failed(NamedTuple):
    """A search that failed, as the player to move at the root sees it; `leaves` are the root's children that are."""

    r: Number
    v: Number
    alpha: Number
    beta: Number
    leaves: Sequence[Number]


RETURNED: dict[str, Callable[[Failed], bool]] = {
    "the value": lambda it: it.r == it.v,
    "alpha": lambda it: it.r == it.alpha,
    "beta": lambda it: it.r == it.beta,
    "the best found": lambda it: it.v <= it.r <= it.alpha or it.beta <= it.r <= it.v,
    "the crossing value": lambda it: it.r == it.beta or (it.beta < it.r <= it.v and it.r in it.leaves),
}


def nested(shape: Shape, values: Iterator[Number]) -> object:
    """The nested lists of `shape` with the next of `values` at each leaf."""
    return [nested(below, values) for below in shape] if shape else next(values)


@cache
def small(leaves: int, single_children: int, *, only_full: bool = False) -> tuple[Small, ...]:
    """Every tree of that size, with either player at the root, in every window or in the full one alone.

    What is left out differs from one of these by no order; leaves and ends of windows may be infinite.
    """
    found: dict[Small, None] = {}
    for shape in shapes(leaves, single_children=single_children):
        for ranks in weak_orders(leaves + (0 if only_full else 2)):
            top = max(ranks)
            for low, high in product((-INF, 0), (INF, top)):
                scale: list[Number] = [low, *range(1, top + 1)]
                scale[top] = high if top or high == INF else low
                values = [scale[rank] for rank in ranks]
                alpha, beta = (-INF, INF) if only_full else values[leaves:]
                if alpha < beta:
                    for max_at_root in (True, False):
                        tree = from_nested(nested(shape, iter(values)), max_at_root=max_at_root)
                        found[tree, Window(alpha, beta)] = None
    return tuple(found)


def found_by(name: str, tree: ExplicitTree[Number], window: Window[Number]) -> Number:
    """The value that a variant finds; one that needs static values has 2 at each interior node."""
    if Need.STATIC_VALUES in VARIANTS[name].needs:
        nodes = range(len(tree))
        values = [2 if tree.children(node) else tree.evaluate(node) for node in nodes]
        tree = ExplicitTree(map(tree.children, nodes), values, map(tree.is_max, nodes))
    found = run(VARIANTS[name].search, tree, window).found
    assert found is not None
    return found


def read_by(name: str, tree: ExplicitTree[Number], window: Window[Number]) -> int:
    """How many leaves a variant reads."""
    return len(run(VARIANTS[name].search, tree, window).leaves)


@cache
def failures(name: str) -> tuple[list[Failed], list[Failed]]:
    """What a variant returns on small trees whose root has children, failing low and failing high."""
    low: list[Failed] = []
    high: list[Failed] = []
    for size in product((1, 2), (0, 1, 2)):
        for tree, window in small(*size):
            if tree.is_terminal(tree.root):
                continue
            sign = 1 if tree.is_max(tree.root) else -1
            alpha, beta = sorted((sign * window.alpha, sign * window.beta))
            leaves = [sign * tree.evaluate(child) for child in tree.children(tree.root) if tree.is_terminal(child)]
            v = sign * value(tree, tree.root)
            failed = Failed(sign * found_by(name, tree, window), v, alpha, beta, leaves)
            if v <= alpha:
                low.append(failed)
            if v >= beta:
                high.append(failed)
    return low, high


@pytest.mark.parametrize("document", ["README.md", "docs/forms.md"])
@pytest.mark.parametrize("name", VARIANTS)
def test_what_comes_back_on_failing_is_as_described(document: str, name: str) -> None:
    """The words of the tables hold on every small tree; where they leave a choice, nothing simpler holds."""
    (row,) = [row for row in table(document, "variant", "failing low", "failing high") if row["variant"] == name]
    for described, failed in zip((row["failing low"], row["failing high"]), failures(name), strict=True):
        if described == "no bound":
            assert not all(RETURNED["the best found"](each) for each in failed)
            continue
        assert all(RETURNED[described](each) for each in failed)
        if described in ("the best found", "the crossing value"):
            for simpler in ("the value", "alpha", "beta"):
                assert not all(RETURNED[simpler](each) for each in failed)


def small_case(row: Row) -> Small:
    """The tree and the window of a row."""
    alpha, beta = map(read_number, row["window"].strip("()").split(","))
    return loads(re.sub("-?inf", '"\\g<0>"', row["tree"])), Window(alpha, beta)


def size(tree: ExplicitTree[Number]) -> tuple[int, int]:
    """Leaves, then nodes."""
    return len(tree.leaf_values), len(tree)


def smaller(than: tuple[int, int], *, only_full: bool) -> Iterator[Small]:
    """All cases of a smaller size, with up to four single children."""
    for leaves in range(1, than[0] + 1):
        for single_children in range(MOST_SINGLE_CHILDREN + 1 if leaves < than[0] else than[1] - leaves):
            for tree, window in small(leaves, single_children, only_full=only_full):
                if size(tree) < than:
                    yield tree, window


def check_smallest(
    rows: list[Row], columns: dict[str, list[str]], entry: Callable[[str, ExplicitTree[Number], Window[Number]], Number]
) -> None:
    """Each entry is right, each two columns differ in some row, and on no smaller tree than the first of these."""
    for row in rows:
        for column, variants in columns.items():
            assert {show(entry(name, *small_case(row))) for name in variants} == {row[column]}, (row, column)
    for one, other in combinations(columns, 2):
        first = next(row for row in rows if row[one] != row[other])
        tree, window = small_case(first)
        for case in smaller(size(tree), only_full=window == FULL):
            assert entry(columns[one][0], *case) == entry(columns[other][0], *case), (one, other, case)


def test_the_smallest_trees_on_which_values_differ() -> None:
    """The table of values tells any two of the seven functions apart, and no smaller tree does."""
    check_smallest(table("docs/forms.md", "tree", "fail_soft"), SAME_VALUES, found_by)


@pytest.mark.parametrize("only_full", [False, True])
def test_the_smallest_trees_on_which_reads_differ(only_full: bool) -> None:
    """The table of reads tells any two of the four kinds apart, in narrow windows and in the full one."""
    rows = table("docs/forms.md", "tree", "all others")
    check_smallest([row for row in rows if (small_case(row)[1] == FULL) == only_full], SAME_READS, read_by)
