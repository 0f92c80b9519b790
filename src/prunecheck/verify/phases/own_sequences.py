"""The phase that judges sequences of calls of a search that only accepts positions of its own game.

A search that only accepts its own game may have a transposition table, which carries values from one call to the next.

With a depth limit, the value of a position depends on how many plies are left, so a table that ignores the depth leads
to wrong results. Values from deeper table entries are accepted.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from prunecheck.contracts.value import EXACT, KNUTH, WrongValue
from prunecheck.errors import PreconditionError, quantity, sentences
from prunecheck.oracle.searched_positions import SearchedPositions
from prunecheck.subjects.own_game.rules_of_game.against_rules import Difference
from prunecheck.subjects.own_game.tables.example import (
    Example,
    Signed,
    drawn_example,
    has_values_beyond_limits,
    own_example,
)
from prunecheck.subjects.own_game.tables.positions import Positions, depth_of, find_positions
from prunecheck.subjects.own_game.tables.sequences import (
    PlannedSearch,
    Played,
    bound_first,
    drawn_steps,
    null_windows,
    play,
    with_windows,
)
from prunecheck.subjects.sandbox.time_limits import clock, past
from prunecheck.trees.protocol import INF
from prunecheck.trees.values import show
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.budgets import (
    AFTER_A_WRONG_ANSWER,
    BOUNDS_EVERY,
    NULL_WINDOWS_EVERY,
    OWN_SEQUENCE_TRIES,
    OWN_SEQUENCES_SECONDS,
    SEQUENCES_SHARE,
    WITHOUT_BOUNDS,
)
from prunecheck.verify.phases.own_game import StepNotes
from prunecheck.verify.phases.trees import FAILED, failure_found
from prunecheck.verify.run import OwnSequences, Phase, Run
from prunecheck.verify.shrink.own_sequence_passes import (
    VALUE_PASSES,
    OwnSequence,
    drop_a_search,
    own_sequence_size,
    search_in_the_full_window,
)
from prunecheck.verify.shrink.shrinker import Shrinker

IN_TABLE: Final = "the table: the result is right if the table is emptied before each call."
DEPTHS: Final = "The searches have different depths, so check how depths are compared when an entry is used."
CAUSE: Final = f"{IN_TABLE} More: prunecheck explain table"
CAUSE_WITH_DEPTHS: Final = f"{IN_TABLE} {DEPTHS} More: prunecheck explain table"
OWN_VALUES_AT: Final = (
    1  # one in BOUNDS_EVERY examples has the game's real values, if they are outside the random range
)
LISTED_LEAVES: Final = 6  # most leaves that a report lists


@dataclass(frozen=True, slots=True)
class _Wrong:
    """A sequence of calls whose last result is wrong."""

    example: Example
    steps: list[PlannedSearch]
    played: Played
    objection: WrongValue


def _skip(run: Run) -> str:
    subject = run.own_game
    if subject is None or not subject.saves_leaves:
        return "only a search that plays its own game and has a table is judged"
    return run.user_input_or_claims or failure_found(run) or (FAILED if subject.faults else "")


def _judge(run: Run) -> Run:
    """Judge sequences of calls on a search's own game. Each call can use table entries from earlier calls."""
    subject = run.own_game
    assert subject is not None
    found, note = OwnSequences(), StepNotes(run, subject)
    random = Random(run.plan.seed)  # noqa: S311  # not for security
    for game in subject.games:
        if not game.remembers:
            continue
        try:
            positions = find_positions(game, note)
        except PreconditionError as error:
            found = replace(found, why_not=str(error))
            continue
        found = replace(found, no_depths=found.no_depths or positions.no_other_depths)
        found = _judged(run, positions, random, found, note)
        if found.difference is not None:
            break
    return replace(run, own_sequences=found)


