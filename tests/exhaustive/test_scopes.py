"""Scopes: the enumerated cases agree with the formulas and with a naive enumeration; shards cover a scope exactly."""

import pickle
from itertools import pairwise, product
from math import isinf
from typing import Any

import msgspec
import pytest

from prunecheck import PreconditionError
from prunecheck.catalog.records import Claim
from prunecheck.errors import OutsideError
from prunecheck.exhaustive.judge import run_shard
from prunecheck.exhaustive.orders import BOTTOM, TOP, leaf_orders, steps_of, windows
from prunecheck.exhaustive.plain_judge import judge_plainly
from prunecheck.exhaustive.results import ShardResult, merge
from prunecheck.exhaustive.scope import Scope, Shard, shards
from prunecheck.theory import small_trees
from prunecheck.trees.small import low_shapes, shapes, shapes_with_chains, weak_orders
from prunecheck.verify.records import Certainty, ScopeVerdict


def order_of(values: tuple[int, ...], *, signed: bool) -> tuple[bool, ...]:
    """The results of all comparisons between the values, bottom and top.

    With signs, their negatives are compared, too.
    """
    every = (*values, *(-value for value in values), BOTTOM, TOP) if signed else (*values, BOTTOM, TOP)
    return tuple(one < other for one in every for other in every)


@pytest.mark.parametrize("leaves", [1, 2])
@pytest.mark.parametrize("signed", [False, True])
def test_every_order_of_leaves_and_window_ends_is_generated_once(leaves: int, signed: bool) -> None:
    """A naive enumeration finds the same orders among all small integers, bottom and top."""
    found = [
        order_of((*order, *ends), signed=signed)
        for order in leaf_orders(leaves, signed=signed)
        for ends in windows(steps_of(order, signed=signed), signed=signed)
    ]
    most = leaves + 2 if signed else leaves + 1
    some = [BOTTOM, *range(-most if signed else 0, most + 1), TOP]
    naive = {order_of(values, signed=signed) for values in product(some, repeat=leaves + 2) if values[-2] < values[-1]}
    assert len(found) == len(naive) == small_trees.orders(leaves, signed=signed)
    assert set(found) == naive


@pytest.mark.parametrize("leaves", range(1, 6))
def test_the_formulas_count_what_is_enumerated(leaves: int) -> None:
    """There are formulas for shapes, with and without single children, and for weak orders of ranks."""
    assert len(shapes(leaves)) == small_trees.shapes(leaves)
    assert [len(low_shapes(leaves, height)) for height in range(4)] == [
        small_trees.low_shapes(leaves, height) for height in range(4)
    ]
    assert len(set(shapes_with_chains(leaves, 3))) == small_trees.all_shapes(leaves, 3)
    naive = [ranks for ranks in product(range(leaves), repeat=leaves) if set(ranks) == set(range(max(ranks) + 1))]
    assert list(weak_orders(leaves)) == naive
    assert len(naive) == small_trees.weak_orders(leaves)


@pytest.mark.parametrize(
    "scope",
    [Scope(4), Scope(3, signed=True), Scope(3, chains=2), Scope(3, windowed=False)],
    ids=["unsigned", "signed", "chains", "no window"],
)
def test_shards_cover_a_scope_without_overlap(scope: Scope) -> None:
    """The cases of all shards add up to the formula's number, and their slices of orders are adjacent."""
    parts = shards(scope, most_cases=1_000)
    assert sum(shard.cases for shard in parts) == scope.cases
    assert parts == sorted(set(parts))
    assert len({shard.name for shard in parts}) == len(parts)
    for one, other in pairwise(parts):
        assert other.start in (0, one.stop)


def test_results_merge_to_the_same_result_in_any_order() -> None:
    """The smallest violation with finite leaves and the smallest with infinite leaves are kept.

    A shard that is judged twice counts once.
    """
    scope = Scope(2)
    results = [
        run_shard("moving_bounds", shard, (Claim("clamped"), Claim("visits")), plainly=True) for shard in shards(scope)
    ]
    merged = merge(scope, results)
    assert merge(scope, [*reversed(results), results[1]]) == merged
    assert merged.complete
    assert [(violation.contract, str(violation.tree), str(violation.window)) for violation in merged.exposed] == [
        ("clamped", "0", "(-inf, -1)"),
        ("clamped", "inf", "(-inf, -1)"),
    ]


def test_shards_and_results_can_be_sent_to_other_processes() -> None:
    """Shards and results survive pickle and JSON."""
    result = run_shard("strict_test", Shard(2, 0, min_at_root=False, start=0, stop=2), (Claim("visits"),), plainly=True)
    assert result.exposed
    assert pickle.loads(pickle.dumps(result)) == result  # noqa: S301  # our own
    assert msgspec.json.decode(msgspec.json.encode(result), type=ShardResult) == result


def test_cases_that_a_search_does_not_accept_are_counted_separately() -> None:
    """Cases that the search does not accept violate nothing, and the report counts them separately."""

    def only_finite(tree: Any, node: Any, alpha: Any, beta: Any, /) -> Any:
        if isinf(tree.evaluate(node)):
            raise OutsideError("it takes no infinities")
        return tree.evaluate(node)

    scope = Scope(1)
    merged = merge(scope, [judge_plainly(only_finite, shard, (Claim("exact"),)) for shard in shards(scope)])
    assert not merged.exposed
    assert (merged.cases, merged.outside) == (scope.cases, 16)  # two infinite leaves in four windows, for each player
    verdict = ScopeVerdict(
        1, False, 0, True, "trees with 1 leaf", Certainty.CHECKED, 40, 40, unproved=("x",), outside=merged.outside
    )
    assert "right in all 24 cases that it accepts, of 40." in verdict.says


@pytest.mark.parametrize("scope", [Scope(0), Scope(9), Scope(8, signed=True), Scope(2, chains=9)])
def test_a_scope_that_is_too_large_is_refused(scope: Scope) -> None:
    """The error comes before anything is enumerated."""
    with pytest.raises(PreconditionError, match="cannot check all trees "):
        shards(scope)
