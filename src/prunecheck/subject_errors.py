"""Exceptions that say why a search returned no result, and the failure that any other exception stands for."""

from msgspec.structs import asdict

from prunecheck.error_frames import frames_of, place_of
from prunecheck.errors import one_line, told
from prunecheck.failures import Failure, IllegalMove, NothingToTakeBack, OutOfMemory, Raised, Uncatchable, WrongAgent


class SubjectError(Exception):
    """A search under test did not return a valid result. The error is a verdict, not a mistake of the user."""

    def __init__(self, failure: Failure) -> None:
        """`failure` contains the details; its text is the error message."""
        super().__init__(failure)
        self.failure = failure


class MisuseError(IndexError):
    """Raised by a position if a search misuses it: an IndexError, as a list of moves would raise."""

    def __init__(self, failure: IllegalMove | NothingToTakeBack | WrongAgent) -> None:
        """`failure` contains the details of the misuse."""
        super().__init__(failure)
        self.failure = failure

    def __str__(self) -> str:
        """The details; the type of the error names the kind of failure."""
        return self.failure.words.format_map(asdict(self.failure))


def failure_of(error: Exception) -> Failure:
    """The failure of a search under test that ended with `error`.

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
    """The record of an exception that `except Exception` does not catch."""
    return Uncatchable(*_name_and_message(error))


def _name_and_message(error: BaseException) -> tuple[str, str]:
    name = one_line(type(error).__name__)
    return name, told(error)[len(name) + 2 :]
