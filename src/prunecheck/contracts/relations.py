"""The metamorphic contract: how the answers for two trees that are made from each other must be related.

None of these relations needs to know the true value. Each makes another tree of the one judged, says what the value
becomes, and for some that the same leaves are read in the same order.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.values import simplest

Plain: TypeAlias = ExplicitTree[Number]
Becomes: TypeAlias = Callable[[Number], Number]


@dataclass(frozen=True, slots=True)
class Relation:
    """`change(tree)` is the other tree, and what a value of the first becomes in it.

    With `same_reads`, the leaves read are the same. Trees are unfolded; a changed tree keeps the numbers of the old
    nodes.
    """

    name: str
    says: str
    change: Callable[[Plain], tuple[Plain, Becomes]]
    same_reads: bool = False


@dataclass(frozen=True, slots=True)
class RelationContract:
    """A promise that all `relations` hold, in the full window."""

    name: str
    says: str
    source: str
    relations: tuple[Relation, ...]
    aliases: tuple[str, ...] = ()


class _Columns:
    """The columns of a tree, to be changed."""

    def __init__(self, tree: Plain) -> None:
        nodes = range(len(tree))
        self.children = [list(tree.children(node)) for node in nodes]
        self.values = [tree.static_value(node) for node in nodes]
        self.players = [tree.is_max(node) for node in nodes]

    def add(self, children: list[int], value: Number | None, *, is_max: bool) -> int:
        self.children.append(children)
        self.values.append(value)
        self.players.append(is_max)
        return len(self.children) - 1

    def tree(self) -> Plain:
        return ExplicitTree(self.children, self.values, self.players)


def _same(value: Number) -> Number:
    return value


def _revalued(tree: Plain, becomes: Becomes) -> tuple[Plain, Becomes]:
    columns = _Columns(tree)
    columns.values = [None if value is None else becomes(value) for value in columns.values]
    return columns.tree(), becomes


def _negated(tree: Plain) -> tuple[Plain, Becomes]:
    columns = _Columns(tree)
    columns.players = [not player for player in columns.players]
    return _revalued(columns.tree(), lambda value: -value)


def _relabelled(tree: Plain) -> tuple[Plain, Becomes]:
    """Finite values become ranks, three apart; infinities stay, because forms know them."""
    known = (tree.static_value(node) for node in range(len(tree)))
    finite = sorted({value for value in known if value is not None and abs(value) != INF})
    below = sum(value < 0 for value in finite)
    ranks: dict[Number, Number] = {value: 3 * (nth - below) for nth, value in enumerate(finite)}
    return _revalued(tree, lambda value: ranks.get(value, value))


def _shifted(tree: Plain) -> tuple[Plain, Becomes]:
    """7 more, exactly: rounding would make equal what was not."""
    return _revalued(tree, lambda value: value if abs(value) == INF else simplest(Fraction(value) + 7))


def _reversed_children(tree: Plain) -> tuple[Plain, Becomes]:
    columns = _Columns(tree)
    for below in columns.children:
        below.reverse()
    return columns.tree(), _same


def _repeated_child(tree: Plain) -> tuple[Plain, Becomes]:
    """At the root, where it costs no more than the tree once again."""
    columns = _Columns(tree)
    columns.children[0] += columns.children[0][:1]
    return columns.tree(), _same


def _dominated_child(tree: Plain) -> tuple[Plain, Becomes]:
    """The root gets one more child, the worst that there is for its player."""
    columns = _Columns(tree)
    if columns.children[0]:
        is_max = columns.players[0]
        worst = min(tree.leaf_values) if is_max else max(tree.leaf_values)
        columns.children[0].append(columns.add([], worst, is_max=not is_max))
    return columns.tree(), _same


def _grown_leaf(tree: Plain) -> tuple[Plain, Becomes]:
    """The first leaf becomes a node of two leaves of its value, which is its static value from then on."""
    columns = _Columns(tree)
    leaf = next(node for node, below in enumerate(columns.children) if not below)
    value, is_max = columns.values[leaf], columns.players[leaf]
    columns.children[leaf] = [columns.add([], value, is_max=not is_max) for _ in range(2)]
    return columns.tree(), _same


RELATIONS = (
    Relation("negation", "players exchanged and values negated: the value is negated", _negated, same_reads=True),
    Relation("relabelling", "values relabelled in the same order: the same reads", _relabelled, same_reads=True),
    Relation("shift", "a constant added to each value: added to the value", _shifted, same_reads=True),
    Relation("permutation", "children in another order: the same value", _reversed_children),
    Relation("repetition", "a child repeated: the same value", _repeated_child),
    Relation("domination", "a child added that is no better than another: the same value", _dominated_child),
    Relation("growth", "a leaf replaced by a node of equal leaves: the same value", _grown_leaf),
)

RELATED = RelationContract(
    name="relations",
    says="related trees have related values: negated, relabelled, shifted, permuted, with repeated or worse children",
    source="metamorphic testing: Chen, Cheung and Yiu 1998",
    relations=RELATIONS,
    aliases=("metamorphic",),
)
