"""Shrink a failure: apply named passes in turn, until none of them finds a smaller failure.

A pass proposes candidates that differ from the best failure so far by one change. After a success, new candidates are
made from the new best failure, and the pass continues in this list at the same index. No candidate is judged twice. The
result is a local minimum: no pass proposes a smaller candidate that fails.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import islice
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from prunecheck.verify.budgets import SHRINKING_TRIES

T = TypeVar("T", bound=Hashable)

# a pass is named after what it changes; its docstring gives the number of candidates
Pass: TypeAlias = Callable[[T], Iterable[T]]


class OutOfTimeError(BaseException):
    """Raised when the time for drawing or shrinking is over; a BaseException, so that Hypothesis does not catch it."""


class Size(Protocol):
    """A size of a counterexample, which can be compared with other sizes."""

    def __lt__(self, other: Any, /) -> bool: ...


class Shrinker(Generic[T]):
    """Shrink a failure. `best` is the smallest failure so far, even if an exception from `fails` ends the shrinking."""

    def __init__(
        self, first: T, fails: Callable[[T], T | None], size: Callable[[T], Size], *, most_tries: int = SHRINKING_TRIES
    ) -> None:
        """`fails` returns the part of a candidate that fails, such as the first steps of a sequence.

        If the candidate passes, `fails` returns None.
        """
        self.best = first
        self.tries = 0
        self._size = size
        self._best_size = size(first)
        self._fails = fails
        self._most_tries = most_tries
        self._judged: set[T] = {first}

    def shrink(self, passes: Sequence[Pass[T]]) -> T:
        """Apply the passes until none finds a smaller failure, or until all tries are used up.

        Return the smallest failure.
        """
        idle = 0
        while idle < len(passes):
            for pass_ in passes:
                idle = 0 if self._succeeds(pass_) else idle + 1
                if idle == len(passes) or self.tries >= self._most_tries:
                    return self.best
        return self.best

    def _succeeds(self, proposed: Pass[T]) -> bool:
        """Check the candidates from a pass. Return True if a candidate fails and is smaller than the best failure."""
        succeeded, place = False, 0
        candidates = iter(proposed(self.best))
        while (candidate := next(candidates, None)) is not None and self.tries < self._most_tries:
            if self.try_one(candidate):
                succeeded = True
                candidates = islice(proposed(self.best), place, None)
            else:
                place += 1
        return succeeded

    def try_one(self, candidate: T) -> bool:
        """Check a candidate.

        If the candidate fails and is smaller than the best failure so far, it becomes the new best, and the result is
        True.
        """
        if candidate in self._judged or not self._size(candidate) < self._best_size:
            return False
        self._judged.add(candidate)
        self.tries += 1
        failed = self._fails(candidate)
        if failed is None:
            return False
        self.best, self._best_size = failed, self._size(failed)
        self._judged.add(failed)
        return True
