"""Make a subject, which prunecheck can check, from a search that only works on its own game."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final

from prunecheck.errors import OutsideError, PreconditionError
from prunecheck.subjects.convention import Convention, NodeKind, Returns, Role, Turns
from prunecheck.subjects.importing.imported_search import imported_search
from prunecheck.subjects.own_game.faults.skipped_moves import EarlyCutoff
from prunecheck.subjects.own_game.hooks.called import CalledProgram, written_name
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.judging.describing import position_lines
from prunecheck.subjects.own_game.judging.game_trees import (
    drawn_tree,
    driver_starts,
    real_trees,
    whole_tree,
)
from prunecheck.subjects.own_game.judging.random_trees import check_same_calls, use_real_values
from prunecheck.subjects.own_game.judging.shown_tree import answer_of, value_in
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.learn import learn
from prunecheck.subjects.own_game.moves.answered_moves import AnsweredMoves
from prunecheck.subjects.own_game.moves.driver_moves import driver_moves
from prunecheck.subjects.own_game.moves.driver_runs import DriverMoves
from prunecheck.subjects.own_game.moves.returned_lines import wrong_lines
from prunecheck.subjects.own_game.notes.code_not_run import code_not_run
from prunecheck.subjects.own_game.notes.evaluation_notes import evaluation_notes
from prunecheck.subjects.own_game.notes.quiescence_notes import searches_not_checked
from prunecheck.subjects.own_game.notes.tree_notes import tree_notes
from prunecheck.subjects.own_game.recording.call_tree import Node
from prunecheck.subjects.own_game.rules_of_game.against_rules import RulesCheck, names_at, uses_position
from prunecheck.subjects.own_game.rules_of_game.given_rules import GivenRules
from prunecheck.subjects.source.suspects import suspects_in
from prunecheck.subjects.subject import (
    Definition,
    Instance,
    Subject,
    Traits,
    Watch,
    limited_question,
    quiet,
    whole_question,
)
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import Choice, UnknownChoice
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.values import show
from prunecheck.trees.views.below import Below
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.views.inner import Inner

MADE_UP: Final = "(prunecheck made up the values of the leaves)"


@dataclass(slots=True)
class _Games:
    """The games learned from all starting calls, and the recorded call that searched the last tree."""

    moves: tuple[AnsweredMoves, ...]
    last: tuple[ExplicitTree[Number], AnsweredMoves, Node] | None = None

    def place_of(self, tree: ExplicitTree[Number]) -> tuple[AnsweredMoves, Node]:
        """Find the first game with a recorded call whose recursive calls form a tree of the same shape as `tree`.

        Raises: OutsideError if no game has this tree, or if the search does not accept the leaf values.
        """
        if self.last is None or self.last[0] is not tree:
            starts = ((moves, start) for moves in self.moves if (start := moves.game.start_of(tree)) is not None)
            found = next(starts, None)
            if found is None:
                raise OutsideError(
                    f"no position of the search's own game has the tree {tree}; copy a tree from a report on this "
                    "search"
                )
            game = found[0].game
            if game.limits.only_real and tree not in real_trees(game):
                raise OutsideError("this search is only checked with the values of its own game")
            most, among = game.limits.values, ", ".join(map(show, game.limits.among))
            if not all(map(game.limits.allows, tree.leaf_values)):
                raise OutsideError(f"this search is only checked with values {among or f'from {-most} to {most}'}")
            self.last = tree, *found
        return self.last[1:]


@dataclass(eq=False, slots=True)
class OwnGameInstance(Instance):
    """An instance of a search on its own game. Searching a tree runs the starting call."""

    _games: _Games
    _watch: Watch | None
    _gives_move: bool
    _forgetful: bool = False  # True if tables are emptied before every call

    def search(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        """Run the search on a tree of its own game.

        If the search returns moves, the result in the full window contains the best move as well as the value.

        Raises: OutsideError for a tree that is not part of the game, or for values that the search does not accept.
        """
        shown: Tree[Any, Number] = quiet(tree)
        while isinstance(shown, Inner):
            shown = quiet(shown.inner)
        if isinstance(shown, Cut):
            raise PreconditionError(
                "a search on its own game cannot be given a depth limit; give a tree that ends at this limit"
            )
        if node != shown.root and tree.is_terminal(node):
            return tree.evaluate(node)  # a function that returns the arguments of the search at a node
        if not isinstance(shown, ExplicitTree) or node != shown.root:
            shown = unfolded(Below(shown, node))
        moves, start = self._games.place_of(shown)
        game = moves.game
        if (alpha, beta) != (-INF, INF) and not game.takes_window(start):
            raise OutsideError(f"`{start.function}` takes no window, so it can only be called in the full window")
        infinity = game.program.recorder.infinity
        if not max(alpha, -infinity) < min(beta, infinity):
            raise OutsideError(f"this search is only checked in windows between {-infinity} and {infinity}")
        if self._watch is not None:
            self._watch(limited_question(tree, node), alpha, beta, self)
        answer = answer_of(game, start, tree, node, alpha, beta, forgetful=self._forgetful)
        value = value_in(game, start, answer)
        if not self._gives_move or (alpha, beta) != (-INF, INF):
            return value
        known, move = moves.chosen(start, answer)
        return Choice(value, move) if known else UnknownChoice(value, None)


@dataclass(frozen=True)
class OwnGameSubject(Subject):
    """A search on its own game, which is recorded from one or more starting calls.

    `rules` are the user's rules of the game.
    """

    moves: tuple[AnsweredMoves, ...]
    from_drivers: tuple[DriverMoves, ...]
    watch: Watch | None = None
    rules: GivenRules | None = None
    line_faults: tuple[str, ...] = ()  # bugs in the lines of play that the search returns
    copied_from: str = ""  # the place in the source code from which the starting call was copied, if the user gave none
    given_up: str = ""  # a starting call that could not be used, and why
    not_run: tuple[str, ...] = ()  # notes on a starting call that was replaced, and on a driver that never ran

    @property
    def games(self) -> tuple[OwnGame, ...]:
        """The games that were learned from the starting calls."""
        return tuple(moves.game for moves in self.moves)

    @property
    def starts(self) -> tuple[str, ...]:
        """The starting calls, each as the text of a Python expression."""
        return tuple(game.program.start for game in self.games)

    def open(self, *, isolated: bool = False) -> OwnGameInstance:
        """Return a new instance of the search.

        The program is not copied, because each search starts from the same state.
        """
        return OwnGameInstance(_Games(self.moves), self.watch, self.traits.gives_move)

    def without_table(self) -> OwnGameInstance | None:
        """Return an instance whose tables are emptied before each call, or None if the search has no tables."""
        if not self.saves_leaves:
            return None
        return OwnGameInstance(_Games(self.moves), None, self.traits.gives_move, _forgetful=True)

    def check(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> None:
        """Raise OutsideError if a tree is not part of the game, so that the search cannot be run on it."""
        shown = quiet(tree)
        if isinstance(shown, ExplicitTree):
            _Games(self.moves).place_of(shown)

    @property
    def facts(self) -> Iterator[str]:
        """Yield notes for the verdict: which positions were checked, and limits on the leaf values."""
        for game in self.games:
            cut = "" if game.limits.plies is None else f" (cut after {game.limits.plies} plies)"
            yield (
                f"checked on {len(game.starts()):,} positions of the search's own game, starting from "
                f"`{game.program.start}`{cut}"
            )
            yield from game.notes
        yield from self.games[0].program.notes

    @property
    def doubts(self) -> Iterator[str]:
        """Yield notes on what is probably a bug, but right in some games, and on code that never ran."""
        yield from self.not_run
        for moves in self.moves:
            yield from moves.game.doubts
            yield from tree_notes(moves.game)
            yield from evaluation_notes(moves.game)
            yield from moves.notes()
        yield from code_not_run([game.program for game in self.games])
        yield from searches_not_checked(self.games[0])

    @property
    def saves_leaves(self) -> bool:
        """True if the search recognises positions, and so may evaluate fewer leaves than the tree has."""
        return any(game.remembers for game in self.games)

    @property
    def has_hidden_table(self) -> bool:
        """True if a second search gets its result from a table that cannot be observed."""
        return any(game.program.has_hidden_table for game in self.games)

    @property
    def has_depth(self) -> bool:
        """True if a function of the search has a depth parameter."""
        return any(game.program.recorder.has_depth for game in self.games)

    @property
    def has_two_plies(self) -> bool:
        """True if at least one recorded call makes recursive calls that make recursive calls, too."""
        return any(any(map(game.children, game.children(node))) for game in self.games for node in game.starts())

    @property
    def faults(self) -> tuple[str, ...]:
        """Descriptions of bugs in the search as a whole, such as unrestored state, or in functions that call it."""
        own = [fault for game in self.games for fault in game.faults]
        for moves in self.moves:  # after a wrong cutoff, the move is always one of the first
            if not any(isinstance(fault, EarlyCutoff) for fault in moves.game.faults):
                own += moves.faults()
        own += self.line_faults
        return tuple(dict.fromkeys([*own, *self.faults_of_drivers]))

    @property
    def faults_of_drivers(self) -> tuple[str, ...]:
        """Descriptions of wrong moves and values that starting calls return.

        A wrong value from the search may be the cause of a wrong move.
        """
        return tuple(driver.fault for driver in self.from_drivers if driver.fault)

    def rules_checks(self) -> tuple[RulesCheck, ...]:
        """Make a comparison with the rules of the game for each starting call. Without rules, the result is empty."""
        return () if self.rules is None else tuple(_rules_check(game, self.rules) for game in self.games)

    @property
    def has_driver(self) -> bool:
        """True if a starting call runs a driver, which is a function that calls the search.

        The value that a driver returns can be judged like the value of the search.
        """
        return any(map(driver_starts, self.games))

    def drawn_tree(self, random: Random, *, large: bool = False, at_driver: bool = False) -> ExplicitTree[Number]:
        """Make a random tree with random leaf values from the recorded calls of one of the games.

        If `at_driver` is set, the root is a call to a driver, a function that calls the search. If `at_driver` is not
        set, the root of a `large` tree is a call to the search if possible.
        """
        games = [game for game in self.games if driver_starts(game)] if at_driver else self.games
        return drawn_tree(random.choice(games), random, large=large, at_driver=at_driver)

    def position_of(self, tree: ExplicitTree[Number]) -> tuple[str, ...]:
        """Describe a tree's root in lines of text: the call, the board, and a remark if leaf values are made up."""
        try:
            moves, start = _Games(self.moves).place_of(tree)
        except OutsideError:
            return ()
        lines = position_lines(moves.game, start, tree)
        return lines if not lines or tree in real_trees(moves.game) else (*lines, MADE_UP)

    def calls_above(self, tree: ExplicitTree[Number]) -> tuple[frozenset[str], int]:
        """Return the names of the recursive functions, and how many of their calls lead to the root of a tree.

        Raises: OutsideError for a tree that is not part of the game.
        """
        moves, start = _Games(self.moves).place_of(tree)
        return frozenset(name.rpartition(".")[2] for name in moves.game.program.functions), start.ply

    def whole_trees(self) -> Iterator[tuple[str, ExplicitTree[Number]]]:
        """Yield each starting call with the whole tree below it."""
        for game in self.games:
            yield game.program.start, whole_tree(game)

    def real_trees(self) -> Iterator[ExplicitTree[Number]]:
        """Yield the trees below recorded calls with the leaf values of the user's game, the smallest tree first."""
        for game in self.games:
            yield from real_trees(game)


