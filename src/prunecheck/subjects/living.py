"""What keeps something from search to search, as it lives through a sequence of them: an instance, or a process."""

import inspect
from collections.abc import Callable
from copy import copy
from functools import partial
from itertools import count
from typing import Any, Final, Protocol

from prunecheck.subjects.alarm import in_time
from prunecheck.subjects.calling import Called
from prunecheck.subjects.process.calling import ProgramSearch
from prunecheck.subjects.tables import names_of, offered
from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import Choice

CLEARS: Final = (  # names of a method that has an instance forget, without capitals and underscores
    "clear",
    "reset",
    "forget",
    "clearall",
    "resetall",
    "cleartable",
    "resettable",
    "cleartt",
    "resettt",
    "clearcache",
    "resetcache",
    "cacheclear",
    "clearhash",
    "resethash",
    "clearmemory",
    "clearstate",
    "resetstate",
    "cleartranspositiontable",
    "resettranspositiontable",
    "newgame",
    "startnewgame",
    "ucinewgame",
)
_NUMBERS: Final = count(1 << 20)  # of trees, in all lives together: what is kept beyond an instance is of other trees


class Living(Protocol):
    """One life: searches, of the same tree again if it is the same object, and `clear` where there is such a thing."""

    @property
    def clear(self) -> Callable[[], object] | None:
        """What has it forget; None where it has no such thing."""

    def answer(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        """Its answer for `node` of a tree, which may be cut or recorded."""


class LivingInstance:
    """One instance of a Python search."""

    def __init__(self, called: Called) -> None:
        """Made anew, as `called` makes it."""
        self._called = copy(called)
        self._called.number_of = self._number
        self._function = called.make()
        self._trees: list[tuple[object, int]] = []

    @property
    def clear(self) -> Callable[[], object] | None:
        """The first of the instance's methods with a usual name that can be called without arguments."""
        named = {name.replace("_", "").lower(): name for name in reversed(names_of(self._function))}
        for name in CLEARS:
            method = offered(self._function, named[name]) if name in named else None
            if method is not None and _needs_nothing(method):
                return partial(in_time, self._called.seconds, method)
        return None

    def answer(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        """The answer of this instance; a tree that comes again has the keys that it had."""
        return self._called.answer(self._function, tree, node, alpha, beta)

    def _number(self, tree: Any) -> int:
        for known, number in self._trees:
            if known is tree:
                return number
        self._trees.append((tree, next(_NUMBERS)))
        return self._trees[-1][1]


class LivingProgram:
    """One process of a program with a memory. Between trees it is asked to clear: keys hold within one tree."""

    def __init__(self, search: ProgramSearch) -> None:
        """The next request starts it."""
        self._search = search
        search.restart()

    @property
    def clear(self) -> Callable[[], object] | None:
        """The request `clear`, which any program answers."""
        return self._search.clear

    def answer(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        """The program's answer."""
        return self._search(tree, node, alpha, beta)


def _needs_nothing(method: Callable[..., Any]) -> bool:
    try:
        inspect.signature(method).bind()
    except TypeError:
        return False
    except ValueError:  # it is not in Python and has no signature: the name will do
        return True
    return True
