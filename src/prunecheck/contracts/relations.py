"""The metamorphic contract: if a tree is changed in a certain way, the search's result must change in a known way.

The contract can be checked without knowing the minimax value. The check makes a changed copy of a tree, and predicts
the search's result on the copy from the search's result on the tree. For some changes, the search must also evaluate
the same leaves in the same order.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Final, TypeAlias

from prunecheck.contracts.conduct import ended
from prunecheck.contracts.contract import Contract, Objection, SearchTraits
from prunecheck.contracts.evidence import CallResult, Evidence
from prunecheck.trees.explicit import ExplicitTree, without_keys
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.values import simplest
from prunecheck.trees.window import FULL

Plain: TypeAlias = ExplicitTree[Number]
Becomes: TypeAlias = Callable[[Number], Number]


@dataclass(frozen=True, slots=True)
class Relation:
    """A metamorphic relation: a change of a tree, and how the tree's value must change.

    `change(tree)` returns the changed tree, and a function that computes the new value from the old value. `condition`
    says how the tree is changed, and `effect` says how the value must change. If
    `same_reads` is True, the search must evaluate the same leaves in the old and the changed tree. In the old and in
    the changed tree, each node has one parent. Each node of the old tree has the same number in the changed tree.
    """

    name: str
    condition: str
    effect: str
    change: Callable[[Plain], tuple[Plain, Becomes]]
    same_reads: bool = False


@dataclass(frozen=True, slots=True)
class Unrelated(Objection):
    """The violation that a search's result on a changed tree does not follow from its result on the old tree.

    `leaves` is True if the search returns the predicted value, but evaluates other leaves than in the old tree.
    """

    relation: Relation
    tree: Plain
    run: CallResult[Any]
    leaves: bool = False

    @property
    def kind(self) -> str:
        """A few words that name the kind of violation."""
        return "inconsistent"

    @property
    def details(self) -> str:
        """How the tree was changed, the changed tree, and the result of the search on it, as text."""
        due = "the same leaves must be evaluated" if self.leaves else self.relation.effect
        seen = "evaluates different ones" if self.leaves else ended(self.run)
        return f"if {self.relation.condition}, {due}, but on the changed tree {self.tree} the search {seen}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationContract(Contract):
    """The contract that a search satisfies all metamorphic `relations` in the window (-inf, inf)."""

    relations: tuple[Relation, ...]
    full_window: bool = True

    by_one_call: ClassVar[bool] = False

    def objection(self, evidence: Evidence[Any]) -> Objection | None:
        """Run the search on each changed copy of the tree, and report the first unexpected result."""
        first = evidence.ask(evidence.case.plain, FULL)
        return next(filter(None, (_unrelated(relation, evidence, first) for relation in self.relations)), None)

    def applies_to(self, traits: SearchTraits) -> bool:
        """True if the search can run on changed copies of a tree."""
        return traits.takes_related

    def refusal(self, traits: SearchTraits) -> str:
        """The reason why the search cannot run on copies of a tree with changed values or more children.

        Returns an empty text if the search can run on changed trees.
        """
        return f"{self.name} changes the values of trees, {traits.related_refusal}" if traits.related_refusal else ""


def _unrelated(relation: Relation, evidence: Evidence[Any], first: CallResult[Any]) -> Objection | None:
    case = evidence.case
    tree, becomes = case.once(relation.name, lambda: relation.change(case.plain))
    other = evidence.ask(tree, FULL)
    if first.outside or other.outside:
        return None
    if first.found is None or other.found != becomes(first.found):
        return Unrelated(relation, tree, other)
    if relation.same_reads and other.leaves != first.leaves:
        return Unrelated(relation, tree, other, leaves=True)
    return None


def _same(value: Number) -> Number:
    return value


def _with_children(tree: Plain, children: Sequence[Sequence[int]]) -> Plain:
    """A copy of the tree in which each node has the children listed in `children`.

    Each node gets its own position key, since two nodes with the same position can differ after the change.
    """
    return tree.replaced(children=children, keys=range(len(tree)))


def _with_leaves(tree: Plain, node: int, count: int, value: Number) -> Plain:
    """A copy of the tree in which `node` has `count` more leaves as its last children, all with this value."""
    size = len(tree)
    children = [*map(tree.children, range(size)), *[()] * count]
    children[node] += tuple(range(size, size + count))
    players = [*tree.players, *[not tree.is_max(node)] * count]
    return ExplicitTree(children, [*tree.values, *[value] * count], players)


def _revalued(tree: Plain, becomes: Becomes) -> tuple[Plain, Becomes]:
    return without_keys(tree).with_values(becomes), becomes


def _negated(tree: Plain) -> tuple[Plain, Becomes]:
    return _revalued(tree.replaced(players=[not player for player in tree.players]), lambda value: -value)


def _relabelled(tree: Plain) -> tuple[Plain, Becomes]:
    """Replace the finite values by multiples of 3 without changing their order.

    Infinite values stay unchanged, since some calling conventions treat them specially.
    """
    finite = sorted({value for value in tree.values if value is not None and abs(value) != INF})
    below = sum(value < 0 for value in finite)
    ranks: dict[Number, Number] = {value: 3 * (nth - below) for nth, value in enumerate(finite)}
    return _revalued(tree, lambda value: ranks.get(value, value))


def _shifted(tree: Plain) -> tuple[Plain, Becomes]:
    """Add 7 to every value, without rounding, since rounding could make two different values equal."""
    return _revalued(tree, lambda value: value if abs(value) == INF else simplest(Fraction(value) + 7))


def _reversed_children(tree: Plain) -> tuple[Plain, Becomes]:
    return _with_children(tree, [tree.children(node)[::-1] for node in range(len(tree))]), _same


def _repeated_child(tree: Plain) -> tuple[Plain, Becomes]:
    """Repeat one child of the root, which makes a search take at most twice as long."""
    first, *rest = map(tree.children, range(len(tree)))
    return _with_children(tree, [first + first[:1], *rest]), _same


def _dominated_child(tree: Plain) -> tuple[Plain, Becomes]:
    """Add a leaf to the root's children, with the leaf value that is worst for the player who moves at the root."""
    if tree.is_terminal(tree.root):
        return tree, _same
    worst = min(tree.leaf_values) if tree.is_max(tree.root) else max(tree.leaf_values)
    return _with_leaves(tree, tree.root, 1, worst), _same


