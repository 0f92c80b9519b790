"""The worked examples of the sources: the value, and the evaluated leaves in order.

A leaf written "x" has a value that the source does not give, and "low" one that the source only says is below 12; both
are drawn. Source 000: ICS 180A 1997; 001: the encyclopaedia write-up; 002: the CS 112 lecture, whose form has a strict
test and searches each root child with the full window; 003: the article with number lines; 004: the blog with a worked
tree.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prunecheck import FULL, INF, ExplicitTree, Number, Search, Window, from_nested
from prunecheck.contracts.evidence import run
from searches import (
    CUTS_AT_EQUALITY,
    CUTS_WHEN_CROSSED,
    EVERY_SEARCH,
    PARENTS_BOUND_ONLY,
    PRUNES_NOTHING,
    choose_move,
    strict_fail_hard,
    through_choose_move,
)

ANY = st.integers(-20, 20) | st.sampled_from([-INF, INF])
BELOW_3: Window[Number] = Window(-INF, 3)
BELOW_12 = st.integers(-20, 11) | st.just(-INF)


def written_leaves(tree: object) -> Iterator[str]:
    """The leaves of nested lists as they are written, from left to right."""
    if isinstance(tree, list):
        for child in tree:
            yield from written_leaves(child)
    else:
        yield str(tree)


@st.composite
def fillings(draw: st.DrawFn, tree: object) -> object:
    """`tree` with a drawn value for each leaf without a value."""
    if isinstance(tree, list):
        return [draw(fillings(child)) for child in tree]
    return draw({"x": ANY, "low": BELOW_12}.get(str(tree), st.just(tree)))


def reads(search: Search, written: object, tree: ExplicitTree[Number], window: Window[Number] = FULL) -> str:
    """The leaves of `tree` that `search` evaluates, in order, in written form."""
    leaves = [node for node in range(len(tree)) if tree.is_terminal(node)]  # nodes are numbered left to right
    name = dict(zip(leaves, written_leaves(written), strict=True))
    return " ".join(name[node] for node in run(search, tree, window).leaves)


@dataclass(frozen=True)
class Example:
    """A tree as written, its value, and the leaves evaluated by forms that test `>=`, by 002 and by `choose_move`.

    The last two fields are None if they depend on random leaves. `choose_move` is also None if MIN is at the root.
    """

    tree: object
    value: Number
    reads: str
    strictly: str | None
    choosing: str | None
    max_at_root: bool = True


NUMBER_LINES = [[[[3, 17], [2, "x"]], [[15], ["x", "x"]]], [[[2, "x"], [3]], [["x", "x"]]]]
WORKED_TREE = [
    [[-19, -2, 12], ["low", 19, 18], ["low", "low", 18]],
    [["low", 12, "low"], ["x", "x", "x"], ["x", "x", "x"]],
    [[-6], ["x", "x", "x"], ["x", "x", "x"]],
]
# B of source 000: F is 12, and G, H and I are larger
VALUE_12 = [[11, 12, 7, 9], [15, "x"], [13, "x"], [14, "x"]]

EXAMPLES = {
    "001, two moves deep": Example([[9, 4], [3, "x"]], 4, "9 4 3", "9 4 3", "9 4 3 x"),
    "002, two levels": Example([5, 13, [2, "x"]], 13, "5 13 2", "5 13 2", "5 13 2 x"),
    "002, find a win, stop": Example([INF, 7, 8], INF, "inf", "inf 7 8", "inf 7 8"),
    "003, number lines": Example(NUMBER_LINES, 3, "3 17 2 15 2 3", None, "3 17 2 15 2 x 3 x x"),
    "000, F and G": Example(
        [[11, 12, 7, 9], [15, "x", "x"]], 12, "11 12 7 9 15", "11 12 7 9 15", None, max_at_root=False
    ),
    "000, deep": Example(
        [VALUE_12, [[[10, "x", "x"]]]],
        12,
        "11 12 7 9 15 13 14 10",
        "11 12 7 9 15 13 14 10",
        "11 12 7 9 15 13 14 10 x x",
    ),
    "004, the worked tree": Example(WORKED_TREE, 12, "-19 -2 12 low 19 low low 18 low 12 low -6", None, None),
}


@pytest.mark.slow_cases("000, deep", "003*", "004*", "000, F and G")
@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
@given(data=st.data())
def test_forms_that_cut_at_equality_evaluate_the_leaves_of_the_source(example: Example, data: st.DataObject) -> None:
    """Value and leaves are those of the source, for all values of the pruned leaves."""
    tree = from_nested(data.draw(fillings(example.tree)), max_at_root=example.max_at_root)
    for name, search in CUTS_AT_EQUALITY.items():
        assert (name, run(search, tree, FULL).found) == (name, example.value)
        assert (name, reads(search, example.tree, tree)) == (name, example.reads)


@pytest.mark.slow_cases("000, deep", "003*", "004*", "000, F and G")
@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
@given(data=st.data())
def test_the_lecture_form_finds_the_same_value_and_may_evaluate_more(example: Example, data: st.DataObject) -> None:
    """The strict test of source 002 does not cut off at equality, as on its own tree, and on those of 003 and 004."""
    tree = from_nested(data.draw(fillings(example.tree)), max_at_root=example.max_at_root)
    assert run(CUTS_WHEN_CROSSED, tree, FULL).found == example.value
    if example.strictly is not None:
        assert reads(CUTS_WHEN_CROSSED, example.tree, tree) == example.strictly


@pytest.mark.slow_cases("000, deep", "003*", "004*")
@pytest.mark.parametrize("name", [name for name, example in EXAMPLES.items() if example.max_at_root])
@given(data=st.data())
def test_choose_move_finds_the_same_value_without_passing_bounds(name: str, data: st.DataObject) -> None:
    """The driver evaluates the x of source 002's example, which the text prunes, because that child gets no bound."""
    example = EXAMPLES[name]
    tree = from_nested(data.draw(fillings(example.tree)))
    assert run(through_choose_move, tree, FULL).found == example.value
    if example.choosing is not None:
        assert reads(through_choose_move, example.tree, tree) == example.choosing


