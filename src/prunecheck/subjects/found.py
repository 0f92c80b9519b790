"""A search under test by its name, whatever kind of name it is."""

from dataclasses import replace
from typing import Any

from prunecheck.errors import PreconditionError
from prunecheck.subjects.calling import SECONDS, Watch
from prunecheck.subjects.domain import Turns
from prunecheck.subjects.faces.catalog import FACES, TAKE_TURNS
from prunecheck.subjects.program_subject import is_program, program_subject
from prunecheck.subjects.subject import Subject, python_subject


def find_subject(
    text: str,
    *,
    declared: dict[str, Any] | None = None,
    seconds: float = SECONDS,
    spare_plies: int = 0,
    watch: Watch | None = None,
) -> Subject:
    """The search that `text` names.

    That is `path/file.py:name` or `module:name` in Python, `pipe:COMMAND` for a program, or the name of a search of a
    library, such as `easyAI:Negamax`. `declared`, `spare_plies` and `watch` are for Python, as `python_subject` has it;
    whose `turns` it may be can be declared of any search.

    Raises: PreconditionError or UnknownNameError where there is no such search, or no way to call it; PreconditionError
    where it is declared to take trees that it cannot be given.
    """
    turns = (declared or {}).get("turns")
    if is_program(text):
        return program_subject(text, seconds=seconds, turns=turns)
    if text in FACES:
        if turns is Turns.ANY and text not in TAKE_TURNS:
            raise PreconditionError(f"{text} is made for players who alternate; leave --turns any out")
        return replace(FACES[text](), turns=turns or Turns.ALTERNATE)
    return python_subject(text, declared=declared, seconds=seconds, spare_plies=spare_plies, watch=watch)
