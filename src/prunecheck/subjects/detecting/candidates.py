"""Guess the possible calling conventions of a user's search from the names in its code, likeliest first."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from inspect import Parameter, signature, unwrap
from itertools import product
from typing import Any, Final

from prunecheck.errors import PreconditionError, as_code
from prunecheck.subjects.convention import Convention, Flag, NodeKind, Players, Returns, Role, Viewpoint
from prunecheck.subjects.presenting.adapter import MOST_PLIES, PLAIN_DATA, Adapter
from prunecheck.subjects.source.constants import Given, given_by_user, guesses
from prunecheck.subjects.source.depth_limits import limits_of
from prunecheck.subjects.source.meaning import Meaning
from prunecheck.subjects.source.parameters import (
    ROLE_NAMES,
    SIGN_NAMES,
    VARIADIC,
    is_optional,
    parameter_names,
    parameters,
    unknown_parameters,
)
from prunecheck.subjects.source.players import OF_POSITIONS, named_players
from prunecheck.subjects.source.vocabulary import Vocabulary

# words in the names of functions that return moves
MOVE_VERBS: Final = ("move", "action", "choose", "play", "pick", "decide")
CODED: Final = tuple(flag for flag in Flag if flag not in (Flag.BOOL, Flag.MIN_TO_MOVE, Flag.SIGN))


def candidates(
    make: Callable[[], Callable[..., Any]], words: Vocabulary, name: str, declared: dict[str, Any]
) -> Iterator[Adapter]:
    """Yield possible ways to call the function that `make` returns, likeliest first.

    `declared` contains the fields of the calling convention that the user has fixed.

    Raises: PreconditionError for a required parameter whose name has no known meaning.
    """
    function = make()
    returns = list(Returns)
    own = f"{name.rpartition(':')[2]} {getattr(function, '__name__', '')}"  # the name without the file
    if any(word in own.lower() for word in MOVE_VERBS):
        returns = [Returns.MOVE_VALUE, Returns.VALUE_MOVE, Returns.MOVE, Returns.VALUE]
    fixed = {field: value for field, value in declared.items() if field not in ("takes", "give")}
    for plain, own_names, given in _argument_lists(function, words, declared):
        for convention, inner, in_place in _ways(function, words, plain, own_names, returns):
            if all(getattr(convention, field) is value for field, value in fixed.items()):
                yield Adapter(
                    convention,
                    words,
                    inner_values=inner,
                    watched=inner,
                    in_place=in_place,
                    constants={name: argument.make for name, argument in given.items()},
                )


def _argument_lists(
    function: Callable[..., Any], words: Vocabulary, declared: dict[str, Any]
) -> Iterator[tuple[Convention, dict[Role, str], dict[str, Given]]]:
    """Yield possible argument lists for a search function.

    If the user has not declared the arguments, they are guessed from the function's parameters. If a window is an
    optional argument, one list contains the window, and another list omits it.

    Each list comes with the function's own parameter names, and with constants for parameters without a known meaning.
    The constants come from the user, or from calls in the program.
    """
    bare = unwrap(function)
    space = getattr(getattr(bare, "__func__", bare), "__globals__", {})
    name = getattr(bare, "__name__", "")
    fixed = given_by_user(declared.get("give", {}), parameter_names(function), space)
    if (takes := declared.get("takes")) is not None:
        own_names, by_name = _own_names(function, tuple(takes), fixed)
        names = tuple(own_names[role] if role in by_name else role.value for role in takes)
        yield _plain(list(zip(takes, names, strict=True)), by_name, fixed), own_names, fixed
        return
    truths = {name for name, texts in words.players.items() if {"True", "False"} & set(texts)}
    turned = truths | words.turned | words.negated
    counted = words.counted_in(name)
    unknown = unknown_parameters(function, counted, turned, fixed)
    for guessed in guesses(words.calls.get(name, {}), unknown, space):
        given = fixed | guessed
        roles, by_name = parameters(function, counted, turned, given)
        yield _plain(roles, by_name, given), dict(roles), given
        window = dict(roles).get(Role.WINDOW)
        if window is not None and is_optional(signature(function).parameters[window]):
            place = [role for role, _ in roles].index(Role.WINDOW)
            later = {role for role, _ in roles[place + 1 :]}
            del roles[place]
            yield _plain(roles, by_name | later, given), dict(roles), given


def _plain(roles: list[tuple[Role, str]], by_name: frozenset[Role], given: dict[str, Given]) -> Convention:
    said = tuple(f"{name}={argument.expression}" for name, argument in given.items())
    return Convention(tuple(role for role, _ in roles), tuple(name for _, name in roles), by_name, given=said)


def _ways(
    function: Callable[..., Any],
    words: Vocabulary,
    plain: Convention,
    own_names: dict[Role, str],
    returns: list[Returns],
) -> Iterator[tuple[Convention, bool, bool]]:
    """Yield the possible calling conventions with these arguments, and two flags for each convention.

    For positions that are lists or tuples, the first flag of a convention says whether prunecheck logs which leaves are
    read. For all other positions, the first flag of a convention says whether interior positions have values. The
    second flag of a convention says whether making a move changes the position.
    """
    takes = plain.takes
    told = Role.MAXIMISING in takes or words.asks(Meaning.IS_MAX, Meaning.SIDE)
    found = [] if Role.DEPTH in takes else limits_of(function, words.names, words.limits)
    limits = tuple(sorted({limit.name for limit in found}))
    plain = replace(plain, limits=limits, functions=tuple(sorted(words.functions)))
    flags: list[Flag | Players] = [Flag.BOOL]
    sides: list[Players | None] = [None]
    of_positions = named_players(function, words.players.get(OF_POSITIONS, ())) if words.asks(Meaning.SIDE) else []
    if Role.MAXIMISING in takes:
        own = own_names.get(Role.MAXIMISING, "")
        flags = [*named_players(function, words.players.get(own, ())), *_flags(function, own, words)]
        if isinstance(flags[0], Flag):
            sides = [*(players for players in of_positions if isinstance(players.pair[0], str | Enum)), None]
    elif words.asks(Meaning.SIDE):
        flags = [*of_positions, Flag.BOOL, *CODED]
    viewpoint = (
        [Viewpoint.MAX, Viewpoint.MOVER] if told and flags[0] is not Flag.SIGN else [Viewpoint.MOVER, Viewpoint.MAX]
    )
    in_place_likelier = words.makes_in_place or words.asks(Meaning.UNMAKE, Meaning.COPY)
    for plies, kind, back, flag, players, values, answers, inner, in_place, max_at_root in product(
        _heights(takes, words),
        _kinds(takes),
        returns,
        flags,
        sides,
        [Viewpoint.MAX, Viewpoint.MOVER] if flags[0] is Flag.SIGN else viewpoint,
        viewpoint,
        (True, False),
        (in_place_likelier, not in_place_likelier),
        (False,) if told else (False, True),
    ):
        if in_place and not words.asks(Meaning.MAKE):
            continue
        if kind in PLAIN_DATA and in_place:
            continue
        convention = replace(plain, node=kind, returns=back, flag=flag, values=values, answers=answers, plies=plies)
        yield replace(convention, sides=players, max_at_root=max_at_root), inner, in_place


def _own_names(
    function: Callable[..., Any], takes: tuple[Role, ...], fixed: Container[str]
) -> tuple[dict[Role, str], frozenset[Role]]:
    """Find a parameter name for each declared role (argument meaning), and the roles that must be passed by keyword.

    A keyword-only parameter gets the role that fits its name, unless the name has only one letter. All parameters
    without a role so far get the remaining roles, in order. Parameters in `fixed` are omitted, and the parameters after
    them are passed by keyword.
    """
    given: list[Parameter] = []
    with suppress(TypeError, ValueError):
        given = list(signature(function).parameters.values())
    after_fixed = {
        parameter.name for nth, parameter in enumerate(given) if any(other.name in fixed for other in given[:nth])
    }
    given = [parameter for parameter in given if parameter.name not in fixed]
    alone = [parameter.name for parameter in given if parameter.kind is Parameter.KEYWORD_ONLY]
    telling = [name for name in alone if len(name) > 1]
    named = {role: name for name in telling for role in takes if name.lower() in ROLE_NAMES.get(role, ())}
    left = [role for role in takes if role not in named]
    others = [
        parameter.name
        for parameter in given
        if parameter.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    ]
    if all(
        parameter.kind is not Parameter.VAR_POSITIONAL for parameter in given
    ):  # `*args` would take all remaining arguments
        named |= dict(zip(left[len(others) :], [name for name in alone if name not in named.values()], strict=False))
    own_names = dict(zip(left, others, strict=False)) | named
    _match_exactly(given, takes, own_names)
    return own_names, frozenset(named) | {role for role, name in own_names.items() if name in after_fixed}


def _match_exactly(given: Sequence[Parameter], takes: tuple[Role, ...], own_names: Mapping[Role, str]) -> None:
    """Check that each required parameter has a role (a declared meaning), and that each role has a parameter.

    Raises: PreconditionError.
    """
    kinds = {parameter.kind for parameter in given}
    named = [parameter.name for parameter in given if parameter.kind not in VARIADIC]
    has_role = own_names.values()
    left_out = [
        each.name for each in given if each.name in named and each.name not in has_role and not is_optional(each)
    ]
    too_many = [role.value for role in takes if role not in own_names]
    said = f"--takes {','.join(role.value for role in takes)}"
    if left_out:
        raise PreconditionError(
            f"'{said}' does not say what to pass for {', '.join(map(as_code, left_out))}; list a role for each of the "
            f"parameters {', '.join(map(as_code, named))}, in this order, or set some to constants with --give"
        )
    if too_many and named and kinds.isdisjoint(VARIADIC):
        raise PreconditionError(
            f"'{said}' lists more roles than the search has parameters ({', '.join(map(as_code, named))}); drop "
            f"{', '.join(too_many)}"
        )


def _flags(function: Callable[..., Any], name: str, words: Vocabulary) -> list[Flag]:
    """List the ways in which a parameter with this `name` possibly represents the side to move, likeliest first."""
    truth = (
        name in words.truths
    )  # with other encodings, testing the argument as a bool does not distinguish MAX from MIN
    with suppress(TypeError, ValueError, KeyError):
        truth = truth or isinstance(signature(function).parameters[name].default, bool)
    if truth:
        return [Flag.BOOL] if "max" in name.lower() else [Flag.BOOL, Flag.MIN_TO_MOVE]
    if name in words.negated:
        return [Flag.SIGN]
    # a program that asks positions who moves probably passes this player on
    of_positions = name.lower() in SIGN_NAMES or words.asks(Meaning.SIDE)
    likelier = [Flag.SIGN, Flag.BOOL] if of_positions else [Flag.BOOL, Flag.SIGN]
    return [*likelier, *CODED]


def _heights(takes: tuple[Role, ...], words: Vocabulary) -> list[int]:
    """List the tree heights that the search may require: the small integers in its source code. 0 means any height."""
    if Role.PLACE not in takes or Role.DEPTH in takes:
        return [0]
    return [0, *(plies for plies in range(1, MOST_PLIES + 1) if plies in words.constants)]


def _kinds(takes: tuple[Role, ...]) -> list[NodeKind]:
    if Role.PLACE in takes:
        return [NodeKind.ARRAY]
    if Role.TREE in takes:
        return [NodeKind.GAME]
    return [NodeKind.POSITION, *PLAIN_DATA]