@pytest.mark.slow
@given(data=st.data())
def test_the_strict_form_continues_if_the_number_lines_only_touch(data: st.DataObject) -> None:
    """In 003 the last cutoff is at alpha = beta = 3: 002 evaluates [x, x], the second x unless the first is < 3."""
    tree = from_nested(data.draw(fillings(NUMBER_LINES)))
    first_x = tree.leaf_values[-2]
    assert reads(CUTS_WHEN_CROSSED, NUMBER_LINES, tree) == "3 17 2 15 2 3 x" + (" x" if first_x >= 3 else "")


@given(i=st.lists(ANY, min_size=3, max_size=3), j=st.lists(ANY, min_size=3, max_size=3))
def test_the_strict_form_evaluates_i_of_the_worked_tree_and_j_unless_i_is_below_12(
    i: list[Number], j: list[Number]
) -> None:
    """In 004, C's beta only equals A's alpha of 12; L and M come after crossed bounds, so 002 prunes them as well."""
    tree = from_nested([[[12]], [[12], i, j], [[-6], [0], [0]]])
    named = [[["e"]], [["h"], ["i"] * 3, ["j"] * 3], [["k"], ["l"], ["m"]]]
    read = reads(CUTS_WHEN_CROSSED, named, tree)
    assert "i" in read
    assert ("j" in read) == (max(i) >= 12)
    assert "l" not in read
    assert "m" not in read
    assert reads(CUTS_AT_EQUALITY["inherited_bounds"], named, tree) == "e h k"


@pytest.mark.slow
@given(data=st.data())
def test_choose_move_evaluates_some_leaves_of_each_node_of_the_worked_tree(data: st.DataObject) -> None:
    """In 004 `chooseMove` evaluates some of I and J and of L and M: B's 12 is not passed on to C and D."""
    tree = from_nested(data.draw(fillings(WORKED_TREE)))
    first_leaves = [[[name, "-", "-"] for name in names] for names in ("efg", "hij", "klm")]
    first_leaves[2][0] = ["k"]
    assert reads(through_choose_move, first_leaves, tree).replace("-", "").split() == list("efghijklm")


