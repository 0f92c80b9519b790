"""The results of trial calls with a calling convention: how many values were right, and how other calls failed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from prunecheck.errors import BudgetError
from prunecheck.failures import BadAnswer, BadReply, Changed, Crash, Failure, Hang, Raised
from prunecheck.oracle.minimax import value
from prunecheck.subject_errors import SubjectError, failure_of
from prunecheck.subjects.convention import NodeKind, Returns
from prunecheck.subjects.detecting.probes import sizes_in
from prunecheck.subjects.presenting.adapter import Adapter
from prunecheck.subjects.presenting.answers import NONE_ANSWER, no_moves
from prunecheck.subjects.presenting.position import Position
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.search import Choice, value_of

WORKS: Final = 0.999  # a convention is accepted if at least this share of values is right
FIRST_CALLS: Final = 4  # a convention with which the search does not return in its first calls is wrong


@dataclass(frozen=True, slots=True)
class TrialCall:
    """What a search returned or raised when it was called on a small tree with a known value (`truth`).

    `result` is what the function returned. `answer` is the value in `result`, with the move if there is one.
    """

    tree: Tree[Any, Number]
    truth: Number
    answer: Number | Choice | None  # None if the call raised an error
    raised: Exception | None
    result: Any  # None if the function itself raised an error
    items: tuple[Any, ...]  # the items of the result, if it is a tuple or a list, which may change in later calls
    width: int  # the length of the result as `prunecheck.subjects.presenting.answers.width` defines it
    looked_below: bool  # True if the search read a node below the root, which shows that it can use the positions
    read_leaf: bool

    @property
    def answered(self) -> bool:
        """True if the search returned, even if it did not undo its changes to the position."""
        return self.raised is None or self.changed

    @property
    def changed(self) -> bool:
        """True if the search returned without undoing its changes to the position."""
        return isinstance(failure_in(self.raised), Changed)

    @property
    def fails_anyhow(self) -> bool:
        """True if the search failed in a way that does not depend on the calling convention."""
        return self.raised is not None and of_its_own(self.raised)

    @property
    def right(self) -> bool:
        """True if the search returned the minimax value of the tree."""
        return self.answer is not None and value_of(self.answer) == self.truth

    @property
    def move(self) -> int | None:
        """The index of the move that the search returned, or None if it returned no move."""
        return self.answer.move if isinstance(self.answer, Choice) else None

    @property
    def moves(self) -> int:
        """The number of moves at the root."""
        return 0 if self.tree.is_terminal(self.tree.root) else len(list(self.tree.children(self.tree.root)))

    @property
    def right_move(self) -> bool:
        """True if the search returned a best move."""
        children = list(self.tree.children(self.tree.root)) if self.move is not None else []
        return self.move is not None and value(self.tree, children[self.move]) == self.truth

    @property
    def nothing(self) -> bool:
        """True if the trial call failed because the search returned None, or a tuple of None."""
        empty = self.result is None or (isinstance(self.result, tuple) and all(item is None for item in self.result))
        return self.raised is not None and empty

    @property
    def unknown(self) -> str:
        """The missing attribute of a position that caused the error, or an empty text if no attribute is missing."""
        error = self.raised
        missing = isinstance(error, AttributeError) and isinstance(error.obj, Position)
        return error.name or "" if missing and isinstance(error, AttributeError) else ""


@dataclass(frozen=True, slots=True)
class Detection:
    """A calling convention (in `adapter`), and the trial calls that show whether this convention is right."""

    adapter: Adapter
    calls: tuple[TrialCall, ...]
    widest_before: int = 0  # length of the longest tuple that the search returned with other conventions
    # True if the program's functions are replaced, or if arguments are constants that the user did not declare
    guessed: bool = False
    over: Failure | None = None  # how the search fails on finished games, if it is right on all other trees

    @property
    def tried(self) -> int:
        """The number of trial calls."""
        return len(self.calls)

    @property
    def right(self) -> int:
        """The number of calls with the right value, or 0 if the calling convention is wrong about returned moves."""
        return 0 if self.misfit else sum(call.right for call in self._told)

    @property
    def answered(self) -> int:
        """The number of trial calls in which the search returned.

        The number is 0 if the calling convention expects a move, but no result contains a move, or if results contain
        an unexpected move.
        """
        returned = sum(call.answered for call in self.calls)
        silent = sum(map(self._lacks_move, self.calls))
        return 0 if self.misfit or silent == returned else returned

    @property
    def explained(self) -> int:
        """The number of calls that the calling convention explains, or 0 if it is wrong about returned moves.

        A trial call is explained if the search read a node below the root, returned a value that occurs in the trees,
        or failed in a way that does not depend on the calling convention.
        """
        return 0 if self.misfit else sum(self._explanations())

    @property
    def moves(self) -> int:
        """The number of trial calls that return the right move. Moves in tuples of two items are not counted."""
        return 0 if self.misfit or self.widest <= 2 else sum(call.right_move for call in self._told)

    @property
    def line(self) -> bool:
        """True if every result of the search contains a line of play (a principal variation)."""
        lines = (isinstance(call.answer, Choice) and call.answer.line is not None for call in self._told)
        return self.answered > 0 and all(lines)

    @property
    def seen(self) -> bool:
        """True if the search read a leaf in each tree for which it returned the right value."""
        return all(call.read_leaf for call in self._told if call.right)

    @property
    def widest(self) -> int:
        """The length of the longest tuple that the search has returned, with this or an earlier calling convention."""
        return max((self.widest_before, *(call.width for call in self.calls if not call.changed)))

    @property
    def failure(self) -> Failure | None:
        """The reason why the calling convention is wrong about returned moves, or else the first failure of a call."""
        failures = (self._failure_of(call) for call in self.calls)
        return self.misfit or next((failure for failure in failures if failure is not None), None)

    @property
    def raised(self) -> Exception | None:
        """An error that the search raised; if possible, an error that occurs with any calling convention."""
        errors = [call.raised for call in self.calls if call.raised is not None]
        return next((error for error in errors if of_its_own(error)), errors[0] if errors else None)

    @property
    def unknown(self) -> str:
        """The first attribute that the search used, but that positions do not have.

        The text is empty if positions have all attributes that the search used.
        """
        failed = next(filter(self._failure_of, self.calls), None)
        return "" if self.misfit or failed is None else failed.unknown

    @property
    def returns_nothing(self) -> bool:
        """True if the search returned None, or a tuple of None, for each tree."""
        return not self.misfit and all(call.nothing for call in self.calls)

    @property
    def misfit(self) -> Failure | None:
        """The reason why the calling convention is wrong about returned moves, or None if it is right.

        Either the results contain a move that the calling convention does not expect, or the calling convention expects
        a move that the results lack.
        """
        convention = self.adapter.convention
        if convention.returns is Returns.VALUE and convention.at:
            beside = [
                [(item, call.moves) for nth, item in enumerate(call.items) if nth not in convention.at]
                for call in self._told
            ]
            if not all(map(no_moves, zip(*beside, strict=False))):
                return BadReply("returned a move, too")
        if convention.returns in (Returns.VALUE_MOVE, Returns.MOVE_VALUE) and 0 < self.widest <= max(convention.places):
            return BadAnswer(repr(self.calls[-1].result), "a value and a move")
        return None

    @property
    def failed(self) -> bool:
        """True if the search failed in a way that does not depend on the calling convention."""
        return any(call.fails_anyhow for call in self.calls)

    @property
    def hopeless(self) -> bool:
        """True if the calling convention is certainly wrong: the search did not return in any of the first calls."""
        late = self.adapter.convention.depth and self.returns_nothing  # it may need a depth of more than one ply
        return self.tried == FIRST_CALLS and not any(call.answered for call in self.calls) and not late

    @property
    def rank(self) -> tuple[bool, int, int, int, bool, bool]:
        """A key that ranks calling conventions: the likelier convention has the greater key.

        If the search uses an attribute that positions lack, this error does not make the calling convention less
        likely.

        A calling convention that expects values, and gets right values, ranks above a convention that expects only
        moves, since a number can be mistaken for a move.
        """
        value = self.right > 0 and self.adapter.convention.returns is not Returns.MOVE
        return value, self.right, self.explained, self.answered, bool(self.unknown), self.failed

    @property
    def works(self) -> bool:
        """True if the search returned the right value in all trial calls."""
        return self.right >= WORKS * self.tried

    @property
    def certain(self) -> bool:
        """True if the search returns tuples, and is right in all trial calls.

        In tuples of three or more items, both the value and the move must be right. In pairs, only the value must be
        right, since only the other item can be the move.
        """
        moves = self.right if self.widest == 2 else self.moves  # in a pair, only the other item can be the move
        return min(self.right, moves) >= WORKS * self.tried

    @property
    def understood(self) -> bool:
        """True if the calling convention explains at least half of the calls, or if no other convention could help.

        A calling convention that is based on guesses must give the right value in every trial call. The result is False
        if no value is right and the first error comes from another file than the search's own. An error from another
        file suggests that the search called its own game's rules with a node of the test tree.
        """
        if self.guessed:
            return self.right == self.tried
        explained = self.answered > 0 and 2 * self.explained >= self.tried
        return self.failed or (explained and (self.right > 0 or not _elsewhere(self.failure)))

    @property
    def searched(self) -> bool:
        """True if the calling convention is understood, and no call failed in a way that no convention can prevent."""
        return self.understood and not self.failed

    @property
    def takes_nested(self) -> bool:
        """True if the search certainly accepts nested lists: most values are right, and all calls are explained."""
        nested = self.adapter.convention.node in (NodeKind.NESTED, NodeKind.TUPLES)
        return nested and self.explained == self.tried and 2 * self.right > self.tried

    @property
    def silent(self) -> bool:
        """True if the search never returned anything, because it timed out or read positions too often."""
        return not self.answered and (isinstance(failure_in(self.raised), Hang) or isinstance(self.raised, BudgetError))

    @property
    def _told(self) -> list[TrialCall]:
        """The calls with a usable result: a value, or a move if the search should return only a move."""
        return [call for call in self.calls if self._tells(call)]

    def _tells(self, call: TrialCall) -> bool:
        return call.answer is not None and not self._lacks_move(call)

    def _lacks_move(self, call: TrialCall) -> bool:
        """True if the call returned no move, although the search should return one and the position has moves."""
        returned = isinstance(call.answer, Choice) and call.move is None and call.moves > 0
        return returned and self.adapter.convention.returns is Returns.MOVE

    def _failure_of(self, call: TrialCall) -> Failure | None:
        if call.raised is not None:
            return failure_of(call.raised)
        return BadAnswer(NONE_ANSWER, "a move") if self._lacks_move(call) else None

    def _explanations(self) -> Iterator[bool]:
        by_value = self.adapter.convention.returns is not Returns.MOVE
        known: set[Number] = set()  # the absolute values in the trees so far
        for call in self.calls:
            if call.answer is None:
                yield call.looked_below or call.fails_anyhow or isinstance(call.raised, BudgetError)
            elif self._tells(call):
                known |= sizes_in(call.tree)
                yield call.looked_below or (by_value and (call.right or abs(value_of(call.answer)) in known))


def _elsewhere(failure: Failure | None) -> bool:
    """True for an error that was raised outside of the file that contains the search."""
    return isinstance(failure, Raised) and bool(failure.frames) and failure.frames[0][0] != failure.file


def failure_in(raised: Exception | None) -> Failure | None:
    """Return the failure that an error represents, such as a timeout.

    Returns None for an error that the search raised itself.
    """
    return raised.failure if isinstance(raised, SubjectError) else None


def of_its_own(raised: Exception) -> bool:
    """True for an error that no calling convention prevents: a hang, an exit, or too little stack or memory."""
    if isinstance(raised, SubjectError):
        return isinstance(raised.failure, Hang | Crash)
    return isinstance(raised, RecursionError | MemoryError)
