"""What the parameters of a search stand for, told by their names: those that textbooks and engines use."""

import inspect
import re
from collections.abc import Callable, Collection
from typing import Any, Final

from prunecheck.errors import PreconditionError
from prunecheck.subjects.convention import Role

_NAMES: Final = {
    Role.NODE: "node state position pos board root current n s p t tree game gamestate game_state game_tree graph "
    "problem estado nodo tablero tabuleiro etat noeud plateau knoten zustand stellung brett wezel dugum durum stan "
    "stato nodi arbre arbol arvore albero baum drzewo agac",
    Role.DEPTH: "depth d plies depth_left depthleft remaining remaining_depth max_depth maxdepth limit "
    "depth_limit levels plies_left ply_left levels_left remaining_plies depth_remaining plies_remaining "
    "target_depth total_depth tree_depth draft "
    "profundidad profundidade profondeur tiefe profondita glebokosc derinlik",
    Role.PLY: "ply level current_depth cur_depth curr_depth height ply_from_root distance_from_root",
    Role.ALPHA: "alpha \N{GREEK SMALL LETTER ALPHA} a alfa lo low lower lower_bound lowerbound lbound",
    Role.BETA: "beta \N{GREEK SMALL LETTER BETA} b hi high upper upper_bound upperbound ubound",
    Role.WINDOW: "window bounds interval alpha_beta",
    Role.MAXIMISING: "maximizing maximising maximizing_player maximising_player maximizingplayer maximisingplayer "
    "is_max ismax max_player maxplayer is_maximizing is_maximising is_maximizing_player is_max_player maximize "
    "maximise max_to_move is_max_turn max_turn player turn color colour sign side side_to_move to_move white_to_move "
    "agent agent_index symbol mark my_color my_colour me es_max eh_max est_max ist_max jugador "
    "jogador joueur spieler giocatore gracz oyuncu maximizando maximiseur maximiere massimizza maxi maks is_maximiser "
    "is_maximizer maximizer maximiser",
    Role.CHILDREN: "children successors get_children get_successors children_of expand child_function "
    "children_function successor_function",
    Role.VALUE: "evaluate eval evaluation evaluator heuristic utility evaluation_function eval_function "
    "heuristic_function utility_function evaluate_function value_function score_function static_eval",
    Role.OVER: "is_terminal terminal_test cutoff_test is_leaf game_over is_game_over is_over terminal is_cutoff cutoff "
    "terminal_function is_terminal_function",
    Role.MOVES: "legal_moves get_moves get_legal_moves generate_moves actions get_actions moves_function",
    Role.MAKE: "make_move apply_move result apply get_next_state next_state transition",
    Role.VALUES: "values heuristics leaf_values utilities scores heuristic_values terminal_values node_values "
    "valores valeurs valori werte wartosci degerler",
    Role.PLACE: "node_index index leaf_index node_idx idx node_id",
    Role.TABLE: "tt table ttable t_table transposition transpositions transposition_table trans_table tp_table "
    "hash_table cache memo memory",
    Role.COUNTS: "stats statistics counter counters counts count metrics history history_table",
    Role.KILLERS: "killers killer_moves killer",
}
NAMES: Final[dict[Role, frozenset[str]]] = {role: frozenset(words.split()) for role, words in _NAMES.items()}
_SQUEEZED: Final = {role: frozenset(words.replace("_", "").split()) for role, words in _NAMES.items()}
TREES: Final = frozenset(
    {"tree", "game", "problem", "gametree", "graph", "arbre", "arbol", "arvore", "albero", "baum", "drzewo", "agac"}
)
LEAVES: Final = frozenset(  # an array, beside the place of a leaf in it
    {"values", "scores", "leaves", "leafvalues", "leafnodes", "terminalvalues", "utilities", "tree", "nodes", "arr"}
    | {"array", "data", "nums", "gametree", "leaf", "list", "lst", "vals", "terminals", "outcomes", "node", "leafs"}
)
HEIGHTS: Final = frozenset({"h", "height", "maxdepth", "targetdepth", "totaldepth", "treedepth", "treeheight"})
FUNCTIONS: Final = frozenset({Role.CHILDREN, Role.VALUE, Role.OVER, Role.MOVES, Role.MAKE})
WRITTEN: Final = frozenset({Role.TABLE, Role.COUNTS, Role.KILLERS})  # to, by the search; made anew for each call
SIGNS: Final = frozenset({"color", "colour", "sign"})


def parameters(
    function: Callable[..., Any], counted_up: Collection[str] = (), turned: Collection[str] = ()
) -> tuple[list[tuple[Role, str]], frozenset[Role]]:
    """The roles of the arguments to pass, in order with their names, and those to pass by keyword.

    Parameters with a default whose name says nothing keep it; so does one that counts plies from 0. A depth that is
    among those `counted_up` is such a count; one of those `turned` with each move, whatever its name, says who moves.
    Raises: PreconditionError for a parameter that must be given and says nothing, with what to do.
    """
    try:
        signature = _signature(function)
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
        if role is Role.DEPTH and each.name in counted_up:
            role = None if each.default is not inspect.Parameter.empty else Role.PLY
        if role is None and each.name in turned and Role.MAXIMISING not in {known for known, _ in found}:
            role = Role.MAXIMISING
        if role is None:
            if each.default is inspect.Parameter.empty:
                words = _guesses(given)
                unknown = ", with a word for each ?" if "?" in words else ""
                raise PreconditionError(
                    f"cannot tell what the parameter {each.name!r} is for; say it with --takes, such as "
                    f"--takes {','.join(words)}{unknown}; or give it a default, if it may be left out"
                )
            skipped = True
            continue
        if skipped or each.kind is inspect.Parameter.KEYWORD_ONLY:
            by_name.add(role)
        found.append((role, each.name))
    if Role.NODE not in {role for role, _ in found}:
        raise PreconditionError("the search takes no position; its first parameter should be one")
    return _without_what_is_said_twice(found, by_name, given)


