"""Log the calls of a search in memory that outlives its process, to repeat the calls that led to a crash.

The memory contains the offset of the end of the last record, the number of calls, and then pickled records. The record
of a tree is followed by the records of the calls on this tree. The record of a call contains a number for the called
object, the window, the depth, and the path to the node.
"""

import os
import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Final

from prunecheck.failures import Failure
from prunecheck.subjects.sandbox.shared_memory import SharedMemory
from prunecheck.subjects.subject import Question
from prunecheck.trees.call import CLEAR, Call, Clear, Scenario
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.below import Below
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.window import Window

SIZE: Final = 1 << 24  # bytes for some hundred thousand calls; when the log is full, it starts again at the beginning
HEAD: Final = 16  # bytes for the place after the last record, and for the number of calls


class CallLog(SharedMemory):
    """A log of the last calls of a search, in order. The log can be read even if the writing process was killed."""

    _end, _count = HEAD, 0  # pickled by this process
    _writer = 0  # the id of the process that writes
    _tree: object = None  # the last tree written

    def __init__(self) -> None:
        super().__init__(SIZE)

    def watch(self, question: Question | None, alpha: Number, beta: Number, asked: object = None, /) -> None:
        """Log a call of the search before it is made. The method has the parameters of a `Watch`."""
        if question is None:
            self._write(b"", pickle.dumps((id(asked),)))
            return
        tree, record = question.tree, b""
        if tree is not self._tree:
            self._tree, record = tree, _written(tree)
        path = () if question.node == tree.root else _path_to(tree, question.node)
        self._count += 1
        self._write(record, pickle.dumps((id(asked), alpha, beta, question.depth, path)))

    def _write(self, tree: bytes, call: bytes) -> None:
        self._writer = self._writer or os.getpid()
        if self._writer != os.getpid():  # this process is a fork that the search made
            return
        if self._end + len(tree) + len(call) > SIZE:
            self._end, tree = HEAD, _written(self._tree)
            self._shared[:8] = HEAD.to_bytes(8, "little")  # before old records are overwritten
        record = tree + call
        self._shared[self._end : self._end + len(record)] = record
        self._end += len(record)
        self._shared[:HEAD] = self._end.to_bytes(8, "little") + self._count.to_bytes(8, "little")

    @property
    def count(self) -> int:
        """The number of calls to searches, without calls to `clear`."""
        return int.from_bytes(self._shared[8:HEAD], "little")

    def last(self) -> Call | None:
        """Return the last call of a search, with the tree below the searched node.

        Returns None if there was no call, or if the call's tree could not be logged.
        """
        found: Call | None = None
        for _, step in self._steps():
            found = found if isinstance(step, Clear) else step
        if found is None or not found.path:
            return found
        below = unfolded(Below(found.tree, _start(found)), static_values=found.tree.has_static_values)
        return Call(below, found.window, found.depth)

    def scenario(self, most: int, *, of_last: bool) -> Scenario:
        """Return the last `most` calls of a search.

        If `of_last` is True, only calls to the instance that was called last are returned.
        """
        found = [(asked, step) for asked, step in self._steps() if step is not None]
        if of_last:
            found = [(asked, step) for asked, step in found if asked == found[-1][0]]
        return tuple(step for _, step in found[-most:])

    def _steps(self) -> Iterator[tuple[int, Call | Clear | None]]:
        """Yield each call of a search, with the number of the called instance.

        Instead of a call whose tree could not be logged, None is yielded.
        """
        end = int.from_bytes(self._shared[:8], "little")
        records = BytesIO(self._shared[HEAD : max(HEAD, end)])
        tree: ExplicitTree[Number] | None = None
        while records.tell() + HEAD < end:
            read = pickle.load(records)  # noqa: S301  # from our own process
            if not isinstance(read, tuple):
                tree = read
            elif len(read) == 1:
                yield read[0], CLEAR
            else:
                asked, alpha, beta, depth, path = read
                yield asked, None if tree is None else Call(tree, Window(alpha, beta), depth, path)


def _start(call: Call) -> int:
    node = call.tree.root
    for nth in call.path:
        node = call.tree.children(node)[nth]
    return node


def _written(tree: object) -> bytes:
    """Make the record of a tree. If the tree is too large, or is not stored node by node, record None in its place.

    A tree can have an attribute `same_tree`: another tree with the same nodes and values, which is recorded instead.
    """
    tree = getattr(tree, "same_tree", tree)
    if isinstance(tree, Cut):
        tree = unfolded(tree, static_values=False)
    record = pickle.dumps(tree if isinstance(tree, ExplicitTree) else None)
    return record if len(record) < SIZE // 2 else pickle.dumps(None)


def _path_to(tree: Any, node: Any) -> tuple[int, ...]:
    paths: list[tuple[Any, tuple[int, ...]]] = [(tree.root, ())]
    for above, path in paths:
        if above == node:
            return path
        paths.extend((child, (*path, nth)) for nth, child in enumerate(tree.children(above)))
    return ()


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """A report that a process ended before its work was done.

    The process ended in call number `calls`, and `log` contains the last calls.
    """

    failure: Failure
    call: Call | None = None
    calls: int = 0
    log: CallLog | None = field(default=None, compare=False, repr=False)
