"""The test data for one tree, such as its minimax values: computed once, and used to judge every search."""

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from prunecheck.oracle.deeper_entries import DeeperEntries
from prunecheck.oracle.law import PathBounds, path_bounds
from prunecheck.oracle.minimax import values
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Comparable, N, Number, Tree
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.cut import Cut, cut
from prunecheck.trees.window import FULL, Window, windows_of_same_kind

T = TypeVar("T")
Span: TypeAlias = tuple[Number, Number]  # least and greatest value
ReducedView: TypeAlias = Callable[[Tree[Any, Number]], Tree[Any, Number]]  # a view that hides part of a tree

MOST_LEAVES_EXPLAINED = 200  # with more leaves, it takes longer to compute the effect of deeper entries than to search
QUESTIONS_A_NODE = 500  # calls to the tree after which a search is stopped; plain minimax makes far fewer
MOST_WINDOWS = 46  # enough for all distinct windows of four leaf values; if there are more, evenly spaced ones are used
MOST_VALUES = 128  # more values are sampled first, since the number of windows grows with the square of their number


class VisitLaw(Protocol):
    """A rule that says which leaves a search must evaluate in a window."""

    @property
    def name(self) -> str:
        """The name of the rule. Two rules with equal names are treated as one rule."""

    def reads(self, leaf: PathBounds[Any, Any], window: Window[Comparable], max_at_root: bool, /) -> bool:
        """True if the rule requires the leaf to be evaluated in this window."""


