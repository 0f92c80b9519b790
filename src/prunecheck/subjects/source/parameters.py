"""Find the meanings of parameters from their names."""

import inspect
import re
from collections.abc import Callable, Collection, Container
from contextlib import suppress
from math import isfinite
from typing import Any, Final, NamedTuple

from prunecheck.errors import PreconditionError, sentences
from prunecheck.subjects.convention import Convention, Role

VARIADIC: Final = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_ROLE_NAMES: Final = {
    Role.NODE: "node state position pos board root current n s p t tree game gamestate game_state game_tree graph "
    "problem",
    Role.DEPTH: "depth d plies depth_left depthleft remaining remaining_depth max_depth maxdepth limit "
    "depth_limit levels plies_left ply_left levels_left remaining_plies depth_remaining plies_remaining "
    "target_depth total_depth tree_depth draft profondeur profondeur_max profundidad profundidad_maxima "
    "profundidade profundidade_maxima tiefe",
    Role.PLY: "ply level current_depth cur_depth curr_depth height ply_from_root distance_from_root",
    Role.ALPHA: "alpha \N{GREEK SMALL LETTER ALPHA} a al alfa lo low lower lower_bound lowerbound lbound",
    Role.BETA: "beta \N{GREEK SMALL LETTER BETA} b be hi high upper upper_bound upperbound ubound",
    Role.WINDOW: "window bounds interval alpha_beta",
    Role.MAXIMISING: "maximizing maximising maximizing_player maximising_player maximizingplayer maximisingplayer "
    "is_max ismax max_player maxplayer is_maximizing is_maximising is_maximizing_player is_max_player maximize "
    "maximise max_to_move is_max_turn max_turn player turn color colour sign side side_to_move to_move white_to_move "
    "agent agent_index symbol mark my_color my_colour me is_maximiser is_maximizer maximizer maximiser max_node "
    "is_max_node is_max_root root_is_max max_at_root",
    Role.CHILDREN: "children successors get_children get_successors children_of expand child_function "
    "children_function successor_function",
    Role.VALUE: "evaluate eval evaluation evaluator heuristic utility evaluation_function eval_function "
    "heuristic_function utility_function evaluate_function value_function score_function static_eval",
    Role.OVER: "is_terminal terminal_test cutoff_test is_leaf game_over is_game_over is_over terminal is_cutoff cutoff "
    "terminal_function is_terminal_function",
    Role.MOVES: "legal_moves get_moves get_legal_moves generate_moves actions get_actions moves_function",
    Role.MAKE: "make_move apply_move result apply get_next_state next_state transition",
    Role.VALUES: "values heuristics leaf_values utilities scores heuristic_values terminal_values node_values",
    Role.PLACE: "node_index index leaf_index node_idx idx node_id",
    Role.GUESS: "guess first_guess initial_guess f",
    Role.TABLE: "tt table ttable t_table transposition transpositions transposition_table trans_table tp_table "
    "hash_table cache memo memory",
    Role.COUNTS: "stats statistics counter counters counts count metrics history history_table",
    Role.KILLERS: "killers killer_moves killer",
}
ROLE_NAMES: Final[dict[Role, frozenset[str]]] = {role: frozenset(words.split()) for role, words in _ROLE_NAMES.items()}
_SQUEEZED: Final = {role: frozenset(words.replace("_", "").split()) for role, words in _ROLE_NAMES.items()}
GAME_NAMES: Final = frozenset({"tree", "game", "problem", "gametree", "graph"})
ARRAY_NAMES: Final = frozenset(  # names of an array that is passed together with the index of a leaf
    {"values", "scores", "leaves", "leafvalues", "leafnodes", "terminalvalues", "utilities", "tree", "nodes", "arr"}
    | {"array", "data", "nums", "gametree", "leaf", "list", "lst", "vals", "terminals", "outcomes", "node", "leafs"}
)
HEIGHT_NAMES: Final = frozenset({"h", "height", "maxdepth", "targetdepth", "totaldepth", "treedepth", "treeheight"})
FUNCTION_ROLES: Final = frozenset({Role.CHILDREN, Role.VALUE, Role.OVER, Role.MOVES, Role.MAKE})
# roles of empty containers that the search fills; each call gets new ones
SCRATCH_ROLES: Final = frozenset({Role.TABLE, Role.COUNTS, Role.KILLERS})
_NEVER_POSITIONS: Final = (Role.DEPTH, Role.PLY, Role.ALPHA, Role.BETA, Role.WINDOW, Role.MAXIMISING)
SIGN_NAMES: Final = frozenset({"color", "colour", "sign"})


