"""Give a recursive form a transposition table, without editing it.

If a form satisfies `fishburn` at every node, and known bounds narrow its window, then its result is also right for the
wider window: T. Nipkow's cache lemma (`ab_twice_lb`, `ab_twice_ub`), in Alpha_Beta_Pruning (Archive of Formal Proofs).
So the same four steps work for every such form: look up the bounds, narrow the window, call the form, and store the
bounds that follow from its result. Results are clamped to the window, since a form that clamps its leaves, as in Bird
and Hughes 1987, needs results in [alpha, beta] from the nodes below. A form that takes one bound, or none, is called
without changes: its window is open on the other side. A null-window question is looked up as in MT: if a stored bound
answers it, that bound is the result.

A lazy list of numbers, as in Hughes's pipeline, gives better bounds with each number that is read. Its first number is
the bound found in the table, and each further number is stored as a bound.
"""

from collections.abc import Callable, Iterator
from inspect import isgeneratorfunction
from types import CodeType, FunctionType
from typing import Any, Final

from prunecheck.errors import PreconditionError
from prunecheck.trees.protocol import INF, N, Number
from prunecheck.variants.call_forms import on_moves
from prunecheck.variants.memory.call_with_table import MemoryForm
from prunecheck.variants.memory.mt import passes
from prunecheck.variants.memory.remembered import Memory
from prunecheck.variants.memory.remembered_walk import RememberedWalk
from prunecheck.variants.memory.table import NO_MOVE


def remembering(*forms: Any) -> tuple[MemoryForm, ...]:
    """The forms, with a table before each of their recursive calls; several, if they call each other.

    Each is copied, and in the copies the names of all of them refer to functions that look up and store. The functions
    returned take a tree that remembers, a node and a window, also for a form without a window; those of questions and
    of lazy lists have the form's parameters. Their viewpoint is the form's; that of a form that makes moves is MAX. No
    moves are stored, since a form returns only a value.
    Requires: each form satisfies `fishburn` at every node.
    Raises: PreconditionError if a form has other parameters than those of the forms here, or calls none by name.

    >>> from prunecheck import from_nested
    >>> from prunecheck.variants.forms.moving_bounds import moving_bounds
    >>> from prunecheck.variants.memory.remembered import remembered
    >>> (search,) = remembering(moving_bounds)
    >>> tree = remembered(from_nested([[3, 5], [2, 9]]))
    >>> search(tree, tree.root, -INF, INF), len(tree.table)
    (3, 6)
    """
    copies = [_copied(form) for form in forms]
    made = [_KINDS[_parameters(copy)](copy) for copy in copies]
    inner = {form.__name__: each for form, (each, _) in zip(forms, made, strict=True)}
    for copy in copies:
        if not inner.keys() & _names(copy.__code__):
            raise PreconditionError(
                f"{copy.__name__} cannot get a table: only its root would be looked up, as it does not call itself"
            )
        copy.__globals__.update(inner)
    return tuple(outer for _, outer in made)


# For each kind of form: what its copy calls instead of it, with its own parameters, and the same with a window.
_Made = tuple[Callable[..., Any], Any]


def _with_window(form: MemoryForm) -> _Made:
    def with_table(tree: Memory[N], node: N, alpha: Number, beta: Number, /) -> Number:
        lower, upper = tree.bounds(node)
        if lower >= beta or upper <= alpha or lower == upper:
            return max(alpha, min(lower if lower > alpha else upper, beta))
        alpha = max(alpha, lower)
        beta = min(beta, upper)
        value = form(tree, node, alpha, beta)
        tree.remember(node, value if value > alpha else -INF, value if value < beta else INF, NO_MOVE)
        return value

    return with_table, with_table


