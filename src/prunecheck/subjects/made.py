"""A class whose instances are made for one position, or with a depth: anew for each call, with what it is given."""

import ast
import inspect
import textwrap
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from prunecheck.subjects.limits import is_limit
from prunecheck.subjects.roles import is_depth, is_game, is_position

VARIED: Final = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def needed(kind: type) -> list[inspect.Parameter]:
    """What must be given to make an instance."""
    try:
        given = inspect.signature(kind).parameters.values()
    except (TypeError, ValueError):
        return []
    return [each for each in given if each.default is inspect.Parameter.empty and each.kind not in VARIED]


def made_for_each_call(kind: type, method: str) -> Callable[..., Any]:
    """A function of what an instance of `kind` needs, and of what its `method` takes, the position first.

    A position that both are given is one parameter, unless the instance is made with a game.
    """
    function = getattr(kind, method)
    first = [*needed(kind), *_depth(kind, function)]
    limits = _limits(kind)
    bound = isinstance(inspect.getattr_static(kind, method), staticmethod | classmethod)
    own = [
        each for each in list(inspect.signature(function).parameters.values())[not bound :] if each.kind not in VARIED
    ]
    for_both = {each.name: each.name for each in first}
    positions = [each for each in first if is_position(each)]
    shared = own[0].name if own and positions and is_position(own[0]) and not is_game(positions[0]) else None
    if shared is not None:
        for_both[positions[0].name] = shared
    taken = {each.name for each in own}
    extra = [each for each in first if for_both[each.name] not in taken]
    front = [each for each in extra if is_position(each)]
    order = [*front, *own, *(each for each in extra if each not in front)]
    signature = inspect.Signature(
        sorted((each.replace(kind=_kind(each)) for each in order), key=lambda each: (each.kind, _optional(each)))
    )

    def search(*arguments: Any, **keywords: Any) -> Any:
        given = signature.bind(*arguments, **keywords).arguments
        instance = kind(**{name: given[told] for name, told in for_both.items() if told in given})
        for name in limits:
            setattr(instance, name, getattr(search, name))
        return getattr(instance, method)(**{name: value for name, value in given.items() if name in taken})

    search.__signature__ = signature  # type: ignore[attr-defined]  # as `inspect` reads it
    search.__wrapped__ = function  # type: ignore[attr-defined]  # where its names are looked up
    search.__name__ = method
    search.__dict__.update(limits)
    return search


def _depth(kind: type, method: Callable[..., Any]) -> list[inspect.Parameter]:
    """The depth that an instance may be made with, unless its method is given one."""
    both = [list(inspect.signature(each).parameters.values()) for each in (method, kind)]
    own, optional = ([each for each in several if is_depth(each)] for several in both)
    return [] if own else [each for each in optional if each.default is not inspect.Parameter.empty][:1]


def _limits(kind: type) -> dict[str, int]:
    """The depth limits that instances are born with, as `__init__` has them in its text."""
    found: dict[str, int] = {}
    with suppress(OSError, TypeError, SyntaxError):
        for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(kind.__init__)))):  # type: ignore[misc]
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and type(node.value.value) is int:
                names = [each.attr for each in node.targets if isinstance(each, ast.Attribute)]
                found |= {name: node.value.value for name in names if is_limit(name) and node.value.value >= 1}
    return found


def _optional(parameter: inspect.Parameter) -> bool:
    return parameter.default is not inspect.Parameter.empty


def _kind(parameter: inspect.Parameter) -> Any:
    by_name = parameter.kind is inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter.KEYWORD_ONLY if by_name else inspect.Parameter.POSITIONAL_OR_KEYWORD