class CountingParameters(NamedTuple):
    """The parameters that count up, the limits for these parameters, and the parameters that count down.

    A parameter counts up if recursive calls only add to it. The search ends when a parameter that counts up reaches its
    limit.
    """

    up: frozenset[str]
    down: frozenset[str]
    limits: frozenset[str] = frozenset()


NOT_COUNTED: Final = CountingParameters(frozenset(), frozenset())


def words_of(word: str) -> list[str]:
    """Split a word into its parts, in lower case.

    >>> words_of("getHTMLScore"), words_of("MAX_DEPTH")
    (['get', 'html', 'score'], ['max', 'depth'])
    """
    return [part.lower() for part in _PART.findall(word)]


class UnknownParameterError(PreconditionError):
    """Raised for a required parameter whose name has no known meaning."""

    def __init__(self, name: str, problem: str, request: str) -> None:
        """Store the parameter's `name`; `problem` and `request` are as in `start_needed`."""
        super().__init__(sentences(problem, f"{request} with --start"))
        self.name, self.problem, self.request = name, problem, request


def parameter_names(function: Callable[..., Any]) -> list[str]:
    """List the names of the parameters. The list is empty if the function does not expose its parameters."""
    with suppress(TypeError, ValueError):
        return [
            parameter.name for parameter in _signature(function).parameters.values() if parameter.kind not in VARIADIC
        ]
    return []


def accepts(function: Callable[..., Any], count: int) -> bool:
    """True if a function can be called with this number of arguments, or if it does not expose its parameters."""
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:  # a C function without a signature
        return True
    return True


def unknown_parameters(
    function: Callable[..., Any], counted: CountingParameters, turned: Collection[str], fixed: Container[str]
) -> list[str]:
    """List the required parameters whose names have no known meaning."""
    found: list[str] = []
    known = {name for name in parameter_names(function) if name in fixed}
    while True:
        try:
            parameters(function, counted, turned, known)
        except UnknownParameterError as error:
            found.append(error.name)
            known.add(error.name)
        else:
            return found


def parameters(
    function: Callable[..., Any],
    counted: CountingParameters = NOT_COUNTED,
    turned: Collection[str] = (),
    fixed: Container[str] = (),
) -> tuple[list[tuple[Role, str]], frozenset[Role]]:
    """Find the meanings (roles) and names of the arguments to pass, in order, and which to pass by keyword.

    A parameter with a default is not passed if its name has no known meaning, or if it counts plies from 0. `counted`
    says which parameters count up or down. Parameters in `turned` change with each move, so they are the side to move.
    Parameters in `fixed` are constants.
    Raises: PreconditionError, with a remedy, for a required parameter whose name has no known meaning.
    """
    try:
        signature = _signature(function)
    except (TypeError, ValueError):
        raise PreconditionError(
            f"{function!r} does not expose its parameters; wrap it in a Python function that does"
        ) from None
    found: list[tuple[Role, str]] = []
    by_name: set[Role] = set()
    given = [parameter for parameter in signature.parameters.values() if parameter.kind not in VARIADIC]
    skipped = False
    for nth, argument in enumerate(given):
        if argument.name in fixed:
            skipped = True
            continue
        role = _role(argument, nth, given, {role for role, _ in found})
        if role is Role.DEPTH and argument.name in counted.up:
            role = None if is_optional(argument) else Role.PLY
        if (role is Role.PLY and argument.name in counted.down) or (role is None and argument.name in counted.limits):
            role = Role.DEPTH
        if role is None and argument.name in turned and Role.MAXIMISING not in {known for known, _ in found}:
            role = Role.MAXIMISING
        if role is None:
            if not is_optional(argument):
                problem = f"cannot tell what the parameter `{argument.name}` is for"
                constant = f'if it is constant, give its value with --give "{argument.name}=..."'
                if not _passes_to_class(function):
                    words = ",".join(_guesses(given))
                    example = (
                        f"{words} (replace each ? by a role that 'prunecheck list names' shows, such as alpha)"
                        if "?" in words
                        else words
                    )
                    constant = f"{constant}. Otherwise, list the roles of all parameters: --takes {example}"
                raise UnknownParameterError(argument.name, sentences(problem, constant), "or give a starting call")
            skipped = True
            continue
        if skipped or argument.kind is inspect.Parameter.KEYWORD_ONLY:
            by_name.add(role)
        found.append((role, argument.name))
    if Role.NODE not in {role for role, _ in found}:
        raise PreconditionError(
            "no parameter of the search seems to be its position, so it cannot search a given tree; make the position "
            "the first parameter. If it only plays its own game, name the recursive function or method, and give a "
            "starting call with --start"
        )
    return _without_duplicates(found, by_name, given)