def _without_what_is_said_twice(
    found: list[tuple[Role, str]], by_name: set[Role], given: list[inspect.Parameter]
) -> tuple[list[tuple[Role, str]], frozenset[Role]]:
    """Of what may be left out: no depth beside a test that cuts off, and no function for the value beside a game."""
    optional = {each.name for each in given if each.default is not inspect.Parameter.empty}
    roles = {role for role, _ in found}
    cuts = any(role is Role.OVER and "cut" in name.lower() for role, name in found)
    twice = ({Role.DEPTH} if cuts else set()) | ({Role.VALUE} if Role.TREE in roles else set())
    left = [(role, name) for role, name in found if role not in twice or name not in optional]
    if len(left) < len(found):
        by_name = by_name | {role for role, name in left if name in optional}
    return left, frozenset(by_name & {role for role, _ in left})


def _signature(function: Callable[..., Any]) -> inspect.Signature:
    """What a function takes; of one that passes on whatever it is given, as decorators make it, what that one takes."""
    signature = inspect.signature(function)
    if all(each.kind is not inspect.Parameter.VAR_POSITIONAL for each in signature.parameters.values()):
        return signature
    bare = getattr(function, "__func__", function)
    kept = [each.cell_contents for each in getattr(bare, "__closure__", None) or ()]
    wrapped = [each for each in kept if inspect.isfunction(each) and each is not bare]
    if len(wrapped) != 1:
        return signature
    inner = inspect.signature(wrapped[0])
    bound = list(inner.parameters.values())[bare is not function :]
    return inner.replace(parameters=bound)


def is_position(parameter: inspect.Parameter) -> bool:
    """True for a parameter that is named as a position is, or a game."""
    return _says(_squeezed(parameter), Role.NODE)


def is_game(parameter: inspect.Parameter) -> bool:
    """True for a parameter that may be a game beside a position."""
    return _squeezed(parameter) in TREES


def is_depth(parameter: inspect.Parameter) -> bool:
    """True for a parameter that is named as a depth is."""
    return _says(_squeezed(parameter), Role.DEPTH)


def _squeezed(parameter: inspect.Parameter) -> str:
    """The name without capitals and underscores, so that `maxDepth` is `max_depth`."""
    return parameter.name.lower().replace("_", "")


def _says(name: str, role: Role) -> bool:
    """True where a squeezed name is one for `role`, as it is or without what tells nothing more."""
    shorter = name.removesuffix("value").removesuffix("val"), name.removeprefix("current")
    if role in FUNCTIONS:
        shorter = (re.sub("(fn|func|f)$", "function", name), re.sub("(fn|func|function)$", "", name))
    return not _SQUEEZED[role].isdisjoint({name, *shorter})


def _role(parameter: inspect.Parameter, nth: int, given: list[inspect.Parameter], known: set[Role]) -> Role | None:
    name = _squeezed(parameter)
    optional = parameter.default is not inspect.Parameter.empty
    if any(_says(_squeezed(each), Role.PLACE) for each in given):
        return _role_in_array(name, {_squeezed(each) for each in given}, known)
    if _says(name, Role.PLY) or (_says(name, Role.DEPTH) and optional and parameter.default == 0):
        return None if optional else Role.PLY
    if nth == 0 and not _named_otherwise(name, given):
        if name in TREES and len(given) > 1 and _says(_squeezed(given[1]), Role.NODE):
            return Role.TREE
        return Role.NODE
    if name in TREES and Role.NODE in known:
        return Role.TREE
    role = next((role for role in NAMES if _says(name, role) and role not in known), None)
    if (role in FUNCTIONS and optional and parameter.default is not None) or (role in WRITTEN and optional):
        return None  # it has one of its own
    return role


def _named_otherwise(name: str, given: list[inspect.Parameter]) -> bool:
    """True for the name of something else, where another parameter has that of a position."""
    others = [_squeezed(each) for each in given[1:]]
    return (
        not _says(name, Role.NODE)
        and any(_says(name, role) for role in NAMES if role is not Role.NODE)
        and any(_says(other, Role.NODE) and other not in TREES for other in others)
    )


def _role_in_array(name: str, others: set[str], known: set[Role]) -> Role | None:
    """The role of a parameter of a search that is given the leaves, and the place of one."""
    if name in LEAVES:
        return Role.NODE
    if name in HEIGHTS and len(others & HEIGHTS) == 1 and len(others) > len(others - HEIGHTS - {"depth"}) + 1:
        return Role.DEPTH  # beside a depth that is counted towards it
    if _says(name, Role.DEPTH) and others & HEIGHTS - {name}:
        return Role.PLY
    return next((role for role in NAMES if role is not Role.NODE and _says(name, role) and role not in known), None)


def _guesses(given: list[inspect.Parameter]) -> list[str]:
    """For each parameter a word for what it may be; the first of them is a position, whatever its name."""
    names = {_squeezed(each) for each in given}
    in_array = any(_says(name, Role.PLACE) for name in names)
    found: list[str] = []
    for nth, each in enumerate(given):
        name = _squeezed(each)
        if in_array:
            role = _role_in_array(name, names, set())
        else:
            role = next((role for role in NAMES if _says(name, role)), None)
            if nth == 0 and role is None and not any(_says(other, Role.NODE) for other in names):
                role = Role.NODE
        found.append("?" if role is None else role.value)
    return found
