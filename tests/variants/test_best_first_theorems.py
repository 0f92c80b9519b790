"""Theorems about SSS*, DUAL* and MTD, each as a property of our searches.

The trees are drawn ones, uneven, with ties, infinities and players who move twice; all small ones; and games. In none
of them do two paths lead to one node: a memory would save leaves there that a list of open states does not.
"""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import TypeAlias

import pytest

from prunecheck import FULL, ExplicitTree, Number, Window, from_nested
from prunecheck.catalog import variant
from prunecheck.contracts.case import Case
from prunecheck.contracts.evidence import run
from prunecheck.oracle.minimax import value
from prunecheck.strategies.encoding import decode
from prunecheck.theory.uniform import fewest_leaves
from prunecheck.trees.games.connect_four import ConnectFour
from prunecheck.trees.games.kalah import Kalah
from prunecheck.trees.games.othello import Othello
from prunecheck.trees.models.orders import best_first
from prunecheck.trees.search import AnySearch
from prunecheck.trees.small import filled, shapes, weak_orders
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.cut import cut
from prunecheck.variants.memory.by_node import by_node
from prunecheck.variants.null_windows.mtd_f import mtd_f

Call: TypeAlias = tuple[ExplicitTree[Number], Window[Number]]

ALPHA_BETA, RIGHT_GUESS = "explicit_stack", "mtd_f, f = v"
MTD = ("mt_sss", "mt_dual", "mtd_f", RIGHT_GUESS, "bisection")
BEST_FIRST = ("sss_star", "dual_star", *MTD)


def drawn() -> Iterator[Call]:
    """Trees from random bytes, each in the full window and in another one."""
    random = Random(16)  # noqa: S311  # repeatable
    for _ in range(120):
        tree = decode(random.randbytes(random.randint(10, 64)), shared=False, static_values=False, turns=True)
        yield tree, FULL
        yield tree, random.choice(Case(tree).windows)


def small() -> Iterator[Call]:
    """All trees of up to three leaves in all windows, and those of four leaves in the full window, with ties."""
    for leaves in (1, 2, 3, 4):
        for shape in shapes(leaves):
            for ranks in weak_orders(leaves):
                tree = from_nested(filled(shape, iter(ranks)))
                for explicit_tree in (tree, tree.replaced(players=[not player for player in tree.players])):
                    for window in Case(explicit_tree).windows if leaves < 4 else [FULL]:
                        yield explicit_tree, window


def games() -> Iterator[Call]:
    """The first plies of three games; in Kalah a player may move again."""
    for tree in (
        unfolded(cut(Othello(4), 6)),
        unfolded(cut(ConnectFour(4, 4, run=3), 6)),
        unfolded(cut(Kalah(3, 3), 5)),
    ):
        yield tree, FULL
        yield tree, Window(-1, 1)


SAMPLES: dict[str, Callable[[], Iterator[Call]]] = {"drawn": drawn, "small": small, "games": games}
each_sample = pytest.mark.parametrize("sample", SAMPLES)


def search_named(name: str, tree: ExplicitTree[Number]) -> AnySearch:
    """A search of the catalogue, or MTD(f) with the right value as its guess."""
    return by_node(mtd_f, value(tree, tree.root)) if name == RIGHT_GUESS else variant(name).search


@cache
def calls(sample: str) -> tuple[Call, ...]:
    """The trees and windows of a sample."""
    return tuple(SAMPLES[sample]())


@cache
def evaluated(name: str, sample: str) -> list[list[int]]:
    """The leaves that a search evaluates on each tree of a sample, in order."""
    return [list(run(search_named(name, tree), tree, window).leaves) for tree, window in calls(sample)]


def within(name: str, other: str, sample: str) -> bool:
    """True if the one search evaluates no leaf that the other does not evaluate."""
    pairs = zip(evaluated(name, sample), evaluated(other, sample), strict=True)
    return all(set(leaves) <= set(others) for leaves, others in pairs)


@each_sample
def test_sss_star_evaluates_no_leaf_that_alpha_beta_prunes(sample: str) -> None:
    """Stockman 1979; with ties, only if the leftmost of equal states comes first: Campbell and Marsland 1983."""
    assert within("sss_star", ALPHA_BETA, sample)


@each_sample
def test_sss_star_is_mtd_from_above(sample: str) -> None:
    """Plaat, Schaeffer, Pijls and de Bruin 1995: SSS* = alpha-beta + TT, with the same leaves in the same order."""
    assert evaluated("sss_star", sample) == evaluated("mt_sss", sample)


@each_sample
def test_dual_star_is_mtd_from_below(sample: str) -> None:
    """Plaat, Schaeffer, Pijls and de Bruin 1995, with the same leaves in the same order."""
    assert evaluated("dual_star", sample) == evaluated("mt_dual", sample)


@each_sample
@pytest.mark.parametrize("name", MTD)
def test_mtd_evaluates_no_leaf_that_alpha_beta_prunes(name: str, sample: str) -> None:
    """De Bruin, Pijls and Plaat 1994: neither the first guess nor the later null windows matter."""
    assert within(name, ALPHA_BETA, sample)


@each_sample
def test_mtd_with_a_right_guess_evaluates_no_leaf_twice(sample: str) -> None:
    """Plaat, Schaeffer, Pijls and de Bruin 1996: it needs one null window for each of the two bounds."""
    assert all(len(set(leaves)) == len(leaves) for leaves in evaluated(RIGHT_GUESS, sample))


@pytest.mark.parametrize("name", BEST_FIRST)
def test_best_first_searches_need_the_minimum_in_perfect_order(name: str) -> None:
    """Knuth and Moore 1975: b^ceil(d/2) + b^floor(d/2) - 1 leaves, as alpha-beta."""
    for branching, depth in [(2, 1), (2, 2), (2, 5), (2, 6), (3, 3), (3, 4), (4, 3), (5, 2)]:
        for seed in range(2):
            tree = best_first(branching, depth, seed=seed, max_at_root=seed == 0)
            leaves = run(search_named(name, tree), tree, FULL).leaves
            assert len(leaves) == len(set(leaves)) == fewest_leaves(branching, depth)
