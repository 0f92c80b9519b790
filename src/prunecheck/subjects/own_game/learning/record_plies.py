"""Record the tree of calls that a search makes, ply by ply until the time for one recording is over."""

from contextlib import suppress
from typing import Final

from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.hooks.recorder import TooManyCallsError
from prunecheck.subjects.own_game.learning.recording import MOST_CALLS, RUN_SECONDS, Node, RecordedTrees, RecordingGuide
from prunecheck.subjects.own_game.learning.watching import Watched
from prunecheck.trees.protocol import INF

MOST_PLIES: Final = 1_000
RECORD_SECONDS: Final = 0.3  # seconds of computing for one recording; learning makes about 20
TABLE_FACTOR: Final = 5  # this much longer if the search recognises positions
MOST_FURTHER: Final = 3  # number of further plies that are recorded below the first moves
TOO_MANY: Final = f"the starting call makes more than {MOST_CALLS:,} calls within one ply"


def record_plies(watched: Watched, *, only: int | None = None, most_plies: int = MOST_PLIES) -> RecordedTrees:
    """Record the whole tree of calls. If it is too large, record the plies for which there is time.

    Below the first moves of each position, more plies are recorded. With `only`, record just the tree of the top-level
    call with that number. No tree gets more than `most_plies` plies.
    """
    identity = watched.identity

    def recorded(plies: int, further: int = 0) -> RecordedTrees:
        roots: list[Node] = []
        guide = RecordingGuide(
            roots,
            identity=identity if identity.names else None,
            most_plies=plies,
            further=further,
            seconds=INF if plies == 1 and not further else RECORD_SECONDS * (TABLE_FACTOR if identity.across else 1),
            leaf_answers=watched.leaf_answers,
            only=only,
        )
        watched.program.run(guide.call, seconds=RUN_SECONDS)
        cut = any(node.cut for root in roots for node in root.all())
        return RecordedTrees(roots, plies if cut else None, further)

    last: RecordedTrees | None = None
    for plies in range(1, most_plies + 1):
        try:
            last = recorded(plies)
        except TooManyCallsError:
            break
        except Exception:
            if last is None:
                raise
            break
        if last.plies is None:
            return last
    if last is None:
        raise PreconditionError(f"{TOO_MANY}; give a position with fewer moves")
    if most_plies < MOST_PLIES:
        return last
    if identity.across:  # searches with tables need complete plies
        return last
    whole = last.plies or 1
    with suppress(Exception, TooManyCallsError):
        for further in range(1, MOST_FURTHER + 1):
            last = recorded(whole, further)
    return last
