"""Find a starting call for a search on its own game, if the user gave none: try the calls in the search's file."""

import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from prunecheck.errors import (
    LoadError,
    PreconditionError,
    PrunecheckError,
    UnknownNameError,
    failure_behind,
    sentences,
    start_needed,
)
from prunecheck.shell import quoted
from prunecheck.subjects.convention import NodeKind
from prunecheck.subjects.find import Loading, PythonSubject, find_subject
from prunecheck.subjects.game_over_values import OwnLeafScore, is_always_infinite, own_leaf_score
from prunecheck.subjects.importing.imported_search import imported_search
from prunecheck.subjects.own_game.faults.wrong_entries import WrongEntry
from prunecheck.subjects.own_game.learning.learn import WORKING
from prunecheck.subjects.own_game.moves.moves_in_source import called_name
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject, own_game_subject
from prunecheck.subjects.sandbox.time_limits import clock, past
from prunecheck.subjects.source.calls import search_called_by
from prunecheck.subjects.source.start_arguments import USUAL_DEPTH
from prunecheck.subjects.source.starts import Proposal, Start, propose_starts
from prunecheck.subjects.subject import Subject

MOST_STARTS: Final = 3  # at most this many starting calls are tried if the user gives none
START_SECONDS: Final = 20.0  # after these seconds, no more starting calls are tried


def find_obvious_start(text: str, error: PreconditionError, how: Loading) -> Subject:
    """Return the search on its own game, if a call in its file obviously starts the search.

    `error` says why the search cannot run on random trees.

    Raises: PreconditionError that requests a starting call, and proposes a call if possible. If the file does not show
    that the search only plays its own game, raises `error`.
    """
    proposal = _proposal(text, how)
    if isinstance(error, LoadError) or proposal is None:
        raise error
    if not (proposal.starts or proposal.why):
        raise _with_example(error, proposal)
    if not proposal.starts:
        raise _with_example(start_needed(proposal.why), proposal)
    return _first_that_works(text, proposal, how, error)


def _with_example(error: PreconditionError, proposal: Proposal | None) -> PreconditionError:
    """Add an example to an error that requests a starting call.

    An error that does not request a starting call is returned unchanged.
    """
    outline = None if proposal is None else proposal.outline
    if outline is None or not error.request:
        return error
    example = f"such as --start {quoted(outline.expression)}"
    if outline.blanks:
        example = f"{example} with your own {' and '.join(outline.blanks)}"
    return PreconditionError(sentences(error.problem, f"{error.request}, {example}"), error.failure)


def _first_that_works(text: str, proposal: Proposal, how: Loading, error: PreconditionError) -> Subject:
    """Return the search on its own game, with the first starting call that works.

    `error` says why a starting call is needed.

    Raises: PreconditionError, with a proposal, if no starting call works.
    """
    found = _on_own_game(text, proposal, how, guesses=True)
    if isinstance(found, Subject):
        return found
    if proposal.why or not error.request:
        error = start_needed(proposal.why or str(error), error.failure)
    if found is None:
        example = f"such as --start {quoted(proposal.starts[0].expression)}"
        raise PreconditionError(sentences(error.problem, f"{error.request}, {example}"))
    tried = found.start.expression
    said = str(found.error).replace(f"the starting call `{tried}` ", "it ").removesuffix(f"; {WORKING}")
    another = error.request.replace("give a starting call", "give another starting call")
    if (
        "; " in said and not str(found.error).endswith(WORKING) and not another.startswith("or ")
    ):  # `said` ends with a remedy
        another = f"or {another.removeprefix('otherwise, ')}"
    raise PreconditionError(
        sentences(
            error.problem,
            f"to check it in its own game, prunecheck tried the starting call `{tried}`, but {said}",
            f"{another} with --start",
        ),
        failure_behind(found.error) or error.failure,
    )


def find_nested(text: str, error: UnknownNameError, how: Loading) -> Subject:
    """Return a search that is defined inside another function, to be run on its own game.

    A call in the search's file starts the search.

    Raises: PreconditionError that says which starting call is needed, if no call in the file works. If the search is
    not defined inside a function, raises `error`, which says why the search was not found.
    """
    proposal = _proposal(text, how)
    if proposal is None or not proposal.nested:
        raise error
    return find_obvious_start(text, PreconditionError(proposal.why), how)


def find_likelier_start(found: PythonSubject, how: Loading) -> Subject:
    """Return the search on its own game if it was probably written for this game only. Otherwise, return `found`.

    Only a search that returns wrong values for prunecheck's trial trees is examined. Three things suggest that a search
    was written for its own game: it hangs on trial trees, its source code reads a board of its own, or its argument is
    an array, but perhaps not one that stores a binary tree. A search that seems to be written for its
    own game runs on this game, if a call in its file starts the search.

    Raises: PreconditionError if the search cannot be checked without a starting call.
    """
    may_differ = found.doubtful and found.again is not None
    score = _own_leaf_score(found, how) if may_differ and not found.hangs else None
    if score is not None:
        refused = start_needed(
            f"{found.name} cannot be checked on random trees: {score.says}, but leaves of random trees have other "
            "values",
            request="return the evaluation instead, or give a starting call",
        )
        proposed = _proposal(found.name, how)
        if proposed is not None and proposed.starts:
            return _first_that_works(found.name, proposed, how, refused)
        if score.right_elsewhere:
            raise _with_example(refused, proposed)
    unclear = found.traits.node is NodeKind.ARRAY or found.hangs
    proposal = _proposal(found.name, how, unless_needed=unclear) if may_differ else None
    if proposal is None or not (proposal.why or unclear):
        return found
    if proposal.certain and proposal.why:
        raise PreconditionError(proposal.why)
    own = _on_own_game(found.name, proposal, how)
    if isinstance(own, Subject):
        return own
    if proposal.why and is_always_infinite(found):  # the functions of its game find no moves in random trees
        raise _with_example(start_needed(proposal.why), proposal)
    return found


