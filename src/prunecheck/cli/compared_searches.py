"""Load the user's searches for `prunecheck compare`, and the game trees of searches that only play their own game."""

import re
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Final, NamedTuple

from prunecheck.catalog import Need
from prunecheck.errors import OutsideError, PreconditionError, PrunecheckError
from prunecheck.measure.plan import NamedSearch
from prunecheck.subjects.convention import Turns
from prunecheck.subjects.external.program_subject import is_program
from prunecheck.subjects.find import PythonSubject
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject
from prunecheck.subjects.subject import Subject
from prunecheck.trees.explicit import ExplicitTree, without_keys
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.walk import postorder
from prunecheck.verify.isolated import find_search
from prunecheck.verify.options import Options, Start
from prunecheck.workloads.catalog import workload_of
from prunecheck.workloads.harvest import harvested
from prunecheck.workloads.workload import Workload

WORD: Final = re.compile(r"\w+")
COMPARED_SECONDS: Final = 300.0  # workloads are larger than random trees, and a slow machine must not change a result


class UserSearches(NamedTuple):
    """The user's searches to compare, and the game trees of searches that cannot search other trees.

    `own_trees` contains the game trees of those searches that can only search their own game. `notes` contains a
    sentence about each tree in `own_trees` that is only a part of the game.
    """

    searches: tuple[NamedSearch, ...]
    own_trees: tuple[Workload, ...]
    notes: tuple[str, ...]

    @property
    def only_own_games(self) -> bool:
        """True if there are searches to compare, and each of the searches can only search its own game."""
        return bool(self.searches) and all(search.only is not None for search in self.searches)


def find_compared(wanted: Sequence[Options]) -> UserSearches:
    """Load the searches to compare, each under the name that the user typed.

    Searches that play the same game with the same move order share one game tree. If a starting call names some of the
    searches, the call is only used for the searches that it names.
    Raises: PreconditionError or UnknownNameError if a search is not found or cannot be called.
    """
    trees: dict[str, ExplicitTree[Number]] = {}
    searches = []
    notes: list[str] = []
    functions = {options.search: _function(options.search) for options in wanted}
    for options in wanted:
        others = set(functions.values()) - {functions[options.search]}
        try:
            subject = _with_time(replace(options, start=_without(others, functions[options.search], options.start)))
        except PrunecheckError as error:
            if len(wanted) == 1 or options.search in str(error):
                raise
            raise PreconditionError(f"{options.search}: {error}") from None
        needs = {Need.ALTERNATION} if subject.traits.turns is Turns.ALTERNATE else set[Need]()
        if isinstance(subject, OwnGameSubject):
            own = frozenset(_add_trees(subject, options.search, trees))
            notes += [game.cut_note for game in subject.games if game.cut_note]
            searches.append(NamedSearch(options.search, subject.search, only=own))
        else:
            searches.append(NamedSearch(options.search, subject.search, frozenset(needs)))
    own_trees = (replace(workload_of(harvested(tree, name)), version=_version(tree)) for name, tree in trees.items())
    return UserSearches(tuple(searches), tuple(own_trees), tuple(dict.fromkeys(notes)))


def _function(search: str) -> str:
    """The function name in a search's name: the last part of `path/file.py:name` or `path/file.py:Class.method`."""
    return search.rpartition(":")[2].rpartition(".")[2]


def _without(others: set[str], function: str, starts: tuple[Start, ...]) -> tuple[Start, ...]:
    """Select the starting calls that contain the name `function`, and those that contain no name from `others`."""
    words = [set(WORD.findall(start)) if isinstance(start, str) else set[str]() for start in starts]
    return tuple(start for start, named in zip(starts, words, strict=True) if function in named or not named & others)


def _with_time(options: Options) -> Subject:
    """Load a search, and set a time limit that is long enough for large trees."""
    if is_program(options.search):
        return find_search(replace(options, seconds=max(options.seconds, COMPARED_SECONDS)), spare_plies=1)
    subject = find_search(options, spare_plies=1)
    if isinstance(subject, PythonSubject):
        return subject.with_time(COMPARED_SECONDS)
    if isinstance(subject, OwnGameSubject):
        for game in subject.games:
            game.program.seconds = COMPARED_SECONDS
    return subject


def _add_trees(subject: OwnGameSubject, name: str, trees: dict[str, ExplicitTree[Number]]) -> list[str]:
    """Add the game trees of a search that plays its own game to `trees`, and return the names of these trees."""
    names = []
    if subject.faults:
        raise PreconditionError(f"{name}: {subject.faults[0]}; fix this first, or see prunecheck verify")
    for start, tree in subject.whole_trees():
        known = [title for title, other in trees.items() if _is_same(tree, other) and _takes(subject, other)]
        title = known[0] if known else start if start not in trees else f"{start} of {name}"
        trees.setdefault(title, tree)
        names.append(title)
    return names


def _is_same(tree: ExplicitTree[Number], other: ExplicitTree[Number]) -> bool:
    """True if two trees have equal shapes, players, values and move orders.

    The move orders must be equal, since the move order affects how many nodes a search visits.
    """
    return without_keys(tree) == without_keys(other)


def _version(tree: ExplicitTree[Number]) -> int:
    """A checksum of a tree that does not depend on the move order.

    If only the move order of a game changes, its checksum does not change, so that counts can still be compared.
    """
    sums: dict[int, str] = {}
    for node, children in postorder(tree, tree.root):
        parts = [str(tree.is_max(node)), str(tree.values[node]), *sorted(sums[child] for child in children)]
        sums[node] = sha256(" ".join(parts).encode()).hexdigest()
    return int(sums[tree.root][:8], 16)


def _takes(subject: Subject, tree: ExplicitTree[Number]) -> bool:
    try:
        subject.check(tree, tree.root, -INF, INF)
    except OutsideError:
        return False
    return True
