"""Any recursive form with a table satisfies `fishburn`, and all entries of its table are right."""

from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prunecheck import FULL, INF, ExplicitTree, Number, PreconditionError, from_nested
from prunecheck.catalog import variant
from prunecheck.contracts.case import Case
from prunecheck.contracts.evidence import CallResult, Evidence
from prunecheck.contracts.table_entries import TABLE
from prunecheck.contracts.value import FISHBURN
from prunecheck.oracle.deeper_entries import DeeperEntries
from prunecheck.strategies import trees
from prunecheck.trees.explicit import build
from prunecheck.trees.search import Choice
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.views.quiescent import jumps, quiescent
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.walk import heights
from prunecheck.variants.call_forms import by_player
from prunecheck.variants.forms.clamped import clamped_max, clamped_min
from prunecheck.variants.forms.delayed_test import delayed_max, delayed_min
from prunecheck.variants.forms.explicit_stack import explicit_stack
from prunecheck.variants.forms.f1 import f1
from prunecheck.variants.forms.f2 import f2
from prunecheck.variants.forms.fail_soft import fail_soft
from prunecheck.variants.forms.hughes import hughes, maximise, minimise
from prunecheck.variants.forms.inherited_bounds import inherited_bounds
from prunecheck.variants.forms.make_unmake import make_unmake
from prunecheck.variants.forms.minimax import minimax
from prunecheck.variants.forms.moving_bounds import moving_bounds
from prunecheck.variants.forms.negamax import negamax
from prunecheck.variants.forms.negamax_alpha_beta import negamax_alpha_beta
from prunecheck.variants.forms.strict_test import strict_test
from prunecheck.variants.forms.two_functions import max_value, min_value
from prunecheck.variants.memory.call_with_table import for_mover_with_memory
from prunecheck.variants.memory.enhanced_cutoffs import enhanced_cutoffs
from prunecheck.variants.memory.internal_deepening import internal_deepening
from prunecheck.variants.memory.negascout_with_memory import negascout_with_memory
from prunecheck.variants.memory.remembered import Remembered, remembered
from prunecheck.variants.memory.remembering import remembering
from prunecheck.variants.memory.stack_with_memory import stack_with_memory
from prunecheck.variants.memory.table import NO_MOVE, Table
from prunecheck.variants.memory.table_move import table_move
from prunecheck.variants.memory.with_memory import with_memory
from prunecheck.variants.null_windows.ask import ask
from prunecheck.variants.null_windows.negascout import negascout
from prunecheck.variants.null_windows.pvs import pvs
from prunecheck.variants.ordering.learning import Learning

FOR_MOVER: Final = (negamax, f1, f2, negamax_alpha_beta, fail_soft)
FOR_MAX: Final = (minimax, moving_bounds, inherited_bounds, strict_test, make_unmake)
PAIRS: Final = ((max_value, min_value), (clamped_max, clamped_min), (delayed_max, delayed_min))

GIVEN_A_TABLE: Final[dict[str, Any]] = {
    **{form.__name__: for_mover_with_memory(*remembering(form)) for form in FOR_MOVER},
    **{form.__name__: for_mover_with_memory(remembering(form, ask)[0]) for form in (negascout, pvs)},
    **{form.__name__: remembering(form)[0] for form in FOR_MAX},
    "hughes": remembering(hughes, maximise, minimise)[0],
    **{forms[0].__name__: by_player(*remembering(*forms)) for forms in PAIRS},  # type: ignore[arg-type]  # Memory
}
WITH_A_TABLE: Final[dict[str, Any]] = {
    "with_memory": with_memory,
    "stack_with_memory": stack_with_memory,
    "table_move": for_mover_with_memory(table_move),
    "enhanced_cutoffs": for_mover_with_memory(enhanced_cutoffs),
    "negascout_with_memory": negascout_with_memory,
}
SEARCHES: Final = GIVEN_A_TABLE | WITH_A_TABLE
NEEDS_DEPTH: Final = for_mover_with_memory(internal_deepening)

TABLES: Final = st.one_of(
    st.builds(Table),
    st.builds(Table, st.integers(1, 3), policy=st.sampled_from(["new", "deep"])),
    st.builds(Table, st.sampled_from([2, 4]), policy=st.just("two_deep")),
)


