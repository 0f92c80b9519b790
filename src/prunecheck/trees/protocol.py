"""What is searched: the questions a search may ask of a game tree, and the words for nodes and values."""

from collections.abc import Hashable, Iterable
from fractions import Fraction
from math import inf
from typing import Any, Final, Protocol, TypeAlias, TypeVar


class Comparable(Protocol):
    """A value of a totally ordered kind. `Any` stands for 'its own kind', which Python's types cannot say."""

    def __lt__(self, other: Any, /) -> bool: ...
    def __le__(self, other: Any, /) -> bool: ...
    def __gt__(self, other: Any, /) -> bool: ...
    def __ge__(self, other: Any, /) -> bool: ...


Number: TypeAlias = float | Fraction  # int too: values that have a negative and an infinity
INF: Final = inf  # the value type's own bound; forms name it and nothing else, so that compiling can rebind it

N = TypeVar("N", bound=Hashable)
N_co = TypeVar("N_co", bound=Hashable, covariant=True)
V = TypeVar("V", bound=Comparable)
V_co = TypeVar("V_co", bound=Comparable, covariant=True)


class Tree(Protocol[N, V_co]):
    """A game tree: a root, and five questions about any node of it.

    Values are MAX's, always, at leaves and at interior nodes (a static value, used by cuts and ordering).
    `children` must answer alike each time it is asked; a node says all there is to know about its subtree. Nodes can
    be hashed, and None is no node.
    """

    @property
    def root(self) -> N:
        """The node where a search of the whole tree starts."""

    def children(self, node: N, /) -> Iterable[N]:
        """The nodes one move away, in search order. Asked of nodes that are not terminal only."""

    def is_terminal(self, node: N, /) -> bool:
        """True where a search must stop and take `evaluate(node)`."""

    def evaluate(self, node: N, /) -> V_co:
        """The node's own value for MAX: the result at a terminal node, a static guess elsewhere."""

    def is_max(self, node: N, /) -> bool:
        """True where MAX is to move."""

    def key(self, node: N, /) -> Hashable:
        """Equal for nodes that are the same position, whoever moves and whatever depth is left."""
