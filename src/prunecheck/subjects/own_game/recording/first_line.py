"""Run the first recursive call at each ply, down to a given ply.

The call at the given ply is the last call that is run. Record the arguments that the last call passes to its recursive
calls.
"""

from typing import Any

from prunecheck.subjects.own_game.hooks.answers import LeafAnswers
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall


class FirstLineGuide:
    """Runs only the first call at each ply, from ply 0 to `ply`, and gives it a full window.

    A call that is not the first at its ply, or is deeper than `ply`, is not run, but returns a result recorded earlier.

    `reached` is the call at ply number `ply`, the last call that is run.
    """

    def __init__(self, leaf_answers: LeafAnswers, ply: int) -> None:
        """Prepare to run the first call at each ply down to `ply`.

        Calls that are not run return results from `leaf_answers`.
        """
        self.reached: HookedCall | None = None
        self._leaf_answers, self._left, self._ended = leaf_answers, ply, False

    def call(self, call: HookedCall, /) -> Any:
        """Run a call if it is the first at its ply, or return a result recorded earlier if it is not."""
        if self._ended:
            return self._leaf_answers.of(call.name)
        if self.reached is not None:
            return self.answered(call)
        self._left -= 1
        if self._left < 0:
            self.reached = call
            call = self.changed(call)
        try:
            return call.opened().make()
        finally:
            self._ended = True

    def changed(self, call: HookedCall) -> HookedCall:
        """Return the call that is run at the last ply. A subclass may return a copy of `call` with other arguments."""
        return call

    def answered(self, call: HookedCall) -> Any:
        """Return a result recorded earlier for a recursive call that the call at the last ply makes."""
        return self._leaf_answers.of(call.name)
