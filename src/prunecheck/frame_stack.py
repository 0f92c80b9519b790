"""Call a recursive function so that Python does not lose time on allocating memory for stack frames.

CPython stores the stack frames of Python functions in blocks of memory; the first block has 16 KiB. If a search happens
to start near the end of a block, each recursive call that does not fit allocates a new block, and each return frees the
new block again. Some searches spend a quarter of their time on allocating and freeing memory blocks for stack frames.
The function `call_with_room` prevents this loss of time, because its own stack frame is very large. For the large
frame, CPython allocates a new block. Almost half of it stays free. The free part of the block has room for the stack
frames of the search that `call_with_room` calls.
"""

from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
ROOM: Final = 1 << 16  # machine words for frames: enough for more than 2,000 calls, at about 25 words for each frame


def call_with_room(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call `work` with enough memory for the stack frames of a deep recursion, and return its result."""
    return work(*args, **kwargs)


# the size of a block is a power of two, so a frame slightly larger than ROOM words leaves almost ROOM words free
call_with_room.__code__ = call_with_room.__code__.replace(co_stacksize=ROOM)
