"""The list of imports between folders that `python -m benchmarks.arrows` prints."""

import pytest

pytest.importorskip("grimp", reason="needs import-linter, of the dependency group dev")

from benchmarks.arrows import arrows  # grimp may be missing


@pytest.mark.parametrize(
    "package", ["prunecheck", "prunecheck.verify", "prunecheck.contracts", "prunecheck.exhaustive"]
)
def test_folders_are_listed_above_those_that_they_import(package: str) -> None:
    """`python -m benchmarks.arrows` lists no import of a folder above."""
    found = arrows(package)
    listed = list(found)
    assert any(found.values())
    assert all(listed.index(name) < listed.index(below) for name, imported in found.items() for below in imported)
