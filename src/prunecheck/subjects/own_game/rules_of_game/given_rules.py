"""Make a game tree from the user's rules, which are an object with the methods of `Tree`, or a position object."""

import copy
import inspect
import math
import operator
import sys
import types
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from prunecheck.errors import PreconditionError, PrunecheckError, brief, told
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.importing.modules import load_module
from prunecheck.subjects.importing.places import is_file_name
from prunecheck.subjects.own_game.hooks.answers import is_number, plain_number
from prunecheck.subjects.own_game.hooks.fingerprints import fingerprint
from prunecheck.subjects.source.meaning import WORD_MEANINGS, Meaning
from prunecheck.subjects.source.parameters import accepts
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.written_out import QUESTIONS, is_tree

NEEDED: Final = {  # the methods that a position must have, and what to add if one is missing
    Meaning.TERMINAL: "is_over()",
    Meaning.VALUE: "value()",
}
SIGNS: Final = (1, -1)


class UnvaluedError(Exception):
    """Raised if the rules of the game have no value for a position."""


@dataclass(frozen=True, slots=True)
class RulesPosition:
    """A wrapper of the user's position object. Two wrappers are equal if their contents and sides to move are equal."""

    held: Any = field(compare=False)
    mark: Hashable
    is_max: bool


class PositionRules:
    """A tree made from the user's position objects, whose methods have usual names. Moves are made on copies."""

    def __init__(self, position: Any, name: str) -> None:
        """Find out which methods of the position object to call.

        Raises: PreconditionError if the class of the position object lacks a method that rules must have.
        """
        self._name, self._words = name, _words_of(position)
        missing = [said for meaning, said in NEEDED.items() if meaning not in self._words]
        if Meaning.CHILDREN not in self._words and not {Meaning.MOVES, Meaning.MAKE} <= self._words.keys():
            missing.insert(0, "moves() and make(move)")
        if not self._words.keys() & {Meaning.IS_MAX, Meaning.SIDE}:
            missing.append("turn(), the side to move")
        if missing:
            raise PreconditionError(
                f"{name} is not a game: `{type(position).__name__}` has no {', no '.join(missing)}; add the missing "
                f"methods, or give a tree: an object with the methods {', '.join(QUESTIONS)}"
            )
        self._first = None if Meaning.IS_MAX in self._words else self._answer(position, Meaning.SIDE)
        self._below: dict[RulesPosition, tuple[list[Any], list[RulesPosition]]] = {}
        self.root = self._state(position)

    def children(self, node: RulesPosition, /) -> Iterable[RulesPosition]:
        """Return the positions after each move."""
        return self._moves_and_states(node)[1]

    def is_terminal(self, node: RulesPosition, /) -> bool:
        """True if the game is over."""
        return bool(self._answer(node.held, Meaning.TERMINAL))

    def evaluate(self, node: RulesPosition, /) -> Any:
        """Return the value of a position, as the user's method returns it."""
        return self._answer(node.held, Meaning.VALUE)

    def is_max(self, node: RulesPosition, /) -> bool:
        """True if MAX is to move."""
        return node.is_max

    def key(self, node: RulesPosition, /) -> Hashable:
        """Return the contents of the position, as a key that can be compared."""
        return node.mark

    def moves(self, node: RulesPosition) -> Sequence[Any]:
        """Return the moves of a position, exactly as the user's method returns them."""
        return self._moves_and_states(node)[0]

    def _moves_and_states(self, node: RulesPosition) -> tuple[list[Any], list[RulesPosition]]:
        found = self._below.get(node)
        if found is None:
            position = copy.deepcopy(node.held)
            if Meaning.MOVES in self._words and Meaning.MAKE in self._words:
                moves = list(self._answer(position, Meaning.MOVES))
                after = [self._after(node.held, move) for move in moves]
            else:
                after = list(self._answer(position, Meaning.CHILDREN))
                moves = list(range(len(after)))
            found = self._below[node] = moves, [self._state(state) for state in after]
        return found

    def _after(self, position: Any, move: Any) -> Any:
        changed = copy.deepcopy(position)
        made = self._answer(changed, Meaning.MAKE, move)
        return made if isinstance(made, type(position)) else changed

    def _state(self, position: Any) -> RulesPosition:
        is_max = self._moves_max(position)
        return RulesPosition(position, fingerprint(position), is_max)

    def _moves_max(self, position: Any) -> bool:
        """True if MAX is to move.

        If the side to move is written as 1 or -1, MAX is 1. With any other names for the sides, such as "X" and "O",
        MAX is the side that moves at the root.
        """
        if Meaning.IS_MAX in self._words:
            return bool(self._answer(position, Meaning.IS_MAX))
        side = self._answer(position, Meaning.SIDE)
        if type(side) is int and side in SIGNS and self._first in SIGNS:
            return side == 1
        return bool(side == self._first)

    def _answer(self, position: Any, meaning: Meaning, *given: Any) -> Any:
        word = self._words[meaning]
        held = getattr(position, word)
        return held(*given) if callable(held) else held


