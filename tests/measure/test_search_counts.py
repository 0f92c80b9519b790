"""The counts of a search match their definitions, by which they are recounted from a log of calls."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prunecheck import FULL, INF, ExplicitTree, Number, Tree, Window, from_nested
from prunecheck.catalog import VARIANTS, Need
from prunecheck.errors import BudgetError
from prunecheck.measure.counts import Counts, counted
from prunecheck.strategies import trees, windows
from prunecheck.trees.explicit import build
from prunecheck.trees.models.independent import RandomLeaves
from prunecheck.trees.protocol import N
from prunecheck.trees.search import AnySearch
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.recorded import recorded
from prunecheck.variants.call_forms import for_mover

Path: TypeAlias = tuple[int, ...]

FITTING = [name for name, variant in VARIANTS.items() if Need.STATIC_VALUES not in variant.needs]
# each form visits every node at most once, and enters children from left to right
ONCE = ("minimax", "negamax", "f1", "f2", "fail_soft", "strict_test", "two_functions", "explicit_stack", "clamped")


class Paths:
    """A tree whose nodes are paths, with a log of visits and evaluated leaves, but without counts."""

    root: Path = ()

    def __init__(self, tree: ExplicitTree[Number]) -> None:
        """Log the calls and pass them on to `tree`."""
        self.tree = tree
        self.visits: list[Path] = []
        self.reads: list[Path] = []

    def at(self, path: Path) -> int:
        """The node of the inner tree at the end of a path."""
        node = self.tree.root
        for place in path:
            node = self.tree.children(node)[place]
        return node

    def children(self, path: Path, /) -> Iterator[Path]:
        """One path for each child."""
        return ((*path, place) for place in range(len(self.tree.children(self.at(path)))))

    def is_terminal(self, path: Path, /) -> bool:
        """The answer of the inner tree."""
        self.visits.append(path)
        return self.tree.is_terminal(self.at(path))

    def evaluate(self, path: Path, /) -> Number:
        """The answer of the inner tree."""
        if self.tree.is_terminal(self.at(path)):
            self.reads.append(path)
        return self.tree.evaluate(self.at(path))

    def is_max(self, path: Path, /) -> bool:
        """The answer of the inner tree."""
        return self.tree.is_max(self.at(path))

    def key(self, path: Path, /) -> Hashable:
        """The answer of the inner tree."""
        return self.tree.key(self.at(path))


def recount(search: AnySearch, tree: ExplicitTree[Number], window: Window[Number]) -> Counts:
    """The counts by definition: the children that each visit of a node enters before the node's next visit."""
    log = Paths(tree)
    search(log, log.root, window.alpha, window.beta)
    inner = {path for path in log.visits if not tree.is_terminal(log.at(path))}
    inner |= {path[:-1] for path in log.visits if path}  # a driver may not call the root
    cut_offs: Counter[int] = Counter()
    again = 0
    for path in inner:
        for entered in entries(log.visits, path):
            again += len(entered) - len(set(entered))
            if entered and max(entered) < len(tree.children(log.at(path))) - 1:
                cut_offs[max(entered)] += 1
    again += max(0, log.visits.count(()) - 1)
    return Counts(
        leaves=len(log.reads),
        distinct_leaves=len(set(log.reads)),
        interior=sum(path in inner for path in log.visits),
        cut_offs=tuple(cut_offs[place] for place in range(max(cut_offs, default=-1) + 1)),
        researches=again,
    )


def entries(visits: Iterable[Path], path: Path) -> list[list[int]]:
    """For each visit of a node, the indices of the children entered, in order."""
    found: list[list[int]] = [[]]
    for visit in visits:
        if visit == path:
            found.append([])
        elif visit and visit[:-1] == path:
            found[-1].append(visit[-1])
    return found


