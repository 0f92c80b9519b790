"""A sequence of searches with one instance, step by step: each answer judged by what was searched until then."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from prunecheck.contracts.move import BEST_MOVE
from prunecheck.contracts.order import contract
from prunecheck.contracts.table import TABLE
from prunecheck.contracts.value import ValueContract
from prunecheck.errors import PreconditionError, ended_with
from prunecheck.oracle.minimax import value
from prunecheck.subjects.convention import Returns
from prunecheck.subjects.domain import DepthReading
from prunecheck.subjects.living import Living
from prunecheck.subjects.subject import Subject
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.search import Choice
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.values import show
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.check import QUESTIONS_A_NODE
from prunecheck.verify.explained import Explained
from prunecheck.verify.verdict import Step

__all__ = ["CLEAR", "Player", "Step", "broken_in", "judged_by"]

CLEAR: Final = Step(None)


@dataclass(slots=True)
class _Known:
    """A tree as it is searched, each path with a node of its own, and what is known of its searches."""

    plain: ExplicitTree[Number]
    explained: Explained


@dataclass(slots=True)
class Player:
    """One life of a search: what it was asked so far, and what it answered.

    `due` are the contracts by which its answers are judged, as far as they are on values, best moves and tables.
    """

    subject: Subject
    due: frozenset[str]
    done: list[Step] = field(default_factory=list)
    broken: str = ""  # the contract that the last step broke
    because: str = ""  # in words, where the values do not show it
    explained: tuple[Number, ...] = ()  # the least and the greatest value that is right, if they are not one
    _living: Living | None = None
    _trees: dict[ExplicitTree[Number], _Known] = field(default_factory=dict)

    @property
    def trees(self) -> list[ExplicitTree[Number]]:
        """Those that were searched, in the order in which they came."""
        return list(self._trees)

    @property
    def living(self) -> Living:
        """The instance or process, made when it is first asked for.

        Raises: PreconditionError for a subject that keeps nothing from search to search.
        """
        if self._living is None:
            if self.subject.living is None:
                raise PreconditionError(f"{self.subject.name} keeps nothing from search to search; try single searches")
            self._living = self.subject.living()
        return self._living

    def play(self, step: Step) -> bool:
        """Carry out a step; True where it is as it should be. A tree that the search does not take is no step."""
        if step.tree is None:
            clear = self.living.clear
            if clear is None:
                return True
            failed = self._failed(clear)
            self.done.append(replace(CLEAR, error=failed))
            if failed is not None:
                self.broken = self._due_in(FULL)[-1]
            return failed is None
        try:
            return self._search(step.tree, step)
        except PreconditionError:
            return True

    def _search(self, tree: ExplicitTree[Number], step: Step) -> bool:
        known = self._known(tree)
        path = self._path(known.plain, step.path)
        node = _below(known.plain, path)
        if self._alone and not known.plain.children(node):
            return True  # a leaf has no move, and nobody asks for one
        depth = self._depth(known, node, step.depth)
        asked: Tree[Any, Number] = known.plain if depth is None else cut(known.plain, depth)
        start: Any = node if depth is None else (node, depth)
        window = step.window if self.subject.window else FULL
        plies = known.explained.height(node) if depth is None else depth
        known.explained.searched(node, plies)
        answers: list[Number | Choice] = []

        def ask() -> None:
            log = recorded(asked, most_questions=QUESTIONS_A_NODE * 2 * len(known.plain))
            answers.append(self.living.answer(log, start, window.alpha, window.beta))

        error = self._failed(ask)
        answer = answers[0] if answers else None
        found = answer.value if isinstance(answer, Choice) else answer
        limited = plies < known.explained.height(node)
        self.done.append(Step(tree, window, plies if limited else None, path, found, value(asked, start), error))
        self._judge(known, node, plies, answer)
        return not self.broken

    def _judge(self, known: _Known, node: int, plies: int, answer: Number | Choice | None) -> None:
        step = self.done[-1]
        if answer is None:
            self.broken = self._due_in(step.window)[-1]
            return
        assert step.truth is not None
        strict = self.subject.reading is DepthReading.STRICT
        span = (step.truth, step.truth) if strict else known.explained.span(node, plies)
        assert span is not None
        assert step.found is not None
        least, greatest = span
        self.explained = () if least == greatest else span
        right = {least, greatest} | ({step.found} if least <= step.found <= greatest else set())
        for name in reversed(self._due_in(step.window)):
            promise = contract(name)
            if not isinstance(promise, ValueContract):
                continue
            if not any(promise.holds(step.found, each, step.window) for each in right):
                self.broken = name
                return
        if not isinstance(answer, Choice):
            return
        if BEST_MOVE.name in self.due and step.window == FULL and step.depth is None and least == greatest:
            below = [value(known.plain, child) for child in known.plain.children(node)]
            if not BEST_MOVE.holds(answer.move, below, least):
                moved = "no move" if answer.move is None else f"the move to [{answer.move}]"
                self.broken = BEST_MOVE.name
                self.because = f"chooses {moved}; the children are worth {', '.join(map(show, below))}"
                return
        if TABLE.name in self.due and answer.table is not None:
            self.because = TABLE.objection(known.plain, answer.table, known.explained.span)
            self.broken = TABLE.name if self.because else ""

    def _due_in(self, window: Window[Number]) -> list[str]:
        """The contracts by which an answer in a window is judged, the weakest last; one that fails breaks that."""
        order = ("table", "best-move", "clamped", "fishburn", "knuth", "exact")
        names = [name for name in order if name in self.due]
        return names[:-1] if names[-1] == "exact" and window != FULL and len(names) > 1 else names

    def _known(self, tree: ExplicitTree[Number]) -> _Known:
        if tree not in self._trees:
            plain = unfolded(tree, static_values=tree.has_static_values)
            self._trees[tree] = _Known(plain, Explained(plain))
        return self._trees[tree]

    def _path(self, plain: ExplicitTree[Number], wanted: Sequence[int]) -> tuple[int, ...]:
        """As far as it goes. A search that takes MAX to be at the root stays with the player who is there."""
        path: list[int] = []
        node = plain.root
        for move in wanted:
            below = plain.children(node)
            if not below:
                break
            path.append(move % len(below))
            node = below[path[-1]]
        if self.subject.convention.max_at_root:
            while plain.is_max(_below(plain, path)) != plain.is_max(plain.root):
                path.pop()
        return tuple(path)

    def _depth(self, known: _Known, node: int, wanted: int | None) -> int | None:
        """The plies to search; None where it takes no depth, or there is none.

        A move that is told alone is judged by the whole tree.
        """
        if not self.subject.convention.depth:
            return None
        height = known.explained.height(node)
        if not height:
            return None  # as a single search of a position that is over
        if wanted is None or self._alone or not known.plain.has_static_values:
            return height
        return max(1, min(wanted, height))

    @property
    def _alone(self) -> bool:
        """True where it tells a move and no value."""
        return self.subject.convention.returns is Returns.MOVE

    def _failed(self, act: Callable[[], object]) -> str | None:
        try:
            act()
        except PreconditionError:
            raise
        except Exception as error:
            return ended_with(error)
        return None


def _below(tree: ExplicitTree[Number], path: Iterable[int]) -> int:
    node = tree.root
    for move in path:
        node = tree.children(node)[move]
    return node


def judged_by(contracts: Iterable[str]) -> frozenset[str]:
    """The names of those of the contracts by which an answer in a sequence can be judged.

    >>> sorted(judged_by(["fail-soft", "repeatable"]))
    ['fishburn']
    """
    promises = [contract(each) for each in contracts]
    return frozenset(each.name for each in promises if each in (BEST_MOVE, TABLE) or isinstance(each, ValueContract))


def broken_in(subject: Subject, steps: Iterable[Step], contracts: Iterable[str]) -> list[str]:
    """The first of `contracts` that a fresh life of `subject` breaks in a sequence of steps; empty if it keeps all.

    For a test of one sequence: assert that the list is empty. A `Step` has a tree, a window, and perhaps a depth and
    the path of the node to start from; `CLEAR` is a step, too. Trees that are equal are one that is searched again.
    Raises: PreconditionError for a subject that keeps nothing from search to search, and where none of the contracts
    can be judged in a sequence; UnknownNameError for a contract that is none.
    """
    names = list(contracts)
    due = judged_by(names)
    if not due:
        raise PreconditionError(
            f"in a sequence, no answer can be judged by {' or '.join(names) or 'no contract'}; "
            f"ask for contracts on values, {BEST_MOVE.name} or {TABLE.name}"
        )
    player = Player(subject, due)
    for step in steps:
        if not player.play(step):
            return [player.broken]
    return []
