"""Find a search's limits with trial calls: the largest values and trees that it accepts, and the unit of its depth."""

import ast
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from inspect import unwrap
from itertools import product
from pathlib import Path
from typing import Any, Final, TypeAlias

from prunecheck.error_frames import frames_of, place_of
from prunecheck.errors import OutsideError, told
from prunecheck.subjects.convention import NodeKind, Role
from prunecheck.subjects.detecting.attempts import PROBE_SECONDS
from prunecheck.subjects.presenting.adapter import MOST_PLIES, PLAIN_DATA, Adapter, binary
from prunecheck.subjects.presenting.python_search import Patience, PythonSearch
from prunecheck.subjects.source.meaning import Meaning
from prunecheck.subjects.source.program_modules import modules_of
from prunecheck.subjects.source.syntax import every
from prunecheck.subjects.subject import SizeLimit, SourceLimit
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL

Make: TypeAlias = Callable[[], Callable[..., Any]]  # creates the function to call

LEAST_VALUE: Final = 60  # trial calls use smaller values
MOST_VALUE: Final = 30_000  # the largest usual value
# trees whose leaves are ranks, which are replaced by values
SHAPES: Final = ([0], [1, 0], [[1, 0], [2, 3]], [[2, 0], 1], [[[0, 2], [1, 3]], [[3, 1], [2, 0]]])
MOST_RANK: Final = 3

FEWEST: Final = 6  # a search that crashes on trees with fewer moves or plies is wrong
MOST_MOVES, MOST_DEEP = 200, 40  # numbers of moves and plies in the largest trees that are used
TOO_LARGE: Final = (LookupError, AssertionError)  # the errors that a search raises for a tree that is too large

UNITS: Final = ((1, 0), (2, 0), (1, 1), (1, -1), (2, 1), (2, -1))  # (plies per unit of depth, additional plies)
ROUNDS: Final = (2, 0)  # the unit of a search that reduces its depth with each move of MIN
HEIGHT: Final = 5
DEPTHS: Final = (1, 2, 3, 4)
TREES: Final = 4  # number of trees for each depth and player, since a result may be right by chance on a single tree


def _trial(adapter: Adapter) -> PythonSearch:
    return PythonSearch(adapter, Patience(PROBE_SECONDS))


def _last_right(right: int, wrong: int, is_right: Callable[[int], bool]) -> int:
    """Find, by bisection, the greatest number between `right` and `wrong` for which `is_right` returns True."""
    while wrong - right > 1:
        middle = (right + wrong) // 2
        right, wrong = (middle, wrong) if is_right(middle) else (right, middle)
    return right


def source_limit(adapter: Adapter, make: Make) -> SourceLimit | None:
    """Find a constant in a search's code, such as `best = -1000`, that makes the search wrong for larger values.

    Returns None if no constant explains why larger values make the search wrong.

    A constant explains why larger values make the search wrong if the search is right for leaf values up to the
    constant, or up to the number just below or above the constant. If the search returns a move, it may also be right
    for leaf values slightly above the constant. A returned move can only be wrong if at least two moves have values
    above the constant.
    """
    python = _trial(adapter)
    try:
        shapes = [
            example
            for example in product(SHAPES, (1, -1), (True, False))
            if _is_right(make, python, LEAST_VALUE, [example])
        ]
        if not shapes or _is_right(make, python, MOST_VALUE, shapes):
            return None
        right = _last_right(LEAST_VALUE, MOST_VALUE, lambda most: _is_right(make, python, most, shapes))
    except Exception:  # the search fails for another reason
        return None
    fewer = ((right - rank, right - rank) for rank in range(2, MOST_RANK + 1))
    for size, limit in ((right, right), (right + 1, right), (right - 1, right), *fewer):
        for found in _lines_with(make(), size):
            return SourceLimit(limit, *found)
    return None


def _is_right(make: Make, python: PythonSearch, most: int, shapes: Iterable[tuple[Any, int, bool]]) -> bool:
    """True if the search is right on trees of these shapes with values up to `most`.

    `shapes` contains a tuple for each tree: the tree as nested lists, 1 or -1 as the factor of its values, and True if
    MAX moves at the root.
    """
    said = python.adapter.convention
    for shape, sign, player in shapes:
        ranked: ExplicitTree[Number] = from_nested(shape, max_at_root=player)
        tree = ranked.replaced(values=[None if rank is None else sign * (most - rank) for rank in ranked.values])
        if said.node is NodeKind.ARRAY:
            tree = binary(tree, said.plies or MOST_PLIES)
        if not python.is_right(make(), tree):
            return False
    return True


