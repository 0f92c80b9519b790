"""Memory shared by a process and its child, which outlives the child."""

import mmap
import os
import tempfile
from contextlib import suppress
from typing import Any, Final
from weakref import finalize

EMPTY: Final = 8  # bytes
CAN_FORK: Final = hasattr(os, "fork")  # False on Windows


class SharedMemory:
    """Shared bytes, initially zero. A forked process inherits them; a new process opens a file."""

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
        """The name of the file, which a started process opens; a fork does not need it."""
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
