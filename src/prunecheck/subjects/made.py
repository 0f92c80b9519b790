"""A class whose instances are made for one position, or with a depth: anew for each call, with what it is given."""

import inspect
from collections.abc import Callable
from typing import Any, Final

from prunecheck.subjects.roles import is_game, is_position

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
    first = needed(kind)
    function = getattr(kind, method)
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
        instance = kind(**{name: given[told] for name, told in for_both.items()})
        return getattr(instance, method)(**{name: value for name, value in given.items() if name in taken})

    search.__signature__ = signature  # type: ignore[attr-defined]  # as `inspect` reads it
    search.__wrapped__ = function  # type: ignore[attr-defined]  # where its names are looked up
    search.__name__ = method
    return search


def _optional(parameter: inspect.Parameter) -> bool:
    return parameter.default is not inspect.Parameter.empty


def _kind(parameter: inspect.Parameter) -> Any:
    by_name = parameter.kind is inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter.KEYWORD_ONLY if by_name else inspect.Parameter.POSITIONAL_OR_KEYWORD
