"""The result of trying one calling convention on small trees."""

from dataclasses import dataclass
from typing import Final

from prunecheck.errors import BudgetError
from prunecheck.failures import Crash, Failure, Hang, Raised, SubjectError
from prunecheck.subjects.convention import NodeKind, Returns
from prunecheck.subjects.presenting.adapter import Adapter

WORKS: Final = 0.999  # a convention is accepted from this share of right values on


@dataclass(frozen=True, slots=True)
class Detection:
    """What a calling convention gave on small trees: how many values were right, and the first failure."""

    adapter: Adapter
    right: int
    answered: int
    tried: int
    failure: Failure | None  # the first failure
    raised: Exception | None  # an error that was raised, preferably one that any convention would cause
    line: bool
    moves: int = 0  # number of correct moves, if the search returns more than a value and a move
    widest: int = 0  # length of the longest tuple that the search returned
    unknown: str = ""  # the first attribute that the search used and a position does not have
    over: Failure | None = None  # how the search fails on finished games, if it is right on all other trees
    seen: bool = True  # True if the search read a leaf on each tree on which it was right
    explained: int = 0  # number of trees on which it read a node below the root, or returned a value of the tree
    # True if the program's functions are replaced, or if arguments are constants that the user did not declare
    guessed: bool = False
    returns_nothing: bool = False  # True if it returned None, or a tuple of them, for each tree

    @property
    def failed(self) -> bool:
        """True if the search failed in a way that does not depend on the calling convention."""
        return self.raised is not None and of_its_own(self.raised)

    @property
    def rank(self) -> tuple[bool, int, int, int, bool, bool]:
        """A key to compare candidates: the greater, the likelier. A missing attribute is not held against a convention.

        A candidate that returns values ranks above one that returns only moves: a number may be mistaken for a move.
        """
        value = self.right > 0 and self.adapter.convention.returns is not Returns.MOVE
        return value, self.right, self.explained, self.answered, bool(self.unknown), self.failed

    @property
    def certain(self) -> bool:
        """True if all values were correct and, in tuples of three or more items, all moves, too."""
        moves = self.right if self.widest == 2 else self.moves  # in a pair, only the other item can be the move
        return min(self.right, moves) >= WORKS * self.tried

    @property
    def understood(self) -> bool:
        """True if the convention explains at least half of the trial calls, or if the search fails with any convention.

        If the convention is based on guesses, every trial call must give the right value. If no value is right and an
        error comes from another file than the search's, the search may have passed nodes to the rules of its own game.
        """
        if self.guessed:
            return self.right == self.tried
        explained = self.answered > 0 and 2 * self.explained >= self.tried
        return self.failed or (explained and (self.right > 0 or not _elsewhere(self.failure)))

    @property
    def takes_nested(self) -> bool:
        """True if the search surely accepts nested lists or tuples: most values are right, and all are explained."""
        nested = self.adapter.convention.node in (NodeKind.NESTED, NodeKind.TUPLES)
        return nested and self.explained == self.tried and 2 * self.right > self.tried

    @property
    def silent(self) -> bool:
        """True if the search timed out, or read positions too often, before it returned anything."""
        return not self.answered and (isinstance(failure_in(self.raised), Hang) or isinstance(self.raised, BudgetError))


def _elsewhere(failure: Failure | None) -> bool:
    """True for an error that was raised in another file than the search's."""
    return isinstance(failure, Raised) and bool(failure.frames) and failure.frames[0][0] != failure.file


def failure_in(raised: Exception | None) -> Failure | None:
    """The failure that a search's error stands for. None for an error that it raised itself."""
    return raised.failure if isinstance(raised, SubjectError) else None


def of_its_own(raised: Exception) -> bool:
    """True for an error that occurs with any convention: the search hangs, exits, or runs out of stack or memory."""
    if isinstance(raised, SubjectError):
        return isinstance(raised.failure, Hang | Crash)
    return isinstance(raised, RecursionError | MemoryError)
