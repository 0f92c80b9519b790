"""Find the search with a given name, and make a subject, a search under test, from it.

For a Python search, `subject_of` detects how the search must be called. Each instance of a search calls its own
function object.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import Any, Final

from prunecheck.errors import PreconditionError, PrunecheckError, refuse_address
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.convention import Domain, NodeKind, Turns
from prunecheck.subjects.detecting.accepted_sizes import size_limit, source_limit, with_known_limits, with_known_rounds
from prunecheck.subjects.detecting.changed_positions import changed_attributes
from prunecheck.subjects.detecting.detect import detect
from prunecheck.subjects.detecting.detection import Detection
from prunecheck.subjects.external.program_subject import is_program, program_subject
from prunecheck.subjects.libraries import LIBRARY_SEARCHES, TAKE_TURNS
from prunecheck.subjects.load_search import load
from prunecheck.subjects.make_callable import LoadedSearch
from prunecheck.subjects.own_game.hooks.search_tables import kept_outside
from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.subjects.own_game.rules_of_game.given_rules import GivenRules
from prunecheck.subjects.presenting.adapter import PLAIN_DATA, Adapter
from prunecheck.subjects.presenting.answers import KINDS_WITH_TABLES
from prunecheck.subjects.presenting.game import GameOfPositions
from prunecheck.subjects.presenting.python_search import (
    QUESTIONS,
    Patience,
    PythonSearch,
    clear_method,
    last_tree,
    table_method,
)
from prunecheck.subjects.presenting.same_positions import SamePositions
from prunecheck.subjects.sandbox.budget import ANSWER_SECONDS
from prunecheck.subjects.source.definitions import has_window, how_to_name
from prunecheck.subjects.subject import Instance, SizeLimit, Subject, Traits, Watch, quiet
from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import AnySearch, Choice
from prunecheck.trees.views.recorded import Recorded


@dataclass(eq=False, slots=True)
class PythonInstance(Instance):
    """An instance of a Python search: one function object, which is called for each request.

    If `_with_table` is True, each result includes the table entries that the function exposes after the call. If
    `_same` is given, the function gets the same position objects in all calls.
    """

    _python: PythonSearch
    _function: Callable[..., Any]
    _with_table: bool
    _size: SizeLimit | None = None
    _same: SamePositions | None = None

    @property
    def clear(self) -> Callable[[], object] | None:
        """A method that clears the function's state, within the time limit for one call.

        Returns None if the state cannot be cleared.
        """
        method = clear_method(self._function)
        return None if method is None else partial(self._python.clear, self._function, method)

    def search(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        """Search `node` by calling the function.

        Raises: PreconditionError if the function reads a game attribute that random trees lack, or if the tree is too
        large.
        """
        if self._size is not None:
            self._size.check(quiet(tree), node)
        try:
            answer = self._python.answer(self._function, tree, node, alpha, beta, self._same)
        except AttributeError as error:
            if not isinstance(error.obj, GameOfPositions):
                raise
            raise PreconditionError(
                f"the search reads the attribute `{error.name}` of its game, which random trees do not have; to check "
                "it on its own game, give a starting call with --start"
            ) from None
        table = self._python.table(self._function, tree, node) if self._with_table else None
        if table is None:
            return answer
        return answer._replace(table=table) if isinstance(answer, Choice) else Choice(answer, None, table=table)


@dataclass(frozen=True)
class PythonSubject(Subject):
    """A Python search under test.

    `make` returns the function for a new instance of the search. `again` reloads the search, or is None if the search
    cannot be reloaded.

    `doubtful` is True if the search is wrong on trial trees: either it has a bug, or it must be called differently.
    `hangs` is True if the search timed out before it returned anything.
    """

    make: Callable[[], Callable[..., Any]]
    python: PythonSearch
    again: Callable[[], Callable[[], Callable[..., Any]]] | None = None
    doubtful: bool = False
    hangs: bool = False

    def open(self, *, isolated: bool = False) -> PythonInstance:
        """Make a new instance, with a function of its own."""
        python = self.python.isolated() if isolated else self.python
        traits = self.traits
        same = SamePositions() if traits.stored_in_positions else None
        return PythonInstance(python, self.make(), traits.gives_table, traits.size, same)

    def reload(self) -> "PythonSubject | None":
        """Load the search again from its file."""
        if self.again is None:
            return None
        try:
            make = self.again()
        except PrunecheckError:
            return None
        return replace(self, make=make, python=self.python.copy())

    def with_time(self, seconds: float) -> "PythonSubject":
        """Return the same search with a time limit of `seconds` for each call.

        The limit on the number of reads of positions grows in proportion.
        """
        questions = ceil(QUESTIONS * max(1, seconds / ANSWER_SECONDS))
        return replace(self, python=replace(self.python, patience=Patience(seconds, questions)))

    @property
    def search(self) -> AnySearch:
        """The search as a callable. After a timeout, the call is repeated once, since the machine may have stalled.

        Only calls on recorded trees are repeated. A call on any other tree is not repeated, because the tree may count
        visits, and would count the visits of both calls.
        """
        search_once, patience = super().search, self.python.patience

        def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
            read, overdue = len(tree.log) if isinstance(tree, Recorded) else 0, patience.overdue
            try:
                return search_once(tree, node, alpha, beta)
            except SubjectError:
                if patience.overdue == overdue or not isinstance(tree, Recorded):
                    raise
            tree.shorten(read)
            patience.restore()
            return search_once(tree, node, alpha, beta)

        return search

    @property
    def value_when_over(self) -> Number | None:
        """The last wrong result that any instance returned for a finished game."""
        return self.python.over


@dataclass(frozen=True, slots=True)
class Loading:
    """How to load a search.

    `seconds` is the time limit for one call. `watch` is called before each call of the search. `on_step` is called with
    a description of each step of loading. `rules` are the rules of the game, if the user gave them.
    """

    seconds: float = ANSWER_SECONDS
    watch: Watch | None = None
    on_step: Callable[[str], None] | None = None
    rules: GivenRules | None = None

    def begin(self, words: str) -> None:
        """Report that the step described by `words` begins or, if `words` is empty, that the current step has ended."""
        if self.on_step is not None:
            self.on_step(words)


USUAL: Final = Loading()


def subject_of(
    loaded: LoadedSearch, how: Loading = USUAL, *, declared: dict[str, Any] | None = None, spare_plies: int = 0
) -> PythonSubject:
    """Make a subject, a search under test, from a Python search.

    `declared` contains what the user has fixed: fields of the calling convention, the kind of values, or the order of
    play.

    For a tree without a depth limit, the depth that the search gets is the tree's height plus `spare_plies`. If
    `spare_plies` is 1, the depth limit does not stop the search at leaves, so its recursive calls for leaves can be
    checked.
    Raises: PreconditionError if the search cannot be called, or does not work with the declared order of play.
    """
    said = dict(declared or {})
    domain = said.pop("domain", Domain.WHOLE)
    turns = said.pop("turns", Turns.ALTERNATE)
    small = domain is Domain.SMALL
    kept = {} if loaded.keeps_state else kept_outside(loaded.make())
    found = detect(
        loaded.make, loaded.words, name=loaded.name, declared=said, watch=how.watch, small=small, seconds=how.seconds
    )
    adapter = _with_known_depths(found, loaded.make, spare_plies)
    stored = changed_attributes(adapter, loaded.make, small=small) if found.searched else ()
    keeps_state = loaded.keeps_state or bool(stored) or kept_outside(loaded.make()) != kept
    python = PythonSearch(
        adapter, Patience(how.seconds, QUESTIONS), how.watch, last_tree(by_content=loaded.keeps_state)
    )
    node = adapter.convention.node
    limit = source_limit(adapter, loaded.make) if found.searched and "domain" not in (declared or {}) else None
    size = size_limit(adapter, loaded.make) if found.searched and node is not NodeKind.ARRAY else None
    if turns is Turns.ANY and node in PLAIN_DATA:
        raise PreconditionError(
            f"{loaded.name} takes nested lists, which do not show who moves; drop --turns any, or let the "
            "search take positions instead"
        )
    return PythonSubject(
        name=loaded.name,
        traits=Traits(
            adapter.convention,
            sees_leaves=node not in PLAIN_DATA or (adapter.watched and found.seen),
            gives_line=found.line,
            gives_table=node in KINDS_WITH_TABLES and table_method(loaded.make()) is not None,
            window_inside=loaded.definition is not None and has_window(loaded.definition),
            keeps_state=keeps_state,
            stored_in_positions=stored,
            domain=domain,
            turns=turns,
            fails_when_over=str(found.over or ""),
            limit=limit,
            size=size,
        ),
        make=loaded.make,
        python=python,
        again=loaded.reload,
        findable=loaded.findable,
        notes=loaded.notes,
        assumptions=(*loaded.words.assumptions, *_ends_in_words(adapter)),
        definition=loaded.definition,
        doubtful=found.right < found.tried and not found.takes_nested,
        hangs=found.silent,
    )


def _ends_in_words(adapter: Adapter) -> Iterator[str]:
    """Yield a note if the search gets other numbers for an infinite window."""
    if adapter.ends is not None:
        low, high = adapter.ends
        yield f"fails in the window (-inf, inf), so it was called with its default window ({low}, {high}) instead"


def _with_known_depths(found: Detection, make: Callable[[], Callable[..., Any]], spare_plies: int) -> Adapter:
    """Find out how many plies one unit of a search's depth means, and return an adapter that uses this unit.

    The adapter uses `spare_plies` as described in `subject_of`.
    """
    adapter = replace(found.adapter, spare_plies=found.adapter.spare_plies + spare_plies)
    if found.right == found.tried:
        return with_known_limits(adapter, make)
    return with_known_rounds(adapter, make) if found.searched else adapter


def find_subject(
    text: str, how: Loading = USUAL, *, declared: dict[str, Any] | None = None, spare_plies: int = 0
) -> Subject:
    """Find the search that `text` names.

    `text` is `path/file.py:name` or `module:name` for Python, `pipe:COMMAND` for a program, or the name of a library
    search, such as `easyAI:Negamax`. `declared` and `spare_plies` have the same meaning as in `subject_of`, and are for
    Python searches. The option `turns` can be declared for any search, and the option `domain` for any search except an
    external program.

    Raises: PreconditionError or UnknownNameError if the search does not exist or cannot be called, or if a declared
    option does not apply to the search.
    """
    said = dict(declared or {})
    turns = said.get("turns")
    if is_program(text):
        _check_declared(text, said, {"turns"})
        return program_subject(text, seconds=how.seconds, turns=turns)
    if text in LIBRARY_SEARCHES:
        _check_declared(text, said, {"turns", "domain"})
        if turns is Turns.ANY and text not in TAKE_TURNS:
            raise PreconditionError(f"{text} only applies if players alternate; drop --turns any")
        face = replace(LIBRARY_SEARCHES[text](seconds=how.seconds), findable=True)
        return face.with_traits(turns=turns or Turns.ALTERNATE, domain=said.get("domain", Domain.WHOLE))
    refuse_address(text)
    found = subject_of(load(text, how.on_step), how, declared=declared, spare_plies=spare_plies)
    return replace(found, name=text, findable=True)


def _check_declared(text: str, said: Collection[str], able: set[str]) -> None:
    others = [name for name in said if name not in able]
    if others:
        raise PreconditionError(
            f"{text}: its calling convention is fixed; drop {others[0]!r}, which only applies to Python searches"
        )


def find_on_own_game(
    search: Callable[..., Any] | str,
    starts: Sequence[str | Callable[[], object]],
    how: Loading,
    *,
    declared: Collection[str] = (),
) -> Subject:
    """Find the search that `search` names, and run it on its own game, with the starting calls in `starts`.

    If `search` is the search itself instead of its name, a starting call can also be a function that makes the call.
    `declared` contains the user's options that say how to call the search. Any option in `declared` is an error, since
    the starting call already shows how to call the search.
    Raises: PreconditionError if the search does not exist, or cannot be checked on its own game.
    """
    if declared:
        raise PreconditionError(
            f"start and {next(iter(declared))!r} cannot be used together, since a starting call already shows how the "
            "search is called, its values and its turns; drop one of them"
        )
    if not isinstance(search, str):
        return own_game_subject(search, starts, seconds=how.seconds, watch=how.watch)
    refuse_address(search)
    place, _, name = search.rpartition(":")
    if is_program(search) or search in LIBRARY_SEARCHES:
        raise PreconditionError(
            f"{search} takes no starting call, which is only for searches in Python files; drop 'start'"
        )
    if not place or not name:
        raise PreconditionError(how_to_name(search))
    how.begin(f"{search} cannot be run on its own game")
    found = own_game_subject(search, starts, seconds=how.seconds, watch=how.watch, rules=how.rules)
    how.begin("")
    return found
