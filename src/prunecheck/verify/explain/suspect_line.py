"""Find the source line in the user's file that explains a failure, and lines with mistakes that caused no failure."""

from collections.abc import Callable, Collection
from typing import Final

from prunecheck.errors import sentences
from prunecheck.failures import Failure
from prunecheck.subjects.source.suspects import Topic, starts_from_zero, suspects_in
from prunecheck.subjects.subject import Definition
from prunecheck.trees.protocol import INF, Number
from prunecheck.verify.outcomes import Severity
from prunecheck.verify.records import CodeLine

LOGIC: Final = frozenset({Topic.LOGIC, Topic.WINDOW, Topic.TREE})
OF_INITIAL_VALUES: Final = frozenset({"negative-values", "positive-values", "large-values"})
TOPICS: Final[dict[str, frozenset[Topic]]] = {  # likely cause -> kinds of mistakes in the code that may explain it
    **dict.fromkeys(OF_INITIAL_VALUES, frozenset({Topic.INITIAL})),
    "depth": LOGIC | {Topic.DEPTH, Topic.ROUNDS},
    "other-depth": LOGIC | {Topic.DEPTH, Topic.ROUNDS},
    "entry-depth": frozenset({Topic.TABLE}),
    "table": frozenset({Topic.TABLE}),
    "memory": frozenset({Topic.TABLE}),
    "keys": frozenset({Topic.KEYS}),
    "unmake": frozenset({Topic.UNMAKE}),
    "missed-leaf": LOGIC | {Topic.INITIAL},
    "": LOGIC | {Topic.INITIAL},  # the cause is unknown
    **{cause: frozenset() for cause in ("turns", "side", "illegal-move", "chance")},
}
OTHERWISE: Final = LOGIC
# mistakes that only change the tree of a search on its own game, so that no result shows them
UNSEEN: Final = frozenset({Topic.DEPTH, Topic.TREE})
COUNTS_ROUNDS: Final = frozenset({Topic.ROUNDS})  # the same, but only a mistake if the depth counts plies
# mistakes that make results wrong, but possibly on so few trees that no check fails
RARELY_SEEN: Final = frozenset({Topic.LOGIC, Topic.WINDOW, Topic.RESEARCH, Topic.TABLE})


def line_to_blame(
    place: Definition,
    severity: Severity,
    cause: str = "",
    failure: Failure | None = None,
    *,
    largest: Number = INF,
    executed: Callable[[], Collection[int]] = frozenset,
) -> CodeLine | None:
    """Find the source line that explains why the search whose source is at `place` fails.

    Returns None if no mistake is found, or if several different mistakes are found.

    Several source lines can contain the same mistake, for example one for MAX and one for MIN. `cause` is the name of
    the likely cause, or empty if none is known. `largest` is the largest absolute value in the counterexample; an
    initial best value greater than `largest` cannot be the bug, since it works like infinity. `executed` returns the
    lines that the search executes on the counterexample, if they are known; a mistake in any other line cannot be the
    bug. After a crash, the result is None, since the error message already names a line.
    """
    if severity is Severity.PRUNING:
        topics = frozenset({Topic.PRUNING, Topic.WINDOW})
    elif severity is Severity.WRONG and (failure is None or cause == "unmake"):
        topics = TOPICS.get(cause, OTHERWISE)
    else:
        return None
    found = [suspect for suspect in suspects_in(*place) if suspect.topic in topics and suspect.size <= largest]
    if lines_run := executed() if found else ():
        mistakes = {suspect.says for suspect in found if suspect.line in lines_run}
        found = [suspect for suspect in found if suspect.says in mistakes]
    lines = sorted({suspect.line for suspect in found})
    if len(lines) != 1 and len({suspect.says for suspect in found}) != 1:
        return None
    return CodeLine(place.file, lines[0], sentences(found[0].says, _likewise(lines[1:])))


def cause_and_line(
    place: Definition | None,
    severity: Severity,
    cause: str,
    failure: Failure | None,
    *,
    largest: Number = INF,
    executed: Callable[[], Collection[int]] = frozenset,
) -> tuple[str, CodeLine | None]:
    """The likely cause (changed if the source code shows another one), and the source line with the bug, if found.

    The likely cause "a best value starts at 0" is dropped if a line with a different bug is found, or if no best
    value in the source code starts at 0.
    """
    if place is None:
        return cause, None
    if severity is Severity.WRONG and failure is None and (line := missing_research(place)) is not None:
        return "re-search", line
    line = line_to_blame(place, severity, cause, failure, largest=largest, executed=executed)
    if line is None and severity is Severity.PRUNING:
        line = strict_line(place)
    if line is None and cause in OF_INITIAL_VALUES:
        line = line_to_blame(place, severity, "", failure, largest=largest, executed=executed)
        if line is not None or (cause != "large-values" and not starts_from_zero(*place)):
            cause = ""
    return cause, line


def _likewise(lines: list[int]) -> str:
    """Write a clause that names further lines with the same mistake.

    Returns an empty text if no other line has the mistake.

    >>> _likewise([7, 12])
    'lines 7 and 12 do the same'
    """
    if not lines:
        return ""
    *others, last = map(str, lines)
    return f"lines {', '.join(others)} and {last} do the same" if others else f"line {last} does the same"


def strict_line(place: Definition) -> CodeLine | None:
    """Find the cutoff test that does not cut off at equal bounds (`>` instead of `>=`), if there is exactly one.

    A cutoff test without the equals sign explains why the search evaluates extra leaves. Returns None if another source
    line is wrong.
    """
    found = suspects_in(*place, strict=True)
    explains = {suspect.line for suspect in found if suspect.topic in (Topic.STRICT, Topic.PRUNING)}
    if len(explains) != 1:
        return None
    return next(
        (CodeLine(place.file, suspect.line, suspect.says) for suspect in found if suspect.topic is Topic.STRICT), None
    )


def suspect_lines(place: Definition, topics: frozenset[Topic]) -> list[CodeLine]:
    """Find all source lines that contain a mistake on one of the `topics`, such as missing pruning."""
    return [
        CodeLine(place.file, suspect.line, suspect.says) for suspect in suspects_in(*place) if suspect.topic in topics
    ]


def missing_research(place: Definition) -> CodeLine | None:
    """Find the source line with a null-window search that is not followed by a re-search.

    Returns None if no re-search is missing, or if another source line can be the bug.
    """
    found = [suspect for suspect in suspects_in(*place) if suspect.topic in (LOGIC | {Topic.RESEARCH})]
    lines = [CodeLine(place.file, suspect.line, suspect.says) for suspect in found if suspect.topic is Topic.RESEARCH]
    return lines[0] if len(found) == len(lines) == 1 else None