def _judged(run: Run, positions: Positions, random: Random, found: OwnSequences, note: StepNotes) -> OwnSequences:
    seconds = max(run.plan.seconds / SEQUENCES_SHARE, run.plan.seconds - (clock() - run.begun))
    budget = min(OWN_SEQUENCES_SECONDS, seconds)
    end = clock() + budget
    wrong: _Wrong | None = None
    mixes, after = False, 0
    beside = Random(run.plan.seed)  # noqa: S311  # not for security
    beyond = has_values_beyond_limits(positions)
    bounds = [null_windows] if positions.game.watched.null_windows else [bound_first, _bound_beyond]
    total = max(AFTER_A_WRONG_ANSWER, run.plan.examples)
    for nth in range(total):
        if past(end) or after > AFTER_A_WRONG_ANSWER:
            break
        note(nth, total)
        if mixes or positions.game.limits.only_real or (beyond and nth % BOUNDS_EVERY == OWN_VALUES_AT):
            example, steps = _of_the_game(positions, random)
        elif nth % BOUNDS_EVERY == 0 and (nth >= WITHOUT_BOUNDS or past(end - budget / 2)):
            example, steps = _drawn(positions, beside, bounds[nth // BOUNDS_EVERY % len(bounds)])
        elif nth % NULL_WINDOWS_EVERY == NULL_WINDOWS_EVERY - 1:
            example, steps = _drawn(positions, Random(run.plan.seed + nth), null_windows)  # noqa: S311
        else:
            example, steps = _drawn(positions, random)
        played = None if example is None else play(example, steps)
        if example is None or played is None or not played.searched:
            continue
        if played.mixes and not mixes:  # from now on, only the game's real values can be judged
            mixes, wrong, after = True, None, 0
            found = replace(found, passed=0, searches=0, why_not=played.mixes)
            continue
        objection = _objection(example, played)
        after += wrong is not None
        if objection is not None and wrong is None:
            wrong = _Wrong(example, steps, played, objection)
        elif objection is None:
            found = replace(found, passed=found.passed + 1, searches=found.searches + len(played.searched))
    if wrong is not None and _is_memory(wrong):
        return replace(found, difference=_difference(_smaller(wrong, note)))
    return found


def _drawn(
    positions: Positions,
    random: Random,
    windows: Callable[[Example, list[PlannedSearch], Random], list[PlannedSearch]] = with_windows,
) -> tuple[Example | None, list[PlannedSearch]]:
    """Choose random leaf values for the positions, and random calls of the search (steps).

    The function `windows` chooses the windows for the calls.
    """
    steps = drawn_steps(positions, random)
    starts = [step.node for step in reversed(steps)] or [top for top in positions.tops if top.children]
    example = drawn_example(positions, starts, random) if starts else None
    return example, steps if example is None else windows(example, steps, random)


def _bound_beyond(example: Example, steps: list[PlannedSearch], random: Random) -> list[PlannedSearch]:
    """Plan two calls on one position: if the table confuses lower and upper bounds, the second result is wrong.

    The first window lies below or above the value of the position, so the first call stores a bound. The second window
    contains the position's value. If the table treats a lower bound as an upper bound, the second call returns this
    bound, which is wrong. If no leaf value is lower or higher than the position's value, the function `bound_first`
    plans the calls.
    """
    found = bound_first(example, steps, random)
    if not steps or found == steps:
        return found
    node = found[-1].node
    truth = SearchedPositions[Signed](example, example.left, example.sign).searched((node, 1))
    values = sorted({*example.values.values(), *(-value for value in example.values.values())})
    below, above = [value for value in values if value < truth], [value for value in values if value > truth]
    pairs = [
        *([Window(-INF, random.choice(below)), Window(below[-1], INF)] for _ in below[:1]),
        *([Window(random.choice(above), INF), Window(-INF, above[0])] for _ in above[:1]),
    ]
    return [PlannedSearch(node, window) for window in random.choice(pairs)] if pairs else found


def _of_the_game(positions: Positions, random: Random) -> tuple[Example | None, list[PlannedSearch]]:
    start = random.choice(positions.shown())
    steps = [PlannedSearch(start, FULL)] * random.choice((0, 1, 2))
    example = own_example(positions, [start] if steps else [top for top in positions.tops if top.children])
    return example, steps if example is None else with_windows(example, steps, random)


def _objection(example: Example, played: Played) -> WrongValue | None:
    """Describe the first wrong result in a sequence of calls, and remove all later results from `played`.

    Returns None if all results are right.
    """
    known: SearchedPositions[Signed] = SearchedPositions(example, example.left, example.sign)
    for nth, made in enumerate(played.searched):
        if example.is_leaf(made.node):
            continue
        contract = EXACT if made.window == FULL else KNUTH
        truth = known.searched((made.node, 1))
        if contract.holds(made.found, truth, made.window):
            continue
        least, greatest = known.span((made.node, 1))
        right = {least, greatest} | ({made.found} if least <= made.found <= greatest else set())
        if not any(contract.holds(made.found, value, made.window) for value in right):
            del played.searched[nth + 1 :]
            allowed: Any = contract.allows(truth, made.window)
            return WrongValue(made.found, allowed, least, greatest)
    return None


def _is_memory(wrong: _Wrong) -> bool:
    """True if a table causes the wrong results: all results are right if tables are emptied before each call."""
    again = play(wrong.example, wrong.steps, forgetful=True)
    return again is not None and bool(again.searched) and _objection(wrong.example, again) is None


def _smaller(wrong: _Wrong, note: StepNotes) -> _Wrong:
    """Shrink a sequence with a wrong result to fewer calls and simpler leaf values.

    Leaf values that come from the game itself are not changed.
    """
    smallest = wrong

    def failing(candidate: OwnSequence) -> OwnSequence | None:
        nonlocal smallest
        note()
        values = dict(zip(wrong.example.values, candidate.values, strict=True))
        found = _wrong_answer(replace(wrong.example, values=values), candidate.steps)
        if found is None or not _is_memory(found):
            return None
        smallest = found
        return _up_to_the_answer(found)

    passes = (
        drop_a_search,
        *(() if wrong.example.positions.game.watched.null_windows else (search_in_the_full_window,)),
        *(() if wrong.example.own_values else VALUE_PASSES),
    )
    first = _up_to_the_answer(wrong)
    Shrinker(first, failing, own_sequence_size, most_tries=OWN_SEQUENCE_TRIES).shrink(passes)
    return smallest


def _wrong_answer(example: Example, steps: Sequence[PlannedSearch]) -> _Wrong | None:
    """Make a sequence of calls, and return the sequence if a result is wrong.

    Returns None if no result is wrong, or if no result can be judged.
    """
    played = play(example, steps)
    if played is None or (played.mixes and not example.own_values):
        return None
    objection = _objection(example, played)
    return None if objection is None else _Wrong(example, list(steps), played, objection)


def _up_to_the_answer(wrong: _Wrong) -> OwnSequence:
    """Remove all calls after the wrong result from a sequence."""
    return OwnSequence(tuple(wrong.steps[: len(wrong.played.searched)]), tuple(wrong.example.values.values()))


def _difference(wrong: _Wrong) -> Difference:
    """Describe a sequence with a wrong result: its calls, and the leaves with values other than 0."""
    example = wrong.example
    plays = [play(example, wrong.steps, forgetful=forgetful, in_words=True) for forgetful in (True, False)]
    without, made = (Played() if result is None else result for result in plays)
    searched = made.searched[: len(wrong.played.searched)]
    before = len(wrong.played.searched) - 1
    lines = []
    for nth, step in enumerate(searched):
        words = "the same" if nth and step.call == searched[nth - 1].call else step.call
        wrong_one = " (wrong)" * (nth == len(searched) - 1)
        lines.append(f"call    {words}  {step.window.words}  returned {show(step.found)}{wrong_one}")
    leaves = without.leaves | made.leaves
    values = {leaves[at]: value for at, value in example.values.items() if value != 0 and at in leaves}
    listed = list(values.items())[:LISTED_LEAVES]
    lines += [f"leaf    {call}  value {show(value)}" for call, value in listed if not example.own_values]
    more = len(values) - len(listed)
    unlisted = f"{quantity(more, 'more leaf value')} {'is' if more == 1 else 'are'} not 0" if more else ""
    zero = f"all {'other ' * bool(values)}leaves have the value 0"
    invented = sentences(unlisted, zero, "these values are made up")
    lines.append(f"leaves  {'all have the values of the game' if example.own_values else invented}")
    depths = {depth_of(step.node) for step in searched}
    lines.append(f"cause   {CAUSE if len(depths) == 1 else CAUSE_WITH_DEPTHS}")
    after = f" (after {quantity(before, 'search', 'es')} with the same table)" if before else ""
    return Difference(f"{wrong.objection}{after}", tuple(lines))


OWN_SEQUENCES: Final = Phase("sequences on its own game", _skip, _judge)