def scouting(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """Search each later child in a narrow window first, and re-search it if needed."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for place, child in enumerate(tree.children(node)):
        low = max(alpha, best)
        narrow = place > 0 and low < low + 1 < beta
        found = -scouting(tree, child, -(low + 1) if narrow else -beta, -low)
        if narrow and low < found < beta:
            found = -scouting(tree, child, -beta, -low)
        best = max(best, found)
        if best >= beta:
            break
    return best


SEARCHES_AGAIN = for_mover(scouting)


@pytest.mark.fast_cases("f1", "fail_soft", "choose_move", "principal_line")
@pytest.mark.parametrize("name", FITTING)
@given(data=st.data())
def test_the_counts_of_a_variant_are_those_of_its_log(name: str, data: st.DataObject) -> None:
    """The trees are random, with shared nodes, and searched in any window."""
    tree = data.draw(trees())
    window = data.draw(windows(tree))
    search = VARIANTS[name].search
    assert counted(search, tree, window)[1] == recount(search, tree, window)


@given(data=st.data())
def test_the_counts_of_a_re_search_are_those_of_its_log(data: st.DataObject) -> None:
    """A child that is entered twice in one visit of its parent is a re-search, not a cutoff."""
    tree = data.draw(trees(extreme_values=False))
    assert counted(SEARCHES_AGAIN, tree, FULL)[1] == recount(SEARCHES_AGAIN, tree, FULL)


def test_a_child_searched_again_is_a_research_and_its_leaves_count_again() -> None:
    """The second child exceeds the first by 1, so its narrow search fails high and is repeated."""
    value, counts = counted(SEARCHES_AGAIN, from_nested([[0], [7], [3]]), FULL)
    assert value == 7
    assert counts == Counts(leaves=4, distinct_leaves=3, interior=5, cut_offs=(), researches=1)


def test_an_aspiration_that_fails_researches_the_root_once() -> None:
    """The guess is 0, the margin is 1, and the value is 5."""
    value, counts = counted(VARIANTS["aspiration"].search, from_nested([[5], [4]]), FULL)
    assert (value, counts.researches) == (5, 1)
    assert counts.leaves > counts.distinct_leaves


def test_a_leaf_reached_along_two_paths_is_two_leaves() -> None:
    """For every search, counts are those of the unfolded tree."""
    shared = build([[1, 1], [2], []], [None, None, 4])
    assert counted(VARIANTS["minimax"].search, shared, FULL)[1] == Counts(2, 2, 3, (), 0)


@pytest.mark.fast_cases("f1", "fail_soft", "choose_move", "principal_line")
@pytest.mark.parametrize("name", FITTING)
@given(tree=trees())
def test_leaves_and_interior_visits_agree_with_a_recorded_tree(name: str, tree: ExplicitTree[Number]) -> None:
    """The trees have nodes with one path, or shared nodes."""
    search = VARIANTS[name].search
    log = recorded(unfolded(tree))
    search(log, log.root, FULL.alpha, FULL.beta)
    counts = counted(search, tree, FULL)[1]
    asked = log.asked("is_terminal")
    assert counts.leaves == len(log.leaves)
    assert counts.distinct_leaves == len(set(log.leaves))
    assert counts.interior == sum(not log.is_terminal(node) for node in asked)
    assert counts.visited == counts.leaves + counts.interior
    if not VARIANTS[name].calls:  # a form only calls a node to search it
        assert counts.visited == len(asked)


@pytest.mark.fast_cases("f1", "fail_soft")
@pytest.mark.parametrize("name", ONCE)
@given(branching=st.integers(1, 5), depth=st.integers(0, 4), seed=st.integers(0, 99))
def test_nodes_that_were_not_visited_were_cut_off(name: str, branching: int, depth: int, seed: int) -> None:
    """In a uniform tree, all children of a visited interior node were visited, except those right of a cutoff."""
    counts = counted(VARIANTS[name].search, RandomLeaves(branching, depth, seed=seed), FULL)[1]
    left_out = sum(number * (branching - 1 - place) for place, number in enumerate(counts.cut_offs))
    assert counts.visited == 1 + branching * counts.interior - left_out
    assert sum(counts.cut_offs) <= counts.interior
    assert counts.researches == 0


def test_an_endless_search_is_stopped() -> None:
    """The limit is a number of visits, which the error names."""

    def nondeterministic(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        while not tree.is_terminal(node):
            pass
        return 0

    with pytest.raises(BudgetError, match="after 50 visits"):
        counted(nondeterministic, from_nested([1, 2]), FULL, most_visits=50)
