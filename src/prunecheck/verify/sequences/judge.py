"""A sequence of searches with one instance, step by step: each answer judged by what was searched until then."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from msgspec import structs

from prunecheck.contracts.case import QUESTIONS_A_NODE, case_of
from prunecheck.contracts.contract import Contract
from prunecheck.contracts.evidence import Evidence, Run
from prunecheck.contracts.move import BEST_MOVE
from prunecheck.contracts.order import CONTRACTS, contract
from prunecheck.contracts.table import TABLE
from prunecheck.errors import PreconditionError
from prunecheck.failures import Failure, failure_of
from prunecheck.oracle.deeper_entries import DeeperEntries
from prunecheck.subjects.convention import DepthReading
from prunecheck.subjects.subject import Instance, Subject
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.search import Choice
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.below import Below
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.records import Step

__all__ = ["CLEAR", "SequenceJudge", "Step", "broken_in", "judged_by"]

CLEAR: Final = Step(None)


@dataclass(slots=True)
class _Known:
    """A tree as it is searched, each path with a node of its own, and what is known of its searches."""

    plain: ExplicitTree[Number]
    explained: DeeperEntries


@dataclass(slots=True)
class SequenceJudge:
    """One instance of a search: what it was asked so far, and what it answered.

    It is `given`, or an isolated one that is opened at the first step. `due` are the contracts that its answers are
    judged by, as far as they judge a reused instance.
    """

    subject: Subject
    due: frozenset[str]
    given: Instance | None = None
    done: list[Step] = field(default_factory=list)
    broken: str = ""  # the contract that the last step broke
    because: str = ""  # in words, where the values do not show it
    explained: tuple[Number, ...] = ()  # the least and the greatest value that is right, if they are not one
    _trees: dict[ExplicitTree[Number], _Known] = field(default_factory=dict)

    @property
    def trees(self) -> list[ExplicitTree[Number]]:
        """Those that were searched, in the order in which they came."""
        return list(self._trees)

    @property
    def instance(self) -> Instance:
        """The instance."""
        if self.given is None:
            self.given = self.subject.open(isolated=True)
        return self.given

    def play(self, step: Step) -> bool:
        """Carry out a step; True where it is as it should be. A tree that the search does not take is no step."""
        try:
            return self.carry_out(step)
        except PreconditionError:
            return True

    def carry_out(self, step: Step) -> bool:
        """Carry out a step; True if the answer is right. Raises: PreconditionError for a tree it does not take."""
        if step.tree is None:
            clear = self.instance.clear
            if clear is None:
                return True
            failed = self._failed(clear)
            self.done.append(structs.replace(CLEAR, failure=failed))
            if failed is not None:
                self.broken = self._weakest(FULL)
            return failed is None
        return self._search(step.tree, step)

    def _search(self, tree: ExplicitTree[Number], step: Step) -> bool:
        known = self._known(tree)
        path = self._path(known.plain, step.path)
        node = _below(known.plain, path)
        if self._alone and not known.plain.children(node):
            return True  # a leaf has no move, and nobody asks for one
        depth = self._depth(known, node, step.depth)
        asked: Tree[Any, Number] = known.plain if depth is None else cut(known.plain, depth)
        start: Any = node if depth is None else (node, depth)
        window = step.window if self.subject.traits.takes_window else FULL
        plies = known.explained.height(node) if depth is None else depth
        known.explained.searched(node, plies)
        answers: list[Number | Choice] = []

        def ask() -> None:
            log = recorded(asked, most_questions=QUESTIONS_A_NODE * 2 * len(known.plain))
            answers.append(self.instance.search(log, start, window.alpha, window.beta))

        failure = self._failed(ask)
        answer = answers[0] if answers else None
        found = answer.value if isinstance(answer, Choice) else answer
        limit = plies if plies < known.explained.height(node) else None
        case = case_of(Below(known.plain, node), limit, [window])
        self.done.append(Step(tree, window, limit, path, found, case.truth, failure))
        done: Run[Any] = Run(found, [], failure)
        if isinstance(answer, Choice):
            done = replace(done, move=answer.move, table=answer.table)
        deeper = self.subject.traits.depth_reading is DepthReading.WITNESS
        self._judge(Evidence(case, 0, done, self.instance.search, deeper, known.explained))
        return not self.broken

    def _judge(self, evidence: Evidence[Any]) -> None:
        """By each contract that is due, the weakest first. An error violates the weakest."""
        if evidence.run.found is None:
            self.broken = self._weakest(evidence.window)
            return
        span = evidence.span
        self.explained = () if span[0] == span[1] else span
        for promise in self._ordered():
            objection = promise.judge(evidence) if promise.judges_again(evidence) else None
            if objection is not None:
                self.broken, self.because = promise.name, str(objection)
                return

    def _ordered(self) -> list[Contract]:
        """The contracts that are due, the weakest first."""
        return [each for each in CONTRACTS.values() if each.name in self.due]

    def _weakest(self, window: Window[Number]) -> str:
        """The name of the weakest contract that an answer in a window is judged by."""
        due = self._ordered()
        return next((each for each in due if each.decides_in(window)), due[0]).name

    def _known(self, tree: ExplicitTree[Number]) -> _Known:
        if tree not in self._trees:
            plain = unfolded(tree, static_values=tree.has_static_values)
            self._trees[tree] = _Known(plain, DeeperEntries(plain))
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
        if self.subject.traits.convention.max_at_root:
            while plain.is_max(_below(plain, path)) != plain.is_max(plain.root):
                path.pop()
        return tuple(path)

    def _depth(self, known: _Known, node: int, wanted: int | None) -> int | None:
        """The plies to search; None where it takes no depth, or there is none.

        A move that is told alone is judged by the whole tree.
        """
        if not self.subject.traits.takes_depth:
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
        return not self.subject.traits.gives_value

    def _failed(self, act: Callable[[], object]) -> Failure | None:
        try:
            act()
        except PreconditionError:
            raise
        except Exception as error:
            return failure_of(error)
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
    return frozenset(each.name for each in map(contract, contracts) if each.in_sequences)


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
    player = SequenceJudge(subject, due)
    for step in steps:
        if not player.play(step):
            return [player.broken]
    return []