def _rules_check(game: OwnGame, rules: GivenRules) -> RulesCheck:
    negated = rules.answers_by_mover
    if negated is None:
        negated = any(any(rule.negated) for rule in game.rules.values())
    return RulesCheck(game.program, rules, game.places, negated)


def own_game_subject(
    search: Callable[..., Any] | str,
    starts: Sequence[str | Callable[[], object]],
    *,
    seconds: float = 2.0,
    watch: Watch | None = None,
    rules: GivenRules | None = None,
    copied_from: str = "",
    given: bool = True,
) -> OwnGameSubject:
    """Make a subject from a search, which is a function or `path/file.py:name`. Learn a game for each starting call.

    A starting call is an expression or, if the search is a function, a function without arguments. If there are `rules`
    of the game, the search is compared with these, and the starting calls can use the names `position` and
    `max_to_move`. `given` is True if the user gave the starting calls; `copied_from` is the place in the source code at
    which prunecheck found a starting call.
    Raises: PreconditionError, with the reason and the remedy, if the search cannot be checked on its own game.
    """
    text = search if isinstance(search, str) else written_name(search)
    games = tuple(_learned(_program(search, text, start, seconds, rules), watch) for start in starts)
    if rules is not None:
        rules.check(games[0].program.module())
    root = games[0].root
    start = next((node for node in games[0].starts() if games[0].takes_window(node)), root)
    known = games[0].program.recorder.parameters(start.function)
    roles = {name: Role.WINDOW for name in (known.stack, *known.window_owners) if name}
    roles |= {known.alpha: Role.ALPHA, known.beta: Role.BETA} if known.has_window else {}
    elsewhere = ("window",) if known.has_window and roles.keys().isdisjoint(known.names) else ()  # in a variable
    moves = tuple(map(AnsweredMoves, games))
    drivers = tuple(driver_moves(game, given=given) for game in games)
    convention = Convention(
        takes=(*(roles.get(name, Role.NODE) for name in known.names), *(Role.WINDOW for _ in elsewhere)),
        names=known.names + elsewhere,
        node=NodeKind.OWN,
        returns=Returns.VALUE_MOVE if any(move.named_sides() for move in moves) else Returns.VALUE,
    )
    alternate = all(game.tree(game.root, dict.fromkeys(game.root.all(), 0)).alternates for game in games)
    turns = Turns.ALTERNATE if alternate else Turns.ANY
    traits = Traits(convention, turns=turns, window_inside=bool(known.bound))
    findable = all(isinstance(start, str) for start in starts)
    file = getattr(games[0].program.module(), "__file__", None)
    definition = None if file is None else Definition(file, games[0].program.name)
    in_line = all(not game.faults and len(node.children) <= 1 for game in games for node in game.root.all())
    if in_line and not (definition and suspects_in(*definition)):  # such as a return after the first move
        raise PreconditionError(
            f"`{root.function}` has only one move in each position from this starting call; give a position with more "
            "moves"
        )
    return OwnGameSubject(
        text,
        traits,
        findable=findable,
        definition=definition,
        moves=moves,
        from_drivers=drivers,
        watch=watch,
        rules=rules,
        line_faults=tuple(fault for game in games for fault in wrong_lines(game)),
        copied_from=copied_from,
    )


