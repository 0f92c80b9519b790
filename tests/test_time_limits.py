"""A search that does not come back is told with the limit that its user set, whatever later calls are given."""

import signal
from typing import Any

import pytest

from prunecheck import from_nested
from prunecheck.errors import SubjectError
from prunecheck.subjects.calling import SECONDS_AFTER_A_HANG, Called
from prunecheck.subjects.convention import Convention, Role
from prunecheck.trees.protocol import INF
from prunecheck.trees.views.recorded import recorded

TREE = from_nested([1, 2])
LIMIT = 2 * SECONDS_AFTER_A_HANG


def hangs(node: Any) -> Any:
    """For ever."""
    while True:
        pass


def called() -> Called:
    """It, with a time limit."""
    return Called(lambda: hangs, Convention((Role.NODE,), ("node",)), seconds=LIMIT)


def test_the_limit_of_the_user_is_told_first() -> None:
    """The first call has all of its time; the next has less, and both are told."""
    search = called()
    with pytest.raises(SubjectError) as first:
        search(TREE, 0, -INF, INF)
    with pytest.raises(SubjectError) as second:
        search(TREE, 0, -INF, INF)
    assert str(first.value) == "hung: no answer within 0.5 s"
    assert str(second.value) == "hung: no answer within 0.5 s; on this tree, after that, none within 0.25 s"
    assert search.seconds == LIMIT


def test_a_new_limit_is_a_new_start() -> None:
    """What hung while it was found out how to call it is given all of its time in the trial."""
    search = called()
    for _ in range(2):
        search.seconds = 0.05
        with pytest.raises(SubjectError, match=r"no answer within 0.05 s$"):
            search(TREE, 0, -INF, INF)


def test_a_machine_that_stands_still_for_a_while_is_no_search_that_hangs() -> None:
    """What has no answer in all its time is asked once more, and as if for the first time."""
    calls: list[str] = []

    def stands_still(node: Any) -> Any:
        if node.is_leaf():
            return node.value()
        values = [stands_still(child) for child in node.children()]
        calls.append("asked")
        while len(calls) in when:
            pass
        return max(values)

    search, log = called(), recorded(TREE)
    search.make, search.asks_again, when = (lambda: stands_still), True, {1}
    assert search(log, 0, -INF, INF) == 2
    assert (calls, log.leaves) == (["asked"] * 2, [1, 2])
    when = {3, 4, 5}
    for _ in range(2):  # the second time it hangs, it is told; then it is not asked again
        with pytest.raises(SubjectError, match="no answer within"):
            search(log, 0, -INF, INF)
    assert len(calls) == 5


def test_the_alarm_of_others_is_left_as_it_was() -> None:
    """Their handler and their timer are there after a call that came back, and after one that did not."""

    def theirs(*_: object) -> None:
        """What they do."""

    before = signal.signal(signal.SIGALRM, theirs)
    try:
        signal.setitimer(signal.ITIMER_REAL, 100)
        search = called()
        search.seconds = 0.05
        with pytest.raises(SubjectError):
            search(TREE, 0, -INF, INF)
        search.seconds = 60.0
        search.make = lambda: lambda node: node.value() if node.is_leaf() else 2
        assert search(TREE, 0, -INF, INF) == 2
        assert signal.getsignal(signal.SIGALRM) is theirs
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= 100
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
