"""Prepare a user's search for timing with asv. The benchmarks that `prunecheck new asv` writes import this module."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from prunecheck.errors import PreconditionError
from prunecheck.measure.plan import MOST_VISITS, NamedSearch
from prunecheck.measure.session import outcome
from prunecheck.measure.timing import Call
from prunecheck.oracle.minimax import value
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject
from prunecheck.subjects.subject import Subject
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.isolated import find_search
from prunecheck.verify.options import read_options
from prunecheck.workloads.catalog import workload as workload_named
from prunecheck.workloads.workload import AnyTree

OWN_GAME_SECONDS: Final = 300.0  # time limit for a starting call, which may search more than a check allows


@dataclass(frozen=True, slots=True)
class Prepared:
    """A search that is ready to be timed: a function without arguments, and how many leaves the search evaluates."""

    leaves: int
    call: Call


def prepare(search: str, workload: str, **options: Any) -> Prepared:
    """Load a search, build the tree of a workload, count the leaves that are evaluated, and warm the search up.

    `search` is the name of a search, as in `prunecheck verify`; `options` say how the search is called, as in
    `[tool.prunecheck]`. If the search only plays its own game, `start` lists its starting calls, and `workload` is one
    of these calls.
    Raises: PreconditionError or UnknownNameError if the search is not found, cannot be called, or cannot search the
    tree of the workload; AssertionError if the search ends with an error or returns a wrong value.
    """
    subject = find_search(replace(read_options(options), search=search), spare_plies=1)
    if isinstance(subject, OwnGameSubject):
        return _on_own_game(subject, search, workload)
    on = workload_named(workload)
    tree, window = on.build(), on.window
    leaves = _leaves(subject, f"{search} on {workload}", tree, window)
    return _warmed_up(leaves, partial(subject.search, tree, tree.root, window.alpha, window.beta))


def _on_own_game(subject: OwnGameSubject, search: str, start: str) -> Prepared:
    """Prepare the starting call `start` of a search that only plays its own game.

    The timed function resets the variables that an earlier run changed, and then runs the user's own code.
    """
    trees = dict(subject.whole_trees())
    if start not in trees:
        raise PreconditionError(
            f"{search} only plays its own game, so it cannot search {start!r}; write the suite again, with a "
            f"call that starts the search: prunecheck new asv --search {search} --start {next(iter(trees))!r}"
        )
    if subject.faults:
        raise AssertionError(f"{search} on {start}: {subject.faults[0]}")
    game = next(game for game in subject.games if game.program.start == start)
    if game.cut_note:  # how far it is recorded depends on the machine, so the count would, too
        raise PreconditionError(f"{search}: {game.cut_note}")
    game.program.seconds = OWN_GAME_SECONDS
    leaves = _leaves(subject, f"{search} on {start}", trees[start], FULL)
    return _warmed_up(leaves, partial(game.program.without_hooks().run, HookedCall.make))


def _warmed_up(leaves: int, call: Call) -> Prepared:
    """Run `call` once, as `prunecheck compare --time` does before it measures.

    Only the first call builds a game's tree and the message to an external program.
    """
    call()
    return Prepared(leaves, call)


def _leaves(subject: Subject, place: str, tree: AnyTree, window: Window[Number]) -> int:
    """Search the root of a tree, and count the leaves that the search evaluates.

    Raises: AssertionError, which names the `place`, if the search ends with an error or returns a wrong value.
    """
    truth = value(tree, tree.root)
    ended = outcome(NamedSearch(subject.name, subject.search), tree, window, truth, MOST_VISITS)
    if ended.error:
        raise AssertionError(f"{place} ended with {ended.error}")
    if not ended.right:
        raise AssertionError(f"{place}: got {ended.found}, expected {show(truth)}")
    return ended.counts.leaves