def _lines_with(function: Any, size: int) -> Iterator[tuple[str, str, int]]:
    """Yield (text, file, line number) of each source line in the search's program that contains the number `size`."""
    code = unwrap(function)
    main = sys.modules.get(getattr(code, "__module__", None) or "")
    for module in () if main is None else modules_of(main):
        try:
            text = inspect.getsource(module)
        except (OSError, TypeError):
            continue
        constants = list(every(ast.Constant, ast.parse(text)))
        for number in sorted(
            constant.lineno for constant in constants if type(constant.value) in (int, float) and constant.value == size
        ):
            yield text.splitlines()[number - 1].strip(), Path(str(module.__file__)).name, number


def size_limit(adapter: Adapter, make: Make) -> SizeLimit | None:
    """Find the largest number of moves, and the largest number of plies, for which a search does not crash.

    A search can crash on a higher tree if, for example, it has an array for 16 plies. Returns None if the search never
    crashes.
    """
    python = _trial(adapter)
    moves, wide = _largest(MOST_MOVES, lambda size: _crash(make, python, [nth % 7 for nth in range(size)]))
    plies, deep = _largest(MOST_DEEP, lambda size: _crash(make, python, _chain(size)))
    return SizeLimit(moves, plies, wide or deep) if wide or deep else None


def _largest(most: int, crash: Callable[[int], str]) -> tuple[Number, str]:
    """Return the largest size without a crash, and the error for the next size.

    Returns infinity and an empty text if size `most` causes no crash. Also returns infinity and an empty text if even a
    very small tree causes a crash, since the size of the tree is then not the reason.
    """
    if not crash(most) or crash(FEWEST):
        return INF, ""
    right = _last_right(FEWEST, most, lambda size: not crash(size))
    return right, crash(right + 1)


def _crash(make: Make, python: PythonSearch, nested: object) -> str:
    """Return the error of a type in `TOO_LARGE` that a search raises for a nested tree, with the source line.

    Returns an empty text if the search raises no error of a type in `TOO_LARGE`.
    """
    log = recorded(from_nested(nested))
    try:
        python.answer(make(), log, log.root, FULL.alpha, FULL.beta)
    except TOO_LARGE as error:
        file, line = place_of(frames_of(error))
        return f"{told(error)} ({file.rpartition('/')[2]}:{line})" if file else ""
    except Exception:  # the search fails for another reason
        return ""
    return ""


def _chain(plies: int) -> object:
    chain: object = 1
    for _ in range(plies):
        chain = [chain]
    return chain


def with_known_limits(adapter: Adapter, make: Make) -> Adapter:
    """Find out, with trial calls, whether the search's own depth limits count plies or rounds of several plies.

    Returns an adapter that sets the search's depth limits in the unit that the trial calls showed.
    """
    said = adapter.convention
    if not said.limits or said.depth or not _has_static_values(adapter):
        return adapter
    found = (replace(adapter, convention=replace(said, limits_in=unit)) for unit in UNITS)
    return next((candidate for candidate in found if _explains(candidate, make)), adapter)


def with_known_rounds(adapter: Adapter, make: Make) -> Adapter:
    """Find out, with trial calls, whether a search's depth counts plies or rounds of several plies.

    Returns an adapter that calls the search with depths in the unit that the trial calls showed.

    If the search does not use the number of players, rounds of two plies are the only unit of depth that is tried. If
    the search uses the number of players, each unit of depth in `UNITS` is tried. Each unit is also tried on trees with
    MAX at the root only, since a search that counts rounds from MAX's move is wrong on trees with MIN at the root.
    """
    said = adapter.convention
    counts = Role.DEPTH in said.takes and _has_static_values(adapter)
    if not counts or _explains(adapter, make):
        return adapter
    units = UNITS if adapter.words.asks(Meaning.PLAYERS) else (ROUNDS,)
    ways = product(units, dict.fromkeys((said.max_at_root, True)))
    found = (replace(adapter, convention=replace(said, limits_in=unit, max_at_root=root)) for unit, root in ways)
    return next((candidate for candidate in found if _explains(candidate, make)), adapter)


def _has_static_values(adapter: Adapter) -> bool:
    return adapter.convention.node not in PLAIN_DATA and adapter.inner_values


def _explains(adapter: Adapter, make: Make) -> bool:
    """True if the search is right at every depth that it accepts, and accepts at least two depths."""
    python = _trial(adapter)
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
    """Make a binary tree with different values at its nodes, so that the minimax value depends on the depth limit."""

    def below(height: int) -> Any:
        return [below(height - 1), below(height - 1)] if height else 0

    tree = from_nested(below(HEIGHT), max_at_root=player)
    return tree.replaced(values=[(31 * node * node + 17 * node * (salt + 1) + 7) % 97 for node in range(len(tree))])
