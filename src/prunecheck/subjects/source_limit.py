"""Find a constant in a search's source, such as `best = -1000`, beyond which the search is wrong."""

import ast
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from inspect import unwrap
from itertools import product
from pathlib import Path
from typing import Any, Final

from prunecheck.subjects.convention import NodeKind
from prunecheck.subjects.presenting.adapter import MOST_PLIES, binary
from prunecheck.subjects.presenting.python_search import PythonSearch
from prunecheck.subjects.source.program_modules import modules_of
from prunecheck.subjects.source.syntax import every
from prunecheck.subjects.subject import SourceLimit
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import Number

LEAST: Final = 60  # trial calls use smaller values
MOST: Final = 30_000  # the largest usual value
# trees with ranks as leaves, to be replaced by values
SHAPES: Final = ([0], [1, 0], [[1, 0], [2, 3]], [[[0, 2], [1, 3]], [[3, 1], [2, 0]]])


def source_limit(make: Callable[[], Callable[..., Any]], python: PythonSearch) -> SourceLimit | None:
    """Find the constant that makes a search wrong for large values only, by trial calls. None if there is none.

    A constant explains the limit if the search is right up to this constant, or up to the number below or above it.
    """
    right, wrong = LEAST, MOST
    try:
        shapes = [
            example for example in product(SHAPES, (1, -1), (True, False)) if _is_right(make, python, LEAST, [example])
        ]
        if not shapes or _is_right(make, python, MOST, shapes):
            return None
        while wrong - right > 1:
            middle = (right + wrong) // 2
            right, wrong = (middle, wrong) if _is_right(make, python, middle, shapes) else (right, middle)
    except Exception:  # the search fails for another reason
        return None
    for size in (right, right + 1, right - 1):
        for found in _lines_with(make(), size):
            return SourceLimit(right, *found)
    return None


def _is_right(
    make: Callable[[], Callable[..., Any]], python: PythonSearch, most: int, shapes: Iterable[tuple[Any, int, bool]]
) -> bool:
    """True if the search is right on trees of these shapes with values up to `most`.

    Each shape is given with the sign of its values, and whether MAX is to move.
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
    """The lines of the search's program in which the number `size` occurs: text, file and line number."""
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
