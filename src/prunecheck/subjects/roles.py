"""What the parameters of a search stand for, told by their names: those that textbooks and engines use."""

import inspect
from collections.abc import Callable
from typing import Any, Final

from prunecheck.errors import PreconditionError
from prunecheck.subjects.convention import Role

_NAMES: Final = {
    Role.NODE: "node state position pos board root current n s p t tree game gamestate game_state problem",
    Role.DEPTH: "depth d plies depth_left depthleft remaining remaining_depth max_depth maxdepth limit "
    "depth_limit levels",
    Role.PLY: "ply level current_depth cur_depth curr_depth height ply_from_root distance_from_root",
    Role.ALPHA: "alpha a alfa lo low lower lower_bound lowerbound lbound",
    Role.BETA: "beta b hi high upper upper_bound upperbound ubound",
    Role.WINDOW: "window bounds interval alpha_beta",
    Role.MAXIMISING: "maximizing maximising maximizing_player maximising_player maximizingplayer maximisingplayer "
    "is_max ismax max_player maxplayer is_maximizing is_maximising is_maximizing_player is_max_player maximize "
    "maximise max_to_move is_max_turn max_turn player turn color colour sign side side_to_move to_move white_to_move",
}
NAMES: Final[dict[Role, frozenset[str]]] = {role: frozenset(words.split()) for role, words in _NAMES.items()}
_SQUEEZED: Final = {role: frozenset(words.replace("_", "").split()) for role, words in _NAMES.items()}
TREES: Final = frozenset({"tree", "game", "problem"})
SIGNS: Final = frozenset({"color", "colour", "sign"})


def parameters(function: Callable[..., Any]) -> tuple[list[tuple[Role, str]], frozenset[Role]]:
    """The roles of the arguments to pass, in order with their names, and those to pass by keyword.

    Parameters with a default whose name says nothing keep it; so does one that counts plies from 0.
    Raises: PreconditionError for a parameter that must be given and says nothing, with what to do.
    """
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        raise PreconditionError(
            f"{function!r} does not tell its parameters; wrap it in a Python function that does"
        ) from None
    found: list[tuple[Role, str]] = []
    by_name: set[Role] = set()
    given = [
        each
        for each in signature.parameters.values()
        if each.kind not in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    ]
    skipped = False
    for nth, each in enumerate(given):
        role = _role(each, nth, given, {role for role, _ in found})
        if role is None:
            if each.default is inspect.Parameter.empty:
                raise PreconditionError(
                    f"cannot tell what the parameter {each.name!r} is for; say it with --takes, such as "
                    f"--takes {','.join(_guess(other) for other in given)}"
                )
            skipped = True
            continue
        if skipped or each.kind is inspect.Parameter.KEYWORD_ONLY:
            by_name.add(role)
        found.append((role, each.name))
    if Role.NODE not in {role for role, _ in found}:
        raise PreconditionError("the search takes no position; its first parameter should be one")
    return found, frozenset(by_name)


def _squeezed(parameter: inspect.Parameter) -> str:
    """The name without capitals and underscores, so that `maxDepth` is `max_depth`."""
    return parameter.name.lower().replace("_", "")


def _says(name: str, role: Role) -> bool:
    """True where a squeezed name is one for `role`, as it is or without what tells nothing more."""
    shorter = name.removesuffix("value").removesuffix("val"), name.removeprefix("current")
    return not _SQUEEZED[role].isdisjoint({name, *shorter})


def _role(parameter: inspect.Parameter, nth: int, given: list[inspect.Parameter], known: set[Role]) -> Role | None:
    name = _squeezed(parameter)
    optional = parameter.default is not inspect.Parameter.empty
    if _says(name, Role.PLY) or (_says(name, Role.DEPTH) and optional and parameter.default == 0):
        return None if optional else Role.PLY
    if nth == 0:
        if name in TREES and len(given) > 1 and _says(_squeezed(given[1]), Role.NODE):
            return Role.TREE
        return Role.NODE
    if name in TREES and Role.NODE in known:
        return Role.TREE
    return next((role for role in NAMES if _says(name, role) and role not in known), None)


def _guess(parameter: inspect.Parameter) -> str:
    return next((role.value for role in NAMES if _says(_squeezed(parameter), role)), "?")
