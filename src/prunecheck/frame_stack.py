"""Call a function with enough room above it for the frames of a deep recursion.

CPython keeps the frames of Python functions in blocks of memory, the first of 16 KiB. If a search happens to start near
the end of a block, each call that does not fit reserves a new block, and its return frees it again. Some searches
spend a quarter of their time on this. A function that claims to need a large frame gets a block twice as large, and
the frames of the search fit into the other half.
"""

from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
ROOM: Final = 1 << 16  # machine words for frames: a frame needs about 25, so these are more than 2,000 calls


def call_with_room(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call `work` with these arguments, and return its result."""
    return work(*args, **kwargs)


# a block has a power of two of words; one frame of ROOM words and a little more leaves almost ROOM words of it free
call_with_room.__code__ = call_with_room.__code__.replace(co_stacksize=ROOM)
