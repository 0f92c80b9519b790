"""Find how each recorded call combines its children's values, and how large values may be."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import Any, Final

from prunecheck.errors import PreconditionError, brief
from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.recorder import TooManyCallsError
from prunecheck.subjects.own_game.learning.drawn_runs import DRAWN, DrawnRuns
from prunecheck.subjects.own_game.learning.game import Limits, OwnGame
from prunecheck.subjects.own_game.learning.leaf_calls import (
    MANY_ADJUSTED,
    are_changed,
    calls_above,
    check_adjusted,
    leaf_calls,
)
from prunecheck.subjects.own_game.learning.recording import Node
from prunecheck.subjects.own_game.learning.rules import (
    Known,
    Sighting,
    is_changed,
    other_value,
    rules_of,
)
from prunecheck.subjects.own_game.learning.value_places import DRAWS, find_places
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.values import show

LEVELS: Final = (100, 1_000, 30_000)  # values larger than those of the game, to find constants that are too small
MOST_VALUES: Final = 0.5  # if more later calls than this share follow a rule, the function returns values
MORE_DRAWS: Final = 8  # number of runs with random leaf values if a call negates only some of its children's values
QUICK_SECONDS: Final = 0.1  # if a run takes longer, do not look for constants that are too small
SMALLER: Final = (100, 10, 1)  # smaller values, tried if the search changes its largest values
FEWEST_OWN_VALUES, MOST_OWN_VALUES = 2, 20  # if the game has at most this many leaf values, only these are drawn
MOST_PLIES_BESIDE: Final = 8  # plies in which to look for calls that also use a static value
FAR: Final = 1_000  # larger values may be adjusted for the distance to mate
MOSTLY, ROUNDED = 0.75, 6  # share of the values that differ by the same number, and the digits to compare
CHANGES: Final = "changes larger values that its calls return; checked with values from {:,} to {:,}"

BOUNDED: Final = (
    "relies on bounds for the value of a position, such as its distance to the end; checked with real values"
)


class TableAnswersError(PreconditionError):
    """Raised if calls return values from a table that none of their own calls returned."""


class RuleFinder:
    """Find the rules that explain what the calls of a program return in runs with random values."""

    def __init__(self, runs: DrawnRuns) -> None:
        """Store `runs`; nothing runs before `game` is called.

        `game` sets `skipped`: the recorded calls that, in some run, left out calls that they made in another run.
        """
        self.runs, self.root, self.program = runs, runs.root, runs.watched.program
        self.skipped: list[Node] = []

    def game(self, notes: Iterable[str], *, at_fault: bool = False) -> OwnGame:
        """Find the game. Raises: PreconditionError if the answers or the rules cannot be understood.

        With `at_fault`, the search has known bugs, so calls that follow no rule are accepted.
        """
        runs = self.runs
        find_places(runs)
        own = most = runs.own_most()
        (known, among), whole = self._known_with_real_leaves(own), False
        if not known.fits and own < sum(not node.children for node in runs.nodes()):  # these were fractions
            in_whole_numbers = self._known(own, whole=True)
            if in_whole_numbers.fits:
                known, whole = in_whole_numbers, True
        of_plies = None if among else self._known_with_values_of_plies(known)
        known, bounded = of_plies or known, of_plies is not None
        changed = known.fits and not among and own >= FAR and self._changes((own,))
        if changed or not (known.fits or known.constants()):
            for smaller in (level for level in (reversed(LEVELS) if changed else SMALLER) if level < own):
                inside = self._known(smaller)
                if inside.fits and not (changed and self._changes((smaller,))):
                    known, most = inside, smaller
                    break
        self._check_answers_are_used(known)
        self._check_driver(known, own, whole=whole)
        names_move = self._check_start(known)
        # must be checked before larger values are tried; if no run made all calls of a node, there is another reason
        self.skipped = [node for node in runs.short if node.most_made == len(node.children)]
        if not at_fault:
            self._check_no_table_in_caller(known, own)
            check_adjusted(known)
        names_move |= (whole or self.root in known.odd) and self._start_names_a_move(known, own)
        limits = list(self._limit(own)) if known.fits and most == own and not (among or names_move or bounded) else []
        opaque = frozenset(known.odd if at_fault else leaf_calls(known, self.program, runs.own_value))
        opaque |= self._unseen(known)
        at_fault |= bool(self.skipped) and not runs.remembers
        if opaque and not at_fault:
            opaque = self._opaque_beside(opaque, known, most) | self._unseen(known)
        if opaque.issuperset(known.rules):
            raise PreconditionError(
                f"in every position, {self.root.function} may return a value that none of its calls returned, as in "
                f"quiescence (stand pat); give a starting call for the search that calls {self.root.function}"
            )
        said = list(notes)
        if bounded:
            said.append(BOUNDED)
        elif most < own:
            said.append(CHANGES.format(-most, most))
        elif among:
            values = ", ".join(map(show, among))
            said.append(
                f"stops early, for example after a win; so leaves only get values of its own game: {brief(values)}"
            )
        said += limits
        if opaque:
            said.append(
                f"{len(opaque):,} of {len(known.rules.keys() | opaque):,} positions count as leaves, since none of "
                "their calls returned their value: it may be an initial best value, or a move may be evaluated without "
                "a call"
            )
        self._resolve(known, most, among)
        opaque |= self._unseen(known)
        if names_move:
            opaque |= {self.root}
            said.append(
                f"{self.root.function} returns a move for the starting call; its values were checked in later positions"
            )
        return OwnGame(
            self.program,
            self.root,
            runs.top,
            runs.places,
            known.decided(),
            Limits(most, runs.recorded.plies, whole=whole or runs.whole, among=among, only_real=bounded),
            runs.watched.parts,
            runs.identity,
            opaque,
            notes=tuple(said),
            unclear=frozenset(known.unclear),
            start_names_move=names_move,
        )

    def _resolve(self, known: Known, level: Number, among: Sequence[Number]) -> None:
        """Find out who moves at calls whose children always have equal values, by giving these children other values.

        Children have equal values, for example, if a table makes one position of all ends of the game. If the search
        only takes the values in `among`, they get these.
        """
        for ply in sorted({node.ply for node in known.unclear})[:MOST_PLIES_BESIDE]:
            nodes = [node for node in known.unclear if node.ply == ply]
            children = frozenset(child for node in nodes for child in node.children)
            values = self.runs.leaf_values(level, None, among=among)
            for _ in range(MORE_DRAWS):
                values |= {
                    child: self.runs.random.choice(among) if among else level * self.runs.random.uniform(-DRAWN, DRAWN)
                    for child in children
                }
                with suppress(TooManyCallsError):
                    self.runs.run(values, children)
                    known.narrow({node: list(self.runs.seen(node)) for node in nodes})

    def _unseen(self, known: Known) -> set[Node]:
        """The calls that appeared too late to find their rule, or one of whose children did."""
        return {node for node in self.root.all() if node.children and not known.covers(node)}

    def _check_no_table_in_caller(self, known: Known, level: Number) -> None:
        """Refuse a search that looks in its table before it makes a call, so that a call is missing for some moves.

        Then a call may return the value of another position than its children. The same happens if a position is
        searched again, and the entry of a deeper search answers it. Raises: TableAnswersError.
        """
        tables = sorted(self.runs.watched.opened.changes.tables)
        adjusted = known.adjusted() if tables else []
        many = len(adjusted) > MANY_ADJUSTED * len(known.rules)  # fewer may come from wrong entries
        if many and _are_shifted([seen for node in adjusted for seen in known.sightings[node] if is_changed(seen)]):
            return
        for _ in range(MORE_DRAWS if many else 0):
            self.runs.run(self.runs.leaf_values(level, None))
            values = self.runs.values()
            rounded = any(value != int(value) for value in values)  # whole values may come from rounding
            for node in adjusted:
                changed = [seen.result for seen in self.runs.seen(node) if is_changed(seen)]
                exact = [value for value in changed if not (rounded and value == int(value))]
                if any(not values.isdisjoint((value, -value)) for value in exact):
                    raise TableAnswersError(
                        f"{node.function} takes values from {' and '.join(tables)} without a call, so its calls do not "
                        "show all moves; switch the table off for the check, for example with an empty one"
                    )

    def _check_answers_are_used(self, known: Known) -> None:
        """Refuse a search that gets the values of its calls from attributes that they set. Raises: PreconditionError.

        In the real game, it returns the best of them, but always the same value if its calls are answered.
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
                    f"{node.function} always returns {show(result)}, whatever its calls return; if it gets their "
                    "values from attributes that they set, let it use the returned values for the check"
                )

    def _check_driver(self, known: Known, own: Number, *, whole: bool) -> None:
        """Refuse a driver whose number is not a value but, for example, a move index. Raises: PreconditionError."""
        root = self.root
        if root.function != self.program.driver or root in known.mixed:
            return
        if known.rules.get(root) and not whole:
            return
        # a coordinate of a move may equal a small whole value by chance
        largest = own if whole else DRAWN * own
        seen = [sighting for best in root.children[:MORE_DRAWS] for sighting in self._with_best(best, largest)]
        if 2 * sum(map(is_changed, seen)) >= len(seen):
            raise PreconditionError(
                f"{root.function} does not return any value that its calls return, so it cannot be checked; return "
                "the best of them, or give a starting call that calls the search itself"
            )

    def _check_start(self, known: Known) -> bool:
        """True if the root returns only a move that is not a number, although the calls further down return numbers.

        Raises: PreconditionError if a later call returns such a move.
        """
        nodes = self.root.all()
        plain = {node.function for node in nodes if is_number(node.sample)}
        for node in nodes:
            if is_number(node.sample) or node.function not in plain or node in known.mixed or known.rules.get(node):
                continue
            seen = known.sightings.get(node, [])
            if node is self.root and 2 * sum(map(is_changed, seen)) >= len(seen):
                return True
            if seen and 2 * sum(map(is_changed, seen)) >= len(seen):
                raise PreconditionError(
                    f"{node.function} returned {brief(repr(node.sample))} for the starting call, but numbers for "
                    "other calls; give a starting call that returns a value, such as a later position or one ply less"
                )
        return False

    def _start_names_a_move(self, known: Known, own: Number) -> bool:
        """True if the starting call returns another number for each best child, although later calls return values."""
        root = self.root
        below = [rules for node, rules in known.rules.items() if node is not root and node.function == root.function]
        if not sum(map(bool, below)) > MOST_VALUES * len(below):
            return False
        return any(self._numbers_its_children(sign * DRAWN * own) for sign in (1, -1))

    def _numbers_its_children(self, own: Number) -> bool:
        """True if the root returns another number for each child that alone returns `own`, and no child's value."""
        root = self.root
        results: list[Any] = []
        with suppress(TooManyCallsError, Exception):
            for best in root.children[:MORE_DRAWS]:
                seen = list(self._with_best(best, own))
                if not seen or not all(map(is_changed, seen)):
                    return False
                results += [sighting.result for sighting in seen]
        return len(set(results)) == min(len(root.children), MORE_DRAWS) > 1

    def _with_best(self, best: Node, own: Number) -> Iterator[Sighting]:
        """What the root returns if its call `best` returns `own`, and all others return -`own`."""
        self.runs.run({child: own if child is best else -own for child in self.root.children}, self.root.children)
        return self.runs.seen(self.root)

    def _limit(self, own: Number) -> Iterator[str]:
        """A note if a constant of the search, such as its infinity, is too small for some values."""
        right = own
        for level in (
            limit
            for limit in LEVELS
            if own < limit < self.program.recorder.infinity and self.runs.seconds <= QUICK_SECONDS
        ):
            fits = False
            with suppress(Exception):  # the search may fail, for example because no move is better than its first best
                fits = self._known(level, draws=1).fits
            if not fits:
                yield (
                    f"right for values from {-right:,} to {right:,}, which covers its own game; wrong for values "
                    f"up to {level:,}, because a constant in the search is smaller"
                )
                return
            right = level

    def _changes(self, values: Collection[Number]) -> bool:
        """True if leaves with these values show that the search changes values on their way to the root."""
        return are_changed(values, lambda these: self.runs.sightings(these[-1], draws=0, among=these).values())

    def _known_with_real_leaves(self, own: Number) -> tuple[Known, tuple[Number, ...]]:
        """Find the rules with random values; if the search then stops early, with the real leaf values, if these do."""
        known = self._known(own)
        in_doubt = known.short or (known.odd and own >= self.program.recorder.infinity)
        inside = self._known_with_own_values(own) if in_doubt else None
        return (known, ()) if inside is None else (inside, self.runs.own_leaf_values())

    def _known_with_own_values(self, own: Number) -> Known | None:
        """Find the rules from runs with the real leaf values only; None unless each call follows a rule.

        In such runs, the search may skip moves whose values cannot matter, as after a sure win.
        """
        runs, among = self.runs, self.runs.own_leaf_values()
        if runs.remembers or runs.bounds or not FEWEST_OWN_VALUES <= len(among) <= MOST_OWN_VALUES:
            return None
        before = runs.short
        known = Known(runs.sightings(own, draws=MORE_DRAWS, among=among), short=False)
        runs.short = before if known.odd else []
        return None if known.odd else known

    def _known_with_values_of_plies(self, known: Known) -> Known | None:
        """Find the rules from runs in which leaves have real values of other leaves at the same ply.

        None unless this matters: with other values, some call follows no rule, and with these, each call does. Then the
        search knows bounds for the values of a position: for example, it may know how soon a player can win.
        """
        runs = self.runs
        before, one_bound = runs.short, runs.bounds or self.program.recorder.bounds
        finite = all(abs(runs.own_value(node)) < INF for node in runs.nodes() if not node.children)
        odd = [node for node in known.odd if node.function != self.program.driver]  # a driver may return a move
        if odd and finite and not one_bound and runs.recorded.plies is None:
            single = [rule for rules in known.rules.values() if len(rules) == 1 for rule in rules]
            negates = 2 * sum(rule.negated for rule in single) > len(single)
            seen = runs.sightings_with_values_of_plies(MORE_DRAWS, negates=negates)
            varied = any(len({tuple(one.children) for one in seen.get(node, ())}) > 1 for node in odd)
            if varied and not Known(seen, short=False).odd:
                runs.short = []
                others = {node: known.sightings[node] for node, rules in known.rules.items() if rules}
                return Known(others | seen, short=False)
        runs.short = before
        return None

    def _known(self, level: Number, *, draws: int = DRAWS, whole: bool = False) -> Known:
        runs = self.runs
        known = Known(runs.sightings(level, draws=draws, whole=whole), short=bool(runs.short))
        if known.odd:
            known = known.with_more(runs.sightings(level, draws=MORE_DRAWS, whole=whole), short=bool(runs.short))
            if known.mixed:  # a call may negate the value of a child that has not mattered so far
                known = known.with_more(runs.one_branch_at_a_time(level), short=bool(runs.short))
        return known

    def _opaque_beside(self, opaque: frozenset[Node], known: Known, level: Number) -> frozenset[Node]:
        """Find more calls that can only stand for leaves, by giving the `opaque` calls random values.

        If all calls of a function and side have the same value, this value is a constant of the search, and no more
        calls are added.
        """
        runs, found, unexplained = self.runs, set(opaque), {*known.mixed, *known.odd}
        sightings = {node: list(seen) for node, seen in known.sightings.items()}
        plies = sorted({node.ply for node in opaque})[:MOST_PLIES_BESIDE]
        # a share of the largest value, or None for random values
        for ply, share in product(plies, (None, None, 0.9, -0.9)):
            leaves = frozenset(node for node in found if node.ply >= ply)
            leaf_values = runs.leaf_values(level, share and share * level)
            for node in leaves:
                leaf_values[node] = level * (share or runs.random.uniform(-DRAWN, DRAWN))
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


def _are_shifted(sightings: Sequence[Sighting]) -> bool:
    """True if most values differ from the best value of a child by the same number, such as 1 for each ply."""
    steps = Counter(
        round(min(abs(abs(seen.result) - abs(end(seen.children))) for end in (min, max)), ROUNDED) for seen in sightings
    )
    return max(steps.values(), default=0) > MOSTLY * len(sightings)