def _own_leaf_score(found: PythonSubject, how: Loading) -> OwnLeafScore | None:
    """Find out whether a search returns a score of its own for leaves, instead of their evaluation.

    If the search has no such score, the recursive search that it calls is examined, too. The result is None if no score
    is found.
    """
    score = own_leaf_score(found)
    if score is not None:
        return score._replace(says=f"it {score.says}")
    if found.definition is None:
        return None
    file, name = found.definition
    with suppress(PrunecheckError, OSError, SyntaxError, ValueError):
        called = search_called_by(Path(file).read_text(encoding="utf-8", errors="replace"), name)
        if called:
            search = find_subject(f"{file}:{called}", how)
            score = own_leaf_score(search) if isinstance(search, PythonSubject) else None
            return None if score is None else score._replace(says=f"it calls `{called}`, which {score.says}")
    return None


class _Failed(NamedTuple):
    start: Start
    error: PrunecheckError


def _on_own_game(text: str, proposal: Proposal, how: Loading, *, guesses: bool = False) -> Subject | _Failed | None:
    """Return the search with the first starting call that works. If `guesses` is True, guessed calls are tried, too.

    A call that searches a single ply is only used if no other call works. If no call works, the result is the first
    call that was tried, with its error. If there was no call to try, the result is None. A guessed call is ignored if
    it shows bugs in the search (`faults`), since the guess itself may be wrong. However, a guessed call is used if it
    shows that the transposition table returns values of other positions, since wrong arguments cannot cause this bug.
    """
    ranked = sorted(proposal.starts, key=lambda start: not start.obvious)
    tried = [start for start in ranked if start.obvious or guesses][:MOST_STARTS]
    tried += [
        start.with_depth(USUAL_DEPTH)
        for start in tried
        if start.takes_depth and not 0 < (start.depth or 0) <= USUAL_DEPTH
    ]
    tried += [start.with_depth(start.other_depth) for start in tried if start.other_depth is not None]
    failed: _Failed | None = None
    doubted: OwnGameSubject | None = None
    shallow: OwnGameSubject | None = None
    end = clock() + START_SECONDS
    for start in tried:
        if (failed or shallow) and past(end):
            break
        how.begin(f"{text} cannot be run on its own game with `{start.expression}`; give a shorter call with --start")
        try:
            found = own_game_subject(
                text,
                [start.expression],
                seconds=how.seconds,
                watch=how.watch,
                rules=how.rules,
                copied_from=start.place,
                given=False,
            )
        except PrunecheckError as error:
            failed = failed or _Failed(start, error)
            continue
        if found.faults and not start.obvious and not any(isinstance(fault, WrongEntry) for fault in found.faults):
            doubted = doubted or found
            continue
        if not found.has_two_plies:
            shallow = shallow or found
            continue
        shallow = found
        break
    how.begin("")
    if shallow is None:
        return failed
    not_run = tuple(filter(None, (_doubted(doubted), _driver_not_run(shallow, proposal))))
    return replace(shallow, given_up=_given_up(shallow, failed, text), not_run=not_run)


def _given_up(found: OwnGameSubject, failed: _Failed | None, text: str) -> str:
    """Write a note if the function to check was never run, because the starting call that should run it failed."""
    name = text.rpartition(":")[2].rpartition(".")[2]
    if failed is None or called_name(failed.start.expression) != name or called_name(found.starts[0]) == name:
        return ""
    return f"`{name}` itself was not checked: {failed.error}"


def _doubted(doubted: OwnGameSubject | None) -> str:
    """Write a note on a starting call that showed a bug, but was replaced by another call.

    A starting call is replaced if it shows a bug and its arguments are guesses, since wrong arguments can look like a
    bug.
    """
    if doubted is None:
        return ""
    call = f"--start {quoted(doubted.starts[0])}"
    return (
        f"another starting call, whose arguments prunecheck guessed, shows a bug: {doubted.faults[0]}; if the "
        f"arguments are right, check with {call}"
    )


def _driver_not_run(found: OwnGameSubject, proposal: Proposal) -> str:
    """Write a note if a function that calls the search was not run, because the starting call runs the search itself.

    The text is empty if prunecheck knows no call of a function that calls the search.
    """
    known = {name.rpartition(".")[2] for game in found.games for name in (game.program.name, *game.program.functions)}
    if called_name(found.starts[0]) not in known:
        return ""
    for start in proposal.starts:
        driver = called_name(start.expression)
        if driver and driver not in known:
            return f"`{driver}` calls the search, but was not run; check it too with --start {quoted(start.expression)}"
    return ""


def _proposal(text: str, how: Loading, *, unless_needed: bool = True) -> Proposal | None:
    """Return the starting calls that the source code suggests, or None if the search is not in a single file."""
    place, _, name = text.rpartition(":")
    if not Path(place).is_file():
        return None
    found = None
    how.begin(
        f"{text} needs a starting call, but prunecheck takes too long to find one in its files; give a call "
        f"with --start"
    )
    with suppress(OSError, SyntaxError, ValueError, PrunecheckError):
        if imported := imported_search(place, name):
            place, name = os.path.relpath(imported.file), imported.name
        source = Path(place).read_text(encoding="utf-8", errors="replace")
        found = propose_starts(source, name, place, unless_needed=unless_needed)
    how.begin("")
    return found