def _grown_leaf(tree: Plain) -> tuple[Plain, Becomes]:
    """Replace the first leaf by a node with two leaves of the same value.

    The leaf's value also becomes the static value of the new node.
    """
    leaf = next(node for node in range(len(tree)) if tree.is_terminal(node))
    return _with_leaves(tree, leaf, 2, tree.evaluate(leaf)), _same


SAME: Final = "the value must stay the same"
RELATIONS = (
    Relation(
        "negation",
        "MAX and MIN are exchanged and all values are negated",
        "the returned value must be negated, too",
        _negated,
        same_reads=True,
    ),
    Relation(
        "relabelling",
        "every value is replaced by another, so that larger values stay larger",
        "the returned value must be replaced in the same way",
        _relabelled,
        same_reads=True,
    ),
    Relation(
        "shift",
        "a constant is added to each leaf",
        "the value must rise by that constant",
        _shifted,
        same_reads=True,
    ),
    Relation("permutation", "children are reordered", SAME, _reversed_children),
    Relation("repetition", "a child is repeated", SAME, _repeated_child),
    Relation("domination", "a node gets another child that is not better than the others", SAME, _dominated_child),
    Relation("growth", "a leaf is replaced by a node with two equal leaves", SAME, _grown_leaf),
)

RELATED = RelationContract(
    name="relations",
    says=(
        "if the tree is changed in a known way, such as by negated values or reordered children, the value changes "
        "as expected"
    ),
    source="metamorphic testing: Chen, Cheung and Yiu 1998",
    relations=RELATIONS,
    aliases=("metamorphic",),
)
