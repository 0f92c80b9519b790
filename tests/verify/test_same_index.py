"""A table that does not compare the whole key fails: in some trees, all keys end with the same bits."""

from collections.abc import Callable
from typing import Any

import pytest

from prunecheck import INF, from_nested, verify_search
from prunecheck.subjects.convention import ValueRange
from prunecheck.subjects.external.messages import encode_tree


def with_slots(entries: int, *, lock: Callable[[int], int]) -> Callable[..., Any]:
    """Alpha-beta with a new table of values for each call; an entry only counts if its `lock` is that of the key."""

    def search(pos: Any) -> Any:
        table: dict[int, tuple[int, Any]] = {}

        def value(pos: Any, alpha: float, beta: float) -> Any:
            if pos.is_over():
                return pos.evaluate()
            key = pos.hash()
            known = table.get(key % entries)
            if known is not None and known[0] == lock(key):
                return known[1]
            best = -INF
            for child in pos.children():
                best = max(best, -value(child, -beta, -max(alpha, best)))
                if best >= beta:
                    return best
            if best > alpha:
                table[key % entries] = lock(key), best
            return best

        return value(pos, -INF, INF)

    return search


def small_without_a_lock() -> Callable[..., Any]:
    """A table of 4,096 entries that compares no key."""
    return with_slots(1 << 12, lock=lambda key: 0)


def large_without_a_lock() -> Callable[..., Any]:
    """A table of a million entries that compares no key."""
    return with_slots(1 << 20, lock=lambda key: 0)


def by_the_whole_key() -> Callable[..., Any]:
    """A table that compares the whole key."""
    return with_slots(1 << 12, lock=lambda key: key)


def by_the_first_bits() -> Callable[..., Any]:
    """A table that compares the 16 most significant of 63 bits, which its index does not use."""
    return with_slots(1 << 16, lock=lambda key: key >> 47)


@pytest.mark.fast_cases("large_without_a_lock")
@pytest.mark.parametrize("make", [small_without_a_lock, large_without_a_lock])
def test_a_table_that_compares_no_key_fails(make: Callable[..., Any]) -> None:
    """The likely cause is the look-up, and a single call is enough to show the bug."""
    verdict = verify_search(make(), examples=100)
    (found,) = (finding for finding in verdict.findings if finding.contract == "exact")
    assert found.cause == "keys"
    claim = verdict.searches[0].claim("exact")
    assert claim is not None
    assert claim.witness is not None
    assert not claim.witness.steps


@pytest.mark.slow_cases("by_the_whole_key")
@pytest.mark.parametrize("make", [by_the_whole_key, by_the_first_bits])
def test_a_table_that_compares_the_key_passes(make: Callable[..., Any]) -> None:
    """Many engines only store a part of the key that the index does not use."""
    verdict = verify_search(make(), examples=100)
    assert verdict.sound, str(verdict)


def test_a_program_gets_such_keys_within_32_bits() -> None:
    """The keys end with the same 20 bits, or fewer in a large tree."""
    values = ValueRange("int", -9, 9, INF, infinities=False)
    small = encode_tree(from_nested([[0], [1]]), 0, values, shared=False, mover=False)
    assert f'"key":[0,{1 << 20},{2 << 20},{3 << 20},{4 << 20}]' in str(bytes(small.tree), "ascii")
    wide = encode_tree(from_nested([0] * 5_004), 0, values, shared=False, mover=False)
    assert f",{5_004 << 18}]" in str(bytes(wide.tree), "ascii")
