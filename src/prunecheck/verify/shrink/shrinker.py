"""Shrink a failure (a counterexample): apply passes in turn, until no pass finds a smaller failure.

A pass is a function that proposes candidates; each differs from the smallest failure so far by one change. If
a candidate fails, new candidates are made from it, and the pass continues with the new list at the same index. No
candidate is judged twice. The result is a local minimum: no pass proposes a smaller candidate that fails.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import islice
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from prunecheck.verify.budgets import SHRINKING_TRIES

T = TypeVar("T", bound=Hashable)

# a pass is named after what it changes; its docstring gives the number of candidates
Pass: TypeAlias = Callable[[T], Iterable[T]]


class OutOfTimeError(BaseException):
    """Raised when time for drawing or shrinking is over; a BaseException, so that Hypothesis does not catch it."""


class Size(Protocol):
    """The size of a counterexample, which can be compared with another size by `<`."""

    def __lt__(self, other: Any, /) -> bool: ...


class Shrinker(Generic[T]):
    """Shrinks a failure. `best` is the smallest failure so far, even after an exception from `fails`."""

    def __init__(
        self, first: T, fails: Callable[[T], T | None], size: Callable[[T], Size], *, most_tries: int = SHRINKING_TRIES
    ) -> None:
        """`fails` runs a candidate, and returns the part of it that fails, such as the first calls of a sequence.

        If the search passes on the candidate, `fails` returns None.
        """
        self.best = first
        self.tries = 0
        self._size = size
        self._best_size = size(first)
        self._fails = fails
        self._most_tries = most_tries
        self._judged: set[T] = {first}

    def shrink(self, passes: Sequence[Pass[T]]) -> T:
        """Apply the passes until no pass finds a smaller failure, or until all tries are used up.

        Return the smallest failure that was found.
        """
        idle = 0
        while idle < len(passes):
            for pass_ in passes:
                idle = 0 if self._succeeds(pass_) else idle + 1
                if idle == len(passes) or self.tries >= self._most_tries:
                    return self.best
        return self.best

    def _succeeds(self, proposed: Pass[T]) -> bool:
        """Try all candidates from a pass. Returns True if at least one candidate led to a smaller failure."""
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
        """Check whether a candidate fails and is smaller than the smallest failure so far.

        A candidate that fails and is smaller becomes the smallest failure, and the result is True.
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
