"""List what was checked about a search and what was not. The verdict prints one line for each topic."""

import shlex
from collections.abc import Iterator

from msgspec import Struct

from prunecheck.contracts.contract import Contract
from prunecheck.contracts.line import LINE_CONTRACTS
from prunecheck.contracts.move import MOVE_CONTRACTS
from prunecheck.contracts.table_entries import TABLE
from prunecheck.contracts.value import VALUE_CONTRACTS
from prunecheck.contracts.visits import PATTERNS
from prunecheck.errors import as_code, brief, quantity, sentences
from prunecheck.subjects.convention import DepthRule, NodeKind
from prunecheck.subjects.own_game.faults.unrestored import Unrestored, stored
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject
from prunecheck.verify.findings import pruning_findings, strongest_held
from prunecheck.verify.hunt.drawn_sequences import Sequences
from prunecheck.verify.outcomes import Outcome, why_undecided
from prunecheck.verify.phases.own_game import REAL_POSITIONS
from prunecheck.verify.phases.sequences import SEQUENCES
from prunecheck.verify.phases.trees import TREE_PHASES, verdict_on
from prunecheck.verify.records import ClaimVerdict
from prunecheck.verify.run import OwnSequences, Run

NO_MOVE = "not checked: this search returns no move"
MOVE_UNKNOWN = "not checked: it is not clear which move the search returns"
INTERRUPTED = "not checked: the run was interrupted"
NOT_PLAYED = "the search's own game was not played (--start plays it)"
WITH_GAME = (NodeKind.GAME, NodeKind.POSITION)  # a search whose nodes are plain data has no game of its own
DEPTH_GIVEN = "checked for the depth in the starting call only"


class Check(Struct, frozen=True):
    """One line of a printed verdict, about one topic.

    - `topic`: `scope`, `evidence`, `values`, `pruning`, `move`, `line`, `sequences`, `depth limit` or `table`.
    - `words`: the result as text, or why the topic was not checked.
    - `checked`: whether the topic was checked.
    """

    topic: str
    words: str
    checked: bool = True


def checks(run: Run) -> tuple[Check, ...]:
    """The lines to print if a search passes, one for each topic."""
    verdict = verdict_on(run, run.rows[0])
    outcome = {claim.contract: claim for claim in verdict.claims}
    if verdict.scope is not None:
        scope = Check("scope", f"{verdict.scope.says}. More: prunecheck explain proved")
        return scope, _values(run, outcome), _pruning(run, outcome), _move(run, outcome)
    return (
        _evidence(run),
        _values(run, outcome),
        _pruning(run, outcome),
        _move(run, outcome),
        *_line(outcome),
        _sequences(run, run.rows[-1].sequences),
        _depth(run, outcome),
        _table(run, {claim.contract: claim for claim in verdict_on(run, run.rows[-1]).claims} | outcome),
    )


def _evidence(run: Run) -> Check:
    """The line that says how much the search was tested: the numbers of trees and calls, and the random seed."""
    if run.own_game is None:
        has_game = run.subject.definition is not None and run.subject.traits.node in WITH_GAME
        return Check("evidence", run.user_input or sentences("random trees", NOT_PLAYED if has_game else ""))
    start = " and ".join(map(as_code, run.own_game.starts))
    tree = f"the tree of the recursive calls that {start} makes"
    rules, compared = run.own_game.rules, run.by_rules
    if rules is None or compared is None:
        return Check(
            "evidence",
            sentences(tree, "to find missing moves and wrong evaluations too, give the rules of the game with --game"),
        )
    found = f"compared with the rules {rules.text} in {quantity(compared.positions, 'position')}"
    left_out = compared.root_left_out and f"the first position was not compared: {compared.root_left_out}"
    return Check("evidence", sentences(tree, found, left_out, compared.only_root))


def _unchecked(topic: str, words: str) -> Check:
    return Check(topic, words, checked=False)


def _on(trees: int) -> str:
    return f"on {quantity(trees, 'tree')}"


def _values(run: Run, outcome: dict[str, ClaimVerdict]) -> Check:
    if not run.subject.traits.gives_value:
        return _unchecked("values", "not checked: the search only returns a move, not a value")
    held = strongest_held(outcome)
    if held is None:
        return _unchecked("values", _why_not(run, outcome, VALUE_CONTRACTS))
    right = f"right {_on(held.trees)}"
    right = f"{right}, both on a new instance and after other searches" if len(run.rows) > 1 else right
    returned = next(contract.outside_window for contract in VALUE_CONTRACTS if contract.name == held.contract)
    outside = returned if run.plan.exhaustive or not run.user_input else ""
    return Check(
        "values", sentences(right, outside and f"for a value outside the window, {outside}", _interrupted(run))
    )