def _words_of(position: Any) -> dict[Meaning, str]:
    """For each meaning, such as "game over", find the first method with a usual name and the expected arguments."""
    found: dict[Meaning, str] = {}
    for word, meaning in WORD_MEANINGS.items():
        if meaning not in found and hasattr(position, word):
            held, makes = getattr(position, word), meaning is Meaning.MAKE
            if accepts(held, int(makes)) if callable(held) else not makes:
                found[meaning] = word
    return found


@dataclass(eq=False)
class GivenRules:
    """The user's rules of a game, which `text` names: `path/file.py:name` or `module:name`.

    `values_by_mover` is True if the values in the rules are from the point of view of the side to move.
    `answers_by_mover` is True if the values that the search returns are from the point of view of the side to move, and
    None if this must be found out.
    """

    text: str
    values_by_mover: bool = False
    answers_by_mover: bool | None = None
    _made_for: tuple[types.ModuleType | None, Tree[Any, Number]] | None = field(default=None, init=False)
    _apart: Tree[Any, Number] | None = field(default=None, init=False)

    def tree(self, module: types.ModuleType | None = None) -> Tree[Any, Number]:
        """Return the game as a tree.

        If the loaded `module` of the search defines the rules, the rules are taken from this module.

        Raises: PreconditionError if no object has the name of the game, or if the object lacks a method that
        rules must have.
        """
        if self._apart is not None:
            return self._apart
        if self._made_for is None or self._made_for[0] is not module:
            with self.blamed():
                self._made_for = module, self._tree(module)
        return self._made_for[1]

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Turn errors raised by the user's rules into a PreconditionError that names the game."""
        try:
            yield
        except (PrunecheckError, UnvaluedError):
            raise
        except SubjectError as error:
            raise PreconditionError(f"the rules {self.text} fail: {error.failure}; fix the rules") from None
        except Exception as error:
            raise PreconditionError(f"the rules {self.text} fail: {told(error)}; fix the rules") from None

    def check(self, module: types.ModuleType) -> None:
        """Check the rules at the root.

        Raises: PreconditionError if the rules fail at the root, or if the game is over there.
        """
        tree = self.tree(module)
        with self.blamed():
            tree.is_max(tree.root)
            over = tree.is_terminal(tree.root) or not list(tree.children(tree.root))
        if over:
            raise PreconditionError(f"the game {self.text} is over at its root; give it a first position with moves")

    def _tree(self, module: types.ModuleType | None) -> Tree[Any, Number]:
        place, _, name = self.text.rpartition(":")
        if not place or not name:
            raise PreconditionError(f"{self.text!r} does not name a game; write path/file.py:name or module:name")
        held = None if module is None else _shared(module, place, name)
        apart = held is None
        if apart:
            try:
                held = operator.attrgetter(name)(load_module(place).module)
            except AttributeError:
                raise PreconditionError(f"{place} has no `{name}`; name the class or object with the rules") from None
        made = _made(held, self.text)
        if is_tree(made):
            try:
                hash(made.root)
            except TypeError:
                raise PreconditionError(
                    f"{self.text} has the root {brief(repr(made.root))}, which is not hashable; use tuples for nodes"
                ) from None
            tree: Tree[Any, Number] = made
        else:
            tree = PositionRules(made, self.text)
        if apart:
            self._apart = tree
        return tree

    def value(self, tree: Tree[Any, Number], node: Any) -> Number:
        """Return the value of a position for MAX. Raises: PreconditionError if the value is not a number."""
        found: Any = tree.evaluate(node)
        if not is_number(found) or math.isnan(found):
            raise PreconditionError(
                f"the rules {self.text} return {brief(repr(found))} as a value; return a number instead"
            )
        number: Number = plain_number(found)
        return -number if self.values_by_mover and not tree.is_max(node) else number


def _made(held: Any, name: str) -> Any:
    """Make the game from the object with this name: instantiate a class, call a function, or copy any other object."""
    if not isinstance(held, type) and not inspect.isroutine(held):
        return copy.deepcopy(held)
    if not accepts(held, 0):
        raise PreconditionError(
            f"{name} needs arguments; name a class or function that takes no arguments, or an object"
        )
    return held()


def moves_of(tree: Tree[Any, Number], node: Any) -> Sequence[Any]:
    """List the moves of a position for messages: as the position object returns them, or as numbers from 0."""
    return tree.moves(node) if isinstance(tree, PositionRules) else range(len(list(tree.children(node))))


def position_of(node: Any) -> Any:
    """Return the object for the name `position` in a starting call: a tree node, or a copy of a position object."""
    return copy.deepcopy(node.held) if isinstance(node, RulesPosition) else node


def _shared(module: types.ModuleType, place: str, name: str) -> Any:
    """Return the game if the module of the search defines the game, otherwise None.

    If search and game come from the same module, they use the same Enum classes, so enum values are equal.
    """
    held = getattr(module, name.partition(".")[0], None)
    if held is None:
        return None
    home: Any = module
    if (isinstance(held, type) or inspect.isroutine(held)) and held.__module__ != module.__name__:
        home = sys.modules.get(held.__module__)
    if is_file_name(place):
        file = getattr(home, "__file__", None)
        same = file is not None and Path(file).resolve() == Path(place).resolve()
    else:
        same = getattr(home, "__name__", "") == place
    try:
        return operator.attrgetter(name)(module) if same else None
    except AttributeError:
        return None