def _with_bound(form: Callable[..., Number]) -> _Made:
    def with_table(tree: Memory[N], node: N, bound: Number, /) -> Number:
        lower, upper = tree.bounds(node)
        if lower >= bound or lower == upper:
            return lower
        bound = min(bound, upper)
        value = form(tree, node, bound)
        tree.remember(node, value, value if value < bound else INF, NO_MOVE)
        return value

    def in_window(tree: Memory[N], node: N, alpha: Number, beta: Number, /) -> Number:
        return with_table(tree, node, beta)

    return with_table, in_window


def _without_window(form: Callable[..., Number]) -> _Made:
    def with_table(tree: Memory[N], node: N, /) -> Number:
        lower, upper = tree.bounds(node)
        if lower == upper:
            return lower
        value = form(tree, node)
        tree.remember(node, value, value, NO_MOVE)
        return value

    def in_window(tree: Memory[N], node: N, alpha: Number, beta: Number, /) -> Number:
        return with_table(tree, node)

    return with_table, in_window


def _with_question(form: Callable[..., Number]) -> _Made:
    def with_table(tree: Memory[N], node: N, bound: Number, strict: bool, /) -> Number:
        lower, upper = tree.bounds(node)
        if passes(lower, bound, strict):
            return lower
        if not passes(upper, bound, strict):
            return upper
        value = form(tree, node, bound, strict)
        yes = passes(value, bound, strict)
        tree.remember(node, value if yes else -INF, INF if yes else value, NO_MOVE)
        return value

    return with_table, with_table


def _lazily(form: Callable[..., Iterator[Number]]) -> _Made:
    def with_table(tree: Memory[N], node: N, /) -> Iterator[Number]:
        lower, upper = tree.bounds(node)
        if lower == upper:
            yield lower
            return
        is_max = tree.is_max(node)
        best = lower if is_max else upper
        if -INF < best < INF:
            yield best
        for number in form(tree, node):
            best = max(best, number) if is_max else min(best, number)
            tree.remember(node, best if is_max else -INF, INF if is_max else best, NO_MOVE)
            yield number
        tree.remember(node, best, best, NO_MOVE)

    return with_table, with_table


def _on_moves(form: Callable[..., Number]) -> _Made:
    def of_node(position: RememberedWalk[Any], _node: Any, alpha: Number, beta: Number, /) -> Number:
        return form(position, alpha, beta)

    around: Any = _with_window(of_node)[0]  # type: ignore[arg-type]  # a position that answers as a memory

    def with_table(position: RememberedWalk[Any], alpha: Number, beta: Number, /) -> Number:
        found: Number = around(position, position.node, alpha, beta)
        return found

    return with_table, on_moves(with_table, RememberedWalk)  # type: ignore[arg-type]  # as above


_KINDS: Final[dict[str, Callable[[Any], _Made]]] = {
    "tree, node, alpha, beta": _with_window,
    "tree, node, bound": _with_bound,
    "tree, node, bound, strict": _with_question,
    "tree, node": lambda form: (_lazily if isgeneratorfunction(form) else _without_window)(form),
    "position, alpha, beta": _on_moves,
}


def _copied(form: Any) -> FunctionType:
    """A copy with separate global names. Raises: PreconditionError if it is not a function of a kind known here."""
    if not isinstance(form, FunctionType) or form.__closure__ or _parameters(form) not in _KINDS:
        name = getattr(form, "__name__", repr(form))
        raise PreconditionError(
            f"{name} cannot get a table: it is not a function at the top of a module with the parameters "
            + ", or ".join(f"({each})" for each in _KINDS)
        )
    copy = FunctionType(form.__code__, dict(form.__globals__), form.__name__, form.__defaults__)
    copy.__kwdefaults__ = form.__kwdefaults__
    return copy


def _parameters(form: FunctionType) -> str:
    return ", ".join(form.__code__.co_varnames[: form.__code__.co_argcount])


def _names(code: CodeType) -> set[str]:
    """The names that a function looks up, in the functions inside it, too."""
    inside = (const for const in code.co_consts if isinstance(const, CodeType))
    return set(code.co_names).union(*map(_names, inside))
