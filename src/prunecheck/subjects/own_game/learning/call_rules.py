"""Find out whether each recorded call takes the largest or the smallest child value, and which values it negates."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import compress, islice, product
from typing import Any, Final, NamedTuple

from prunecheck.subjects.own_game.recording.call_tree import Node
from prunecheck.trees.protocol import INF

MOST_CONSTANTS: Final = 2  # constants that a search may use as its initial best value
DEVIATIONS: Final = 2  # a rule must explain more values than the other rules by more than this many standard deviations
MOST_SIGNS: Final = 256  # at most this many combinations of signs are checked for one call


class Rule(Enum):
    """How a call combines its child values: by the largest or the smallest, possibly after negating all values."""

    MAX = (True, False)
    MIN = (False, False)
    NEGATED_MAX = (True, True)
    NEGATED_MIN = (False, True)

    @property
    def largest(self) -> bool:
        """True if the rule takes the largest child value, False if it takes the smallest."""
        return self.value[0]

    @property
    def negated(self) -> bool:
        """True if the rule negates the children's values."""
        return self.value[1]

    @property
    def of_opponent(self) -> "Rule":
        """The rule that the opponent's calls follow if the players alternate."""
        return Rule((self.largest == self.negated, self.negated))

    def of(self, values: Iterable[Any]) -> Any:
        """Apply the rule to the children's values."""
        terms = [-value for value in values] if self.negated else list(values)
        return max(terms) if self.largest else min(terms)


ALL_RULES: Final = frozenset(Rule)


class Sighting(NamedTuple):
    """What was seen of one call in one run: the values of its children, and the value that it returned."""

    children: Sequence[Any]
    result: Any

    def rules(self) -> frozenset[Rule]:
        """Find the rules by which the call's value follows from the values of its children.

        If a child returned an infinite value, the result contains all rules.
        """
        if not all(-INF < child < INF for child in self.children):
            return ALL_RULES
        high, low = max(self.children), min(self.children)
        return frozenset(compress(Rule, [value == self.result for value in (high, low, -low, -high)]))


def rules_of(sightings: Sequence[Sighting]) -> frozenset[Rule]:
    """Find the rules by which, in every run, a call's value follows from the values of its children."""
    found = ALL_RULES
    for sighting in sightings:
        found &= sighting.rules()
        if not found:
            break
    return found


def other_value(sightings: Sequence[Sighting]) -> Any:
    """Find a constant such that each result of a call is the best of its child values and this constant.

    Returns None if no constant explains all results of the call. The best value is the maximum or minimum, depending on
    the rule that explains all results.

    A call can return a value that no child returned, for example the value of a move evaluated without a call, the
    value of a finished game, or the static value of the position, as in quiescence search.
    """
    for rule in Rule:
        others = {sighting.result for sighting in sightings if rule.of(sighting.children) != sighting.result}
        if len(others) == 1:
            (other,) = others
            if all(_with_one_more(rule, sighting, other) for sighting in sightings):
                return other
    return None


def _with_one_more(rule: Rule, seen: Sighting, other: Any) -> bool:
    own = rule.of(seen.children)
    return bool(seen.result == (max(own, other) if rule.largest else min(own, other)))


def is_changed(seen: Sighting) -> bool:
    """True if a call's value is neither the value of a child nor the negative of a child's value."""
    return seen.result not in seen.children and -seen.result not in seen.children


def is_value_of_a_call(sightings: Sequence[Sighting]) -> bool:
    """True if each result is a child's value or its negative, or the best of the child values and one constant."""
    return other_value(sightings) is not None or not any(map(is_changed, sightings))


class NodeRule(NamedTuple):
    """How one call combines its child values: whether it takes the `largest`, and which of the values it negates."""

    largest: bool
    negated: tuple[bool, ...]

    def of(self, values: Iterable[Any]) -> Any:
        """Apply the rule to the children's values."""
        terms = [-value if turned else value for value, turned in zip(values, self.negated, strict=True)]
        return max(terms) if self.largest else min(terms)


def mixed_rule(sightings: Sequence[Sighting]) -> NodeRule | None:
    """Find the rule of a call that negates the values of some children only, for example if a player can move again.

    If the recorded values do not show the sign of a child's value, the sign that most children have is tried first.
    """
    if len({len(sighting.children) for sighting in sightings}) > 1:
        return None
    for largest in (True, False):
        sides = [_possible_signs(sightings, nth, largest=largest) for nth in range(len(sightings[0].children))]
        if not all(sides):
            continue
        usual = Counter(next(iter(side)) for side in sides if len(side) == 1).most_common(1)
        likely = usual[0][0] if usual else False
        orders = [sorted(side, key=lambda turned: turned != likely) for side in sides]
        for rule in (NodeRule(largest, negated) for negated in islice(product(*orders), MOST_SIGNS)):
            if all(rule.of(seen.children) == seen.result for seen in sightings):
                return rule
    return None


def _possible_signs(sightings: Sequence[Sighting], nth: int, *, largest: bool) -> set[bool]:
    """Return the signs that the value of child `nth` can have in all runs: False for unchanged, True for negated."""
    found = {False, True}
    for seen in sightings:
        value = seen.children[nth]
        for negated in tuple(found):
            taken = -value if negated else value
            if (taken > seen.result) if largest else (taken < seen.result):
                found.discard(negated)
    return found


