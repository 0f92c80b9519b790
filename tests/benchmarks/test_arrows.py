"""The list of which rooms of the package import which, as `python -m benchmarks.arrows` prints it."""

import pytest

pytest.importorskip("grimp", reason="needs import-linter, of the dependency group dev")

from benchmarks.arrows import arrows  # grimp may be missing


@pytest.mark.parametrize("room", ["prunecheck", "prunecheck.verify", "prunecheck.contracts"])
def test_rooms_are_listed_above_those_that_they_import(room: str) -> None:
    """`python -m benchmarks.arrows` shows no arrow that points up."""
    found = arrows(room)
    listed = list(found)
    assert any(found.values())
    assert all(listed.index(name) < listed.index(below) for name, imported in found.items() for below in imported)
