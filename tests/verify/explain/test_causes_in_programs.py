"""Likely causes of failures of external programs, which share one process among all searches."""

import sys
from typing import Final

import pytest

from documents import HOME
from prunecheck import verify_search

TABLE_PROGRAM: Final = f"pipe:{sys.executable} {HOME / 'tests' / 'programs' / 'table_program.py'}"


@pytest.mark.parametrize("claim", ["exact", "table"])
def test_a_table_that_outlives_a_search_undeclared_gets_the_cause_memory(claim: str) -> None:
    """The report names no call to repeat, since each call is right in a new process, also for a wrong entry."""
    result = verify_search(f"{TABLE_PROGRAM} undeclared", claims=[claim], effort="quick")
    (fault,) = [fault for fault in result.searches[0].faults if fault.contract == claim]
    assert fault.cause == "memory"
    assert "rerun" not in str(result)
