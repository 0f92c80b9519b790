"""Log the calls of a child process in memory that outlives it, so that the calls before a crash can be repeated.

Each call is a line: a number for the object called, the window, the depth and the path to the node. A line with the
tree comes first, unless the previous call had the same tree.
"""

from functools import cache
from typing import Any, Final

from prunecheck.subjects.sandbox.shared_memory import SharedMemory
from prunecheck.subjects.subject import Question
from prunecheck.trees.call import CLEAR, Call, Clear, Scenario
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.json import dumps, loads
from prunecheck.trees.protocol import Number
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.values import read_number, show
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.window import Window

SIZE: Final = 1 << 24  # bytes: some hundred thousand calls; when it is full, it starts again at the beginning
HEAD: Final = 8  # bytes, for the end of what is written


class CallLog(SharedMemory):
    """The last calls, in order."""

    def __init__(self) -> None:
        super().__init__(SIZE)
        self._end = HEAD
        self._tree: object = None

    def __setstate__(self, path: Any) -> None:
        super().__setstate__(path)
        self._end, self._tree = HEAD, None

    def add_call(self, question: Question, alpha: Number, beta: Number, asked: object) -> None:
        """Log a call of a function or an object, unless its tree cannot be written out."""
        tree = question.tree
        line = b""
        if tree is not self._tree:
            line = _tree_line(tree)
            self._tree = tree if line else None
            if not line:
                return
        path = [] if question.node == tree.root else _path_to(tree, question.node)
        words = (id(asked), show(alpha), show(beta), question.depth or 0, *path)
        self._add(line + " ".join(map(str, words)).encode() + b"\n")

    def add_clear(self, asked: object) -> None:
        """Log that an object is cleared."""
        self._add(b"%d\n" % id(asked))

    def _add(self, line: bytes) -> None:
        if self._end + len(line) > SIZE:
            self._end, self._tree = HEAD, None
            if not line.startswith(b"{"):  # its tree was overwritten
                return
        self._shared[self._end : self._end + len(line)] = line
        self._end += len(line)
        self._shared[:HEAD] = self._end.to_bytes(HEAD, "little")

    def scenario(self, most: int, *, of_last: bool) -> Scenario:
        """The last calls, at most `most`; with `of_last`, only those of the object that was called last."""
        lines = self._shared[HEAD : max(HEAD, int.from_bytes(self._shared[:HEAD], "little"))].decode().splitlines()
        found: list[tuple[str, list[str]]] = []
        tree = ""
        for line in lines:
            if line.startswith("{"):
                tree = line
            else:
                found.append((tree, line.split()))
        if of_last:
            found = [(tree, words) for tree, words in found if words[0] == found[-1][1][0]]
        read = cache(loads)
        return tuple(_step(read(tree), words) if len(words) > 1 else CLEAR for tree, words in found[-most:])


def _step(tree: ExplicitTree[Number], words: list[str]) -> Call | Clear:
    _, alpha, beta, depth, *path = words
    return Call(tree, Window(read_number(alpha), read_number(beta)), int(depth) or None, tuple(map(int, path)))


def _tree_line(tree: Any) -> bytes:
    if isinstance(tree, Cut):
        tree = unfolded(tree, static_values=False)
    return dumps(tree, flat=True).encode() + b"\n" if isinstance(tree, ExplicitTree) else b""


def _path_to(tree: Any, node: Any) -> list[int]:
    """The child indices along the first path to a node."""
    paths: list[tuple[Any, list[int]]] = [(tree.root, [])]
    for above, path in paths:
        if above == node:
            return path
        paths.extend((child, [*path, nth]) for nth, child in enumerate(tree.children(above)))
    return []
