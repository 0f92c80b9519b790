"""Notes that a child process leaves for its parent, and how the child ended.

The notes survive even if the child is killed.
"""

from dataclasses import dataclass, field
from typing import Final

from prunecheck.failures import Failure
from prunecheck.subjects.sandbox.call_log import CallLog
from prunecheck.subjects.sandbox.shared_memory import SharedMemory
from prunecheck.trees.call import Call

MOST_NOTE_BYTES: Final = 1 << 16  # bytes
SIZE: Final = 8 + 2 * (8 + MOST_NOTE_BYTES)


class SharedNote(SharedMemory):
    """The last note in shared memory, which stays readable even if its writer is killed while writing.

    The memory has a count of notes, then one slot for odd notes and one for even notes; each begins with its length.
    The count is written last.
    """

    def __init__(self) -> None:
        super().__init__(SIZE)

    @property
    def count(self) -> int:
        """The number of notes so far."""
        return int.from_bytes(self._shared[:8], "little")

    def leave(self, note: bytes) -> None:
        """Write a note, or an empty note if it is too long."""
        count = self.count + 1
        start = _place(count)
        if len(note) > MOST_NOTE_BYTES:
            note = b""
        self._shared[start - 8 : start] = len(note).to_bytes(8, "little")
        self._shared[start : start + len(note)] = note
        self._shared[:8] = count.to_bytes(8, "little")

    def last(self) -> bytes:
        """The last note; empty if there is none. It may be garbled if two more notes are written during this call."""
        start = _place(self.count)
        return self._shared[start : start + int.from_bytes(self._shared[start - 8 : start], "little")]


def _place(count: int) -> int:
    return 16 + count % 2 * (8 + MOST_NOTE_BYTES)


class Stage(SharedNote):
    """A description of the current step."""

    def begin(self, words: str) -> None:
        """Note the current step; an empty text means that it is done."""
        self.leave(words.encode(errors="backslashreplace")[:MOST_NOTE_BYTES])

    @property
    def words(self) -> str:
        """The last step noted, by either process."""
        return self.last().decode(errors="ignore")


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """The end of a process before its work was done, after it had begun `calls` calls; `log` has the last calls."""

    failure: Failure
    call: Call | None = None
    calls: int = 0
    log: CallLog | None = field(default=None, compare=False, repr=False)