def _interrupted(run: Run) -> str:
    """Say that the user interrupted the run. Returns an empty text if all trees had been judged."""
    judging = {phase.name for phase in (REAL_POSITIONS, *TREE_PHASES)}
    return "then the run was interrupted" if run.interrupted_in in judging else ""


def _why_not(run: Run, outcome: dict[str, ClaimVerdict], contracts: tuple[Contract, ...]) -> str:
    """Say why the given contracts were not checked or, after an interrupt, how far the check got."""
    judged = [outcome[contract.name] for contract in contracts if contract.name in outcome]
    if run.interrupted:
        trees = max((claim.trees for claim in judged), default=0)
        return f"no failure {_on(trees)} before the run was interrupted" if trees else INTERRUPTED
    if any(claim.outcome is Outcome.UNDECIDED for claim in judged):
        return why_undecided([run.user_input])
    if run.plan.claims:
        return f"not checked: only {', '.join(run.plan.claims)} was requested"
    return f"not checked: {run.user_input or 'a failure was found already'}"


def _pruning(run: Run, outcome: dict[str, ClaimVerdict]) -> Check:
    traits, reading = run.subject.traits, run.rows[0].reading
    if not traits.sees_leaves:
        return _unchecked("pruning", "not checked: prunecheck cannot observe which leaves the search evaluates")
    if reading is None and traits.node is NodeKind.OWN and not traits.takes_window:
        return _unchecked("pruning", "not checked: the search takes no window, and stores positions")
    found = pruning_findings(outcome, reading, takes_window=traits.takes_window, must_prune=traits.must_prune)
    said = next(found, None)
    if said is None:
        return _unchecked("pruning", _why_not(run, outcome, PATTERNS))
    return Check("pruning", sentences(said.words, _interrupted(run)))


def _move(run: Run, outcome: dict[str, ClaimVerdict]) -> Check:
    if not run.subject.traits.gives_move:
        return _move_of_driver(run.own_game)
    judged = [outcome[contract.name] for contract in MOVE_CONTRACTS if contract.name in outcome]
    held = [claim for claim in judged if claim.outcome is Outcome.HELD]
    if not held:
        return _unchecked("move", _why_not(run, outcome, MOVE_CONTRACTS))
    if not held[0].trees:
        return _unchecked("move", MOVE_UNKNOWN)
    returns = "the first of the best moves" if len(held) > 1 else "a best move"
    return Check("move", f"returns {returns} {_on(held[0].trees)}")


def _move_of_driver(subject: OwnGameSubject | None) -> Check:
    """For a search that returns no move, make the report line about the move that the search's driver returns.

    The driver is the function that calls the search.
    """
    if subject is not None:
        trials = sum(driver.trials for driver in subject.from_drivers)
        if trials:
            places = {driver.variable for driver in subject.from_drivers if driver.variable}
            shown = brief(", ".join(sorted(map(as_code, places))))
            where = f"stores a best move in {shown}" if places else "returns a best move"
            return Check("move", f"in all {quantity(trials, 'trial')}, the starting call {where}")
        untold = [move.untold for move in subject.moves] + [driver.untold for driver in subject.from_drivers]
        if any(untold):
            return _unchecked("move", MOVE_UNKNOWN)
        for start, driver in zip(subject.starts, subject.from_drivers, strict=True):
            if driver.variable and not driver.note:
                returning = f"({start}, {driver.variable})[1]"
                remedy = f"to check the move in `{driver.variable}`, give a starting call that returns it"
                if "." not in driver.variable:
                    remedy = f"{remedy}, such as --start {shlex.quote(returning)}"
                return _unchecked("move", sentences(NO_MOVE, remedy))
    return _unchecked("move", NO_MOVE)


def _line(outcome: dict[str, ClaimVerdict]) -> Iterator[Check]:
    """Yield the line that says that the search returns a right principal variation, if it does."""
    held = [contract.name for contract in LINE_CONTRACTS if contract.name in outcome]
    held = [name for name in held if outcome[name].outcome is Outcome.HELD]
    if held:
        end = "always ends at a leaf" if len(held) > 1 else "may end before a leaf"
        yield Check("line", f"the principal variation is right {_on(outcome[held[0]].trees)}, and {end}")


