"""Encode a tree as a string of bytes. Every string encodes some tree, and a simpler string encodes a simpler tree.

Hypothesis generates one byte string about ten times as fast as a tree, node by node. Shrinking the string works as well
as shrinking the tree would, because no byte depends on another byte. Each byte stands for a *mark*, an instruction for
building the tree. Most marks add a leaf, to the right of all leaves so far. The mark of a leaf has a *level*, which
says where the path from the root to this leaf branches off from the path to the previous leaf. The lower the level, the
closer to the root the two paths branch. For example, each leaf with the lowest level begins the next child of the root.
The level of the first leaf does not matter, since no leaf comes before it. Deleting the byte of a leaf deletes the
leaf, together with any node that then has only one child. Lowering the byte of a leaf moves the leaf towards the root,
or its value towards 0.

Byte 0 does nothing and byte 1 exchanges the players, because a shrinker tries 0 and 1 first. Replacing the byte of a
leaf by 0 deletes the leaf. Replacing the byte of a leaf by 1 deletes the leaf and exchanges the players. Deleting a
leaf can move the other leaves one ply towards the root. If the players are also exchanged, the leaves that move have
the same side to move as before.

The table `TABLE` gives the meaning of each byte if players alternate. If a player may move twice in a row, the table
`TURNS` gives the meaning of each byte. The two tables only differ in their last entries: the last entries of `TABLE`
add leaves, and the last entries of `TURNS` give a node the same side to move as its parent.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum, auto
from fractions import Fraction
from typing import Final, TypeAlias

from prunecheck.trees.explicit import ExplicitTree, build
from prunecheck.trees.protocol import INF, Number

# ranks of leaf values, the simplest first; there are few, so that ties are common
RANKS: Final = (0, 1, -1, 2, -2, 3, -3)
BACK: Final = 7  # only this many of the last complete nodes can be repeated
LARGE: Final = 30_000  # the largest of the bounded values
MOST_PATHS: Final = 256  # the most nodes of an unfolded tree; beyond this, repeated nodes become leaves
# for each level, the number of marks that stand for a leaf, divided among the ranks
LEVELS: Final = (6, 9, 13, 13, 13, 13)


class Kind(Enum):
    """The kinds of marks, which are the meanings of the bytes that encode a tree."""

    NOTHING = auto()
    EXCHANGE = auto()  # exchange the players at the root
    LEAF = auto()  # a leaf, with a level and a rank
    SHARE = auto()  # allow repeated nodes
    AGAIN = auto()  # with a level: repeat the nth last complete node if repetition is allowed, otherwise add a leaf
    WRAP = auto()  # with a level: the last leaf, or the node that ends there, becomes an only child
    STATIC = auto()  # interior nodes have static values
    SCALE = auto()  # choose the numbers that ranks stand for
    # with a number n: give the nth deepest unfinished node, or the last leaf or node, its parent's side to move
    TURN = auto()


@dataclass(frozen=True, slots=True)
class Mark:
    """The meaning of one byte: a kind and, for some kinds, a level and a number.

    `level` says how close to the root the leaf, repeated node or only child is added. For a mark that adds a leaf,
    `number` is the rank of the leaf's value. For any other mark that has a number, `number` selects what the mark
    needs, such as a node or a scale of values.
    """

    kind: Kind
    level: int = 0
    number: int = 0


def _distinct(rank: int, nth: int) -> Number:
    return 64 * rank + nth


def _infinite(rank: int, nth: int) -> Number:
    return INF if rank == 3 else -INF if rank == -3 else rank


def _huge(rank: int, nth: int) -> Number:
    return rank * 10**30 + (1 if rank > 0 else 0)


def _fraction(rank: int, nth: int) -> Number:
    return Fraction(rank, 3) if rank % 3 else rank // 3


def _neighbouring_floats(rank: int, nth: int) -> Number:
    return 1.0 + rank * 2.0**-52


def _large(rank: int, nth: int) -> Number:
    return rank * LARGE // 3


Scale: TypeAlias = Callable[[int, int], Number]  # (rank, index of the leaf) -> value


def _beyond(bits: int) -> Scale:
    """A function from ranks to whole numbers near the limits of integers with `bits` bits.

    For the highest and the lowest rank, the number lies just outside the range of integers with `bits` bits.
    """
    return lambda rank, nth: rank + (2 ** (bits - 1) - 3) * ((rank > 0) - (rank < 0)) - (rank == -3)


SCALES: Final[tuple[Scale, ...]] = (
    _distinct,
    _infinite,
    _huge,
    _fraction,
    _neighbouring_floats,
)
HUGE: Final[tuple[Scale, ...]] = (_distinct, _large, _beyond(32), _beyond(64), _huge)  # whole numbers of any size
WITHIN_BOUNDS: Final[tuple[Scale, ...]] = (_distinct, _large)  # scales for programs with a finite infinity


def _table() -> tuple[Mark, ...]:
    marks = [Mark(Kind.NOTHING), Mark(Kind.EXCHANGE)]
    for level, share in enumerate(LEVELS):
        marks += [Mark(Kind.LEAF, level, RANKS[nth * len(RANKS) // (2 * share)]) for nth in range(2 * share)]
    marks += [Mark(Kind.EXCHANGE)] * 8
    marks += [Mark(Kind.WRAP, len(LEVELS))] * 8
    marks += [Mark(Kind.WRAP, level) for level in range(len(LEVELS))]
    marks += [Mark(Kind.SHARE)] * 12
    marks += [Mark(Kind.AGAIN, level, back) for level in range(len(LEVELS)) for back in range(BACK)]
    marks += [Mark(Kind.STATIC, number=shift) for shift in range(2)]
    marks += [Mark(Kind.SCALE, number=scale) for scale in range(len(SCALES))]
    return (*marks, *(Mark(Kind.LEAF, 3 + nth % 3, RANKS[nth % 7]) for nth in range(256 - len(marks))))


TABLE: Final = _table()
SPARE: Final = 37  # marks at the end of the table; without `turns`, they stand for leaves that other marks also encode
# trees in which a player may move again
TURNS: Final = (*TABLE[:-SPARE], *(Mark(Kind.TURN, number=nth % 2) for nth in range(SPARE)))


@dataclass(slots=True)
class _Growing:
    """A partly decoded tree: all positions so far and, for each unfinished node, its children so far."""

    children: list[tuple[int, ...]] = field(default_factory=lambda: [()])  # position 0 is reserved for the root
    values: list[Number | None] = field(default_factory=lambda: [None])
    runs: list[tuple[int, list[int]]] = field(default_factory=list)  # (level, children so far) of unfinished nodes
    last: int = 0  # the leaf or node completed last, which has no parent yet; 0 if there is none
    done: list[int] = field(default_factory=list)  # complete interior positions
    sizes: list[int] = field(default_factory=lambda: [0])  # nodes below each position in the unfolded tree
    paths: int = 0  # number of nodes so far in the unfolded tree
    turned: set[int] = field(default_factory=set)  # indices in `runs` of nodes with their parent's side to move
    again_at: set[int] = field(default_factory=set)  # positions with their parent's side to move

    def add(self, children: tuple[int, ...], value: Number | None) -> int:
        self.children.append(children)
        self.values.append(value)
        self.sizes.append(1 + sum(self.sizes[child] for child in children))
        self.paths += 1
        if children:
            self.done.append(len(self.children) - 1)
        return len(self.children) - 1

    def again(self, back: int) -> bool:
        """Add a complete node once more to the tree; if `back` is 0, the node that was completed last.

        Returns False if the tree has too few complete nodes for `back`, or if the tree gets too large.
        """
        if back >= len(self.done) or self.paths + self.sizes[self.done[-1 - back]] > MOST_PATHS:
            return False
        self.last = self.done[-1 - back]
        self.paths += self.sizes[self.last]
        return True

    def finish(self, level: int) -> None:
        """Finish all unfinished nodes at `level` or deeper, starting with the deepest.

        When a node is finished, the leaf or node that was completed just before becomes its last child.
        """
        while self.runs and self.runs[-1][0] >= level:
            siblings = self.runs.pop()[1]
            self.last = self.add((*siblings, self.last), None)
            if len(self.runs) in self.turned:
                self.turned.remove(len(self.runs))
                self.again_at.add(self.last)

    def close(self, level: int) -> None:
        """Finish all unfinished nodes deeper than `level`.

        The leaf or node that was completed last then becomes a child of the unfinished node at `level`.
        """
        self.finish(level + 1)
        if self.runs and self.runs[-1][0] == level:
            self.runs[-1][1].append(self.last)
        else:
            self.runs.append((level, [self.last]))

    def turn(self, nth: int) -> None:
        """Give a node that is still being built the same side to move as its parent; `nth` counts from the deepest (0).

        If there are not that many unfinished nodes, give the leaf or node that was completed last the same side to move
        as its parent.
        """
        if nth < len(self.runs):
            self.turned.add(len(self.runs) - 1 - nth)
        elif self.last:
            self.again_at.add(self.last)

    def players(self, *, max_at_root: bool) -> list[bool | None] | None:
        """List the sides to move (True for MAX) at all positions with the same side to move as their parent.

        Positions whose parent has another side to move get None. If a position has several parents, the first path to
        this position decides. Returns None instead of a list if players alternate.
        """
        if not self.again_at:
            return None
        found: list[bool | None] = [None] * len(self.children)
        movers = {0: max_at_root}
        open_positions = [0]
        while open_positions:
            position = open_positions.pop()
            for child in reversed(self.children[position]):
                if child not in movers:
                    again = child in self.again_at
                    movers[child] = movers[position] == again
                    found[child] = movers[child] if again else None
                    open_positions.append(child)
        return found


def decode(
    marks: bytes,
    *,
    shared: bool = True,
    static_values: bool = True,
    scales: tuple[Scale, ...] = SCALES,
    turns: bool = False,
) -> ExplicitTree[Number]:
    """Decode a string of bytes to a tree. A byte for a feature that is switched off does nothing.

    A byte that stands for a scale (a function from ranks to leaf values) selects one of `scales`. If `turns` is True, a
    player may move twice in a row.

    >>> decode(b"")
    <ExplicitTree 0, MAX to move>
    >>> decode(bytes([2, 60, 20, 1]))
    <ExplicitTree [[0, 0], -1], MIN to move>
    """
    tree = _Growing()
    max_at_root = True
    shift: int | None = None
    scale: Scale | None = None
    table = TURNS if turns else TABLE
    shares = shared and any(table[byte].kind is Kind.SHARE for byte in marks)
    for byte in marks:
        mark = table[byte]
        kind = mark.kind
        if kind is Kind.LEAF or kind is Kind.AGAIN:
            if tree.last:
                tree.close(mark.level)
            if kind is Kind.LEAF or not shares or not tree.again(mark.number):
                tree.last = tree.add((), RANKS[mark.number] if kind is Kind.AGAIN else mark.number)
        elif kind is Kind.EXCHANGE:
            max_at_root = not max_at_root
        elif kind is Kind.WRAP and tree.last:
            tree.finish(mark.level)
            tree.last = tree.add((tree.last,), None)
        elif kind is Kind.STATIC and static_values:
            shift = mark.number
        elif kind is Kind.SCALE and scales:
            scale = scales[mark.number % len(scales)]
        elif kind is Kind.TURN:
            tree.turn(mark.number)
    if not tree.last:
        tree.last = tree.add((), 0)
    tree.finish(0)
    tree.children[0], tree.values[0] = tree.children[tree.last], tree.values[tree.last]
    values = tree.values
    if shift is not None:
        values = [RANKS[(nth + shift) % len(RANKS)] if below else value for nth, (below, value) in _both(tree)]
    if scale is not None:
        values = [None if value is None else scale(int(value), nth) for nth, value in enumerate(values)]
    return build(tree.children, values, max_at_root=max_at_root, players=tree.players(max_at_root=max_at_root))


def _both(tree: _Growing) -> Iterable[tuple[int, tuple[tuple[int, ...], Number | None]]]:
    return enumerate(zip(tree.children, tree.values, strict=True))
