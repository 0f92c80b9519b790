"""Find out whether a search counts its depth in plies, or in rounds of one move by each player."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any, Final

from prunecheck.errors import OutsideError
from prunecheck.subjects.convention import Role
from prunecheck.subjects.presenting.adapter import PLAIN_DATA, Adapter
from prunecheck.subjects.presenting.python_search import Patience, PythonSearch
from prunecheck.subjects.source.meaning import Meaning
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import Number
from prunecheck.trees.views.cut import cut

UNITS: Final = ((1, 0), (2, 0), (1, 1), (1, -1), (2, 1), (2, -1))  # (plies per unit of depth, additional plies)
ROUNDS: Final = (2, 0)  # the unit of a search that reduces its depth with each move of MIN
HEIGHT: Final = 5
DEPTHS: Final = (1, 2, 3, 4)
TREES: Final = 4  # number of trees for each depth and player; on a single tree, a move may be right by chance


def with_known_limits(adapter: Adapter, make: Callable[[], Callable[..., Any]], seconds: float) -> Adapter:
    """Find the unit of the search's own depth limits by trial calls, and return an adapter that uses it."""
    said = adapter.convention
    if not said.limits or said.depth or not _has_static_values(adapter):
        return adapter
    found = (replace(adapter, convention=replace(said, limits_in=unit)) for unit in UNITS)
    return next((candidate for candidate in found if _explains(candidate, make, seconds)), adapter)


def with_known_rounds(adapter: Adapter, make: Callable[[], Callable[..., Any]], seconds: float) -> Adapter:
    """Find the unit of a search's depth by trial calls, and return an adapter that uses it.

    A search may count depth in rounds, in which MAX moves first. Then it may only be right with MAX to move at the
    root. Only a search that asks for the number of players can have another unit.
    """
    said = adapter.convention
    counts = Role.DEPTH in said.takes and _has_static_values(adapter)
    if not counts or _explains(adapter, make, seconds):
        return adapter
    units = UNITS if adapter.words.asks(Meaning.PLAYERS) else (ROUNDS,)
    ways = product(units, dict.fromkeys((said.max_at_root, True)))
    found = (replace(adapter, convention=replace(said, limits_in=unit, max_at_root=root)) for unit, root in ways)
    return next((candidate for candidate in found if _explains(candidate, make, seconds)), adapter)


def _has_static_values(adapter: Adapter) -> bool:
    return adapter.convention.node not in PLAIN_DATA and adapter.inner_values


def _explains(adapter: Adapter, make: Callable[[], Callable[..., Any]], seconds: float) -> bool:
    """True if the adapter's unit explains the results at all accepted depths, at least two."""
    python = PythonSearch(adapter, Patience(seconds))
    right = set[int]()
    for depth, player, salt in product(DEPTHS, (True, False), range(TREES)):
        try:
            if not python.is_right(make(), cut(_tree(salt, player=player), depth)):
                return False
        except OutsideError:
            continue
        except Exception:
            return False
        right.add(depth)
    return len(right) > 1


def _tree(salt: int, *, player: bool) -> ExplicitTree[Number]:
    """A binary tree with different values at all nodes, so that its value depends on the depth limit."""

    def below(height: int) -> Any:
        return [below(height - 1), below(height - 1)] if height else 0

    tree = from_nested(below(HEIGHT), max_at_root=player)
    return tree.replaced(values=[(31 * node * node + 17 * node * (salt + 1) + 7) % 97 for node in range(len(tree))])