def _sequences(run: Run, found: Sequences) -> Check:
    traits = run.subject.traits
    if found.tried:
        others = ["trees"] + ["windows"] * traits.takes_window + ["depths"] * traits.takes_depth
        passed = f"right in {quantity(found.tried, 'sequence')} of searches on one instance ({_different(others)})"
        cleared = "some sequences clear the instance's state between searches" if found.clears else ""
        until = "then the run was interrupted" if run.interrupted_in == SEQUENCES.name else ""
        return Check("sequences", sentences(passed, cleared, until))
    if run.own_sequences is not None:
        return _own_sequences(run, run.own_sequences)
    if run.plan.calls:
        return Check("sequences", f"right in all {len(run.plan.calls)} given calls")
    if run.own_game is not None and run.own_game.has_hidden_table:
        return _unchecked(
            "sequences", "not checked: a second search takes its result from a table that prunecheck cannot find"
        )
    if not (traits.keeps_state or (run.own_game is not None and run.own_game.saves_leaves)):
        games = [] if run.own_game is None else run.own_game.games
        runs = [seen for game in games for seen in (game.watched.opened, game.watched.as_called)]
        # killer moves are only stored at cutoffs, and may be in a dictionary
        if left := sorted({part for seen in runs for part in (*stored(seen), *(seen.ordering_tables & seen.left))}):
            return _unchecked(
                "sequences", f"not checked: the search {Unrestored(left)}, but prunecheck found no table there"
            )
        return _unchecked("sequences", "not needed, because the search stores nothing between calls")
    return _unchecked("sequences", f"not checked: {_why_no_sequences(run)}")


def _why_no_sequences(run: Run) -> str:
    return run.user_input or (
        "the run was interrupted" if run.interrupted else "no contract to check needs sequences of calls"
    )


def _own_sequences(run: Run, found: OwnSequences) -> Check:
    """For a search that only accepts positions of its own game, make the line about sequences of calls.

    A search that only accepts its own game may have a transposition table, which carries values from one call to the
    next.
    """
    if not found.passed:
        return _unchecked("sequences", f"not checked: {found.why_not or 'no time was left'}")
    if found.why_not:
        searches = quantity(found.searches, "search", "es")
        right = f"right in {searches} that share a table, with the values of the search's own game"
        return Check("sequences", sentences(right, f"other values were not tried: {found.why_not}"))
    games = [] if run.own_game is None else run.own_game.games
    windows = "null windows, as in the program" if any(game.watched.null_windows for game in games) else "windows"
    others = [windows] * run.subject.traits.takes_window + ["depths"] * (not found.no_depths)
    passed = f"right in {quantity(found.passed, 'sequence')} of searches that share a table"
    one_depth = found.no_depths and f"different depths were not tried: {found.no_depths}"
    return Check("sequences", sentences(f"{passed} ({_different(others)})" if others else passed, one_depth))


def _different(kinds: list[str]) -> str:
    return f"different {', '.join(kinds)}"


def _depth(run: Run, outcome: dict[str, ClaimVerdict]) -> Check:
    if not run.subject.traits.takes_depth:
        fixed = run.own_game is not None and run.own_game.has_depth
        return _unchecked("depth limit", DEPTH_GIVEN if fixed else "not checked: this search takes no depth")
    if all(claim.outcome is not Outcome.HELD for claim in outcome.values()):
        return _unchecked("depth limit", INTERRUPTED if run.interrupted else "not checked")
    needed = any(
        claim.outcome is Outcome.HELD and claim.depth_rule == DepthRule.DEEPER.value for claim in outcome.values()
    )
    deeper = "on some trees, the value came from a deeper table entry" if needed else ""
    return Check("depth limit", sentences("respected", deeper))


def _table(run: Run, outcome: dict[str, ClaimVerdict]) -> Check:
    claim = outcome.get(TABLE.name)
    entries = sum(row.judge.entries for row in run.rows)
    if claim is not None and claim.outcome is not Outcome.REFUTED and not run.interrupted:
        shown = f"{f'{entries:,}' if entries else 'no'} {'entry' if entries == 1 else 'entries'} {_on(claim.trees)}"
        if claim.outcome is Outcome.UNDECIDED or not entries:
            return _unchecked("table", f"inconclusive: the search showed {shown}")
        return Check("table", f"in every entry, the minimax value lies between the bounds ({shown})")
    if run.own_game is not None and run.own_game.saves_leaves:
        return _own_table(run)
    if run.subject.traits.gives_table:
        return _unchecked("table", INTERRUPTED if run.interrupted else "not checked")
    return _unchecked("table", "not checked: prunecheck found no table that it can read")


def _own_table(run: Run) -> Check:
    """The line about the transposition table of a search that only accepts positions of its own game.

    Prunecheck cannot read the entries of a table inside the user's program, so it judges the search's results instead.
    """
    found = run.own_sequences
    if found is not None and found.passed and not found.why_not:
        return Check(
            "table",
            "results are right even if the table has entries from earlier searches. The entries themselves were not "
            "checked",
        )
    why = _why_no_sequences(run) if found is None else found.why_not
    unchecked = "not checked with entries from searches to other depths"
    return _unchecked("table", f"{unchecked}: {why}" if why else unchecked)