class Known:
    """What is known about each call with children: its values in several runs, and the rules that fit the values."""

    def __init__(self, sightings: dict[Node, list[Sighting]], *, short: bool) -> None:
        self.sightings = sightings
        self.rules = {node: rules_of(seen) for node, seen in sightings.items()}
        self.mixed: dict[Node, NodeRule] = {}
        self.short = short

    @property
    def odd(self) -> list[Node]:
        """The calls whose values do not follow from their child values by any rule."""
        return [node for node, rules in self.rules.items() if not rules and node not in self.mixed]

    @property
    def fits(self) -> bool:
        """True if every call follows a rule, and no call made fewer recursive calls in one run than in another."""
        return not self.short and not self.odd

    @property
    def negates(self) -> bool:
        """True if most calls negate the values of their children. Only calls with a single possible rule are counted.

        If no call has a single possible rule, the result is True if return values are more often the negative of a
        child's value than a child's value itself.
        """
        single = [rule for rules in self.rules.values() if len(rules) == 1 for rule in rules]
        if single:
            return 2 * sum(rule.negated for rule in single) > len(single)
        seen = [sighting for node in self.odd for sighting in self.sightings[node]]
        return sum(-one.result in one.children for one in seen) > sum(one.result in one.children for one in seen)

    def with_more(self, more: dict[Node, list[Sighting]], *, short: bool) -> "Known":
        """Add the values of calls in further runs, and look for rules that negate the values of some children only."""
        found = Known({node: [*seen, *more.get(node, [])] for node, seen in self.sightings.items()}, short=short)
        for node in found.odd:
            if (rule := mixed_rule(found.sightings[node])) is not None:
                found.mixed[node] = rule
        return found

    @property
    def unclear(self) -> list[Node]:
        """The calls with several children for which it is unknown if they take the largest or the smallest value."""
        return [
            node
            for node, rules in self.rules.items()
            if len(node.children) > 1 and node not in self.mixed and len({rule.largest for rule in rules}) > 1
        ]

    def narrow(self, seen: dict[Node, list[Sighting]]) -> None:
        """For each call in `seen`, drop the rules that do not explain the values that were seen for this call.

        If none of a call's rules explains the values, the call keeps all of its rules.
        """
        for node, more in seen.items():
            self.rules[node] = self.rules[node] & rules_of(more) or self.rules[node]

    def covers(self, node: Node) -> bool:
        """True if a rule is known for this call, and says for each recorded child whether its value is negated."""
        mixed = self.mixed.get(node)
        return node in self.rules and (mixed is None or len(mixed.negated) == len(node.children))

    def constants(self) -> bool:
        """True if the values that no rule explains are at most two different constants, such as initial best values."""
        changed = [[sighting for sighting in self.sightings[node] if is_changed(sighting)] for node in self.odd]
        return len({abs(sighting.result) for those in changed for sighting in those}) <= MOST_CONSTANTS

    def adjusted(self) -> list[Node]:
        """The calls that change values on the way to the root.

        A call changes values if it returns neither a child's value nor a constant.
        """
        odd = [node for node in self.odd if other_value(self.sightings[node]) is None]
        return [] if self.constants() else [node for node in odd if any(map(is_changed, self.sightings[node]))]

    def decided(self) -> dict[Node, NodeRule]:
        """Choose a rule for each call: the only rule that fits, or the most frequent rule for its function and player.

        If the rule is only known for calls in which the opponent moves, the player's calls get the mirror image of this
        rule. If several rules fit each call of a function, all of its calls get the rule that fits the most calls; if
        two rules fit equally many calls, the players are assumed to alternate. If
        no rule fits a call in all runs, the call gets the rule that fits clearly more runs than any other rule.
        """
        by_side, by_sighting = defaultdict[Any, Counter[Rule]](Counter), defaultdict[Any, Counter[Rule]](Counter)
        by_function, possible = defaultdict[str, Counter[Rule]](Counter), defaultdict[str, Counter[Rule]](Counter)
        by_parity = defaultdict[bool, Counter[Rule]](Counter)
        for node, rules in self.rules.items():
            possible[node.function].update(sorted(rules, key=lambda rule: rule.name))
            if len(rules) == 1:
                by_side[node.side].update(rules)
                by_parity[node.side[1]].update(rules)
                by_function[node.function].update(rules)
            for sighting in () if rules else self.sightings[node]:
                by_sighting[node.side].update(sighting.rules())

        def likely(node: Node, *, explained: bool) -> Iterator[Rule]:
            function, even = node.side
            yield from _by_count(by_side[node.side])
            yield from (rule.of_opponent for rule in _by_count(by_side[function, not even]))
            yield from _by_count(by_function[function])
            if explained:
                mirrored = [rule.of_opponent for rule in _by_count(by_parity[not even])][:1]
                fitting = possible[function]
                yield from sorted(_by_count(fitting), key=lambda rule: (-fitting[rule], rule not in mirrored))
            yield from _clearly_first(by_sighting[node.side])
            yield from (rule.of_opponent for rule in _clearly_first(by_sighting[function, not even]))
            yield Rule.NEGATED_MAX if self.negates else Rule.MAX if even else Rule.MIN

        found = dict(self.mixed)
        for node, rules in self.rules.items():
            if node not in found:
                rule = next(rule for rule in likely(node, explained=bool(rules)) if not rules or rule in rules)
                found[node] = NodeRule(rule.largest, (rule.negated,) * len(node.children))
        return found


def _by_count(counted: Counter[Rule]) -> list[Rule]:
    return [rule for rule, _ in counted.most_common()]


def _clearly_first(counted: Counter[Rule]) -> list[Rule]:
    """Return a list that only contains the rule with the highest count.

    The list is empty if the second highest count is so close that the difference may be chance (at most two standard
    deviations).
    """
    first = counted.most_common(2)
    if len(first) < 2:
        return [rule for rule, _ in first]
    (rule, most), (_, next_most) = first
    return [rule] if (most - next_most) ** 2 > DEVIATIONS**2 * (most + next_most) else []
