"""The shrinker judges as few candidates as it can, and reported witnesses are shrunk."""

import pytest

from prunecheck import FULL, ExplicitTree, Number, Window, from_nested, verify_search
from prunecheck.subjects.own_game.recording.call_tree import Node
from prunecheck.subjects.own_game.tables.sequences import PlannedSearch
from prunecheck.verify.budgets import OWN_SEQUENCE_TRIES
from prunecheck.verify.shrink.own_sequence_passes import (
    VALUE_PASSES,
    OwnSequence,
    drop_a_search,
    own_sequence_size,
    search_in_the_full_window,
    values_of_one,
    values_of_zero,
)
from prunecheck.verify.shrink.shrinker import Shrinker
from prunecheck.verify.shrink.tree_passes import TREE_PASSES, tree_size


def test_no_candidate_is_judged_twice() -> None:
    """Several passes propose the same tree, and a pass proposes it again after a success."""
    first: ExplicitTree[Number] = from_nested([[[3, 5], [2, [9, 4]]], [[7, 0], 6, [8, 1]]])
    judged: list[ExplicitTree[Number]] = []

    def fails(tree: ExplicitTree[Number]) -> ExplicitTree[Number] | None:
        judged.append(tree)
        return tree if len(set(tree.leaf_values)) > 2 else None

    shrinker = Shrinker(first, fails, tree_size)
    smallest = shrinker.shrink(TREE_PASSES)
    assert len(smallest.leaf_values) == 3
    assert len(judged) == len({first, *judged}) - 1 == shrinker.tries


def own_sequence(*values: Number) -> OwnSequence:
    """Four searches of a position, one in the full window, with these values of leaves."""
    node = Node.__new__(Node)
    windows = (Window(0, 1), FULL, Window(2, 3), Window(0, 1))
    return OwnSequence(tuple(PlannedSearch(node, window) for window in windows), values)


@pytest.mark.parametrize("most_tries", [OWN_SEQUENCE_TRIES, 7])
def test_a_sequence_on_its_own_game_shrinks_without_judging_one_twice(most_tries: int) -> None:
    """What fails needs two searches, one of them in a narrow window, and a value above 1 at the third leaf."""
    first = own_sequence(5, -3, 4, 0, 2)
    judged: list[OwnSequence] = []

    def fails(sequence: OwnSequence) -> OwnSequence | None:
        judged.append(sequence)
        narrow = any(step.window != FULL for step in sequence.steps)
        return sequence if len(sequence.steps) > 1 and narrow and sequence.values[2] > 1 else None

    shrinker = Shrinker(first, fails, own_sequence_size, most_tries=most_tries)
    smallest = shrinker.shrink((drop_a_search, search_in_the_full_window, *VALUE_PASSES))
    assert len(judged) == len({first, *judged}) - 1 == shrinker.tries <= most_tries
    if most_tries == OWN_SEQUENCE_TRIES:
        assert [step.window != FULL for step in smallest.steps].count(True) == 1
        assert (len(smallest.steps), smallest.values) == (2, (0, 0, 4, 0, 0))


def test_each_pass_has_as_many_candidates_as_it_says() -> None:
    """The passes have one candidate for each search, none for a single search, and at most two for each value."""
    sequence = own_sequence(5, -3, 4, 0, 2)
    assert len(list(drop_a_search(sequence))) == 4
    assert list(drop_a_search(sequence._replace(steps=sequence.steps[:1]))) == []
    assert next(iter(values_of_zero(sequence))).values == (0, 0, 0, 0, 0)
    assert len(list(values_of_zero(sequence))) == 7
    assert len(list(values_of_one(sequence))) == 10


@pytest.mark.parametrize(
    "claims", [(), ("fishburn",), ("knuth",), ("visits", "fishburn")], ids=lambda claims: "-".join(claims) or "none"
)
def test_the_reported_witness_is_shrunk_whatever_is_claimed(claims: tuple[str, ...]) -> None:
    """The report is about `exact`, which the claimed contracts only imply; extra leaves found earlier come second."""
    verdict = verify_search("docs/examples/searches.py:wrong", claims=claims, effort="quick")
    assert [finding.contract for finding in verdict.findings] == ["exact", *(["visits"] if "visits" in claims else [])]
    assert "tree    [1]    MIN to move    full window\n" in str(verdict)
    assert "cause   MIN's best value probably starts at 0" in str(verdict)
