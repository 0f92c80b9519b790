"""Run the first call at each ply, down to a given ply.

Record the arguments that the deepest of these calls passes to its own recursive calls.
"""

from typing import Any

from prunecheck.subjects.own_game.hooks.answers import LeafAnswers
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall


class FirstLineGuide:
    """Runs the first call at each ply down to `ply`, with full windows. All other calls are replaced by sample results.

    `reached` is the call at the last ply.
    """

    def __init__(self, leaf_answers: LeafAnswers, ply: int) -> None:
        """Use the sample results in `leaf_answers` for all calls that are not run."""
        self.reached: HookedCall | None = None
        self._leaf_answers, self._left, self._ended = leaf_answers, ply, False

    def call(self, call: HookedCall, /) -> Any:
        """Run a call, or replace it by a sample result."""
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
        """Return the call at the last ply. A subclass can change the call here before it is run."""
        return call

    def answered(self, call: HookedCall) -> Any:
        """Return a sample result for a call that the call at the last ply makes."""
        return self._leaf_answers.of(call.name)
