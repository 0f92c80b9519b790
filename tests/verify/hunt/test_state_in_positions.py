"""A search that stores something in the positions is checked by several searches of the same position objects."""

from collections.abc import Callable
from math import inf
from typing import Any

import pytest

from prunecheck import Verdict, from_nested, verify_search
from prunecheck.subjects.find import subject_of
from prunecheck.subjects.load_search import load_object
from prunecheck.trees.call import Call
from prunecheck.trees.window import Window
from prunecheck.verify.judge import broken_in


def bound_as_value(node: Any, alpha: float = -inf, beta: float = inf) -> Any:
    """Find a bound that an earlier search stored, and return it as the value."""
    if getattr(node, "cached", None) is not None:
        return node.cached
    if not node.children:
        return node.value
    best = -inf
    for child in node.children:
        best = max(best, -bound_as_value(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    node.cached = best
    return best


def only_in_this_window(node: Any, alpha: float = -inf, beta: float = inf) -> Any:
    """Find a value that an earlier search with the same window stored."""
    if getattr(node, "window", None) == (alpha, beta):
        return node.cached
    if not node.children:
        return node.value
    best = -inf
    for child in node.children:
        best = max(best, -only_in_this_window(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    node.window, node.cached = (alpha, beta), best
    return best


def only_in_full_depth(node: Any, depth: int, alpha: float, beta: float) -> Any:
    """Find a value that an earlier search stored, perhaps a search to another depth."""
    if not node.children:
        return node.value
    if depth == 0:
        return node.value
    if (alpha, beta) == (-inf, inf) and hasattr(node, "cached"):
        return node.cached
    best = -inf
    for child in node.children:
        best = max(best, -only_in_full_depth(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    if (alpha, beta) == (-inf, inf):
        node.cached = best
    return best


def cuts_children_off(node: Any, alpha: float = -inf, beta: float = inf) -> Any:
    """Remove each child from the list after its search."""
    if not node.children:
        return node.value
    best = -inf
    while node.children:
        best = max(best, -cuts_children_off(node.children.pop(0), -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def sorts_children(node: Any, alpha: float = -inf, beta: float = inf) -> Any:
    """Sort the list of children, which is right."""
    if not node.children:
        return node.value
    node.children.sort(key=lambda child: len(child.children))
    best = -inf
    for child in node.children:
        best = max(best, -sorts_children(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def plain(node: Any, alpha: float = -inf, beta: float = inf) -> Any:
    """Change nothing."""
    if not node.children:
        return node.value
    best = -inf
    for child in node.children:
        best = max(best, -plain(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def _verdict(search: Callable[..., Any]) -> Verdict:
    return verify_search(search, examples=10)


@pytest.mark.parametrize(
    ("search", "stored"),
    [
        (bound_as_value, ("cached",)),
        (only_in_this_window, ("cached", "window")),
        (only_in_full_depth, ("cached",)),
        (cuts_children_off, ("children",)),
        (sorts_children, ("children",)),
        (plain, ()),
    ],
)
def test_what_a_search_changes_in_positions_is_found(search: Callable[..., Any], stored: tuple[str, ...]) -> None:
    """Attributes that are set count, and so do lists of children that are changed."""
    traits = subject_of(load_object(search)).traits
    assert traits.stored_in_positions == stored
    assert traits.keeps_state == bool(stored)


def test_a_later_search_gets_the_same_position_objects() -> None:
    """The first search stores a bound in the root, also if the second search begins at the root's child."""
    subject, tree = subject_of(load_object(bound_as_value)), from_nested([[3, 2], [1, 0], [6, 5]])
    assert broken_in(subject, [Call(tree)], ["exact"]) == []
    assert broken_in(subject, [Call(tree, Window(-inf, 2)), Call(tree)], ["exact"]) == ["exact"]
    assert broken_in(subject, [Call(tree), Call(tree, path=(1,))], ["exact"]) == ["exact"]


@pytest.mark.fast_cases("bound_as_value")
@pytest.mark.parametrize("search", [bound_as_value, only_in_full_depth, cuts_children_off])
def test_a_wrong_value_from_a_position_fails(search: Callable[..., Any]) -> None:
    """Each search is right on positions that were never searched."""
    verdict = _verdict(search)
    assert not verdict.sound
    assert "step 2" in str(verdict)
    assert "same position objects" in str(verdict)


@pytest.mark.fast_cases("only_in_this_window")
@pytest.mark.parametrize("search", [only_in_this_window, sorts_children])
def test_a_right_search_that_changes_positions_passes(search: Callable[..., Any]) -> None:
    """The report says that sequences were checked, and with which objects."""
    verdict = _verdict(search)
    assert verdict.sound
    assert "sequences of searches on one instance" in str(verdict)
    assert "the same position objects in several searches" in str(verdict)
