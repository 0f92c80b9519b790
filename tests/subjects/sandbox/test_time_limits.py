"""A search that hangs is reported with the user's time limit, even if later calls got less time."""

import signal
from collections.abc import Callable
from typing import Any

import pytest

from prunecheck import from_nested
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.convention import Convention, Role
from prunecheck.subjects.find import Loading, PythonSubject, subject_of
from prunecheck.subjects.load_search import load_object
from prunecheck.subjects.presenting.adapter import Adapter
from prunecheck.subjects.presenting.python_search import SECONDS_AFTER_A_HANG, Patience, PythonSearch
from prunecheck.subjects.subject import Traits
from prunecheck.trees.protocol import INF
from prunecheck.trees.views.recorded import recorded

TREE = from_nested([1, 2])
LIMIT = 2 * SECONDS_AFTER_A_HANG


def hangs(node: Any) -> Any:
    """Never return."""
    while True:
        pass


def subject(search: Callable[..., Any] = hangs, seconds: float = LIMIT) -> PythonSubject:
    """The subject, with a time limit."""
    convention = Convention((Role.NODE,), ("node",))
    return PythonSubject(
        "search", Traits(convention), lambda: search, PythonSearch(Adapter(convention), Patience(seconds))
    )


def test_the_users_time_limit_is_reported_first() -> None:
    """The first call gets its full time and the next gets less; both are reported."""
    found = subject()
    with pytest.raises(SubjectError) as first:
        found.open().search(TREE, 0, -INF, INF)
    with pytest.raises(SubjectError) as second:
        found.open().search(TREE, 0, -INF, INF)
    assert str(first.value) == "timeout: no answer within 0.5 s"
    assert str(second.value).endswith("0.5 s, and none within 0.25 s in a second try")
    assert found.python.patience.seconds == LIMIT


@pytest.mark.slow
def test_a_new_run_starts_with_the_full_time_limit() -> None:
    """A search that hung during detection gets its full time in the run."""
    found = subject_of(load_object(hangs), Loading(0.05))
    for instance in (found.open(), found.open(isolated=True)):
        with pytest.raises(SubjectError, match=r"no answer within 0.05 s$"):
            instance.search(TREE, 0, -INF, INF)


def test_a_stalled_machine_is_not_reported_as_a_hanging_search() -> None:
    """A call without an answer is repeated once, with its full time."""
    calls: list[str] = []

    def stands_still(node: Any) -> Any:
        if node.is_leaf():
            return node.value()
        values = [stands_still(child) for child in node.children()]
        calls.append("asked")
        while len(calls) in when:
            pass
        return max(values)

    search, log, when = subject(stands_still).search, recorded(TREE), {1}
    assert search(log, 0, -INF, INF) == 2
    assert (calls, log.leaves) == (["asked"] * 2, [1, 2])
    when = {3, 4, 5}
    for _ in range(2):  # the second timeout is reported, without further repetition
        with pytest.raises(SubjectError, match="no answer within"):
            search(log, 0, -INF, INF)
    assert len(calls) == 5


def test_another_alarm_is_restored() -> None:
    """The handler and the timer of another alarm are restored, whether or not the call returned."""

    def theirs(*_: object) -> None:
        """The handler of the other alarm."""

    before = signal.signal(signal.SIGALRM, theirs)
    try:
        signal.setitimer(signal.ITIMER_REAL, 100)
        with pytest.raises(SubjectError):
            subject(seconds=0.05).search(TREE, 0, -INF, INF)
        answers = subject(lambda node: node.value() if node.is_leaf() else 2, seconds=60.0)
        assert answers.search(TREE, 0, -INF, INF) == 2
        assert signal.getsignal(signal.SIGALRM) is theirs
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= 100
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
