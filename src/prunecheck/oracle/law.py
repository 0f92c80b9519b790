"""The path-bound law: which leaves alpha-beta evaluates, computed from minimax values alone, without a search.

For a leaf J, consider all left siblings of nodes on the path from the root to J. The bound A(J) is the greatest of
alpha and the minimax values of the left siblings below MAX nodes. The bound B(J) is the least of beta and the minimax
values of the left siblings below MIN nodes. Alpha-beta with the cutoff test `>=` evaluates a leaf J if and only if the
lower bound A(J) is less than the upper bound B(J). Alpha-beta with the strict cutoff test `>` evaluates a leaf J if and
only if A(J) <= B(J). In Knuth and Moore's F1, a node only knows its parent's bound. F1 cuts J off if and only if bounds
from two neighbouring levels of the tree cut J off.

Source: the intervals of Knuth and Moore 1975 and Baudet 1978. Tests check the version for trees with equal values on
all small trees.
"""

from collections.abc import Iterator
from typing import Generic, NamedTuple

from prunecheck.oracle.minimax import values
from prunecheck.trees.protocol import INF, N, N_co, Tree, V, V_co
from prunecheck.trees.values import show
from prunecheck.trees.walk import place
from prunecheck.trees.window import Window


class PathStep:
    """One step on a path from the root: a link to the previous step, and the index of the child.

    A step can belong to several paths.
    """

    __slots__ = ("before", "place")

    def __init__(self, before: "PathStep | None", place: int) -> None:
        """Link the step to the step `before`, which is None at the root."""
        self.before = before
        self.place = place

    def __repr__(self) -> str:
        """The path from the root to this step, as text."""
        return place(path_of(self))


def path_of(step: PathStep | None) -> tuple[int, ...]:
    """The child indices on the path from the root to the end of `step`."""
    steps: list[int] = []
    while step is not None:
        steps.append(step.place)
        step = step.before
    return tuple(reversed(steps))


class Bound(NamedTuple, Generic[V_co]):
    """A bound: the minimax value of a node to the left of a path, and the place of that node in the tree."""

    value: V_co
    sibling: PathStep


class PathBounds(NamedTuple, Generic[N_co, V_co]):
    """The bounds A and B of the path-bound law for a leaf, computed from left siblings alone, ignoring the window.

    `from_max` is the greatest value of the left siblings of path nodes below MAX nodes, or None if there is no such
    sibling. `from_min` is the least value of the left siblings of path nodes below MIN nodes, or None if there is no
    such sibling. `siblings_cross` is True if the left siblings at two neighbouring levels of
    the tree are enough to cut off the leaf. `siblings_cross` is only meaningful if players alternate. `at_root` is the
    bound from those children of the root that lie to the left of the leaf's path. In Knuth and Moore's F1, each node
    only knows its parent's bound, so F1 compares only the bound `at_root` with the window.
    """

    node: N_co
    value: V_co
    step: PathStep | None
    from_max: Bound[V_co] | None
    from_min: Bound[V_co] | None
    siblings_cross: bool
    at_root: Bound[V_co] | None

    @property
    def path(self) -> tuple[int, ...]:
        """The child indices from the root to this leaf."""
        return path_of(self.step)

    @property
    def neighbours_cross(self) -> bool:
        """True if the bounds at two neighbouring levels of the tree cut off the leaf, as in F1.

        A level without left siblings has an infinite bound. Therefore, a single left sibling can cut off the leaf: if
        its value is inf and its parent a MAX node, or if its value is -inf and its parent a MIN node. `siblings_cross`
        is False if only a single left sibling cuts off the leaf.
        """
        max_wins = self.from_max is not None and self.from_max.value == INF
        return self.siblings_cross or max_wins or (self.from_min is not None and self.from_min.value == -INF)

    def lower(self, window: Window[V_co]) -> V_co:
        """The lower bound A(J) of the path-bound law: the maximum of alpha and `from_max`."""
        return window.alpha if self.from_max is None else max(window.alpha, self.from_max.value)

    def upper(self, window: Window[V_co]) -> V_co:
        """The upper bound B(J) of the path-bound law: the minimum of beta and `from_min`."""
        return window.beta if self.from_min is None else min(window.beta, self.from_min.value)

    def read(self, window: Window[V_co]) -> bool:
        """True if alpha-beta evaluates this leaf in `window`: A(J) < B(J)."""
        return self.lower(window) < self.upper(window)

    def read_strictly(self, window: Window[V_co]) -> bool:
        """True if alpha-beta with the strict test evaluates this leaf in `window`: A(J) <= B(J)."""
        return self.lower(window) <= self.upper(window)

    def explain(self, window: Window[V_co], *, strict: bool = False) -> str:
        """Compare A and B for this leaf, as text with the origin of each bound: 'alpha 12 from [0] >= beta 10'.

        If `strict` is True, show the strict cutoff test, in which equal bounds do not cut off: 'alpha 12 from [0] <=
        beta 12'.
        """
        lower, upper = self.lower(window), self.upper(window)
        if strict:
            sign = "<=" if lower <= upper else ">"
        else:
            sign = "<" if lower < upper else ">="
        low_from = _origin(self.from_max, lower)
        high_from = _origin(self.from_min, upper)
        return f"alpha {show(lower)}{low_from} {sign} beta {show(upper)}{high_from}"


