"""Notes that a child process leaves for its parent, which are known even if it is killed; and how it ended."""

from dataclasses import dataclass, field
from typing import Final

from prunecheck.failures import Failure
from prunecheck.subjects.sandbox.call_log import CallLog
from prunecheck.subjects.sandbox.shared_memory import SharedMemory
from prunecheck.trees.call import Call

MOST_NOTE_BYTES: Final = 1 << 16  # bytes of a note
SIZE: Final = 8 + 2 * (8 + MOST_NOTE_BYTES)


class SharedNote(SharedMemory):
    """The note left last, whole whenever its writer is ended.

    The memory has a count of the notes so far, then a place for every odd note and one for every even: each begins with
    its length. The count is written last.
    """

    def __init__(self) -> None:
        super().__init__(SIZE)

    @property
    def count(self) -> int:
        """How many notes there were."""
        return int.from_bytes(self._shared[:8], "little")

    def leave(self, note: bytes) -> None:
        """Leave a note, an empty one in place of one that is too long."""
        count = self.count + 1
        start = _place(count)
        if len(note) > MOST_NOTE_BYTES:
            note = b""
        self._shared[start - 8 : start] = len(note).to_bytes(8, "little")
        self._shared[start : start + len(note)] = note
        self._shared[:8] = count.to_bytes(8, "little")

    def last(self) -> bytes:
        """The note left last, empty if there was none. Whoever leaves the next but one meanwhile spoils it."""
        start = _place(self.count)
        return self._shared[start : start + int.from_bytes(self._shared[start - 8 : start], "little")]


def _place(count: int) -> int:
    return 16 + count % 2 * (8 + MOST_NOTE_BYTES)


class Stage(SharedNote):
    """What is being done, in words."""

    def begin(self, words: str) -> None:
        """Note what is being done; nothing, when it is done."""
        self.leave(words.encode(errors="backslashreplace")[:MOST_NOTE_BYTES])

    @property
    def words(self) -> str:
        """What was noted last, as either process sees it."""
        return self.last().decode(errors="ignore")


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """The process ended, or was ended, before its work was done; `calls` were begun until then, the last in `log`."""

    failure: Failure
    call: Call | None = None
    calls: int = 0
    log: CallLog | None = field(default=None, compare=False, repr=False)
