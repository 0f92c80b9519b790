"""Call a function: make its arguments from a tree, and convert its result to MAX's point of view."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from prunecheck.errors import OutsideError
from prunecheck.failures import ListsChanged, NotTakenBack
from prunecheck.oracle.minimax import value as true_value
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.convention import SIDES, Convention, Flag, NodeKind, Returns, Role, Viewpoint
from prunecheck.subjects.known_trees import KnownTree
from prunecheck.subjects.presenting.answers import bare_value, choice, number, parts, place
from prunecheck.subjects.presenting.functions import Functions
from prunecheck.subjects.presenting.game import POSITION_FUNCTIONS, VALUES, GameOfPositions
from prunecheck.subjects.presenting.plain_data import BRANCHES, Leaves, array, items_of, nested
from prunecheck.subjects.presenting.position import Board, Position, position_class
from prunecheck.subjects.presenting.same_positions import SamePositions
from prunecheck.subjects.source.depth_limits import limits_of, set_to
from prunecheck.subjects.source.parameters import SCRATCH_ROLES
from prunecheck.subjects.source.vocabulary import ALL_WORDS, Vocabulary
from prunecheck.subjects.subject import Question, limited_question, quiet, whole_question
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number, Tree
from prunecheck.trees.search import Choice
from prunecheck.trees.views.mirrored import negated
from prunecheck.trees.walk import heights

MOST_PLIES: Final = 6  # plies in a tree that is passed as an array, if the search takes any number
PLAIN_DATA: Final = (NodeKind.NESTED, NodeKind.TUPLES, NodeKind.ARRAY)
# role -> index of its argument, if each role has one
ROLE_PLACES: Final = {role: nth for nth, role in enumerate(Role)}
Caller: TypeAlias = Callable[[Callable[..., Any], Sequence[Any], Mapping[str, Any]], Any]


def binary(tree: ExplicitTree[Number], plies: int) -> ExplicitTree[Number]:
    """Copy a tree, but keep only the first two children of each node, and at most `plies` plies.

    >>> from prunecheck import from_nested
    >>> print(binary(from_nested([3, [[1, 2], 5, 6], 7]), 2))
    [3, [1, 5]]
    """
    children: list[list[int]] = []
    values: list[Number | None] = []
    players: list[bool] = []

    def grow(node: int, left: int) -> int:
        at = len(children)
        children.append([])
        players.append(tree.is_max(node))
        below = tree.children(node)[:BRANCHES] if left else ()
        leaf = node
        while not below and not tree.is_terminal(leaf):  # continue down to a leaf, which replaces all leaves below
            leaf = tree.children(leaf)[0]
        values.append(tree.static_value(node) if below else tree.evaluate(leaf))
        children[at] = [grow(child, left - 1) for child in below]
        return at

    grow(tree.root, plies)
    return ExplicitTree(children, values, players)


def fits(tree: ExplicitTree[Number], plies: int) -> bool:
    """True for a tree with at most `plies` plies and at most two children per node.

    A tree can only be passed as an array of its leaves if it is small enough.
    """
    found = heights(tree, tree.root)
    return found[tree.root] <= plies and all(len(tree.children(node)) <= BRANCHES for node in found)


@dataclass(eq=False)
class Adapter:
    """Call a function by its calling convention.

    If `inner_values` is True, interior positions have a value. If `watched` is True, lists and tuples log which of
    their leaves are read. If `in_place` is True, making a move changes the position. `constants` contains functions
    that make constant arguments, by parameter name. For a tree without a depth limit, the function gets the tree's
    height plus `spare_plies` as the depth. If `ends` is given, the function gets its first number for an infinite
    alpha, and its second number for an infinite beta.
    """

    convention: Convention
    words: Vocabulary = ALL_WORDS
    inner_values: bool = True
    watched: bool = True
    in_place: bool = False
    spare_plies: int = 0
    ends: tuple[Number, Number] | None = None
    constants: Mapping[str, Callable[[], Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        said = self.convention
        self._nested, self._depth, self._mover = said.node in PLAIN_DATA, said.depth, said.values is Viewpoint.MOVER
        self._limits = frozenset(() if Role.DEPTH in said.takes else said.limits)
        self._own = not SCRATCH_ROLES.isdisjoint(said.takes)
        self._positions = position_class(self.words, in_place=self.in_place)
        truths = said.flag in (Flag.BOOL, Flag.MIN_TO_MOVE)
        self._sides: tuple[Any, Any] = SIDES if truths or said.flag is Flag.SIGN else said.flag.pair
        self._flags = said.flag.pair if truths else self._sides
        if said.sides is not None:
            self._sides = said.sides.pair
        self._functions = Functions(self.words) if self.words.functions else None
        self._arguments = [ROLE_PLACES[role] for role in said.takes if role not in said.by_name]
        named = zip(said.takes, said.names, strict=True)
        self._keywords = [(name, ROLE_PLACES[role]) for role, name in named if role in said.by_name]

    def question(self, tree: Tree[Any, Number], node: Any) -> Question:
        """Make a request to search `node` in `tree`.

        The tree can have a depth limit, and can record which nodes are read.
        """
        limited = self._depth and not self._nested  # lists are written out for the cut tree
        return limited_question(tree, node) if limited else whole_question(tree, node)

    def swaps(self, question: Question) -> bool:
        """True if MAX and MIN must be exchanged, since MIN moves at the root, but the function assumes MAX."""
        return self.convention.max_at_root and not question.tree.is_max(question.node)

    def answer(
        self,
        function: Callable[..., Any],
        tree: Tree[Any, Number],
        question: Question,
        known: KnownTree,
        alpha: Number,
        beta: Number,
        call: Caller,
        same: SamePositions | None = None,
    ) -> Number | Choice:
        """Call the function, and return the result from MAX's point of view.

        `tree` logs which leaves the search reads.

        `question` contains the node and the depth to search. `known` contains the tree to search and the number that
        prunecheck gave to this tree. `call` calls the function with its positional and keyword arguments. If `same` is
        given, the function gets the same position objects as in earlier calls.

        Raises: SubjectError if the function returns no value, or leaves the position changed. Errors raised by `call`
        are passed on.
        """
        judged, convention = quiet(tree), self.convention
        swapped = self.swaps(question)
        if swapped:  # the same game from the opponent's point of view
            tree, question = negated(tree), question._replace(tree=negated(question.tree))
            alpha, beta = -beta, -alpha
        is_max = question.tree.is_max(question.node)
        turned = convention.answers is Viewpoint.MOVER and not is_max
        window = (-beta, -alpha) if turned else (alpha, beta)
        if self.ends is not None:
            low, high = self.ends
            window = (low if window[0] == -INF else window[0], high if window[1] == INF else window[1])
        game, start = self._start(tree, question, known, same, swapped=swapped)
        given = (game, start, *self._by_role(question, known, window, self._flags[not is_max]))
        arguments = [given[place] for place in self._arguments]
        keywords = {name: given[place] for name, place in self._keywords}
        keywords |= {name: make() for name, make in self.constants.items()}
        with ExitStack() as stack:
            if self._limits:
                limits = limits_of(function, self._limits, self._limits)
                stack.enter_context(set_to(self._limit_for(question, known), limits))
            if self._functions is not None:
                stack.enter_context(self._functions.answered(function))
            result = call(function, arguments, keywords)
        self._check_unchanged(given[ROLE_PLACES[Role.NODE]], question, known)
        if convention.returns is Returns.MOVE:
            return worth_of(judged, question.logged(question.node, question.depth or 0), place(result, question))
        answer = self._read(result, question)
        if not (swapped or turned):
            return answer
        return Choice(-answer.value, answer.move, answer.line) if isinstance(answer, Choice) else -answer

    def _by_role(
        self, question: Question, known: KnownTree, window: tuple[Number, Number], flag: Any
    ) -> tuple[Any, ...]:
        """Make an argument of every kind after the game and the node, in the order of `Role`.

        Even arguments that the function does not take are made.
        """
        depth = None
        if self._depth:
            in_rounds = self.convention.limits_in is not None
            depth = self._limit_for(question, known) if in_rounds else self._depth_for(question, known)
        own: tuple[Any, ...] = ({}, defaultdict(int), defaultdict(list)) if self._own else ()
        return depth, 0, *window, window, flag, *POSITION_FUNCTIONS, VALUES, 0, 0, *own

    def _start(
        self,
        tree: Tree[Any, Number],
        question: Question,
        known: KnownTree,
        same: SamePositions | None = None,
        *,
        swapped: bool = False,
    ) -> tuple[Any, Any]:
        """Return the game object (None if the search takes none), and the node to search."""
        kind = self.convention.node
        if self._nested:
            leaves = Leaves(tree, lambda leaf: question.logged(leaf, 0)) if self.watched else None
            shown, node, mover = question.tree, question.node, self._mover
            if kind is NodeKind.ARRAY:
                return None, array(shown, node, self._plies(question, known), mover=mover, leaves=leaves)
            sequence = list if kind is NodeKind.NESTED else tuple
            return None, nested(shown, node, mover=mover, kind=sequence, leaves=leaves)
        board = Board(tree, question, known, self._mover, self.inner_values, self._sides)
        if same is None:
            start = self._positions(board, question.node, question.depth or 0)
        else:
            start = same.start(board, self._positions, swapped=swapped)
        return GameOfPositions(start, self.words.guessed) if kind is NodeKind.GAME else None, start

    def _check_unchanged(self, start: Any, question: Question, known: KnownTree) -> None:
        """Check that the search has taken back its moves, and has not changed the nested lists that it was given.

        Raises: SubjectError if a move was not taken back, or if a list was changed.
        """
        if isinstance(start, Position) and start._line:  # noqa: SLF001  # the search knows it by other names
            raise SubjectError(NotTakenBack(len(start._line)))  # noqa: SLF001
        if self._nested and not _same(start, self._start(question.tree, question, known)[1]):
            raise SubjectError(ListsChanged())

    def _depth_for(self, question: Question, known: KnownTree) -> int:
        if question.depth is not None:
            return question.depth
        plies = self._plies(question, known)
        if self.convention.node is NodeKind.ARRAY:
            return plies
        return max(1, plies + self.spare_plies)  # iterative deepening has no result for depth 0

    def _limit_for(self, question: Question, known: KnownTree) -> int:
        """Return the depth limit to pass, in the unit in which the function counts its depth.

        If the whole tree is to be searched, the limit is at least its height.

        Raises: OutsideError for a depth that is not a whole number of units.
        """
        plies = self._depth_for(question, known)
        limit = self.convention.limit_for(plies)
        if limit is None and question.depth is None:
            limit = next((found for more in (1, 2) if (found := self.convention.limit_for(plies + more))), 1)
        if limit is None:
            raise OutsideError(
                f"the search counts its depth in rounds of all players, so it cannot search to {plies} plies"
            )
        return limit

    def _plies(self, question: Question, known: KnownTree) -> int:
        """Return the height of the tree, or the only height that the search accepts, if there is one."""
        return self.convention.plies or known.height(question.node)

    def _read(self, result: Any, question: Question) -> Number | Choice:
        if self.convention.returns is Returns.VALUE:
            at = self.convention.at
            return number(bare_value(result, at and at[0]))
        over = question.tree.is_terminal(question.node)
        value, move, line = parts(result, self.convention.places, over=over)
        return choice(value, move, question, line)


def _same(found: Any, due: Any) -> bool:
    """True for equal lists or tuples. The comparison is not recursive, since deep lists would overflow the stack."""
    pairs, seen = [(found, due)], set[tuple[int, int]]()
    while pairs:
        one, other = pairs.pop()
        if not isinstance(other, list | tuple):
            if one != other:
                return False
        elif not isinstance(one, type(other)) or len(one) != len(other):
            return False
        elif (id(one), id(other)) not in seen:  # a shared list is compared only once
            seen.add((id(one), id(other)))
            pairs += zip(items_of(one), items_of(other), strict=True)
    return True


def worth_of(tree: Tree[Any, Number], node: Any, move: int | None) -> Choice:
    """Complete the result of a search that only returns a move.

    The value that is added is the minimax value of the child to which the move leads.
    """
    child = node if move is None else list(tree.children(node))[move]
    return Choice(true_value(tree, child), move)
