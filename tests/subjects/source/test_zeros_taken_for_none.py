"""Find tests of a best value that take 0 for no value."""

import pytest

from prunecheck.subjects.source.suspects import suspects


@pytest.mark.parametrize(
    ("test", "value", "says"),
    [
        ("not best or v > best", "best", "write `best is None`"),
        ("not best or (v > best) == first", "best", "write `best is None`"),
        ("best and v > best or best is None", "best", "write `best is not None`"),
        ("best is None or v > best", "best", ""),
        ("not best or v > best", "best, move", ""),
        ("not move or v > best", "best", ""),
    ],
)
def test_a_best_value_of_zero_taken_for_none_is_suspect(test: str, value: str, says: str) -> None:
    """A pair of a value and a move is never false, and neither is a move that is an object."""
    loop = f" for c in n:\n  v = -f(c, first)\n  if {test}: best = move = v"
    text = f"def f(n, first):\n best = move = None\n{loop}\n return {value}"
    found = suspects(text, "f")
    assert [suspect.says for suspect in found] == ([f"treats the value 0 as no value; {says}"] if says else [])