def _origin(bound: Bound[V] | None, winner: V) -> str:
    """The place of the sibling whose value is the bound, as text.

    Returns an empty text if the bound is an end of the window.
    """
    if bound is None or bound.value != winner:
        return ""
    return f" from {place(path_of(bound.sibling))}"


class _Level(NamedTuple, Generic[N, V]):
    """A node on the current path, and the bounds from left siblings along the path to the node."""

    node: N
    step: PathStep | None
    from_max: Bound[V] | None
    from_min: Bound[V] | None
    siblings_cross: bool
    own: Bound[V] | None  # the bound at the parent: the best left sibling among the parent's children
    at_root: Bound[V] | None


def path_bounds(tree: Tree[N, V], node: N, known: dict[N, V] | None = None) -> Iterator[PathBounds[N, V]]:
    """Yield the bounds of each leaf below `node`, from left to right.

    A leaf with several paths is yielded once for each path.

    This function is not recursive. `known` contains the minimax values `values(tree, node)`, if the caller has already
    computed them.
    Raises: TreeError, like the function `values`.
    """
    truth = values(tree, node) if known is None else known
    stack: list[_Level[N, V]] = [_Level(node, None, None, None, False, None, None)]
    while stack:
        at = stack.pop()
        if tree.is_terminal(at.node):
            yield PathBounds(
                at.node,
                truth[at.node],
                at.step,
                at.from_max,
                at.from_min,
                at.siblings_cross,
                at.at_root,
            )
            continue
        is_max = tree.is_max(at.node)
        own: Bound[V] | None = None
        below: list[_Level[N, V]] = []
        for nth, child in enumerate(tree.children(at.node)):
            step = PathStep(at.step, nth)
            from_max, from_min = at.from_max, at.from_min
            crossed = at.siblings_cross
            if own is not None:
                if is_max:
                    from_max = own if from_max is None or own.value > from_max.value else from_max
                    crossed = crossed or (at.own is not None and own.value >= at.own.value)
                else:
                    from_min = own if from_min is None or own.value < from_min.value else from_min
                    crossed = crossed or (at.own is not None and own.value <= at.own.value)
            at_root = own if at.step is None else at.at_root
            below.append(_Level(child, step, from_max, from_min, crossed, own, at_root))
            found = truth[child]
            if own is None or (found > own.value if is_max else found < own.value):
                own = Bound(found, step)
        stack += reversed(below)
