"""The metamorphic contract: how the answers for two related trees must be related.

None of these relations needs the true value. Each derives another tree from the tree under test, and says what the
value becomes and, in some relations, that the search must evaluate the same leaves in the same order.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

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
    """`change(tree)` returns the other tree, and a function that turns the first tree's value into that of the other.

    With `same_reads`, the search must evaluate the same leaves in both trees. Neither tree has shared nodes, and nodes
    of the first tree keep their numbers in the other.
    """

    name: str
    says: str
    change: Callable[[Plain], tuple[Plain, Becomes]]
    same_reads: bool = False


@dataclass(frozen=True, slots=True)
class Unrelated(Objection):
    """A violated relation, the other tree, and the run on that tree.

    `leaves` is True if only the evaluated leaves differ.
    """

    relation: Relation
    tree: Plain
    run: CallResult[Any]
    leaves: bool = False

    @property
    def kind(self) -> str:
        """What is wrong."""
        return "inconsistent"

    @property
    def details(self) -> str:
        """The relation, the other tree and the answer for it."""
        seen = "evaluates other leaves" if self.leaves else ended(self.run)
        return f"{self.relation.says}; on the tree {self.tree} it {seen}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationContract(Contract):
    """The contract that all `relations` hold in the full window."""

    relations: tuple[Relation, ...]
    full_window: bool = True

    by_one_call: ClassVar[bool] = False

    def objection(self, evidence: Evidence[Any]) -> Objection | None:
        """The first relation that does not hold."""
        first = evidence.ask(evidence.case.plain, FULL)
        return next(filter(None, (_unrelated(relation, evidence, first) for relation in self.relations)), None)

    def applies_to(self, traits: SearchTraits) -> bool:
        """True for a search that takes the changed trees."""
        return traits.takes_related

    def refusal(self, traits: SearchTraits) -> str:
        """Why the search cannot be given the changed trees, which have other values or shapes. Empty if it can."""
        return f"{self.name} needs trees with other values, {traits.related_refusal}" if traits.related_refusal else ""


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
    """The tree with other children of each node.

    Each node gets its own key, since nodes that were one position may now differ.
    """
    return tree.replaced(children=children, keys=range(len(tree)))


def _with_leaves(tree: Plain, node: int, count: int, value: Number) -> Plain:
    """The tree with `count` more leaves of this value as the last children of `node`."""
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
    """Replace finite values by ranks that are three apart. Infinities stay, because forms treat them specially."""
    finite = sorted({value for value in tree.values if value is not None and abs(value) != INF})
    below = sum(value < 0 for value in finite)
    ranks: dict[Number, Number] = {value: 3 * (nth - below) for nth, value in enumerate(finite)}
    return _revalued(tree, lambda value: ranks.get(value, value))


def _shifted(tree: Plain) -> tuple[Plain, Becomes]:
    """Add 7 to every value, exactly: rounding could make different values equal."""
    return _revalued(tree, lambda value: value if abs(value) == INF else simplest(Fraction(value) + 7))


def _reversed_children(tree: Plain) -> tuple[Plain, Becomes]:
    return _with_children(tree, [tree.children(node)[::-1] for node in range(len(tree))]), _same


def _repeated_child(tree: Plain) -> tuple[Plain, Becomes]:
    """Repeat a child of the root. This costs at most as much as a second search of the tree."""
    first, *rest = map(tree.children, range(len(tree)))
    return _with_children(tree, [first + first[:1], *rest]), _same


def _dominated_child(tree: Plain) -> tuple[Plain, Becomes]:
    """Add a child to the root: a leaf with the worst leaf value of the tree for the root's player."""
    if tree.is_terminal(tree.root):
        return tree, _same
    worst = min(tree.leaf_values) if tree.is_max(tree.root) else max(tree.leaf_values)
    return _with_leaves(tree, tree.root, 1, worst), _same


def _grown_leaf(tree: Plain) -> tuple[Plain, Becomes]:
    """Replace the first leaf by a node with two leaves of the same value.

    The value also becomes the node's static value.
    """
    leaf = next(node for node in range(len(tree)) if tree.is_terminal(node))
    return _with_leaves(tree, leaf, 2, tree.evaluate(leaf)), _same


RELATIONS = (
    Relation("negation", "players exchanged and values negated: the value is negated", _negated, same_reads=True),
    Relation("relabelling", "values relabelled in the same order: the same leaves", _relabelled, same_reads=True),
    Relation("shift", "a constant added to each leaf: the value rises by the same", _shifted, same_reads=True),
    Relation("permutation", "children in another order: the same value", _reversed_children),
    Relation("repetition", "a child repeated: the same value", _repeated_child),
    Relation("domination", "a child added that is not better than another: the same value", _dominated_child),
    Relation("growth", "a leaf replaced by a node of equal leaves: the same value", _grown_leaf),
)

RELATED = RelationContract(
    name="relations",
    says="related trees have related values: negated, relabelled, shifted, permuted, with repeated or worse children",
    source="metamorphic testing: Chen, Cheung and Yiu 1998",
    relations=RELATIONS,
    aliases=("metamorphic",),
)