class Case(Generic[N]):
    """A tree to search, its minimax values, each leaf's bounds, and the windows in which the tree is searched.

    Contracts judge each path to a leaf separately, so `tree` must have only one path to each node. If nodes of a tree
    have several parents, the tree must be unfolded first.
    """

    def __init__(
        self,
        tree: Tree[N, Number],
        windows: Sequence[Window[Number]] | None = None,
        *,
        static_values: bool = False,
        reduced: ReducedView | None = None,
    ) -> None:
        """Store the tree, and the `windows` to search it in; by default, these are the windows from `windows_for`.

        `static_values` is True if all interior nodes have a static value. If the search skips parts of a tree on
        purpose, `reduced` is a function that removes the skipped parts: the search runs on `tree`, but must return the
        minimax value of `reduced(tree)`. If there is a function `reduced`, `self.tree` is `reduced(tree)`, and
        `self.searched` is `tree`.

        Raises: TreeError if the tree has no minimax value.
        """
        self.searched: Tree[Any, Number] = tree
        self.is_reduced = reduced is not None
        self.tree: Tree[Any, Number] = tree if reduced is None else reduced(tree)
        tree = self.tree
        self.static_values = static_values
        known = self.values = values(tree, tree.root)
        self.truth = known[tree.root]
        self.child_values = [] if tree.is_terminal(tree.root) else [known[child] for child in tree.children(tree.root)]
        self.max_at_root = tree.is_max(tree.root)
        self._windows = windows
        self._lawful: dict[tuple[str, int], list[N]] = {}
        self._made: dict[Hashable, Any] = {}

    @cached_property
    def leaves(self) -> list[PathBounds[N, Number]]:
        """The leaves from left to right, each with the bounds that the nodes on its path give."""
        return list(path_bounds(self.tree, self.tree.root, self.values))

    @cached_property
    def windows(self) -> list[Window[Number]]:
        """The windows in which searches are judged."""
        return windows_for(self.leaves) if self._windows is None else list(self._windows)

    @cached_property
    def full_windows(self) -> frozenset[int]:
        """The indices of all windows in `windows` that equal (-inf, inf)."""
        return frozenset(nth for nth, window in enumerate(self.windows) if window == FULL)

    @cached_property
    def most_questions(self) -> int:
        """How many calls a search may make to the tree's methods before it is stopped."""
        return QUESTIONS_A_NODE * (len(self.values) + len(self.leaves))

    @property
    def inner(self) -> Tree[Any, Number]:
        """The whole tree, including all nodes below the depth limit."""
        tree: Any = self.searched  # no type can express that a tree may be cut
        return tree.inner if isinstance(tree, Cut) else tree

    @cached_property
    def depth(self) -> int | None:
        """The depth limit of the search in plies, or None if there is no depth limit."""
        tree: Any = self.searched
        return tree.root[1] if isinstance(tree, Cut) else None

    @cached_property
    def searched_alone(self) -> DeeperEntries:
        """The values that a search can return if it reuses deeper table entries that it stored in this same call."""
        known = DeeperEntries(self.inner)
        root = self.inner.root
        known.searched(root, known.height(root) if self.depth is None else self.depth)
        return known

    @cached_property
    def has_deeper_entries(self) -> bool:
        """True if a search to the depth limit can reach a position that it has already searched to a greater depth."""
        return self.depth is not None and len(self.leaves) <= MOST_LEAVES_EXPLAINED and self.plain.shared

    @cached_property
    def whole(self) -> ExplicitTree[Number]:
        """The whole tree as an explicit tree, including all nodes below the depth limit."""
        return unfolded(self.inner, static_values=self.static_values)

    @cached_property
    def plain(self) -> ExplicitTree[Number]:
        """The tree down to the depth limit, as an explicit tree (with all nodes in lists)."""
        return unfolded(self.tree, static_values=self.static_values)

    def lawful(self, law: VisitLaw, nth: int) -> list[N]:
        """The leaves, from left to right, that must be evaluated in window number `nth` according to the rule `law`."""
        found = self._lawful.get((law.name, nth))
        if found is None:
            window, reads = self.windows[nth], law.reads
            found = [leaf.node for leaf in self.leaves if reads(leaf, window, self.max_at_root)]
            self._lawful[law.name, nth] = found
        return found

    def reduced_by(self, reduced: ReducedView | None) -> "Case[Any]":
        """The test data for a search that must return the value of `reduced(tree)`, a tree with some parts removed.

        If `reduced` is None, the method returns `self`.
        """
        if reduced is None:
            return self
        return self.once(
            reduced, lambda: Case(self.searched, self._windows, static_values=self.static_values, reduced=reduced)
        )

    @cached_property
    def unreduced(self) -> "Case[Any]":
        """This test case, but with the whole tree that the search gets: no part of the tree is removed.

        If no part of the tree is removed, the method returns `self`.
        """
        return Case(self.searched, self.windows, static_values=self.static_values) if self.is_reduced else self

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the result of `make()`, which is called once per tree and cached under `key`."""
        if key not in self._made:
            self._made[key] = make()
        found: T = self._made[key]
        return found


def case_of(
    plain: Tree[Any, Number], depth: int | None = None, windows: Sequence[Window[Number]] | None = None
) -> Case[Any]:
    """Make the test data for a tree in which each node has one parent. `depth` is the depth limit, if any."""
    static = isinstance(plain, ExplicitTree) and plain.has_static_values
    if depth is None:
        return Case(plain, windows, static_values=static)
    return Case(cut(plain, depth), windows, static_values=static)


def windows_for(leaves: Sequence[PathBounds[N, Number]]) -> list[Window[Number]]:
    """One window for each way in which alpha and beta can lie relative to the leaf values, with (-inf, inf) first.

    If there are more than 46 windows, an evenly spaced sample of the windows is returned. If there are more than 128
    leaf values, the windows are made from an evenly spaced sample of the values.
    """
    points = [leaf.value for leaf in leaves]
    if len(points) > MOST_VALUES:
        points = sorted(set(points))
        apart = max(1, len(points) / MOST_VALUES)
        points = [points[int(nth * apart)] for nth in range(min(len(points), MOST_VALUES))]
    shift = len(leaves) % 7 / 7  # each number of leaves has its own sample
    return list(windows_of_same_kind(points, most=MOST_WINDOWS, shift=shift))
