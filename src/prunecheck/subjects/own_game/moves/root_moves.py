"""Judge the best move that a starting call returns after one search, or that the search stores in a variable."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, takewhile
from random import Random
from typing import Any, Final, NamedTuple

from prunecheck.oracle.minimax import value
from prunecheck.subjects.own_game.hooks.answers import Place, beside, is_number, value_or_none
from prunecheck.subjects.own_game.hooks.call_text import brief_text, part_in_words
from prunecheck.subjects.own_game.hooks.fingerprints import GLOBAL, fingerprint
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.parts import marks_at
from prunecheck.subjects.own_game.judging.game_trees import drawn_starts, whole_tree
from prunecheck.subjects.own_game.judging.shown_tree import JudgingGuide
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.moves.best_child_runs import told_apart
from prunecheck.subjects.own_game.moves.driver_runs import DriverMoves, StartResult, result_of_start
from prunecheck.subjects.own_game.moves.moves_in_source import (
    WHOLE,
    called_name,
    constant_move,
    is_best_move,
    moves_read_elsewhere,
    stored_moves,
)
from prunecheck.subjects.own_game.recording.call_tree import UNKNOWN, Node
from prunecheck.subjects.sandbox.time_limits import ComputingTime
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show

FEWEST_MOVES: Final = 2
MOST_MOVES: Final = 60
MOST_SECONDS: Final = 1.0  # seconds of computing
TREES: Final = 200  # at most this many random trees are drawn; only those that begin at the starting call are used
DRAWS: Final = 20
NUMBERED: Final = "numbered from 0 in the order of the search"
FEWEST_NUMBERS: Final = 3  # at least this many return values must be different move numbers


def root_moves(game: OwnGame) -> DriverMoves:
    """Count the random trees for which the starting call returned the best move, and describe the first wrong move.

    First, the search runs once for each child of the root, with leaf values that make this child the best. An item of
    the return value is taken for the move if it is different for each best child. An item that is copied from the best
    child's return value is never taken for the move. If the starting call returns None, its output and the changes that
    it makes are examined instead of the return value. If the starting call returns a value without a move, the move is
    looked for in variables and attributes that the search sets.
    """
    root = _searched(game)
    children = game.children(root)
    distinct = len({game.position(child) for child in children})
    if game.program.only_first is not None or not FEWEST_MOVES <= distinct == len(children) <= MOST_MOVES:
        return DriverMoves()
    time = ComputingTime(MOST_SECONDS)
    alone = [_answer(game, root, game.with_best(root, [best])) for best in range(len(children))]
    done = [run for run in alone if run is not None]
    if len(done) < len(children) or len({run.searches for run in done}) > 1 or time.is_over:
        return DriverMoves()
    results = [run.result.parts for run in done]
    values = [run.value for run in done]  # they only differ if the search is wrong
    parts = [(part, names) for part, names in told_apart(results) if names != values]
    parts.sort(key=lambda found: found[0] == WHOLE)  # last: it may contain the value
    moves = [[run.searched.get(place) for run in done] for place in done[0].searched]
    if lost := move_zero_is_lost(game.program.start, [run.result.returned for run in done], moves):
        return DriverMoves(fault=lost)
    if not parts and done[0].result.whole is not None:
        stored = _stored(game, root, done, time)
        return stored if stored.trials or stored.note else replace(stored, fault=_constant(game, root, done))
    if not parts and not game.program.shows_elsewhere and all(run.is_like(done[0]) for run in done):
        return DriverMoves(fault=no_answer(game.program.start))
    found = [_judged(game, root, part, names, done[0].searches, time) for part, names in parts]
    judged = [moves for moves in found if moves.trials]
    # besides the move, the search may store another one that it does not use
    return next((moves for moves in judged if not moves.fault), judged[0] if judged else DriverMoves())


def _stored(game: OwnGame, root: Node, done: Sequence["_Run"], time: ComputingTime) -> DriverMoves:
    """If the starting call is a search that returns no move, judge the move that it stores in a variable or attribute.

    A wrong move in a variable that only the search reads is reported as a note, not as a bug, because the move to play
    may be stored elsewhere.
    """
    program, unclear = game.program, ""
    last_names = {function.rpartition(".")[2] for function in program.functions}
    if not is_number(done[0].result.whole) or called_name(program.start) not in last_names:
        return DriverMoves()
    held = moves_read_elsewhere(program)
    for part in done[0].result.state:
        variable = str(part).removeprefix(GLOBAL)
        last = variable.rpartition(".")[2]
        names = [run.held(part) for run in done]
        if last not in held:
            continue
        if len(set(names)) < len(names) or None in names or (len(names) < FEWEST_NUMBERS and not is_best_move(last)):
            unclear = unclear or (variable if is_best_move(last) else "")
            continue
        found = _judged(game, root, part, names, done[0].searches, time, variable=variable)
        if found.trials and found.fault and not held[last]:
            note = f"{found.fault.removeprefix('wrong move: ')}; this is a bug if `{last}` is the move to play"
            return DriverMoves(note=note, variable=variable)
        if found.trials:
            return found
    return DriverMoves(variable=unclear)


def no_answer(start: str) -> str:
    """Describe the bug if a starting call returns None, and nothing it prints or changes depends on the best move."""
    return (
        f"no answer: `{start}` returns None, and what it prints and changes does not depend on which move has the best "
        "value; is a return missing?"
    )


def move_zero_is_lost(
    start: str, answers: Sequence[Mapping[Hashable, Any]], moves: Iterable[Sequence[Hashable]]
) -> str:
    """Describe the bug if a starting call treats move number 0 as no move, as `if move:` does.

    Returns "" if the bug is not found.

    `answers` contains what each of several runs returned; in each run, a different move is best. It is a bug if all
    runs return move numbers, none of the numbers is 0, and two of them are equal. It is also a bug if one run returns
    None in place of 0, and all other runs return the right move number. Each list in `moves` contains the right move
    numbers for one of several possible ways to number moves. If `answers` contains at most three results, two equal
    move numbers are only reported if a list in `moves` confirms that one of them should be 0.
    """
    moves = list(moves)
    for part in answers[-1]:
        numbers = [answer.get(part) for answer in answers]
        if None in numbers and any(_lacks_zero(numbers, right) for right in moves) and numbers not in moves:
            return (
                f"wrong move: `{start}` returns no move if move [{numbers.index(None)}] is the best ({NUMBERED}); "
                "it may take move 0 for no move, as `if move` does"
            )
        if any(type(number) is not int or number == 0 for number in numbers):
            continue
        clear = len(numbers) > FEWEST_NUMBERS or any(_lacks_zero(numbers, right) for right in moves)
        if clear and len(set(numbers)) == len(numbers) - 1:
            first, second = (nth for nth, number in enumerate(numbers) if numbers.count(number) > 1)
            return (
                f"wrong move: `{start}` returns {numbers[first]} both if move [{first}] is the best and if move "
                f"[{second}] is ({NUMBERED}); it may take move 0 for no move, as `if move` does"
            )
    return ""


def _lacks_zero(numbers: Sequence[Hashable], right: Sequence[Hashable]) -> bool:
    """True if `numbers` equals `right`, except at one index at which `right` contains 0."""
    wrong = [known for number, known in zip(numbers, right, strict=True) if number != known]
    return len(wrong) == 1 and type(wrong[0]) is int and wrong[0] == 0


def _judged(
    game: OwnGame,
    root: Node,
    part: Hashable,
    names: Sequence[Hashable],
    searches: int,
    time: ComputingTime,
    *,
    variable: str = "",
) -> DriverMoves:
    """Check on random trees whether the item `part` of the return values is the best move.

    `names` contains, for each child of the root, the move that leads to it. If `variable` is not empty, the starting
    call stores the move in the variable with this name.

    A run is ignored if the starting call does not make the usual number of searches (`searches`). An additional search,
    such as the re-search after an aspiration window, returns a value of the user's game, not of the random tree.
    """
    if _is_passed_on(game, root, part):
        return DriverMoves()
    numbers = {name: nth for nth, name in enumerate(names)}
    random, trials = Random(0), 0  # noqa: S311  # not for security
    drawn = takewhile(lambda _: trials < DRAWS, drawn_starts(game, random, TREES, time))
    whole = game.root, whole_tree(game)  # in a drawn tree, few moves have replies to replies
    for start, tree in chain(drawn, [whole]):
        answer = _answer(game, root, tree) if start is root else None
        got = None if answer is None else numbers.get(answer.held(part))
        is_reply = answer is not None and got is None and _is_reply(game, root, tree, str(part)) if variable else False
        if answer is None or answer.searches != searches or (got is None and not is_reply):
            continue
        trials += 1
        below = [value(tree, child) for child in tree.children(tree.root)]
        best = value(tree, tree.root)
        if got is None or below[got] != best:
            move = "a move of a later position" if got is None else f"move [{got}] (worth {show(below[got])})"
            did = f"leaves {move} in {part_in_words(variable)}" if variable else f"returns {move}"
            expected = f"move [{below.index(best)}] (worth {show(best)}), {NUMBERED}"
            fault = f"wrong move: `{game.program.start}` {did}; expected {expected}, on the tree {tree}"
            return DriverMoves(trials, fault)
    return DriverMoves(trials, variable=variable)


def _is_reply(game: OwnGame, root: Node, tree: ExplicitTree[Number], part: str) -> bool:
    """True if, after the starting call, the variable `part` contains what a recursive call stored in it."""
    given: dict[str, Any] = {}
    inside, stored = 0, None

    def seen(call: HookedCall) -> Any:
        nonlocal inside, stored
        before = marks_at(game.program, given).get(part) if inside == 1 else None
        inside += 1
        try:
            return guide.call(call)
        finally:
            inside -= 1
            after = marks_at(game.program, given).get(part) if inside == 1 else None
            stored = after if after != before else stored

    guide = JudgingGuide(game, root, tree, on_arrival=lambda call: given.update(call.position_arguments))
    ran = game.program.attempt(seen)
    return ran and stored is not None and marks_at(game.program, given).get(part) == stored


def _is_passed_on(game: OwnGame, root: Node, part: Hashable) -> bool:
    """True if the item `part` of the return value is copied from what the best child returned.

    To find out, all children are made to return the same result, except for the game value. If the item is copied, it
    is then the same whichever child is best.
    """
    children = game.children(root)
    samples = [child.sample for child in children]
    try:
        for child in children:
            child.sample = samples[0]
        alike = [_answer(game, root, game.with_best(root, [best])) for best in range(FEWEST_MOVES)]
    finally:
        for child, sample in zip(children, samples, strict=True):
            child.sample = sample
    return len({None if run is None else run.held(part) for run in alike}) == 1


def _searched(game: OwnGame) -> Node:
    """Return the first call of the search, but skip a driver that only makes one call, and so chooses no move."""
    root = game.root
    while root.function == game.program.driver and len(game.children(root)) == 1:
        root = game.children(root)[0]
    return root


class _Run(NamedTuple):
    """The result of a starting call, the state before its search, and the value and other items its search returned."""

    result: StartResult
    before: dict[str, Hashable]
    value: Any
    searched: dict[Place, Hashable]
    searches: int  # number of calls that the starting call itself makes

    def held(self, part: Hashable) -> Hashable:
        """Return the fingerprint of the item `part` of the return value.

        If the return value has no item `part`, return the fingerprint of the variable `part`.
        """
        return self.result.parts.get(part, self.result.state.get(part))

    def is_like(self, other: "_Run") -> bool:
        """True if this run and the `other` run made one search each, with equal return values, output and changes."""
        return self.searches == other.searches == 1 and self.result.parts == other.result.parts


def _answer(game: OwnGame, root: Node, tree: ExplicitTree[Number]) -> _Run | None:
    """Run the search on a tree, and record what the starting call returned and changed.

    Returns None if the call failed.
    """
    arguments: dict[str, Any] = {}
    before: dict[str, Hashable] = {}

    def arrive(call: HookedCall) -> None:
        arguments.update(call.position_arguments)
        before.update(marks_at(game.program, arguments))

    guide = JudgingGuide(game, root, tree, on_arrival=arrive)
    if not game.program.attempt(guide.call) or guide.answer is UNKNOWN:
        return None
    place = game.places[root.function]
    searched = {part: fingerprint(held) for part, held in beside(guide.answer, place)}
    returned = value_or_none(guide.answer, place)
    return _Run(result_of_start(game.program, arguments), before, returned, searched, guide.tops)


def _constant(game: OwnGame, root: Node, alone: Sequence[_Run]) -> str:
    """Describe the bug if a starting call returns or stores the same move in all runs, although the best move differs.

    Returns "" if the bug is not found. An item of the return value, or a variable that the search sets, is taken for
    the move if it is named like a move in the source code, or if only fixed moves such as `moves[0]` are assigned to
    it. It is also a bug if the whole return value and the state after the call are the same for all leaf values.
    """
    program, first, results = game.program, alone[0].result, [run.result for run in alone]
    start, called = program.start, called_name(program.start)
    if any(run.searches > 1 for run in alone):  # all other searches returned the real values of the game
        return ""
    # for a hooked function, the return values of all calls are judged instead
    hooked = any(called == function.rpartition(".")[2] for function in program.functions)
    named = "" if hooked else constant_move(program, first.whole, [result.parts for result in results])
    if named:
        return named
    stored = stored_moves(program.source, program.functions)
    for variable, mark in first.state.items():
        last = str(variable).removeprefix(GLOBAL).rpartition(".")[2]
        is_set = mark is not None and all(run.before.get(str(variable)) != mark for run in alone)
        is_same = all(result.state.get(variable) == mark for result in results)
        if is_set and is_same and (is_best_move(last) or last in stored):
            return (
                f"wrong move: `{start}` sets {part_in_words(str(variable))} to {brief_text(mark)}, whichever move has "
                "the best value"
            )
    other = _answer(game, root, game.with_best(root, []))
    alike = other is not None and all(map(first.is_like, (*results, other.result)))
    if alike and not isinstance(first.whole, bool) and not program.shows_elsewhere:
        wrong = "value" if hooked and is_number(first.whole) else "move"
        return f"wrong {wrong}: `{start}` returns {brief_text(first.whole)} whichever move has the best value"
    return ""
