"""A test to paste is Python, whatever the tree of its witness."""

from fractions import Fraction
from typing import Any

import pytest

from prunecheck import Window, from_nested
from prunecheck.report.snippet import pasted_test
from prunecheck.verify.verdict import Witness


def nested(plies: int) -> Any:
    """A chain."""
    return 1 if plies == 0 else [nested(plies - 1)]


@pytest.mark.parametrize(
    "tree", [nested(100), nested(210), [1 << 16_000, Fraction(1, 1 << 16_000)]], ids=["100", "210", "huge"]
)
def test_a_pasted_test_is_read_by_python_however_deep_or_large_the_tree(tree: Any) -> None:
    """Python reads lists nested 200 deep, and writes numbers of 4,300 digits."""
    whole = from_nested(tree)
    window = Window(0, 1 << 16_000)
    witness = Witness(tree=whole, window=window, truth=1, found=2, error=None, leaves=(), fewest=1)
    names: dict[str, Any] = {}
    exec(pasted_test("f1", "clamped", witness), names)  # noqa: S102  # it is our own text
    names["test_f1_keeps_clamped"]()
