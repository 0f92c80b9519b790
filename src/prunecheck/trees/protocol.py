"""The `Tree` protocol: the methods that a search may call on a game tree, and the types of nodes and values."""

from collections.abc import Hashable, Iterable
from fractions import Fraction
from math import inf
from typing import Any, Final, Protocol, TypeAlias, TypeVar


class Comparable(Protocol):
    """A value of a totally ordered type.

    The type hints say `Any`, because type hints cannot say that two values have the same type.
    """

    def __lt__(self, other: Any, /) -> bool: ...
    def __le__(self, other: Any, /) -> bool: ...
    def __gt__(self, other: Any, /) -> bool: ...
    def __ge__(self, other: Any, /) -> bool: ...


# type checkers accept int as well; for these values, there are negatives and infinities
Number: TypeAlias = float | Fraction
INF: Final = inf  # the only infinity that forms use, so that compiled forms can replace it

N = TypeVar("N", bound=Hashable)
N_co = TypeVar("N_co", bound=Hashable, covariant=True)
V = TypeVar("V", bound=Comparable)
V_co = TypeVar("V_co", bound=Comparable, covariant=True)


class Tree(Protocol[N, V_co]):
    """A game tree: a root, and five methods that describe a node.

    Values are always from MAX's point of view. Interior nodes may have static values, which are used for depth limits
    and move ordering. `children` must return the same nodes on every call, and the subtree below a node may only depend
    on the node. Nodes must be hashable, and None cannot be a node.
    """

    @property
    def root(self) -> N:
        """The node where a search of the whole tree starts."""

    def children(self, node: N, /) -> Iterable[N]:
        """The nodes one move away, in search order. Searches only call this method for nodes that are not terminal."""

    def is_terminal(self, node: N, /) -> bool:
        """True if a search must stop here and take the value of `evaluate(node)`."""

    def evaluate(self, node: N, /) -> V_co:
        """The value of the node itself for MAX: the result if the node is terminal, otherwise a static value."""

    def is_max(self, node: N, /) -> bool:
        """True if MAX is to move."""

    def key(self, node: N, /) -> Hashable:
        """The key of the position.

        Equal positions have equal keys, even if different players are to move or different numbers of plies are left.
        """
