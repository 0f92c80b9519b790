"""Exceptions that say why a search returned no result, and functions that turn any exception into a failure record."""

from msgspec.structs import asdict

from prunecheck.error_frames import frames_of, place_of
from prunecheck.errors import one_line, told
from prunecheck.failures import Failure, IllegalMove, NothingToTakeBack, OutOfMemory, Raised, Uncatchable, WrongAgent


class SubjectError(Exception):
    """Raised if a search under test returns no valid result, which is a bug in the search, not a usage error."""

    def __init__(self, failure: Failure) -> None:
        """`failure` describes what went wrong, and `str(failure)` is the error message."""
        super().__init__(failure)
        self.failure = failure


class MisuseError(IndexError):
    """Raised if a search misuses a position, for example by an illegal move.

    The error is an IndexError, since a search may expect this error, as from a list of moves that is too short.
    """

    def __init__(self, failure: IllegalMove | NothingToTakeBack | WrongAgent) -> None:
        """`failure` describes how the search misused the position."""
        super().__init__(failure)
        self.failure = failure

    def __str__(self) -> str:
        """What the search did wrong. The type of the error names the kind of failure."""
        return self.failure.words.format_map(asdict(self.failure))


def failure_of(error: Exception) -> Failure:
    """Turn the exception with which a search under test ended into a failure record.

    >>> print(failure_of(MemoryError()), failure_of(ValueError("no such value")), sep=", ")
    out of memory, ValueError: no such value
    """
    if isinstance(error, SubjectError | MisuseError):
        return error.failure
    if isinstance(error, MemoryError):
        return OutOfMemory()
    frames = frames_of(error)
    return Raised(*_name_and_message(error), *place_of(frames), frames)


def uncatchable(error: BaseException) -> Uncatchable:
    """Make the failure record for an exception that `except Exception` does not catch."""
    return Uncatchable(*_name_and_message(error))


def _name_and_message(error: BaseException) -> tuple[str, str]:
    name = one_line(type(error).__name__)
    return name, told(error)[len(name) + 2 :]
