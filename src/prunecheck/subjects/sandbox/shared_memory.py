"""Share memory between a process and its child. What the child writes survives even if the child is killed."""

import mmap
import os
import tempfile
from contextlib import suppress
from typing import Any, Final
from weakref import finalize

EMPTY: Final = 8  # bytes
CAN_FORK: Final = hasattr(os, "fork")  # False on Windows


class SharedMemory:
    """Shared bytes, which are initially zero.

    A forked process inherits the shared bytes. A process that is started without a fork opens a file with the shared
    bytes.
    """

    def __init__(self, size: int) -> None:
        if CAN_FORK:
            self._shared = mmap.mmap(-1, size)
            return
        file, self._path = tempfile.mkstemp(prefix="prunecheck-")
        os.truncate(file, size)
        self._shared = mmap.mmap(file, size)
        os.close(file)
        finalize(self, _remove, self._shared, self._path)

    def __getstate__(self) -> Any:
        """Pickle only the name of the file, which a new process opens. A forked process does not need the file."""
        return "" if CAN_FORK else self._path

    def __setstate__(self, path: Any) -> None:
        if not path:
            self._shared = mmap.mmap(-1, EMPTY)
            return
        with open(path, "r+b") as file:  # noqa: PTH123  # in the order of `mmap`
            self._shared = mmap.mmap(file.fileno(), 0)


def _remove(shared: mmap.mmap, path: str) -> None:
    shared.close()  # closed first, because Windows cannot delete an open file
    with suppress(OSError):
        os.remove(path)  # noqa: PTH107  # works at exit, too, when modules may be gone


MOST_NOTE_BYTES: Final = 1 << 16  # bytes
SIZE: Final = 8 + 2 * (8 + MOST_NOTE_BYTES)


class Stage(SharedMemory):
    """A text about the current step, which two processes share.

    The text can be read even if the writing process was killed.

    The memory contains a count of the texts so far, and two slots that hold the last two texts. New texts go to the two
    slots in turn. A text begins with its length. The count of texts is only increased after the next text has been
    written.
    """

    def __init__(self) -> None:
        super().__init__(SIZE)

    def begin(self, words: str) -> None:
        """Write the text about the current step. An empty text ends the step. A text that is too long is cut off."""
        note = words.encode(errors="backslashreplace")[:MOST_NOTE_BYTES]
        count = self._count + 1
        start = _place(count)
        self._shared[start - 8 : start] = len(note).to_bytes(8, "little")
        self._shared[start : start + len(note)] = note
        self._shared[:8] = count.to_bytes(8, "little")

    @property
    def words(self) -> str:
        """The last text that either process wrote. The result is empty if no text has been written.

        The result can be garbled if two more texts are written during this call.
        """
        start = _place(self._count)
        note = self._shared[start : start + int.from_bytes(self._shared[start - 8 : start], "little")]
        return note.decode(errors="ignore")

    @property
    def _count(self) -> int:
        """The number of texts so far."""
        return int.from_bytes(self._shared[:8], "little")


def _place(count: int) -> int:
    return 16 + count % 2 * (8 + MOST_NOTE_BYTES)
