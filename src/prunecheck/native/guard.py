"""Run a compiled search so that it cannot crash or hang Python: in a thread with a large stack, and with limits.

A view around the tree raises an error when the node limit is reached, when the user interrupts, and before the stack is
full. The depth of the tree need not be known before the search.
"""

import threading
from array import array
from collections.abc import Callable
from typing import Any, Final, TypeVar

from prunecheck.errors import PreconditionError
from prunecheck.native.intrinsics import stack_address
from prunecheck.native.nodes import inner_tree
from prunecheck.trees.compact import CompactTree
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import N, Tree, V_co
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.views.inner import Inner

# stack sizes in bytes; the last one is enough for compiling, and for 4,000 plies
STACKS: Final = (1 << 30, 1 << 28, 1 << 26, 1 << 24)
A_PLY: Final = 1 << 12  # bytes of stack for each ply, more than most searches need
MARGIN: Final = 1 << 18  # bytes of stack for the code below the last node
WITHOUT_LIMIT: Final = 2**62  # nodes
# indices of three numbers: the nodes left, the lowest address that may be used, and the bytes of the stack
LEFT, LOWEST, SIZE = 0, 1, 2
UNKNOWN: Final = 2**63 - 1  # stands for the lowest address before the first node
POLL: Final = 0.01  # seconds between two attempts to stop a search

R = TypeVar("R")

_starting: Final = threading.Lock()  # locked, since the stack size is a setting of the whole process


class StoppedError(Exception):
    """The error that stops a compiled search; the view `Guarded` stores the reason."""


class Guarded(Inner[N, V_co]):
    """A view that limits how many nodes are visited and how much stack is used; for compiled code only."""

    def __init__(self, tree: Tree[N, V_co], most_nodes: int) -> None:
        """Set the node limit. The thread that runs the search sets the stack limit later."""
        super().__init__(tree)
        self.limits = array("q", [most_nodes, UNKNOWN, 0])  # other threads write to these as well

    def is_terminal(self, node: N, /) -> bool:
        """True if the node is terminal in the wrapped tree. Raises: StoppedError if a limit is exceeded.

        Every search calls this method at each node.
        """
        self.limits[LEFT] -= 1
        if self.limits[LEFT] < 0 or stack_address() < self.limits[LOWEST]:
            if self.limits[LEFT] < 0 or self.limits[LOWEST] != UNKNOWN:
                raise StoppedError
            self.limits[LOWEST] = stack_address() - self.limits[SIZE] + MARGIN  # set at the first node
        return self._tree.is_terminal(node)


def most_plies(tree: Any) -> int | None:
    """An upper bound on the tree's height in plies.

    Returns None if only a walk through the whole tree could show the height.
    """
    while tree is not None:
        if isinstance(tree, Cut):
            return int(tree.root[1])
        if isinstance(tree, ExplicitTree | CompactTree):
            return len(tree)
        tree = inner_tree(tree)
    return None


def in_thread(call: Callable[[int], R], stop: Callable[[], None], plies: int | None = None) -> R:
    """Return the result of `call(size)`, run in a new thread with `size` bytes of stack.

    The stack is large enough for `plies` plies or, if `plies` is None, has the maximum size.

    When the user interrupts, `stop` is called until the thread has ended.
    """
    outcome: list[tuple[R | None, BaseException | None]] = []
    done = threading.Event()

    def work(size: int) -> None:
        try:
            outcome.append((call(size), None))
        except BaseException as error:  # raised again below
            outcome.append((None, error))
        finally:
            done.set()

    _start(work, plies)
    try:
        done.wait()
    except BaseException:
        while not done.wait(POLL):
            stop()
        raise
    result, error = outcome[0]
    if error is not None:
        raise error
    return result  # type: ignore[return-value]  # there is one without an error


def _start(work: Callable[[int], None], plies: int | None) -> None:
    """Start a thread with a stack that is large enough for `plies` plies, or else as large as the system allows."""
    enough = [size for size in STACKS if plies is not None and size >= plies * A_PLY]
    with _starting:
        before = threading.stack_size()
        try:
            for size in STACKS[max(0, len(enough) - 1) :]:
                threading.stack_size(size)
                try:
                    threading.Thread(target=work, args=(size,), daemon=True).start()
                except RuntimeError:
                    continue
                return
        finally:
            threading.stack_size(before)
    raise PreconditionError(
        "cannot start a thread for the compiled search; close other programs, or raise the system's limit on threads"
    )
