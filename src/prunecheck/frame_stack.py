"""Call a recursive function so that Python does not lose time on allocating memory for stack frames.

CPython stores the stack frames of Python functions in blocks of memory; the first block has 16 KiB. If a search happens
to start near the end of a block, each recursive call that does not fit allocates a new block, and each return frees the
new block again. Some searches spend a quarter of their time on allocating and freeing memory blocks for stack frames.
If `call_with_room` calls the search, CPython need not allocate blocks during the search. For the very large stack frame
of `call_with_room`, CPython allocates an even larger block of memory. The part of this block that the large frame
leaves free has room for the stack frames of the search.
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
