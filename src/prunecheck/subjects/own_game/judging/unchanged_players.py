"""Find a negamax search that negates values and evaluates for a player, but never changes that player.

In such a search, a leaf after an odd number of plies has the value for the wrong player: the value changes its sign if
the same call is repeated for the other player. But the search may be right: it may find out who moves in another way,
such as from the number of stones, and negate the value of the evaluation itself.
"""

import ast
from collections.abc import Iterator
from contextlib import suppress
from time import process_time
from typing import Any, Final, NamedTuple

from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.hooks.answers import value_at
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.recorder import EnoughError
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.recording import RUN_SECONDS
from prunecheck.subjects.source.recursion import recursive_functions

SECONDS: Final = 0.5  # seconds of computing for each candidate for the other player
FEWEST_LEAVES: Final = 3  # leaves whose value changes its sign with the player
MOST_LEAVES: Final = 30
SINGLE: Final = (bool, int, float, str)
MOST_PLAYERS: Final = 8  # constants of the source that may be the other player


class _Unchanged(NamedTuple):
    """A function, its parameter for the player, and the line of the call that passes it on unchanged."""

    function: str
    parameter: str
    line: int


def unchanged_players(game: OwnGame) -> Iterator[str]:
    """Yield a note if the player never changes, and the values of leaves are for this player."""
    if not game.rules or not all(all(rule.negated) for rule in game.rules.values()):
        return
    for found in _passed_unchanged(game):
        for other in _others(game, found):
            guide = _OtherPlayerGuide(game, found, other)
            with suppress(EnoughError, Exception):
                game.program.run(guide, seconds=RUN_SECONDS)
            game.program.forget()
            if guide.turned >= FEWEST_LEAVES and guide.is_only_turned:
                yield (
                    f"{found.parameter} is {guide.player!r} in every call, since line {found.line} passes it on "
                    f"unchanged, but values are negated. If leaves are evaluated for {found.parameter}, every "
                    "second ply has the wrong sign: pass the opponent on"
                )
                return


def _passed_unchanged(game: OwnGame) -> Iterator[_Unchanged]:
    """The parameters named like a player that all recursive calls of a function pass on as they are."""
    hooked = {name.rpartition(".")[2]: name for name in game.program.functions}
    for function in recursive_functions(ast.parse(game.program.source)):
        parameter = function.names.get(Role.MAXIMISING, "")
        given = [call.arguments.get(Role.MAXIMISING) for call in function.calls]
        unchanged = given and all(
            isinstance(expression, ast.Name) and expression.id == parameter for expression in given
        )
        if parameter and unchanged and not function.assigned.get(parameter) and function.node.name in hooked:
            yield _Unchanged(hooked[function.node.name], parameter, function.calls[0].node.lineno)


def _others(game: OwnGame, found: _Unchanged) -> list[Any]:
    """The candidates for the other player: the negative of a number, or another constant of the source."""
    guide = _OtherPlayerGuide(game, found, None)
    with suppress(EnoughError, Exception):
        game.program.run(guide, seconds=RUN_SECONDS)
    player = guide.player
    if isinstance(player, bool) or player in (1, -1):
        return [not player if isinstance(player, bool) else -player]
    if not isinstance(player, str | int):
        return []
    constants = [node.value for node in ast.walk(ast.parse(game.program.source)) if isinstance(node, ast.Constant)]
    others = [
        constant for constant in dict.fromkeys(constants) if type(constant) is type(player) and constant != player
    ]
    return sorted(others, key=lambda value: not str(value).strip())[:MOST_PLAYERS]  # a blank is an empty cell


class _OtherPlayerGuide:
    """Make all calls with full windows, and repeat leaf calls after an odd number of plies for the other player.

    `turned` is the number of leaves whose value changed its sign, `player` the player of the first call. The run ends
    at a call in which another argument with a single value has changed, because this argument may tell who moves.
    """

    def __init__(self, game: OwnGame, found: _Unchanged, other: Any) -> None:
        self.player: Any = None
        self.turned = 0
        self.is_only_turned = True  # False if the value of some leaf does not change its sign with the player
        self._game, self._found, self._other = game, found, other
        self._beside: dict[str, Any] | None = None  # simple arguments of the first call, without window, depth, player
        self._inside: list[int] = []  # for each call in progress, the number of calls that it made
        self._again = False
        self._leaves, self._until = 0, process_time() + SECONDS

    def call(self, call: HookedCall, /) -> Any:
        """Make a call."""
        if self._again:  # the position is not a leaf for the other player
            raise EnoughError
        if self._inside:
            self._inside[-1] += 1
        if self.player is None and call.name == self._found.function:
            self.player = call.argument(self._found.parameter)
        if call.name == self._found.function and self._may_tell_who_moves(call):
            self.is_only_turned = False
            raise EnoughError
        if self._leaves >= MOST_LEAVES or process_time() > self._until or (self.player and self._other is None):
            raise EnoughError
        self._inside.append(0)
        try:
            answer = call.opened().make()
        finally:
            count = self._inside.pop()
        if count == 0 and len(self._inside) % 2 and call.name == self._found.function:
            self._compare(call, answer)
        return answer

    def _may_tell_who_moves(self, call: HookedCall) -> bool:
        found = {name: held for name, held in call.position_arguments.items() if isinstance(held, SINGLE)}
        found.pop(self._found.parameter, None)
        self._beside = found if self._beside is None else self._beside
        return found != self._beside

    def _compare(self, call: HookedCall, answer: Any) -> None:
        self._leaves += 1
        self._again = True
        again = call.with_argument(self._found.parameter, self._other).opened().make()
        self._again = False
        place = self._game.places[call.name]
        value, other = value_at(answer, place), value_at(again, place)
        self.turned += value == -other != 0
        self.is_only_turned &= bool(value == -other)