def _learned(program: OwnProgram, watch: Watch | None) -> OwnGame:
    """Learn the game that a program searches.

    Each run of the program is logged, because prunecheck kills a process that logs nothing for a long time.
    """
    if watch is not None:
        leaf = from_nested(0)
        program.on_run = partial(watch, whole_question(leaf, leaf.root), -INF, INF, program)
    try:
        game = learn(program)
        use_real_values(game)
        if not game.faults:
            check_same_calls(game)
        return game
    finally:
        program.on_run = lambda: None


def _program(
    search: Callable[..., Any] | str,
    text: str,
    start: str | Callable[[], object],
    seconds: float,
    rules: GivenRules | None,
) -> OwnProgram:
    place, _, name = text.rpartition(":")
    if isinstance(start, str):
        found = imported_search(place, name)
        program = (
            OwnProgram(place, name, start, seconds=seconds)
            if found is None
            else OwnProgram(found.module, found.name, start, place, seconds=seconds)
        )
        if rules is not None:
            program.names = lambda module: names_at(rules.tree(module), ()) if uses_position(program) else {}
        return program
    if isinstance(search, str):
        raise PreconditionError(f"start= is a function, so pass the search itself, not its name `{text}`")
    said = getattr(start, "__name__", type(start).__name__).replace("<lambda>", "lambda")
    return CalledProgram(place, name, said, seconds=seconds, module_name=search.__module__, call=start)
