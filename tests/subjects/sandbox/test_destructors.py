"""Errors in destructors are printed by Python, not by the search."""

import sys

import pytest

from prunecheck.subjects.sandbox.child import run_in_child


class Broken:
    """An object whose destructor fails."""

    def __del__(self) -> None:
        raise KeyError("x" * 1_000)


def test_errors_in_destructors_are_no_output_of_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python prints a traceback for each of them, and prunecheck may have made the objects as copies."""
    monkeypatch.setattr(sys, "unraisablehook", sys.__unraisablehook__)
    assert run_in_child(lambda watch: len([Broken() for _ in range(3_000)]), silence=5) == 3_000
