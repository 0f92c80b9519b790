"""Find out whether a search only takes trees up to a size, as with an array of killer moves for 16 plies."""

from collections.abc import Callable
from typing import Any, Final

from prunecheck.error_frames import frames_of, place_of
from prunecheck.errors import told
from prunecheck.subjects.presenting.python_search import PythonSearch
from prunecheck.subjects.subject import SizeLimit
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL

FEWEST: Final = 6  # a search that crashes on smaller trees is wrong
MOST_MOVES, MOST_PLIES = 200, 40  # plies and moves in the largest trees that are used
TOO_LARGE: Final = (LookupError, AssertionError)  # the errors that a search raises for a tree that is too large


def size_limit(make: Callable[[], Callable[..., Any]], python: PythonSearch) -> SizeLimit | None:
    """Find the most moves and plies with which a search does not crash, by trial calls. None if it always answers."""
    moves, wide = _most(MOST_MOVES, lambda size: _crash(make, python, [nth % 7 for nth in range(size)]))
    plies, deep = _most(MOST_PLIES, lambda size: _crash(make, python, _chain(size)))
    return SizeLimit(moves, plies, wide or deep) if wide or deep else None


def _most(largest: int, crash: Callable[[int], str]) -> tuple[Number, str]:
    """The largest size without a crash, and the crash beyond it. Infinite and empty if no size is too large."""
    found = crash(largest)
    if not found or crash(FEWEST):
        return INF, ""
    right, wrong = FEWEST, largest
    while wrong - right > 1:
        middle = (right + wrong) // 2
        if again := crash(middle):
            wrong, found = middle, again
        else:
            right = middle
    return right, found


def _crash(make: Callable[[], Callable[..., Any]], python: PythonSearch, nested: object) -> str:
    """The error that a search raises for a nested tree, with its line, if it is one of `TOO_LARGE`. Otherwise empty."""
    log = recorded(from_nested(nested))
    try:
        python.answer(make(), log, log.root, FULL.alpha, FULL.beta)
    except TOO_LARGE as error:
        file, line = place_of(frames_of(error))
        return f"{told(error)} ({file.rpartition('/')[2]}:{line})" if file else ""
    except Exception:  # the search fails for another reason
        return ""
    return ""


def _chain(plies: int) -> object:
    chain: object = 1
    for _ in range(plies):
        chain = [chain]
    return chain
