"""Likely causes of failures of external programs, which share one process among all searches."""

import sys
from typing import Final

import pytest

from documents import HOME
from prunecheck import INF, Window, from_nested, verify_search

TABLE_PROGRAM: Final = f"pipe:{sys.executable} {HOME / 'tests' / 'programs' / 'table_program.py'}"


@pytest.mark.parametrize("claim", [pytest.param("exact", marks=pytest.mark.slow), "table"])
def test_a_table_that_outlives_a_search_undeclared_gets_the_cause_memory(claim: str) -> None:
    """The report names no call to repeat, since each call is right in a new process, also for a wrong entry."""
    result = verify_search(f"{TABLE_PROGRAM} undeclared", claims=[claim], effort="quick")
    (fault,) = [fault for fault in result.searches[0].faults if fault.contract == claim]
    assert fault.cause == "memory"
    assert "rerun" not in str(result)


def test_a_point_of_view_is_only_a_cause_if_it_explains_more_than_one_tree() -> None:
    """In the mirrored window, the bound on this tree is right by chance. On other trees, it is wrong in all windows."""
    tree = from_nested([1, 0], max_at_root=False)
    result = verify_search(f"{TABLE_PROGRAM} equal", claims=["table"], tree=tree, window=Window(1, INF))
    assert [fault.cause for fault in result.searches[0].faults] == [""]