def _passes_to_class(function: Callable[..., Any]) -> bool:
    """True if the search creates an instance with some of its arguments, and passes the others to a method."""
    wrapped = getattr(function, "__wrapped__", None)
    return wrapped is not None and not set(parameter_names(function)) <= set(parameter_names(wrapped))


def _without_duplicates(
    found: list[tuple[Role, str]], by_name: set[Role], given: list[inspect.Parameter]
) -> tuple[list[tuple[Role, str]], frozenset[Role]]:
    """Drop optional parameters that other parameters make unnecessary: `cutoff_test` makes `depth` unnecessary."""
    optional = {parameter.name for parameter in given if is_optional(parameter)}
    roles = {role for role, _ in found}
    cuts = any(role is Role.OVER and "cut" in name.lower() for role, name in found)
    twice = ({Role.DEPTH} if cuts else set()) | ({Role.VALUE} if Role.TREE in roles else set())
    left = [(role, name) for role, name in found if role not in twice or name not in optional]
    if len(left) < len(found):
        by_name = by_name | {role for role, name in left if name in optional}
    return left, frozenset(by_name & {role for role, _ in left})


def _signature(function: Callable[..., Any]) -> inspect.Signature:
    """Return a function's signature.

    For a wrapper that passes on all arguments, return the signature of the wrapped function.
    """
    signature = inspect.signature(function)
    if all(parameter.kind is not inspect.Parameter.VAR_POSITIONAL for parameter in signature.parameters.values()):
        return signature
    bare = getattr(function, "__func__", function)
    kept = [cell.cell_contents for cell in getattr(bare, "__closure__", None) or ()]
    wrapped = [value for value in kept if inspect.isfunction(value) and value is not bare]
    if len(wrapped) != 1:
        return signature
    inner = inspect.signature(wrapped[0])
    bound = list(inner.parameters.values())[bare is not function :]
    return inner.replace(parameters=bound)


def is_optional(parameter: inspect.Parameter) -> bool:
    """True for a parameter with a default."""
    return parameter.default is not inspect.Parameter.empty


def default_window(convention: Convention, function: Callable[..., Any]) -> tuple[float, float] | None:
    """Return the defaults of a function's alpha and beta, or None if they are not finite numbers."""
    named, known = dict(zip(convention.takes, convention.names, strict=True)), _signature(function).parameters
    found = [known[name].default for role in (Role.ALPHA, Role.BETA) if (name := named.get(role, "")) in known]
    match found:
        case [int() | float() as low, int() | float() as high] if isfinite(low) and isfinite(high):
            return low, high
    return None


def is_named(name: str, role: Role) -> bool:
    """True if this name is usual for a parameter with this role (argument meaning)."""
    return _says(squeezed(name), role)


def is_game(name: str) -> bool:
    """True for the name of a parameter that may be a game object, which is passed together with a position."""
    return squeezed(name) in GAME_NAMES


def squeezed(name: str) -> str:
    """Write a name in lower case and without underscores, so `maxDepth` and `max_depth` become equal."""
    return name.lower().replace("_", "")


def _says(name: str, role: Role) -> bool:
    """True if a name has the meaning `role`, possibly with an added word such as "value", "current" or "fn"."""
    shorter = name.removesuffix("value").removesuffix("val"), name.removeprefix("current")
    if role in FUNCTION_ROLES:
        shorter = (re.sub("(fn|func|f)$", "function", name), re.sub("(fn|func|function)$", "", name))
    return not _SQUEEZED[role].isdisjoint({name, *shorter})


