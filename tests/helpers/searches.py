"""Searches for tests with exact counts: all variants of the catalogue, by name, and two more."""

from typing import Final

from prunecheck import INF, Number, Search, Tree
from prunecheck.catalog import null_windows
from prunecheck.catalog.forms import FORMS
from prunecheck.trees.protocol import N
from prunecheck.variants.call_forms import for_mover
from prunecheck.variants.forms.strict_test import strict_test

FORM: Final[dict[str, Search]] = {row.name: row.form for row in FORMS}
SAME_VALUES: Final[dict[str, tuple[str, ...]]] = {  # a new form is added to a group, or becomes one
    "minimax": ("minimax", "negamax", "hughes"),
    "f1": ("f1",),
    "f2": ("f2", "negamax_alpha_beta", "make_unmake", "moving_bounds", "delayed_test"),
    "two_functions": ("two_functions",),
    "clamped": ("clamped",),
    "fail_soft": ("fail_soft", "inherited_bounds", "explicit_stack"),
    "strict_test": ("strict_test",),
}
CUTS_AT_EQUALITY: Final[dict[str, Search]] = {  # forms that test `>=` evaluate the same leaves, by the law
    name: FORM[name]
    for group in ("f2", "fail_soft", "two_functions", "clamped")
    for name in SAME_VALUES[group]
    if name != "make_unmake"  # tested by `test_make_and_unmake`
}
CUTS_WHEN_CROSSED: Final[Search] = FORM["strict_test"]
PARENTS_BOUND_ONLY: Final[Search] = FORM["f1"]
LAZY_LISTS: Final[Search] = FORM["hughes"]
PRUNES_NOTHING: Final[dict[str, Search]] = {name: FORM[name] for name in ("minimax", "negamax")}
SCOUTS: Final[dict[str, Search]] = {  # they only search a child fully if a null window says that it is better
    row.name: row.form
    for row in null_windows.NULL_WINDOWS
    if row.name in ("scout", "pvs", "negascout", "negascout_last_plies")
}
EVERY_SEARCH: Final[dict[str, Search]] = {
    **CUTS_AT_EQUALITY,
    "strict_test": CUTS_WHEN_CROSSED,
    "f1": PARENTS_BOUND_ONLY,
    "hughes": LAZY_LISTS,
    **PRUNES_NOTHING,
}


def choose_move(tree: Tree[N, Number], node: N, *, infinity: Number = INF) -> tuple[int | None, Number]:
    """The first best root move for MAX, and its value, as in source 002: each child is searched in the full window.

    The move is None if no child has a value above `-infinity`.
    """
    move, largest = None, -infinity
    for nth, child in enumerate(tree.children(node)):
        found = strict_test(tree, child, -infinity, infinity)
        if found > largest:
            move, largest = nth, found
    return move, largest


def through_choose_move(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """`choose_move` called as a search; it takes no window."""
    return choose_move(tree, node)[1]


def _strict_fail_hard(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """A bug: F2 with the strict test.

    When F2 fails, it returns a bound, which never exceeds beta, so there are fewer cutoffs.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    m = alpha
    for child in tree.children(node):
        m = max(m, -_strict_fail_hard(tree, child, -beta, -m))
        if m > beta:
            break
    return m


strict_fail_hard: Final[Search] = for_mover(_strict_fail_hard)
