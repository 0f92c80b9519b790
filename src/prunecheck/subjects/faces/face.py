"""What the faces share: one question of the judge, put to a library's search and answered for MAX."""

from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import count
from typing import Any, Final, TypeAlias

from prunecheck.oracle.minimax import value as true_value
from prunecheck.subjects.alarm import in_time
from prunecheck.subjects.answers import number, place
from prunecheck.subjects.asked import Asked, asked, asked_whole, quiet
from prunecheck.subjects.calling import SECONDS
from prunecheck.subjects.convention import Convention
from prunecheck.subjects.position import unique
from prunecheck.subjects.subject import Subject
from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import Choice
from prunecheck.trees.walk import heights

REMEMBERED: Final = 8  # trees: as many as a sequence of searches has, and more
Answer: TypeAlias = tuple[Any, Any]  # value, as the player to move sees it, and move; None for what is not told


@dataclass(frozen=True, slots=True)
class Shown:
    """The tree that a game shows: whatever a library's search reads of a node is logged for the judge.

    `left` is the number of plies from a node to the limit; `serial` is the number of the tree; the window is seen by
    the player to move.
    """

    log: Tree[Any, Number]
    asked: Asked
    serial: int
    plies: int
    alpha: Number
    beta: Number

    def is_over(self, node: Any, left: int) -> bool:
        """True for a leaf of the tree; a limit makes none."""
        self.log.is_terminal(self.asked.logged(node, left))
        return self.asked.tree.is_terminal(node)

    def below(self, node: Any) -> list[Any]:
        """The children of a node; none of a leaf."""
        return [] if self.asked.tree.is_terminal(node) else list(self.asked.tree.children(node))

    def value(self, node: Any, left: int) -> Number:
        """The value of a node for MAX. Raises: TreeError where it has none."""
        return self.log.evaluate(self.asked.logged(node, left))

    def is_max(self, node: Any) -> bool:
        """True where MAX is to move."""
        return self.asked.tree.is_max(node)

    def key(self, node: Any) -> Hashable:
        """The position that a node is, among those of all trees."""
        return unique(self.asked.tree.key(node), self.serial)


class Faced:
    """A library's search as an `AnySearch`: `play` puts one question to it, in its own terms.

    A leaf is answered here: libraries search from positions in which there is a move.
    """

    def __init__(self, play: Callable[[Shown], Answer], *, limited: bool = True, tells_value: bool = True) -> None:
        """`limited` says that it counts the depth itself; else it is shown a tree that ends at the limit.

        Without `tells_value` it gives back a move alone, and is judged by what that is worth.
        """
        self._play = play
        self._limited = limited
        self._tells_value = tells_value
        self._serials = count(1)
        self._known: deque[tuple[object, int]] = deque(maxlen=REMEMBERED)  # the last trees asked about
        self.seconds = SECONDS

    def __call__(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Choice:
        """The answer for `node`.

        Raises: SubjectError where that is no value or no move, or takes too long; the library's own errors pass.
        """
        judged = quiet(tree)
        if tree.is_terminal(node):
            return Choice(tree.evaluate(node), None)
        question = asked(tree, node) if self._limited else asked_whole(tree, node)
        plies = heights(question.tree, question.node)[question.node] if question.depth is None else question.depth
        is_max = judged.is_max(node)
        window = (alpha, beta) if is_max else (-beta, -alpha)
        shown = Shown(tree, question, self._serial(question.tree), plies, *window)
        found, told = in_time(self.seconds, self._play, shown)
        move = place(told, question)
        if not self._tells_value:
            return Choice(true_value(judged, node if move is None else list(judged.children(node))[move]), move)
        value = number(found)
        return Choice(value if is_max else -value, move)

    def _serial(self, tree: object) -> int:
        """The number of a tree: the same for one that comes again soon."""
        for known, serial in self._known:
            if known is tree:
                return serial
        self._known.append((tree, next(self._serials)))
        return self._known[-1][1]


class LivingFace:
    """One life of a library's search that has a memory."""

    clear: Callable[[], object] | None = None  # no library's has one; a new table is a new life

    def __init__(self, search: Faced) -> None:
        """`search` has its memory to itself."""
        self.answer = search


def subject(
    name: str,
    convention: Convention,
    search: Faced,
    *,
    seconds: float = SECONDS,
    remembers: Callable[[], Faced] | None = None,
) -> Subject:
    """A face as a subject, with `seconds` for each answer; `remembers` makes the search with a memory of its own."""

    def patient(face: Faced) -> Faced:
        face.seconds = seconds
        return face

    return Subject(
        name=name,
        search=patient(search),
        kept=None if remembers is None else patient(remembers()),
        living=None if remembers is None else lambda: LivingFace(patient(remembers())),
        convention=convention,
        sees_reads=True,
        tells_line=False,
    )
