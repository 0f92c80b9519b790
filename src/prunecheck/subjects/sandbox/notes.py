"""Notes from a child process to its parent, which survive if the child is killed; and how the child ended."""

from dataclasses import dataclass, field
from typing import Any, Final

from prunecheck.failures import Failure
from prunecheck.subjects.sandbox.call_log import CallLog
from prunecheck.subjects.sandbox.shared_memory import SharedMemory
from prunecheck.subjects.subject import Question
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.json import dumps, loads
from prunecheck.trees.protocol import Number
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.values import read_number, show
from prunecheck.trees.views.below import Below
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.window import Window

MOST_NOTE_BYTES: Final = 1 << 16  # bytes of a note
SIZE: Final = 8 + 2 * (8 + MOST_NOTE_BYTES)


class SharedNote(SharedMemory):
    """The last note in shared memory; it stays readable even if its writer is killed while writing.

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
        """Write a note; if it is too long, an empty one."""
        count = self.count + 1
        start = _place(count)
        if len(note) > MOST_NOTE_BYTES:
            note = b""
        self._shared[start - 8 : start] = len(note).to_bytes(8, "little")
        self._shared[start : start + len(note)] = note
        self._shared[:8] = count.to_bytes(8, "little")

    def last(self) -> bytes:
        """The last note; empty if there is none. Two more notes during the call overwrite it."""
        start = _place(self.count)
        return self._shared[start : start + int.from_bytes(self._shared[start - 8 : start], "little")]


def _place(count: int) -> int:
    return 16 + count % 2 * (8 + MOST_NOTE_BYTES)


class Stage(SharedNote):
    """A description of the current step."""

    def begin(self, words: str) -> None:
        """Note the current step; empty when it is done."""
        self.leave(words.encode(errors="backslashreplace")[:MOST_NOTE_BYTES])

    @property
    def words(self) -> str:
        """The last step noted; both processes see it."""
        return self.last().decode(errors="ignore")


@dataclass(frozen=True, slots=True)
class InFlight:
    """The call in progress: the tree below its start, the depth if it is limited, and the window."""

    tree: ExplicitTree[Number]
    depth: int | None
    window: Window[Number]


class CallNote(SharedNote):
    """The call of the search that is in progress."""

    def __init__(self) -> None:
        super().__init__()
        self._line: tuple[object, object, bytes] = None, None, b""  # a tree, a node, and their line in a note
        self.log = CallLog()

    def __getstate__(self) -> tuple[object, CallLog]:
        """The note, and the log."""
        return super().__getstate__(), self.log

    def __setstate__(self, state: tuple[Any, CallLog]) -> None:
        path, self.log = state
        super().__setstate__(path)
        self._line = None, None, b""

    def watch(self, question: Question | None, alpha: Number, beta: Number, asked: object = None, /) -> None:
        """Note a call before it is made, as a `Watch`."""
        if question is None:
            self.log.add_clear(asked)
            return
        self.log.add_call(question, alpha, beta, asked)
        tree, node, line = self._line
        if question.tree is not tree or question.node != node:
            line = _tree_line(question)
            self._line = question.tree, question.node, line
        window = f"{show(alpha)} {show(beta)} {'' if question.depth is None else question.depth}\n"
        self.leave(window.encode() + line if line else b"")

    def read(self) -> InFlight | None:
        """The last call; None if there was none, or it was too large."""
        window, _, tree = self.last().decode().partition("\n")
        if not tree:
            return None
        alpha, beta, *depth = window.split()
        return InFlight(loads(tree), int(depth[0]) if depth else None, Window(read_number(alpha), read_number(beta)))


def _tree_line(question: Question) -> bytes:
    """The tree below the node as a line of JSON; nothing if it cannot be written out."""
    tree: Any = question.tree
    if question.node != tree.root:
        tree = unfolded(Below(tree, question.node), static_values=getattr(tree, "has_static_values", False))
    elif isinstance(tree, Cut):
        tree = unfolded(tree, static_values=False)
    return dumps(tree, flat=True).encode() if isinstance(tree, ExplicitTree) else b""


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """The process ended before its work was done, after beginning `calls` calls; `log` has the last ones."""

    failure: Failure
    call: InFlight | None = None
    calls: int = 0
    log: CallLog | None = field(default=None, compare=False, repr=False)
