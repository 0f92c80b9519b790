"""Find the rule by which each recorded call combines its child values, and the leaf values that the rule fits."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, product
from typing import Any, Final

from prunecheck.errors import PreconditionError, brief
from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.call_text import part_in_words
from prunecheck.subjects.own_game.hooks.recorder import TooManyCallsError
from prunecheck.subjects.own_game.learning.call_rules import (
    Known,
    Sighting,
    is_changed,
    other_value,
    rules_of,
)
from prunecheck.subjects.own_game.learning.drawn_runs import DrawnRuns
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.leaf_calls import (
    MANY_ADJUSTED,
    calls_above,
    check_adjusted,
    leaf_calls,
)
from prunecheck.subjects.own_game.learning.leaf_limits import DRAWN, Limits, limits_in_words
from prunecheck.subjects.own_game.learning.value_places import DRAWS, find_places
from prunecheck.subjects.own_game.recording.call_tree import Node
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.values import show

LEVELS: Final = (100, 1_000, 30_000)  # sizes of values above those of the game, to find constants that are too small
MOST_VALUES: Final = 0.5  # if a larger share of a function's later calls follows a rule, the function returns values
MORE_DRAWS: Final = 8  # number of runs with random leaf values, if a call negates only some of its children's values
QUICK_SECONDS: Final = 0.1  # if a run takes longer, constants that are too small are not searched for
SMALLER: Final = (100, 10, 1)  # sizes of values for a search that changes its largest values
FEWEST_OWN_VALUES, MOST_OWN_VALUES = 2, 20  # if the game has at most this many leaf values, only these are drawn
RESULTS: Final = 3  # win, draw and loss
MOST_PLIES_BESIDE: Final = 8  # in at most this many plies, calls that also use a static value are looked for
SHIFT: Final = 7  # difference between two large values, to find out if a changed value depends on them
FAR: Final = 1_000  # values of at least this size may be adjusted for the distance to mate
MOSTLY, ROUNDED = 0.75, 6  # a larger share of the changed values must be alike; number of digits to compare


class TableAnswersError(PreconditionError):
    """Raised if calls return values from a transposition table instead of the values of their recursive calls."""


class RuleFinder:
    """Finds out how each call combines its child values, such as by the maximum, in runs with random leaf values.

    The attribute `skipped` is set by the method `game`. `skipped` lists the recorded calls that made fewer recursive
    calls in one run than in another.
    """

    def __init__(self, runs: DrawnRuns) -> None:
        self.runs, self.root, self.program = runs, runs.root, runs.watched.program
        self.skipped: list[Node] = []

    def game(self, notes: Iterable[str], *, at_fault: bool = False) -> OwnGame:
        """Learn the game that the search plays from the recorded calls.

        If `at_fault` is set, the search has known bugs, so a call is also accepted if its value is neither the maximum
        nor the minimum of its child values.
        Raises: PreconditionError if it is unclear where return values contain the game value, or how calls combine
        values.
        """
        runs = self.runs
        find_places(runs)
        own = runs.own_most()
        known, limits = self._known_and_limits(own)
        self._check_answers_are_used(known)
        # done before other values are tried; if no run made all calls of a node, there is another reason
        self.skipped = [node for node in runs.short if node.most_made == len(node.children)]
        names_move = self._returns_a_move(known, own, whole=limits.whole)
        if not at_fault:
            self._check_no_values_of_others(known, own)
            check_adjusted(known, runs, DRAWN * limits.values)
        is_usual = limits.values == own and not (limits.among or limits.only_real)
        said = [*notes, *limits_in_words(limits, own)]
        right, limit = self._limit(own) if known.fits and is_usual and not names_move else (own, "")
        # deeper positions may have larger values than those that were seen, unless these are a win, a draw and a loss
        is_close = right == own and self.program.recorder.has_depth and len(runs.own_leaf_values()) > RESULTS
        said += [limit] if limit and not is_close else []
        opaque = frozenset(known.odd if at_fault else leaf_calls(known, self.program, runs.own_value))
        opaque |= self._unseen(known)
        at_fault |= bool(self.skipped) and not runs.remembers
        if opaque and not at_fault:
            opaque = self._opaque_beside(opaque, known, limits) | self._unseen(known)
        if opaque.issuperset(known.rules):
            raise PreconditionError(
                f"in every position, `{self.root.function}` may return a value that none of its calls returned, as in "
                f"quiescence (stand pat); give a starting call for the search that calls `{self.root.function}`"
            )
        if opaque:
            said.append(
                f"{len(opaque):,} of {len(known.rules.keys() | opaque):,} positions were taken for leaves: there, the "
                "search returned a value that none of its recursive calls returned. Perhaps it returns its initial "
                "best value, or evaluates a move without a recursive call"
            )
        self._resolve(known, limits)
        opaque |= self._unseen(known)
        if names_move:
            opaque |= {self.root}
            said.append(
                f"for the starting call, `{self.root.function}` returns a move without a value, so its values were "
                "only checked in later positions"
            )
        return OwnGame(
            runs.watched,
            self.root,
            runs.recorded.top,
            runs.places,
            known.decided(),
            replace(limits, plies=runs.recorded.plies, whole=limits.whole or runs.whole),
            runs.identity,
            opaque,
            notes=tuple(said),
            doubts=(limit,) if limit and is_close else (),
            unclear=frozenset(known.unclear),
            start_names_move=names_move,
        )

    def _known_and_limits(self, own: Number) -> tuple[Known, Limits]:
        """Find out how calls combine child values, and which limits on leaf values are needed.

        Leaf values are at most `own` in size. The limits exclude leaf values for which some call returns neither the
        maximum nor the minimum of its child values.
        """
        runs, usual = self.runs, Limits(own)
        known = self._known(usual)
        before = runs.short
        changes = known.fits and own >= FAR and self._changes(own)
        for limits in self._narrower(known, own, changes=changes):
            inside = self._known(limits, known)
            if inside.fits and not (changes and self._changes(limits.values)):
                return inside, limits
        runs.short = before
        return known, usual

    def _narrower(self, known: Known, own: Number, *, changes: bool) -> Iterator[Limits]:
        """Yield narrower limits on leaf values to try, since some calls follow no rule or change large values."""
        runs = self.runs
        among = runs.own_leaf_values()
        few = len(among) <= RESULTS or own >= self.program.recorder.infinity
        if known.short or (known.odd and few):  # the search stops early, for example at a sure win
            # a table may explain why calls are not made, but not why they return other values, such as wins and losses
            most = (RESULTS if known.odd else 0) if runs.remembers else MOST_OWN_VALUES
            if FEWEST_OWN_VALUES <= len(among) <= most:
                yield Limits(own, among=among)
        if not known.fits and own < len(runs.leaves()):  # drawn values are fractions
            yield Limits(own, whole=True)
        one_bound, whole_game = self.program.recorder.bounds, runs.recorded.plies is None
        finite = (abs(runs.own_value(leaf)) < INF for leaf in runs.leaves())
        if self._odd_calls(known) and whole_game and not one_bound and all(finite):
            yield Limits(own, only_real=True)
        if changes or not (known.fits or known.constants()):
            yield from (Limits(smaller) for smaller in (reversed(LEVELS) if changes else SMALLER) if smaller < own)

    def _odd_calls(self, known: Known) -> list[Node]:
        """List the calls whose values are neither the maximum nor the minimum of their child values.

        Calls to a driver, a function that calls the search, are omitted, because they may return a move.
        """
        return [node for node in known.odd if node.function != self.program.driver]

    def _resolve(self, known: Known, limits: Limits) -> None:
        """Give different values to children that always had equal values, to find out if MAX or MIN chooses among them.

        Children always have equal values if, for example, a table treats all finished games as one position.
        """
        limits = replace(limits, only_real=False)
        for ply in sorted({node.ply for node in known.unclear})[:MOST_PLIES_BESIDE]:
            nodes = [node for node in known.unclear if node.ply == ply]
            children = frozenset(child for node in nodes for child in node.children)
            values = self.runs.leaf_values(limits)
            for _ in range(MORE_DRAWS):
                values |= {child: limits.draw(self.runs.random) for child in children}
                with suppress(TooManyCallsError):
                    self.runs.run(values, children)
                    known.narrow({node: list(self.runs.seen(node)) for node in nodes})

    def _unseen(self, known: Known) -> set[Node]:
        """Find calls with a child that was only recorded in a later run, so the rule is unknown for this child."""
        return {node for node in self.root.all() if node.children and not known.covers(node)}

    def _check_no_values_of_others(self, known: Known, level: Number) -> None:
        """Refuse a search that omits the calls for some moves, because it looks in its table before it makes a call.

        A table can also make a call unnecessary if a deeper search has stored an entry for the position before. A
        search without a table is refused, too, if it returns a value from another branch, which it has evidently stored
        between calls.
        """
        tables = sorted(self.runs.watched.opened.tables)
        adjusted = known.adjusted()
        many = len(adjusted) > MANY_ADJUSTED * len(known.rules)  # fewer may come from wrong entries
        if many and _are_shifted([seen for node in adjusted for seen in known.sightings[node] if is_changed(seen)]):
            return
        count, of_others = 0, list[tuple[Node, Number]]()
        for _ in range(MORE_DRAWS if many else 0):
            self.runs.run(self.runs.leaf_values(Limits(level)))
            values = self.runs.values()
            rounded = any(value != int(value) for value in values)  # whole values may come from rounding
            for node in adjusted:
                changed = (seen.result for seen in self.runs.seen(node) if is_changed(seen))
                exact = [value for value in changed if not (rounded and value == int(value))]
                count += len(exact)
                known_values = [value for value in exact if not values.isdisjoint((value, -value))]
                if known_values and tables:
                    raise TableAnswersError(
                        f"`{node.function}` takes values from {' and '.join(map(part_in_words, tables))} without a "
                        "call, so its calls do not show all moves; switch the table off for the check, for example "
                        "with an empty one"
                    )
                others = self.runs.values(outside=node) if known_values else ()
                of_others += [(node, value) for value in known_values if value in others]
        if len(of_others) > MOSTLY * count:  # whole numbers may be equal by chance
            node, value = of_others[0]
            raise PreconditionError(
                f"`{node.function}` returned {value}, which is the value of a position in another branch: it keeps its "
                "best value from one call to the next; begin each call with a new best value"
            )

    def _check_answers_are_used(self, known: Known) -> None:
        """Refuse a search whose calls store their values in attributes instead of returning them.

        A search that stores its values in attributes may be right, but it cannot be checked: prunecheck only chooses
        return values, which this search ignores.
        """
        constant: list[tuple[Node, Any]] = []
        for node, seen in known.sightings.items():
            if len({tuple(sighting.children) for sighting in seen}) > 1:
                results = {sighting.result for sighting in seen}
                if len(results) > 1:
                    return
                constant.append((node, results.pop()))
        for node, result in constant:
            own = [self.runs.own_value(child) for child in node.children]
            best = {sign * end(own) for end in (min, max) for sign in (1, -1)} if len(set(own)) > 1 else set()
            real = self.runs.watched.leaf_answers.others.get(node.function)
            is_cut = any(other.cut for other in self.root.all()) and is_number(real) and real != result
            if is_cut or self.runs.own_value(node) in best - {result}:
                raise PreconditionError(
                    f"`{node.function}` always returns {show(result)}, whatever its recursive calls return; if the "
                    "calls store their values in attributes, use the values that they return instead, for the check"
                )

    def _returns_a_move(self, known: Known, own: Number, *, whole: bool) -> bool:
        """True if the call at the root returns a move, which can be a number or any other object, instead of a value.

        Raises: PreconditionError if a driver, or a call that is not at the root, returns a move instead of a value.
        """
        root, nodes = self.root, self.root.all()
        is_driver = root.function == self.program.driver and root not in known.mixed
        # a coordinate of a move may equal a small whole value by chance
        unclear = is_driver and (whole or not known.rules.get(root))
        if unclear and _mostly_changed(chain(*self._each_best(own if whole else DRAWN * own))):
            raise PreconditionError(
                f"`{root.function}` never returns a value that its calls return, so it cannot be checked; return the "
                "best of these values, or give a starting call that calls the search itself"
            )
        plain = {node.function for node in nodes if is_number(node.sample)}
        for node in nodes:
            if is_number(node.sample) or node.function not in plain or node in known.mixed or known.rules.get(node):
                continue
            seen = known.sightings.get(node, [])
            if node is root and _mostly_changed(seen):
                return True
            if seen and _mostly_changed(seen):
                raise PreconditionError(
                    f"`{node.function}` returned {brief(repr(node.sample))} for the starting call, but numbers for "
                    "other calls; give a starting call that returns a value, such as one for a later position"
                )
        below = [rules for node, rules in known.rules.items() if node is not root and node.function == root.function]
        if not (whole or root in known.odd) or not sum(map(bool, below)) > MOST_VALUES * len(below):
            return False
        return any(self._numbers_its_children(sign * DRAWN * own) for sign in (1, -1))

    def _numbers_its_children(self, own: Number) -> bool:
        """True if the root returns a number that names the best child, and is not the value of a child."""
        results: list[Any] = []
        with suppress(TooManyCallsError, Exception):
            for seen in self._each_best(own):
                if not seen or not all(map(is_changed, seen)):
                    return False
                results += [sighting.result for sighting in seen]
        return len(set(results)) == min(len(self.root.children), MORE_DRAWS) > 1

    def _each_best(self, own: Number) -> Iterator[list[Sighting]]:
        """For each child of the root, yield what the root returns if the child is worth `own` and all others -`own`."""
        children = self.root.children
        for best in children[:MORE_DRAWS]:
            self.runs.run({child: own if child is best else -own for child in children}, children)
            yield list(self.runs.seen(self.root))

    def _limit(self, own: Number) -> tuple[Number, str]:
        """Find the largest leaf values for which the search is right. Also return a note on larger leaf values.

        A search is wrong for larger leaf values if, for example, the number that it uses as infinity is too small. The
        note is empty if the search is right for leaf values of all sizes.
        """
        right = own
        for level in (
            limit
            for limit in LEVELS
            if own < limit < self.program.recorder.infinity and self.runs.seconds <= QUICK_SECONDS
        ):
            fits = False
            with suppress(Exception):  # the search may fail, for example if no move is better than its initial value
                fits = self._known(Limits(level), draws=1).fits
            if not fits:
                return right, (
                    f"right for values from {-right:,} to {right:,}, which includes all values of the positions seen. "
                    f"Wrong for some larger values, up to {level:,}, "
                    "because a constant in the search is too small for them"
                )
            right = level
        return right, ""

    def _changes(self, largest: Number) -> bool:
        """True if the search changes the value `largest` on the way to the root, for example by 1 at each ply."""
        first, second = (
            {
                abs(sighting.result)
                for seen in self.runs.sightings(Limits(end, among=(-end, end)), draws=0).values()
                for sighting in filter(is_changed, seen)
            }
            for end in (largest, largest - SHIFT)
        )
        return any(value - SHIFT in second for value in first - second)

    def _known(self, limits: Limits, others: Known | None = None, *, draws: int = DRAWS) -> Known:
        """Run the search `draws` times with random leaf values within `limits`, to find how calls combine child values.

        If the limits only allow leaf values that occur in the user's game, the search may skip a call in all runs, for
        example because the search knows bounds on a position's value. The rule for a skipped call is taken from
        `others`, the result of earlier runs with other limits.
        """
        runs = self.runs
        if limits.among or limits.only_real:
            known = Known(
                runs.sightings(limits, draws=MORE_DRAWS, negates=bool(others and others.negates)), short=False
            )
            runs.short = []
            if others is None or not limits.only_real or known.odd:
                return known
            seen = [known.sightings.get(node, []) for node in self._odd_calls(others)]
            if not any(len({tuple(one.children) for one in several}) > 1 for several in seen):
                return others
            clear = {node: others.sightings[node] for node, rules in others.rules.items() if rules}
            return Known(clear | known.sightings, short=False)
        known = Known(runs.sightings(limits, draws=draws), short=bool(runs.short))
        if known.odd:
            known = known.with_more(runs.sightings(limits, draws=MORE_DRAWS), short=bool(runs.short))
            if known.mixed:  # a call may negate the value of a child that has not mattered so far
                known = known.with_more(runs.one_branch_at_a_time(limits.values), short=bool(runs.short))
        return known

    def _opaque_beside(self, opaque: frozenset[Node], known: Known, limits: Limits) -> frozenset[Node]:
        """Find further calls that must be leaves of every tree, and return them together with the calls in `opaque`.

        The calls in `opaque` already count as leaves, and get random values here. If a call above the calls in `opaque`
        then returns a number that is not the maximum or minimum of its child values, this call must also be a leaf. No
        calls are added if the numbers that no rule explains are always the same constant, such as an initial best
        value.
        """
        runs, found, unexplained = self.runs, set(opaque), {*known.mixed, *known.odd}
        sightings = {node: list(seen) for node, seen in known.sightings.items()}
        plies = sorted({node.ply for node in opaque})[:MOST_PLIES_BESIDE]
        limits = replace(limits, only_real=False)
        for ply, all_equal in product(plies, (None, None, *limits.ends[::-1])):
            leaves = frozenset(node for node in found if node.ply >= ply)
            leaf_values = runs.leaf_values(limits, all_equal)
            leaf_values |= {node: limits.draw(runs.random) if all_equal is None else all_equal for node in leaves}
            runs.run(leaf_values, leaves)
            for node in calls_above(self.root, leaves):
                if node in sightings and node not in unexplained:
                    sightings[node].extend(runs.seen(node))
                    if not rules_of(sightings[node]) and other_value(sightings[node]) is not None:
                        found.add(node)
        values: dict[tuple[str, bool], set[Number]] = {}
        for node in found.intersection(sightings):
            values.setdefault(node.side, set()).add(other_value(sightings[node]))
        return opaque if all(len(value) == 1 for value in values.values()) else frozenset(found)


def _mostly_changed(sightings: Iterable[Sighting]) -> bool:
    changed = list(map(is_changed, sightings))
    return 2 * sum(changed) >= len(changed)


def _are_shifted(sightings: Sequence[Sighting]) -> bool:
    """True if most calls return the best child's value plus or minus the same number, such as 1 per ply."""
    steps = Counter(
        round(min(abs(abs(seen.result) - abs(end(seen.children))) for end in (min, max)), ROUNDED) for seen in sightings
    )
    return max(steps.values(), default=0) > MOSTLY * len(sightings)
