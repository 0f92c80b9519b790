"""Find out what a search's own depth limit counts: plies, or rounds in which both players move."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any, Final

from prunecheck.errors import OutsideError
from prunecheck.oracle.minimax import value
from prunecheck.subjects.presenting.adapter import PLAIN_DATA, Adapter
from prunecheck.subjects.presenting.python_search import Patience, PythonSearch
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import Number
from prunecheck.trees.search import Choice
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL

UNITS: Final = ((1, 0), (2, 0), (1, 1), (1, -1), (2, 1), (2, -1))  # plies for each unit, and plies beyond
HEIGHT: Final = 5
DEPTHS: Final = (1, 2, 3, 4)
TREES: Final = 4  # for each depth and player: a move may be right by chance
QUESTIONS: Final = 2_000


def with_known_limits(adapter: Adapter, make: Callable[[], Callable[..., Any]], seconds: float) -> Adapter:
    """The adapter with the unit of its limits, if trial calls to several depths show it."""
    said = adapter.convention
    if not said.limits or said.depth or said.node in PLAIN_DATA or not adapter.inner_values:
        return adapter
    for unit in UNITS:
        found = replace(adapter, convention=replace(said, limits_in=unit))
        if _explains(PythonSearch(found, Patience(seconds)), make):
            return found
    return adapter


def _explains(python: PythonSearch, make: Callable[[], Callable[..., Any]]) -> bool:
    """True if it is right at two or more depths, and at all that it takes."""
    right = set[int]()
    for depth, player, salt in product(DEPTHS, (True, False), range(TREES)):
        tree = cut(_tree(salt, player=player), depth)
        log = recorded(tree, most_questions=QUESTIONS)
        try:
            answer = python.answer(make(), log, log.root, FULL.alpha, FULL.beta)
        except OutsideError:
            continue
        except Exception:
            return False
        if (answer.value if isinstance(answer, Choice) else answer) != value(tree, tree.root):
            return False
        right.add(depth)
    return len(right) > 1


def _tree(salt: int, *, player: bool) -> ExplicitTree[Number]:
    """A binary tree with values at all nodes, so that each depth has another value."""

    def below(height: int) -> Any:
        return [below(height - 1), below(height - 1)] if height else 0

    tree = from_nested(below(HEIGHT), max_at_root=player)
    return tree.replaced(values=[(31 * node * node + 17 * node * (salt + 1) + 7) % 97 for node in range(len(tree))])
