"""Calls find room for their frames, wherever a search starts."""

from collections.abc import Callable

import pytest

from prunecheck.frame_stack import call_with_room

resource = pytest.importorskip("resource", reason="page faults are counted on POSIX systems only")

LEAVES = 500
DEPTHS = 150  # calls; their frames need more than one block of memory


def page_faults(work: Callable[[], object]) -> int:
    """How often the system had to provide a page of memory while `work` ran."""
    before: int = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    work()
    after: int = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    return after - before


def leaf() -> int:
    """A call like that of a leaf."""
    return 0


def leaves() -> int:
    """Many short calls at one depth."""
    return sum(leaf() for _ in range(LEAVES))


def at_depth(depth: int, work: Callable[[], object]) -> object:
    """Call `work` with `depth` more frames below it."""
    return at_depth(depth - 1, work) if depth else work()


def test_no_depth_makes_each_call_reserve_memory() -> None:
    """Without room, some depth takes a page fault for each leaf."""

    def at_all_depths() -> int:
        return max(page_faults(lambda: at_depth(depth, leaves)) for depth in range(DEPTHS))  # noqa: B023  # called at once

    assert call_with_room(at_all_depths) < LEAVES / 2


def test_arguments_and_results_are_passed_on() -> None:
    """Keyword arguments and errors are passed on as well."""
    assert call_with_room(divmod, 7, 2) == (3, 1)
    assert call_with_room(sorted, [1, 2], reverse=True) == [2, 1]
    with pytest.raises(ZeroDivisionError):
        call_with_room(divmod, 1, 0)
