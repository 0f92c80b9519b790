"""Read the constant arguments for a search that the user gives."""

import ast
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from prunecheck.errors import PreconditionError, brief, told


class Given(NamedTuple):
    """A constant argument: an expression, and a function that evaluates it again for each call."""

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
                f"`give` contains {name!r}, which is not a parameter of the search; its parameters are: {known}"
            )
        try:
            _maker(text, space)()
        except Exception as error:
            raise PreconditionError(
                f"`give` contains {name}={text}, which cannot be evaluated in the search's module: {told(error)}"
            ) from None
    return {name: Given(text, _maker(text, space)) for name, text in said.items()}


def _maker(text: str, space: dict[str, Any]) -> Callable[[], Any]:
    code = compile(text, "<give>", "eval")
    return lambda: eval(code, space)  # noqa: S307  # the user's own expression, in the user's own module
