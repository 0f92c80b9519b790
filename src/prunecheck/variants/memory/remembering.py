"""Add a transposition table to a recursive search function (a form), without editing it.

The function is copied. Instead of calling itself, the copied function calls a function that looks the node up first,
and stores the result: see `lookups`.
"""

from collections.abc import Callable
from inspect import isgeneratorfunction
from types import CodeType, FunctionType
from typing import Any, Final

from prunecheck.errors import PreconditionError
from prunecheck.variants.memory.call_with_table import MemoryForm
from prunecheck.variants.memory.lookups import (
    Lookup,
    lookup_in_windows,
    lookup_of_lists,
    lookup_of_questions,
    lookup_with_a_bound,
    lookup_without_window,
)
from prunecheck.variants.memory.remembered_walk import lookup_on_moves

_LOOKUPS: Final[dict[str, Callable[[Any], Lookup]]] = {
    "tree, node, alpha, beta": lookup_in_windows,
    "tree, node, bound": lookup_with_a_bound,
    "tree, node, bound, strict": lookup_of_questions,
    "tree, node": lookup_without_window,
    "position, alpha, beta": lookup_on_moves,
}


def remembering(*forms: Any) -> tuple[MemoryForm, ...]:
    """Copy recursive search functions (forms), such that each recursive call first looks the node up in a table.

    Forms that call each other must be passed together. In the copies, each recursive call goes to a function that looks
    in the table first, and stores the result. The copies of null-window searches such as `ask`, and of functions that
    yield lazy lists, take the same parameters as the original functions. All other copies take a tree with a table, a
    node and a window, even if the original function takes no window. A copy takes and returns values from the same
    point of view as the original function. If the original function makes and undoes moves on a position, however, its
    copy takes and returns values from MAX's point of view. The table gets bounds but no moves, since the search
    functions return values without moves.
    Requires: each form satisfies the contract `fishburn` at every node, that is, it is fail-soft.
    Raises: PreconditionError if a form has unknown parameters, or if it calls neither itself nor another of the `forms`
    by name.

    >>> from prunecheck import INF, from_nested
    >>> from prunecheck.variants.forms.moving_bounds import moving_bounds
    >>> from prunecheck.variants.memory.remembered import remembered
    >>> (search,) = remembering(moving_bounds)
    >>> tree = remembered(from_nested([[3, 5], [2, 9]]))
    >>> search(tree, tree.root, -INF, INF), len(tree.table)
    (3, 6)
    """
    copies = [_copied(form) for form in forms]
    made = [_lookup(copy)(copy) for copy in copies]
    inner = {form.__name__: function for form, (function, _) in zip(forms, made, strict=True)}
    for copy in copies:
        if not inner.keys() & _names(copy.__code__):
            raise PreconditionError(
                f"no table can be added to {copy.__name__}: it does not call itself, so it would only look up the root"
            )
        copy.__globals__.update(inner)
    return tuple(outer for _, outer in made)


def _lookup(form: FunctionType) -> Callable[[Any], Lookup]:
    lookup = _LOOKUPS[_parameters(form)]
    return lookup_of_lists if lookup is lookup_without_window and isgeneratorfunction(form) else lookup


def _copied(form: Any) -> FunctionType:
    """Copy a search function with a separate dictionary of global names, in which names can be replaced.

    Raises: PreconditionError for an unknown kind of function.
    """
    if not isinstance(form, FunctionType) or form.__closure__ or _parameters(form) not in _LOOKUPS:
        name = getattr(form, "__name__", repr(form))
        raise PreconditionError(
            (f"no table can be added to {name}: it is not a top-level function of a module, with the parameters ")
            + ", or ".join(f"({lookup})" for lookup in _LOOKUPS)
        )
    copy = FunctionType(form.__code__, dict(form.__globals__), form.__name__, form.__defaults__)
    copy.__kwdefaults__ = form.__kwdefaults__
    return copy


def _parameters(form: FunctionType) -> str:
    return ", ".join(form.__code__.co_varnames[: form.__code__.co_argcount])


def _names(code: CodeType) -> set[str]:
    """The global names that a function and its inner functions look up."""
    inside = (const for const in code.co_consts if isinstance(const, CodeType))
    return set(code.co_names).union(*map(_names, inside))
