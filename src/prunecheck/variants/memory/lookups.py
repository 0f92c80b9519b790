"""Functions that add a transposition table to a recursive search: the search calls these functions instead of itself.

A search function (a *form*) that is fail-soft at every node satisfies the contract `fishburn`. A fail-soft form may be
called with its window narrowed to known bounds: the form's result is also right for the original window. For a proof,
see Nipkow's cache lemma (`ab_twice_lb`, `ab_twice_ub`) in Alpha_Beta_Pruning (Archive of Formal Proofs). So the same
four steps work for every fail-soft form: look up the bounds, narrow the window, call the form, and store the bounds
that follow from its result. Results are clamped to the window, since some searches clamp leaf values (Bird and
Hughes 1987), and then rely on results between alpha and beta, inclusive, from the nodes below. If a form takes only
one bound, or none, each missing bound is treated as infinite. A null-window search only asks whether a node's value is
above a bound. If a bound from the table already answers this, the bound from the table is returned, as in MT.

Some search functions, as in Hughes's pipeline, yield a lazy list of better and better bounds on a node's value. If the
transposition table contains a bound for the node, the first number in the list is this bound from the table. Each new
bound that the search function yields is stored in the table.
"""

from collections.abc import Callable, Iterator
from typing import Any

from prunecheck.trees.protocol import INF, N, Number
from prunecheck.variants.memory.call_with_table import MemoryForm
from prunecheck.variants.memory.mt import passes
from prunecheck.variants.memory.remembered import Memory
from prunecheck.variants.memory.table import NO_MOVE

# two functions that the copy of a form calls instead of itself: with the form's parameters, and with a window
Lookup = tuple[Callable[..., Any], Any]


def lookup_in_windows(form: MemoryForm) -> Lookup:
    """Make a function that looks a node up before it calls `form`.

    If a bound from the table proves that the value lies outside the window, `form` is not called, and the bound is
    returned. If a bound from the table lies inside the window, the window is narrowed to it.
    """

    def with_table(tree: Memory[N], node: N, alpha: Number, beta: Number, /) -> Number:
        lower, upper = tree.bounds(node)
        if lower >= beta or upper <= alpha or lower == upper:
            return max(alpha, min(lower if lower > alpha else upper, beta))
        alpha = max(alpha, lower)
        beta = min(beta, upper)
        value = form(tree, node, alpha, beta)
        tree.remember(node, value if value > alpha else -INF, value if value < beta else INF, NO_MOVE)
        return value

    return with_table, with_table


def lookup_with_a_bound(form: Callable[..., Number]) -> Lookup:
    """Make a function that looks a node up before it calls `form`, which takes only an upper bound.

    If a lower bound from the table is greater than or equal to the upper bound of the search, `form` is not called, and
    the lower bound is returned. If an upper bound from the table is smaller than the upper bound of the search, `form`
    is called with the upper bound from the table.
    """

    def with_table(tree: Memory[N], node: N, bound: Number, /) -> Number:
        lower, upper = tree.bounds(node)
        if lower >= bound or lower == upper:
            return lower
        bound = min(bound, upper)
        value = form(tree, node, bound)
        tree.remember(node, value, value if value < bound else INF, NO_MOVE)
        return value

    def in_window(tree: Memory[N], node: N, alpha: Number, beta: Number, /) -> Number:
        return with_table(tree, node, beta)

    return with_table, in_window


def lookup_without_window(form: Callable[..., Number]) -> Lookup:
    """Make a function that looks a node up before it calls `form`, which takes no window.

    If the table contains the exact value of the node, this value is returned.
    """

    def with_table(tree: Memory[N], node: N, /) -> Number:
        lower, upper = tree.bounds(node)
        if lower == upper:
            return lower
        value = form(tree, node)
        tree.remember(node, value, value, NO_MOVE)
        return value

    def in_window(tree: Memory[N], node: N, alpha: Number, beta: Number, /) -> Number:
        return with_table(tree, node)

    return with_table, in_window


def lookup_of_questions(form: Callable[..., Number]) -> Lookup:
    """Make a function that looks a node up before it calls `form`, a null-window search.

    If a bound from the table already decides whether the node's value is above the tested bound, `form` is not called,
    and the bound from the table is returned.
    """

    def with_table(tree: Memory[N], node: N, bound: Number, strict: bool, /) -> Number:
        lower, upper = tree.bounds(node)
        if passes(lower, bound, strict):
            return lower
        if not passes(upper, bound, strict):
            return upper
        value = form(tree, node, bound, strict)
        yes = passes(value, bound, strict)
        tree.remember(node, value if yes else -INF, INF if yes else value, NO_MOVE)
        return value

    return with_table, with_table


def lookup_of_lists(form: Callable[..., Iterator[Number]]) -> Lookup:
    """Make a function that looks a node up before it calls `form`, which yields a lazy list.

    If the table contains a bound for the node, this bound is yielded first. Each number that `form` yields is stored in
    the table as a new bound.
    """

    def with_table(tree: Memory[N], node: N, /) -> Iterator[Number]:
        lower, upper = tree.bounds(node)
        if lower == upper:
            yield lower
            return
        is_max = tree.is_max(node)
        best = lower if is_max else upper
        if -INF < best < INF:
            yield best
        for number in form(tree, node):
            best = max(best, number) if is_max else min(best, number)
            tree.remember(node, best if is_max else -INF, INF if is_max else best, NO_MOVE)
            yield number
        tree.remember(node, best, best, NO_MOVE)

    return with_table, with_table
