"""Give a recursive form a transposition table, without editing it.

If a form satisfies `fishburn` at every node, its result in a window narrowed to bounds that are known already is right
for the wider window, too: T. Nipkow's cache lemma (`ab_twice_lb`, `ab_twice_ub`), in Alpha_Beta_Pruning (Archive of
Formal Proofs). So the same four steps are right around every such form: look up the bounds, narrow the window, call the
form, and store what its result says about the value. What is found is returned inside the window, since a form that
clamps its leaves, as in Bird and Hughes 1987, needs results in [alpha, beta] from the nodes below.
"""

from types import FunctionType
from typing import Any, Final

from prunecheck.errors import PreconditionError
from prunecheck.trees.protocol import INF, N, Number
from prunecheck.variants.memory.calling import MemoryForm
from prunecheck.variants.memory.remembered import Memory
from prunecheck.variants.memory.table import NO_MOVE

WINDOW: Final = 4  # the number of parameters of a form with a window


def remembering(*forms: Any) -> tuple[MemoryForm, ...]:
    """The forms, with a table before each of their recursive calls; several, if they call each other.

    Each is copied, and in the copies the names of all of them refer to the functions returned, which take a tree that
    remembers. No moves are stored, since a form returns only a value.
    Requires: each form takes (tree, node, alpha, beta) and satisfies `fishburn` at every node.
    Raises: PreconditionError if a form has no window, or calls none of them by name.

    >>> from prunecheck import from_nested
    >>> from prunecheck.variants.forms.moving_bounds import moving_bounds
    >>> from prunecheck.variants.memory.remembered import remembered
    >>> (search,) = remembering(moving_bounds)
    >>> tree = remembered(from_nested([[3, 5], [2, 9]]))
    >>> search(tree, tree.root, -INF, INF), len(tree.table)
    (3, 6)
    """
    copies = [_copied(form) for form in forms]
    made = tuple(_around(copy) for copy in copies)
    names = {form.__name__: each for form, each in zip(forms, made, strict=True)}
    for copy in copies:
        if not names.keys() & set(copy.__code__.co_names):
            raise PreconditionError(
                f"{copy.__name__} cannot get a table: only its root would be looked up, as it does not call itself"
            )
        copy.__globals__.update(names)
    return made


def _around(form: MemoryForm) -> MemoryForm:
    """The form between a look-up and a store."""

    def with_table(tree: Memory[N], node: N, alpha: Number, beta: Number, /) -> Number:
        lower, upper = tree.bounds(node)
        if lower >= beta or upper <= alpha or lower == upper:
            return max(alpha, min(lower if lower > alpha else upper, beta))
        alpha = max(alpha, lower)
        beta = min(beta, upper)
        value = form(tree, node, alpha, beta)
        tree.remember(node, value if value > alpha else -INF, value if value < beta else INF, NO_MOVE)
        return value

    return with_table


def _copied(form: Any) -> FunctionType:
    """A copy with global names of its own. Raises: PreconditionError if it is not a function with a window."""
    if not isinstance(form, FunctionType) or form.__closure__ or form.__code__.co_argcount != WINDOW:
        name = getattr(form, "__name__", repr(form))
        raise PreconditionError(
            f"{name} cannot get a table: it is not a function (tree, node, alpha, beta) at the top of a module"
        )
    copy = FunctionType(form.__code__, dict(form.__globals__), form.__name__, form.__defaults__)
    copy.__kwdefaults__ = form.__kwdefaults__
    return copy