def drawn(*, static_values: bool = False) -> st.SearchStrategy[ExplicitTree[Number]]:
    """Trees in which positions occur several times."""
    return trees(static_values=static_values).map(lambda tree: unfolded(tree, static_values=tree.has_static_values))


def judged(search: Any, table: Table, case: Case[Any], nth: int) -> list[object]:
    """The errors of a search and of its table, which is reused in the next search."""
    window = case.windows[nth]
    tree = remembered(case.tree, table)
    found = search(tree, tree.root, window.alpha, window.beta)
    run: CallResult[Any] = CallResult(found, [], table=table.entries())
    evidence = Evidence(case, nth, run, search)
    return [objection for objection in (FISHBURN.judge(evidence), TABLE.judge(evidence)) if objection is not None]


@pytest.mark.parametrize("name", SEARCHES)
@settings(max_examples=12)
@given(data=st.data())
def test_a_search_with_a_reused_table_satisfies_fishburn_and_its_entries_are_right(
    name: str, data: st.DataObject
) -> None:
    """The table has 1, 2, 3 or any number of slots, and is reused in all distinct windows."""
    case = Case(data.draw(drawn()))
    table = data.draw(TABLES)
    for nth in range(len(case.windows)):
        assert not judged(SEARCHES[name], table, case, nth)


@pytest.mark.parametrize("name", GIVEN_A_TABLE)
def test_a_bound_found_in_the_table_is_returned_inside_the_window(name: str) -> None:
    """A form that clamps its leaves takes a child's result for the new alpha, here after a shared position."""
    tree = remembered(build([[1, 2, 1], [], []], [None, 0, 1]))
    assert GIVEN_A_TABLE[name](tree, tree.root, -INF, INF) == 1


@pytest.mark.parametrize("view", [lambda tree: Learning(Cut(tree, 1)), lambda tree: quiescent(tree, jumps(tree, 2))])
def test_a_view_that_hides_the_plies_left_is_refused(view: Any) -> None:
    """Without the plies left, entries of one depth would answer searches to another."""
    with pytest.raises(PreconditionError, match="does not show how many plies are left below a node"):
        remembered(view(build([[1], [2], []], [0, 0, 1])))


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SEARCHES, "internal_deepening"])
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_reused_table_only_answers_for_its_depth(name: str, data: st.DataObject) -> None:
    """Searches to several depths come in any order, each in one window.

    The values are those of the tree cut at the depth.
    """
    tree = data.draw(drawn(static_values=True).filter(lambda tree: tree.has_static_values))
    table = data.draw(TABLES)
    deepest = heights(tree, tree.root)[tree.root]
    for depth in data.draw(st.lists(st.integers(0, deepest + 1), min_size=1, max_size=5)):
        case = Case(Cut(tree, depth), static_values=True)
        nth = data.draw(st.integers(0, len(case.windows) - 1))
        assert not judged(SEARCHES.get(name, NEEDS_DEPTH), table, case, nth)


def test_the_check_of_the_table_finds_false_entries_of_a_table_without_key_check() -> None:
    """The table has one slot and compares no bits: the entry of [0] answers for [1], so the root's entry is wrong."""
    case = Case(from_nested([[0], [1]]), [FULL])
    table = Table(1, key_bits=0)
    wrong = judged(with_memory, table, case, 0)
    assert [str(item) for item in wrong] == [
        "wrong value: got 0, expected 1",
        "wrong table entry for the root: value 0; expected 1",
    ]
    assert table.statistics.mistakes > 0
    assert not judged(with_memory, Table(1), case, 0)


@pytest.mark.parametrize(
    ("form", "why"),
    [
        (explicit_stack, "no table can be added to explicit_stack: it does not call itself, so it would only"),
        (hughes, "no table can be added to hughes: it does not call itself, so it would only look up the root"),
        (
            max,
            "no table can be added to max: it is not a top-level function of a module, with the parameters .tree",
        ),
    ],
)
def test_forms_that_cannot_get_a_table_are_refused(form: object, why: str) -> None:
    """These forms do not call themselves, or only through functions that are not passed, or are called differently."""
    with pytest.raises(PreconditionError, match=why):
        remembering(form)


def test_a_form_is_not_changed_by_getting_a_table() -> None:
    """Only the copy of the form uses the table in its recursion. The form itself still takes any tree."""
    remembering(moving_bounds)
    assert moving_bounds(from_nested([[3, 5], [2, 9]]), 0, -INF, INF) == 3


