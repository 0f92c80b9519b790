"""Find evaluations that look wrong: from the wrong point of view, or with a better value for a later win.

Recorded calls alone cannot show that an evaluation is wrong, so leaf calls are repeated for the opponent or at a
different depth.
"""

import ast
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final, NamedTuple

from prunecheck.errors import as_code
from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.fingerprints import fingerprint
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.hooks.recorder import EnoughError
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.notes.repeated_leaves import Leaf, examine_leaves
from prunecheck.subjects.source.parameters import is_named
from prunecheck.subjects.source.recursion import recursive_functions
from prunecheck.subjects.source.syntax import every
from prunecheck.trees.protocol import INF
from prunecheck.trees.values import show

SECONDS: Final = 1.0  # seconds of computing
PLAYERS: Final = 2  # a parameter with more different values is not a player
FEWEST_VALUES: Final = 3  # at least this many leaves must have different absolute values, to rule out chance
FEWEST_ENDS: Final = 2  # at least this many ends of the game must have values that depend on the depth
MOST: Final = 0.8  # at least this share of the leaves must agree
# this many leaf values must change sign with the player, and at most this many leaves are examined
FEWEST_LEAVES, MOST_LEAVES = 3, 30
SINGLE: Final = (bool, int, float, str)
MOST_PLAYERS: Final = 8  # at most this many constants in the source code are tried as the other player


def evaluation_notes(game: OwnGame) -> Iterator[str]:
    """Yield a note if evaluations are from the wrong point of view, and one if a later win has a better value."""
    seen = _Evaluations()
    examine_leaves(game, seen.examine, seconds=SECONDS)
    players = {name for name, values in seen.players.items() if len(values) == PLAYERS}
    yield from _point_of_view(game, [flip for flip in seen.flipped if players.issuperset(flip.names)])
    for sign in (1, -1):
        yield from islice(_late_wins([end for end in seen.ends if end.value * sign > 0]), 1)
    yield from _unchanged_players(game)


class _Repeated(NamedTuple):
    """A leaf call and its value, and the `other` value that it returned when it was repeated with changed arguments.

    `given` and `changed` are the original and the changed argument for the first parameter in `names`.
    """

    names: tuple[str, ...]
    given: Any
    value: Any
    changed: Any
    other: Any


def _point_of_view(game: OwnGame, flipped: list[_Repeated]) -> Iterator[str]:
    telling = [flip for flip in flipped if flip.value]
    if len({abs(flip.value) for flip in telling}) < FEWEST_VALUES:
        return
    negates = any(any(rule.negated) for rule in game.rules.values())
    odd = [flip for flip in telling if flip.other == (flip.value if negates else -flip.value)]
    if len(odd) < MOST * len(telling):
        return
    name, value = " and ".join(map(as_code, odd[0].names)), show(odd[0].value)
    if negates:
        yield (
            f"evaluates to the same value, such as {value}, for both values of {name}; a search that negates its "
            "values needs evaluations from the point of view of the side to move"
        )
    else:
        yield (
            f"evaluates to the opposite value, such as {value} and {show(odd[0].other)}, if {name} changes; a search "
            "that takes the max and the min needs all evaluations from the same point of view"
        )


def _late_wins(ends: list[_Repeated]) -> Iterator[str]:
    """Yield a note if the end of a game has a larger absolute value when it is reached one ply later."""
    later = [ending for ending in ends if 0 < abs(ending.other) < abs(ending.value) and ending.other * ending.value > 0]
    if len(later) >= FEWEST_ENDS and not any(abs(ending.other) > abs(ending.value) for ending in ends):
        (name,), depth, value, sooner_depth, sooner = later[0]
        yield (
            f"prefers late wins: an end of the game is worth {show(sooner)} at `{name}` = {show(sooner_depth)}, but "
            f"{show(value)} a ply later, at `{name}` = {show(depth)}"
        )


@dataclass(slots=True)
class _Evaluations:
    """Repeats leaf calls: at the depth limit for the opponent, and in finished games with a different depth."""

    flipped: list[_Repeated] = field(default_factory=list)
    ends: list[_Repeated] = field(default_factory=list)
    players: dict[str, set[Hashable]] = field(default_factory=dict)  # parameter -> the values that it had

    def examine(self, leaf: Leaf) -> None:
        """Repeat a leaf call with the caller's depth, as if the leaf were reached one ply sooner.

        If the call makes recursive calls at the caller's depth, the leaf is at the depth limit: repeat the call at the
        leaf's depth, but for the opponent.
        """
        call, value = leaf.call, leaf.value
        if not leaf.above or not -INF < value < INF:
            return
        above = leaf.above[-1]
        steps = [name for name in call.takes.names if _is_step(name, call, above)]
        sooner = {name: leaf.again(call.with_argument(name, above.argument(name)).opened()) for name in steps}
        if not any(number is None for number in sooner.values()):
            ends = (
                _Repeated((name,), call.argument(name), value, above.argument(name), sooner[name]) for name in steps
            )
            self.ends += [end for end in ends if end.other != end.value]
            return
        named = [name for name in call.takes.names if is_named(name, Role.MAXIMISING)]
        for name in named:
            self.players.setdefault(name, set()).update(map(fingerprint, (call.argument(name), above.argument(name))))
        names = tuple(name for name in named if call.argument(name) != above.argument(name))
        for name in names:
            call = call.with_argument(name, above.argument(name))
        other = leaf.again(call.opened()) if names else None
        if other is not None:
            held = leaf.call.argument(names[0])
            self.flipped.append(_Repeated(names, held, value, above.argument(names[0]), other))


