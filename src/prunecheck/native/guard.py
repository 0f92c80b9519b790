"""Run a compiled search so that nothing can crash or hang Python: in a thread with a large stack, stopped in time.

A view around the tree raises when the budget is spent, when the user interrupts, and before the stack is full. So trees
of any depth can be searched without knowing their depth; a tree too deep for the stack is an error.
"""

import threading
from array import array
from collections.abc import Callable
from typing import Any, Final, TypeVar

from prunecheck.errors import PreconditionError
from prunecheck.native.compiling import compiled
from prunecheck.native.intrinsics import stack_address
from prunecheck.trees.protocol import N, Tree, V_co
from prunecheck.trees.views.inner import Inner

STACKS: Final = (1 << 30, 1 << 28, 1 << 26, 1 << 24)  # bytes; the first that the system grants; only used ones cost
MARGIN: Final = 1 << 18  # bytes of the stack below the last node
WITHOUT_LIMIT: Final = 2**62  # nodes
LEFT, LOWEST = 0, 1
POLL: Final = 0.01  # seconds between two attempts to stop a search

R = TypeVar("R")

_starting: Final = threading.Lock()  # the stack size is a setting of the process


class StoppedError(Exception):
    """A compiled search was stopped by its guard, which knows why."""


class Guarded(Inner[N, V_co]):
    """A view with a limit of visited nodes and of the stack; made for compiled code only."""

    def __init__(self, tree: Tree[N, V_co], most_nodes: int) -> None:
        """The limits; that of the stack is set in the thread."""
        super().__init__(tree)
        self.limits = array("q", [most_nodes, 0])  # nodes left, and the lowest address; other threads write them, too

    def is_terminal(self, node: N, /) -> bool:
        """As the inner tree. Raises: StoppedError beyond a limit; every search asks this at each node."""
        self.limits[LEFT] -= 1
        if self.limits[LEFT] < 0 or stack_address() < self.limits[LOWEST]:
            raise StoppedError
        return self._tree.is_terminal(node)


def _address() -> Any:
    return stack_address()


def in_thread(call: Callable[[int], R], stop: Callable[[], None]) -> R:
    """The result of `call(lowest)` in a thread whose stack may be used down to the address `lowest`.

    When the user interrupts, `stop` is called until the thread has ended.
    """
    outcome: list[tuple[R | None, BaseException | None]] = []
    done = threading.Event()

    def work(size: int) -> None:
        try:
            outcome.append((call(compiled(_address, "int")() - size + MARGIN), None))
        except BaseException as error:  # passed on below
            outcome.append((None, error))
        finally:
            done.set()

    _start(work)
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


def _start(work: Callable[[int], None]) -> None:
    """Start a thread with the largest stack that the system grants."""
    with _starting:
        before = threading.stack_size()
        try:
            for size in STACKS:
                threading.stack_size(size)
                try:
                    threading.Thread(target=work, args=(size,), daemon=True).start()
                except RuntimeError:
                    continue
                return
        finally:
            threading.stack_size(before)
    raise PreconditionError("the system grants no thread for a compiled search; close other programs, or raise limits")
