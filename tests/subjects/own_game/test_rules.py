"""The rule of a call is inferred from its value and its children's values in several runs."""

from typing import Final

import pytest

from prunecheck.subjects.own_game.learning.call_rules import (
    Known,
    NodeRule,
    Rule,
    Sighting,
    is_changed,
    mixed_rule,
    other_value,
    rules_of,
)
from prunecheck.subjects.own_game.recording.call_tree import Node

RUNS: Final = [(3, -5), (-2, 7), (4, 6)]


@pytest.mark.parametrize("rule", Rule)
def test_distinct_values_decide_the_rule(rule: Rule) -> None:
    """The value is the largest or smallest of the children's values or of their negatives."""
    assert rules_of([Sighting(run, rule.of(run)) for run in RUNS]) == {rule}


def test_a_wrong_value_follows_no_rule() -> None:
    """A value that is wrong in one run follows no rule, even if it is right in the others."""
    assert not rules_of([Sighting(RUNS[0], 3), Sighting(RUNS[1], 0)])


def test_a_value_without_a_call_is_the_same_in_all_runs() -> None:
    """A value that comes from no call counts as one more child."""
    assert other_value([Sighting(run, max(*run, 5)) for run in RUNS]) == 5
    assert other_value([Sighting(run, max(run) - 1) for run in RUNS]) is None
    assert is_changed(Sighting((3, -5), 2))
    assert not is_changed(Sighting((3, -5), 5))


def test_another_turn_negates_only_some_values() -> None:
    """After the first move the same player moves again, so that only the other values are negated."""
    rule = mixed_rule([Sighting(run, max(run[0], -run[1])) for run in [*RUNS, (1, 8), (-9, 2)]])
    assert rule is not None
    assert (rule.largest, rule.negated) == (True, (False, True))


@pytest.mark.parametrize(("sign", "rule"), [(1, Rule.MAX), (-1, Rule.NEGATED_MAX)])
def test_a_search_that_returns_the_last_value_takes_the_largest(sign: int, rule: Rule) -> None:
    """No rule explains these values, and the smallest value happens to explain one more of them than the largest."""
    runs = [[sign * value for value in run] for run in ((1, 2, 3), (3, 1, 2), (2, 3, 1), (3, 2, 1))]
    node = Node("search", 0, 0, children=[Node("search", nth, 1) for nth in range(3)])
    known = Known({node: [Sighting(run, sign * run[-1]) for run in runs]}, short=False)
    assert known.decided() == {node: NodeRule(rule.largest, (rule.negated,) * 3)}