def _is_step(name: str, call: HookedCall, above: HookedCall) -> bool:
    """True for a parameter that is a depth or a ply and changes by 1 from the caller to the call."""
    if name != call.takes.depth and not is_named(name, Role.PLY):
        return False
    held, before = call.argument(name), above.argument(name)
    return is_number(held) and is_number(before) and abs(held - before) == 1


class _Unchanged(NamedTuple):
    """A function, its parameter for the player, and the source line that passes this parameter on unchanged."""

    function: str
    parameter: str
    line: int


def _unchanged_players(game: OwnGame) -> Iterator[str]:
    """Yield a note if a search negates values, but passes the same player to all its recursive calls.

    If the player never changes, evaluations at odd plies are for the wrong player. A note is only given if evaluations
    at odd plies change sign when the opponent is passed instead. The search may still be right if it has another way to
    find out who moves.
    """
    if not game.rules or not all(all(rule.negated) for rule in game.rules.values()):
        return
    for found in _passed_unchanged(game):
        seen = _OtherPlayers(game.program, found)
        examine_leaves(game, seen.examine, seconds=SECONDS)
        game.program.forget()
        if not seen.is_unclear and max(seen.turned.values(), default=0) >= FEWEST_LEAVES:
            yield (
                f"`{found.parameter}` is {seen.player!r} in every call, since line {found.line} passes it on "
                f"unchanged, although values are negated. If leaves are evaluated for `{found.parameter}`, every "
                "second ply has the wrong sign: pass on the opponent instead"
            )
            return


def _passed_unchanged(game: OwnGame) -> Iterator[_Unchanged]:
    """Find parameters that are named like a player, and that all recursive calls in the function pass on unchanged."""
    hooked = {name.rpartition(".")[2]: name for name in game.program.functions}
    for function in recursive_functions(game.program.syntax):
        parameter = function.names.get(Role.MAXIMISING, "")
        given = [call.arguments.get(Role.MAXIMISING) for call in function.calls]
        unchanged = given and all(
            isinstance(expression, ast.Name) and expression.id == parameter for expression in given
        )
        if parameter and unchanged and not function.assigned.get(parameter) and function.node.name in hooked:
            yield _Unchanged(hooked[function.node.name], parameter, function.calls[0].node.lineno)


def _others(program: OwnProgram, player: Any) -> list[Any]:
    """List values that may mean the opponent of `player`, if `player` is a bool, a number or a text.

    The opponent of a bool, 1 or -1 is its opposite. The opponent of any other player may be another constant in the
    source code.
    """
    if isinstance(player, bool) or player in (1, -1):
        return [not player if isinstance(player, bool) else -player]
    if not isinstance(player, str | int):
        return []
    constants = dict.fromkeys(node.value for node in every(ast.Constant, program.syntax))
    others = [constant for constant in constants if type(constant) is type(player) and constant != player]
    return sorted(others, key=lambda value: not str(value).strip())[:MOST_PLAYERS]  # a blank stands for an empty cell


class _OtherPlayers:
    """Repeats each leaf call at an odd ply for the opponent, to find out whether its value changes sign.

    Since it is not known which value means the opponent, several argument values are tried in turn. For each argument
    value, `turned` counts the leaves whose value changes sign. An argument value is removed from `turned` if the value
    of some leaf does not change sign, or cannot be computed. `is_unclear` is True if a second number, text or truth
    value also varies between calls, because this second argument may be the side to move.
    """

    def __init__(self, program: OwnProgram, found: _Unchanged) -> None:
        self.player: Any = None
        self.turned: dict[Any, int] = {}
        self.is_unclear = False
        self._program, self._found, self._leaves = program, found, 0
        # simple arguments of the first call, except window, depth and player
        self._beside: dict[str, Any] | None = None

    def examine(self, leaf: Leaf) -> None:
        """Repeat a leaf call with the opponent to move, and compare the new value with the original one."""
        parameter = self._found.parameter
        for call in (*leaf.above, leaf.call):
            if call.name == self._found.function:
                held = {name: one for name, one in call.position_arguments.items() if isinstance(one, SINGLE)}
                player = held.pop(parameter, None)
                if self._beside is None:
                    self._beside, self.player = held, player
                    self.turned = dict.fromkeys(_others(self._program, player), 0)
                self.is_unclear |= held != self._beside
        if self.is_unclear or not self.turned or self._leaves >= MOST_LEAVES:
            raise EnoughError
        if len(leaf.above) % 2 and leaf.call.name == self._found.function:
            self._leaves += 1
            for other in list(self.turned):
                try:
                    value = leaf.again(leaf.call.with_argument(parameter, other).opened())
                except Exception:  # not a player
                    del self.turned[other]
                    continue
                if value is None:  # the position is not a leaf for the other player
                    continue
                if leaf.value == -value:
                    self.turned[other] += bool(value)
                else:
                    del self.turned[other]
