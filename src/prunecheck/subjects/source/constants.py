"""Find constant arguments for a search, which the user gave, or which are guessed from calls in the program."""

import ast
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import islice, product
from typing import Any, Final, NamedTuple

from prunecheck.errors import PreconditionError, brief, told
from prunecheck.subjects.source.syntax import functions_in, last_name, passed_arguments

MOST_TRIED: Final = 6  # at most this many combinations of guesses are tried
_PLAIN: Final = (ast.Constant, ast.Name, ast.Attribute, ast.UnaryOp, ast.BinOp, ast.Tuple, ast.List, ast.Dict)
_PARTS: Final = (ast.expr_context, ast.operator, ast.unaryop)


class Given(NamedTuple):
    """A constant argument of a search: its expression, and a function that evaluates the expression for each call."""

    expression: str
    make: Callable[[], Any]


def arguments_in(text: str) -> dict[str, str]:
    """Read the expressions in `text`, which contains keyword arguments as in a call.

    >>> arguments_in("player='X', weights=(1, 2)")
    {'player': "'X'", 'weights': '(1, 2)'}

    Raises: PreconditionError if `text` contains anything else.
    """
    try:
        call: Any = ast.parse(f"f({text}\n)", mode="eval").body
    except (SyntaxError, ValueError):
        call = None
    named = call.keywords if isinstance(call, ast.Call) and not call.args else []
    if not named or any(keyword.arg is None for keyword in named):
        raise PreconditionError(
            f"{brief(text)!r} is not NAME=EXPRESSION; write the argument as in a call, such as player='X'"
        )
    return {str(keyword.arg): ast.unparse(keyword.value) for keyword in named}


def given_by_user(said: Mapping[str, str], parameters: Collection[str], space: dict[str, Any]) -> dict[str, Given]:
    """Evaluate the user's constants in the search's module.

    Raises: PreconditionError for a name that is not a parameter, and for an expression that fails.
    """
    for name, text in said.items():
        if name not in parameters:
            known = ", ".join(parameters)
            raise PreconditionError(
                f"--give contains `{name}`, which is not a parameter of the search; its parameters are: {known}"
            )
        try:
            _maker(text, space)()
        except Exception as error:
            raise PreconditionError(
                f"--give contains `{name}={text}`, which cannot be evaluated in the search's module: {told(error)}"
            ) from None
    return {name: Given(text, _maker(text, space)) for name, text in said.items()}


def guesses(
    calls: Mapping[str, tuple[str, ...]], names: list[str], space: dict[str, Any]
) -> Iterator[dict[str, Given]]:
    """Guess constants for the parameters `names` from the arguments in the program's `calls`.

    Yields combinations of constants, in the order of the calls.

    Parameters that get no constant in any call are omitted.
    """
    known = {
        name: [Given(text, _maker(text, space)) for text in calls.get(name, ()) if _works(text, space)]
        for name in names
    }
    known = {name: found for name, found in known.items() if found}
    for combination in islice(product(*known.values()), MOST_TRIED):
        yield dict(zip(known, combination, strict=True))


def calls_in(program: ast.Module) -> dict[str, dict[str, tuple[str, ...]]]:
    r"""Find, for each function and parameter, the arguments in calls outside of the function, as texts.

    >>> calls_in(ast.parse("def f(node, player): return f(node, player)\nf(start(), 'X')"))
    {'f': {'player': ("'X'",)}}
    """
    functions = list(functions_in(program))
    inside = {function.name: {id(node) for node in ast.walk(function)} for function in functions}
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for call, name, value in passed_arguments(program):
        called = last_name(call.func)
        if called in inside and id(call) not in inside[called] and _is_plain(value):
            known = found.setdefault(called, {})
            known[name] = tuple(dict.fromkeys((*known.get(name, ()), ast.unparse(value))))
    return found


def _is_plain(expression: ast.expr) -> bool:
    """True for an expression that does not contain a call."""
    return all(isinstance(node, _PLAIN + _PARTS) for node in ast.walk(expression))


def _maker(text: str, space: dict[str, Any]) -> Callable[[], Any]:
    code = compile(text, "<give>", "eval")
    return lambda: eval(code, space)  # noqa: S307  # the user's own expression, in the user's own module


def _works(text: str, space: dict[str, Any]) -> bool:
    try:
        _maker(text, space)()
    except Exception:  # for example, the expression contains a local name
        return False
    return True