def _role(parameter: inspect.Parameter, nth: int, given: list[inspect.Parameter], known: set[Role]) -> Role | None:
    name = squeezed(parameter.name)
    optional = is_optional(parameter)
    if any(is_named(other.name, Role.PLACE) for other in given):
        if any(squeezed(other.name) in ARRAY_NAMES for other in given):
            return _role_in_array(name, {squeezed(other.name) for other in given}, known)
        known = {*known, Role.PLACE}  # without an array, an index may be anything, such as the number of an agent
    if _says(name, Role.PLY) or (_says(name, Role.DEPTH) and optional and parameter.default == 0):
        return None if optional else Role.PLY
    if nth == 0 and not _has_other_name(name, given):
        if name in GAME_NAMES and _has_position(given[1:]):
            return Role.TREE
        return Role.NODE
    if name in GAME_NAMES and Role.NODE in known:
        return Role.TREE
    role = role_of_name(name, known)
    if (role in FUNCTION_ROLES and optional and parameter.default is not None) or (role in SCRATCH_ROLES and optional):
        return None  # the search already has a function or table for this
    if role is Role.GUESS and (optional or _has_window(given)):
        return None
    return role


def _has_position(others: list[inspect.Parameter]) -> bool:
    """True if a parameter is named like a position.

    A one-letter name is only taken for a position if it is the first name in `others`.
    """
    return any(
        is_named(other.name, Role.NODE) and (nth == 0 or (len(other.name) > 1 and not is_game(other.name)))
        for nth, other in enumerate(others)
    )


def _has_window(given: list[inspect.Parameter]) -> bool:
    """True if one of the parameters is alpha. A search with a window takes no first guess of the value."""
    return any(is_named(parameter.name, Role.ALPHA) for parameter in given)


def _has_other_name(name: str, given: list[inspect.Parameter]) -> bool:
    """True if the name means something other than a position.

    A name for a number or a player certainly means something other than a position. A name with any other usual
    meaning, such as a list of children, may still be used for a position if no other parameter is named like a
    position.
    """
    if _says(name, Role.NODE):
        return False
    others = [squeezed(parameter.name) for parameter in given[1:]]
    beside = any(_says(other, Role.NODE) and other not in GAME_NAMES for other in others)
    meanings = [role for role in ROLE_NAMES if role is not Role.NODE] if beside else _NEVER_POSITIONS
    return (beside or len(name) > 1) and any(_says(name, role) for role in meanings)


def _role_in_array(name: str, others: set[str], known: set[Role]) -> Role | None:
    """Return the meaning (role) of a parameter in a search that takes an array of leaves and an index."""
    if name in ARRAY_NAMES:
        return Role.NODE
    if (
        name in HEIGHT_NAMES
        and len(others & HEIGHT_NAMES) == 1
        and len(others) > len(others - HEIGHT_NAMES - {"depth"}) + 1
    ):
        return Role.DEPTH  # a limit, passed together with a depth that counts up to it
    if _says(name, Role.DEPTH) and others & HEIGHT_NAMES - {name}:
        return Role.PLY
    return role_of_name(name, {*known, Role.NODE})


def role_of_name(name: str, known: Container[Role] = ()) -> Role | None:
    """Return the first role (argument meaning) for which this parameter name is usual, in any spelling.

    Roles in `known` are skipped.
    """
    return next((role for role in ROLE_NAMES if role not in known and _says(name, role)), None)


def _guesses(given: list[inspect.Parameter]) -> list[str]:
    """Guess the meaning of each parameter, in one word. The first parameter is assumed to be a position."""
    names = [squeezed(parameter.name) for parameter in given]
    is_array = not ARRAY_NAMES.isdisjoint(names)
    if is_array and any(_says(name, Role.PLACE) for name in names):
        roles = [_role_in_array(name, set(names), set()) for name in names]
    else:
        others = {Role.PLACE, Role.GUESS} if _has_window(given) else {Role.PLACE}
        roles = [role_of_name(name, others) for name in names]
        if roles[0] is None and not any(_says(name, Role.NODE) for name in names):
            roles[0] = Role.NODE
    return ["?" if role is None or role in roles[:nth] else role.value for nth, role in enumerate(roles)]
