"""Replace functions in the user's program, so that they also accept positions in a test tree.

For a position in a test tree, the new functions return results from this tree.
"""

import sys
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from functools import partial, wraps
from inspect import isclass, ismethod, unwrap
from operator import setitem
from typing import Any, NamedTuple

from prunecheck.subjects.presenting.position import Position, ask
from prunecheck.subjects.source.depth_limits import class_of
from prunecheck.subjects.source.meaning import Meaning
from prunecheck.subjects.source.program_modules import modules_of
from prunecheck.subjects.source.vocabulary import Vocabulary


class _Home(NamedTuple):
    """A place where a function is stored, with the original function and its replacement.

    `put` stores the original function, or its replacement, where the program looks the function up.
    """

    original: Any
    answering: Any
    put: Callable[[Any], object]


class Functions:
    """The functions in a program that take a position, found by their names."""

    def __init__(self, words: Vocabulary) -> None:
        self._meanings = {word: meant for word in words.functions if (meant := words.meaning_of(word))}
        self._known: dict[str, list[_Home]] = {}

    @contextmanager
    def answered(self, function: Callable[..., Any]) -> Iterator[None]:
        """Inside a `with` block, let the user's functions read the test tree if they are called with its positions.

        Functions are replaced in the modules of the search's program, in its class, and in the instance.
        """
        owner = getattr(function, "__self__", None)
        while isinstance(function, partial):
            function = function.func
        code: Any = unwrap(function)
        code = code if hasattr(code, "__globals__") else type(function).__call__
        place = f"{code.__module__}.{code.__qualname__}"
        homes = self._known.get(place)
        if homes is None:
            homes = self._known[place] = [*self._in_modules(code), *self._in_classes(owner, code)]
        homes = [*homes, *self._in_instance(owner)]
        for home in homes:
            home.put(home.answering)
        try:
            yield
        finally:
            for home in homes:
                home.put(home.original)

    def _in_modules(self, code: Any) -> Iterator[_Home]:
        main = sys.modules.get(code.__module__)
        spaces: list[MutableMapping[str, Any]] = [code.__globals__]
        spaces += [] if main is None else [vars(module) for module in modules_of(main) if vars(module) is not spaces[0]]
        for space in spaces:
            yield from self._in_space(space, isclass)

    def _in_classes(self, owner: Any, code: Any) -> Iterator[_Home]:
        kind = class_of(code) if owner is None else owner if isclass(owner) else type(owner)
        for base in getattr(kind, "__mro__", ())[:-1]:
            for word, meant in self._meanings.items():
                found = vars(base).get(word)
                put = partial(setattr, base, word)
                if isinstance(found, staticmethod):
                    yield _Home(found, staticmethod(_answering(meant, found.__func__)), put)
                elif callable(found):
                    yield _Home(found, _answering(meant, found, first=1), put)

    def _in_instance(self, owner: Any) -> Iterator[_Home]:
        own = getattr(owner, "__dict__", None)
        if isinstance(own, dict):
            yield from self._in_space(own, ismethod)

    def _in_space(self, space: MutableMapping[str, Any], leaves_out: Callable[[Any], bool]) -> Iterator[_Home]:
        for word, meant in self._meanings.items():
            found = space.get(word)
            if callable(found) and not leaves_out(found):
                yield _Home(found, _answering(meant, found), partial(setitem, space, word))


def _answering(meaning: Meaning, original: Callable[..., Any], first: int = 0) -> Callable[..., Any]:
    """Make the function that replaces `original`.

    If an argument is a position in a test tree, the new function returns a result from this tree.

    If `first` is 1, the first argument, `self`, is skipped.
    """

    @wraps(original)
    def answer(*given: Any, **named: Any) -> Any:
        if any(isinstance(argument, Position) for argument in (*given, *named.values())):
            return ask(meaning, *given[first:], **named)
        return original(*given, **named)

    return answer
