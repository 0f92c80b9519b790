"""Functions that keep what they found outside themselves are checked in sequences of searches, too."""

from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Final

import pytest

from prunecheck import Verdict, verify_search
from prunecheck.subjects.own_game.hooks.search_tables import kept_outside

SEARCH: Final = """
from functools import lru_cache

ROOTS = {}
PLACES = [None] * 4096


class Table:
    def __init__(self):
        self.entries = {}


STORE = Table()


def search(board, depth, alpha, beta):
    key = board.zobrist_key()
    FIND
    value = inner(board, depth, alpha, beta)
    KEEP
    return value


def inner(board, depth, alpha, beta):
    if depth == 0 or board.is_over():
        return board.evaluate()
    best = -float("inf")
    for move in board.legal_moves():
        board.push(move)
        best = max(best, -inner(board, depth - 1, -beta, -max(alpha, best)))
        board.pop()
        if best >= beta:
            break
    return best
"""
INTERIOR: Final = "depth > 0 and not board.is_over()"
PLACES: Final = {  # where the result of a root is kept: how it is found there, and how it is stored
    "a dictionary": ("ROOTS.get(key)", "ROOTS[key] = (value,)"),
    "a list of a fixed size": (
        "next((kept for known, kept in [PLACES[key % 4096] or (None, None)] if known == key), None)",
        "PLACES[key % 4096] = key, (value,)",
    ),
    "an object": ("STORE.entries.get(key)", "STORE.entries[key] = (value,)"),
    "an attribute": (
        "getattr(search, 'kept', {}).get(key)",
        "vars(search).setdefault('kept', {})[key] = (value,)",
    ),
}


def _verdict(folder: Path, found: str, keep: str) -> Verdict:
    text = SEARCH.replace("FIND", f"found = {found}\n    if found and {INTERIOR}: return found[0]").replace(
        "KEEP", keep
    )
    (folder / "engine.py").write_text(text, encoding="utf-8")
    return verify_search(f"{folder / 'engine.py'}:search", examples=20)


@pytest.mark.fast_cases("a dictionary")
@pytest.mark.parametrize("place", PLACES)
def test_the_value_of_an_earlier_depth_is_found(place: str, tmp_path: Path) -> None:
    """A single search is right, since only the value of a whole search is remembered; a deeper search gets it, too."""
    verdict = _verdict(tmp_path, *PLACES[place])
    assert not verdict.sound
    assert "step 2" in str(verdict)


def test_a_right_function_with_a_global_table_passes_sequences(tmp_path: Path) -> None:
    """The same table is right if its key includes the depth and the window."""
    whole = "(key, depth, alpha, beta)"
    verdict = _verdict(tmp_path, f"ROOTS.get({whole})", f"ROOTS[{whole}] = (value,)")
    assert verdict.sound
    assert "sequences of searches on one instance" in str(verdict)
    assert "both on a new instance and after other searches" in str(verdict)


def test_a_function_without_state_needs_no_sequences(tmp_path: Path) -> None:
    """Reading a global variable keeps nothing."""
    verdict = _verdict(tmp_path, "ROOTS.get(key)", "pass")
    assert verdict.sound
    assert "the search stores nothing between calls" in str(verdict)


def _with_closure() -> tuple[FunctionType, Callable[[], None]]:
    found: list[int | None] = [None]

    def search(kept: dict[int, int] = {}) -> int:  # noqa: B006  # a mutable default is what is measured
        return len(found) + len(kept)

    def fill() -> None:
        found[0] = 1

    assert isinstance(search, FunctionType)
    return search, fill


def test_what_outlives_a_call_is_measured() -> None:
    """Closures, default arguments and attributes count; built-in functions have none of them."""
    search, fill = _with_closure()
    before = kept_outside(search)
    fill()
    search.__defaults__[0][1] = 1  # type: ignore[index]
    vars(search)["answers"] = {1: 2}
    after = kept_outside(search)
    assert {name for name in after if after[name] != before.get(name)} == {
        "found in the closure",
        "default 0",
        "attribute answers",
    }
    assert kept_outside(max) == {}
