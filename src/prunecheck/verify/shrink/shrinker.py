"""The shrinker: named passes, tried in turn until none of them makes what fails any smaller.

A pass proposes candidates one change away from the best so far. After a success it goes on from where it was, with the
candidates of the new best; no candidate is judged twice. The result is a local minimum: no candidate of any pass is
smaller and fails.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import islice
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from prunecheck.verify.budgets import SHRINKING_TRIES

T = TypeVar("T", bound=Hashable)

Pass: TypeAlias = Callable[[T], Iterable[T]]  # its name says what it changes, its docstring what it promises and costs


class OutOfTimeError(BaseException):
    """Drawing or shrinking ends here; Hypothesis lets this pass."""


class Size(Protocol):
    """Anything that is smaller or not."""

    def __lt__(self, other: Any, /) -> bool: ...


class Shrinker(Generic[T]):
    """`best` is the smallest that failed so far; it stays there when `fails` raises to end the shrinking."""

    def __init__(
        self,
        first: T,
        fails: Callable[[T], T | None],
        size: Callable[[T], Size],
        *,
        most_tries: int = SHRINKING_TRIES,
    ) -> None:
        """`fails` gives what failed of a candidate, such as a part of a sequence, and None if all is well."""
        self.best = first
        self.tries = 0
        self._size = size
        self._best_size = size(first)
        self._fails = fails
        self._most_tries = most_tries
        self._judged: set[T] = {first}

    def shrink(self, passes: Sequence[Pass[T]]) -> T:
        """The smallest that the passes come to, or the best after as many tries as are allowed."""
        idle = 0
        while idle < len(passes):
            for each in passes:
                idle = 0 if self._succeeds(each) else idle + 1
                if idle == len(passes) or self.tries >= self._most_tries:
                    return self.best
        return self.best

    def _succeeds(self, proposed: Pass[T]) -> bool:
        """Go through the candidates of a pass; True if one of them was smaller and failed."""
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
        """True if the candidate is smaller than the best and fails; it is the best then."""
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
