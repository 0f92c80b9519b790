"""Find what is not as it was when a start is evaluated again, so that the module is executed before each run."""

from collections.abc import Callable, Hashable
from typing import Any

from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.program import OwnProgram
from prunecheck.subjects.own_game.recorder import Parameters
from prunecheck.subjects.own_game.watching import WatchingGuide, call_fingerprint


def changes_defaults(seen: WatchingGuide) -> bool:
    """True if the search leaves the default of a parameter changed, such as a memo."""
    lasting: set[str] = set()
    for caller, _, args, kwargs, known in seen.calls:
        if caller < 0:
            lasting |= known.defaults.keys() - kwargs.keys() - set(known.names[: len(args)])
    return any(part.partition(".")[0] in lasting for part in seen.changes.left)


def check_repeatable(program: OwnProgram, before: WatchingGuide, seen: WatchingGuide) -> None:
    """Have the module executed before each run if the start makes another call when it is evaluated again.

    `before` and `seen` are the first runs.
    Raises: PreconditionError if it makes another call even then.
    """
    if before.start == seen.start and _makes_one_call(program, seen):
        return
    program.stateful = True
    if not _makes_one_call(program, seen):
        raise PreconditionError(
            f"the start {program.start!r} makes another call each time that it is evaluated; write one that always "
            "starts from the same position"
        )


def _makes_one_call(program: OwnProgram, seen: WatchingGuide) -> bool:
    """True if two runs start with the call that was seen, and make the same calls after it."""
    found: list[list[Hashable]] = []
    for _ in range(2):
        guide = _AnsweringGuide(seen.leaves[0], program.data)
        program.run(guide)
        found.append(guide.calls)
    return found[0] == found[1] and found[0][0] == seen.start


class _AnsweringGuide:
    """Answers all calls at once, and remembers what they were."""

    def __init__(self, answer: Any, variables: Callable[[], dict[str, Any]]) -> None:
        self.calls: list[Hashable] = []
        self._answer, self._variables = answer, variables

    def call(
        self, name: str, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], known: Parameters
    ) -> Any:
        """Remember a call."""
        self.calls.append(call_fingerprint(name, known.arguments(args, kwargs), self._variables()))
        return self._answer