@given(
    rest_of_n=st.lists(ANY, min_size=1, max_size=3),
    rest_of_j=st.lists(ANY, min_size=1, max_size=3),
    rest_of_c=ANY,
)
def test_a_deep_cutoff_ends_n_at_its_first_leaf(
    rest_of_n: list[Number], rest_of_j: list[Number], rest_of_c: Number
) -> None:
    """In 000, the root's 12 cuts off the rest of N after the 10, for all other values in J and C, but not in F1."""
    tree = from_nested([[[12]], [[[10, *rest_of_n], rest_of_j], [[rest_of_c]]]])
    named = [[["b"]], [[["10", *["n"] * len(rest_of_n)], ["j"] * len(rest_of_j)], [["c"]]]]
    for search in CUTS_AT_EQUALITY.values():
        assert reads(search, named, tree).startswith("b 10 j")
    assert reads(PARENTS_BOUND_ONLY, named, tree).startswith("b 10 n")


@pytest.mark.parametrize("search", PRUNES_NOTHING.values(), ids=PRUNES_NOTHING)
def test_minimax_finds_4_in_the_article_tree(search: Search) -> None:
    """Plain minimax evaluates all of source 003's first tree."""
    written = [[[1], [3, -2, -5]], [[99], [2, -99]], [[4]]]
    tree = from_nested(written)
    assert run(search, tree, FULL).found == 4
    assert reads(search, written, tree) == "1 3 -2 -5 99 2 -99 4"


@pytest.mark.parametrize("search", EVERY_SEARCH.values(), ids=EVERY_SEARCH)
def test_every_form_finds_4_in_the_article_tree(search: Search) -> None:
    """Pruning changes which leaves are evaluated, but not the value."""
    assert run(search, from_nested([[[1], [3, -2, -5]], [[99], [2, -99]], [[4]]]), FULL).found == 4


def test_the_pseudocode_of_003_returns_a_bound_where_its_prose_returns_the_value() -> None:
    """At [15] with beta = 3, it returns 3 like the pseudocode, and fail-soft 15 like the text; both read one leaf."""
    tree = from_nested([15], max_at_root=False)
    assert run(CUTS_AT_EQUALITY["moving_bounds"], tree, BELOW_3).found == 3
    assert run(CUTS_AT_EQUALITY["fail_soft"], tree, BELOW_3).found == 15
    for search in CUTS_AT_EQUALITY.values():
        assert reads(search, [15], tree, BELOW_3) == "15"


@given(x=ANY)
def test_the_value_15_is_needed_to_prune_by_a_strict_test_alone(x: Number) -> None:
    """003 says that its parent could not prune if [15] returned 3. With `<=` it prunes; strictly, only fail-soft."""
    written = [[15], ["x", "x"]]
    tree = from_nested([[15], [x, x]])
    for search in CUTS_AT_EQUALITY.values():
        assert reads(search, written, tree, BELOW_3) == "15"
    assert reads(CUTS_WHEN_CROSSED, written, tree, BELOW_3) == "15"
    assert reads(strict_fail_hard, written, tree, BELOW_3).startswith("15 x")


def test_choose_move_takes_the_first_best_child() -> None:
    """Source 002 keeps a move until a better one is found."""
    assert choose_move(from_nested([[3, 5], [7, 4], [4, 9]]), 0) == (1, 4)


def test_choose_move_has_no_move_if_all_are_lost() -> None:
    """Source 002 starts from -Inf and requires more; the known break has two children of value -inf."""
    assert choose_move(from_nested([-INF, -INF]), 0) == (None, -INF)


def test_a_finite_infinity_hides_every_value_below_it() -> None:
    """With source 002's Inf = 1000000, a leaf of -2,000,000 gives -1,000,000, and no move is chosen."""
    assert choose_move(from_nested([-2_000_000]), 0, infinity=1_000_000) == (None, -1_000_000)