def published(tree: Remembered[int], node: int, alpha: Number, beta: Number) -> Number:
    """AlphaBetaWithMemory as published: a node with equal bounds is searched again, and both bounds may be stored."""
    lower, upper = tree.bounds(node)
    if lower >= beta:
        return lower
    if upper <= alpha:
        return upper
    alpha, beta = max(alpha, lower), min(beta, upper)
    if tree.is_terminal(node):
        g = tree.evaluate(node)
    elif tree.is_max(node):
        g, a = -INF, alpha
        for child in tree.children(node):
            g = max(g, published(tree, child, a, beta))
            if g >= beta:
                break
            a = max(a, g)
    else:
        g, b = INF, beta
        for child in tree.children(node):
            g = min(g, published(tree, child, alpha, b))
            if g <= alpha:
                break
            b = min(b, g)
    tree.remember(node, g if g > alpha or g >= beta else -INF, g if g < beta or g <= alpha else INF, NO_MOVE)
    return g


def test_the_published_pseudocode_stores_false_bounds_in_an_empty_window() -> None:
    """The second search of [[1, 0], 1] stops in [1, 0] after the 1, the root's value, and stores it as exact."""
    case = Case(from_nested([[1, 0], 1]), [FULL])
    for search, wrong in ((published, ["wrong table entry for [0]: value 1; expected 0"]), (with_memory, [])):
        table = Table(2)
        judged(search, table, case, 0)
        assert [str(violation) for violation in judged(search, table, case, 0)] == wrong


def test_a_row_with_a_table_answers_with_all_its_entries() -> None:
    """The answer has the value, the move and the table, which says that the second move is worth at most 2."""
    answer = variant("with_memory").search(from_nested([[3, 5], [2, 9]]), 0, -INF, INF)
    assert isinstance(answer, Choice)
    assert (answer.value, answer.move) == (3, 0)
    assert [(entry.lower, entry.upper) for entry in answer.table or ()] == [
        (3, 3),
        (3, 3),
        (3, 3),
        (5, 5),
        (-INF, 2),
        (2, 2),
    ]


def test_an_enhanced_cutoff_saves_the_leaves_before_the_refutation() -> None:
    """In [[A=3, B=1], [A, B]], the table says that B refutes the second move before A is evaluated again."""
    tree = build([[1, 4], [2, 3], [], [], [2, 3]], [None, None, 3, 1, None])
    leaves = []
    for name in ("with_memory", "enhanced_cutoffs"):
        log = recorded(tree)
        variant(name).search(log, log.root, -INF, INF)
        leaves.append([tree.evaluate(leaf) for leaf in log.leaves])
    assert leaves == [[3, 1, 3], [3, 1]]


@pytest.mark.slow
@settings(max_examples=40)
@given(data=st.data())
def test_the_depth_rule_explains_answers_from_deeper_entries(data: st.DataObject) -> None:
    """With `deeper`, a search may answer with values of the depths searched so far, and no others."""
    tree = data.draw(drawn(static_values=True).filter(lambda tree: tree.has_static_values))
    table, known = Table(deeper=True), DeeperEntries(tree)
    for depth in data.draw(st.lists(st.integers(0, 4), min_size=1, max_size=3)):
        known.searched(tree.root, depth)
        case = Case(Cut(tree, depth), [FULL], static_values=True)
        shallow = remembered(case.tree, table)
        run: CallResult[Any] = CallResult(with_memory(shallow, shallow.root, -INF, INF), [], table=table.entries())
        evidence = Evidence(case, 0, run, variant("with_memory").search, deeper=True, so_far=known)
        assert FISHBURN.judge(evidence) is None
        assert TABLE.judge(evidence) is None


def test_a_deeper_entry_gives_another_value_than_the_cut_tree() -> None:
    """The leaf is worth 1, and its parent's static value is 0; after depth 2, a search to depth 1 returns 1."""
    tree = build([[1], [2], []], [0, 0, 1])
    for deeper, expected in ((False, 0), (True, 1)):
        table = Table(deeper=deeper)
        found: Number = 0
        for depth in (2, 1):
            shallow = remembered(Cut(tree, depth), table)
            found = with_memory(shallow, shallow.root, -INF, INF)
        assert found == expected
