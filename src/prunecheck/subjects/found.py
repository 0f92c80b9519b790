"""A search under test by its name, whatever kind of name it is."""

from typing import Any

from prunecheck.subjects.calling import SECONDS, Watch
from prunecheck.subjects.faces.catalog import FACES
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
    library, such as `easyAI:Negamax`. `declared`, `spare_plies` and `watch` are for Python, as `python_subject` has it.

    Raises: PreconditionError or UnknownNameError where there is no such search, or no way to call it.
    """
    if is_program(text):
        return program_subject(text, seconds=seconds)
    if text in FACES:
        return FACES[text]()
    return python_subject(text, declared=declared, seconds=seconds, spare_plies=spare_plies, watch=watch)
