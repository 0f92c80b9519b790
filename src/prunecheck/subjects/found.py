"""A search under test by its name, whatever kind of name it is."""

import sys
from collections.abc import Callable, Collection
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any

from prunecheck.errors import PreconditionError, PrunecheckError
from prunecheck.subjects.calling import SECONDS, Watch, as_search
from prunecheck.subjects.domain import Domain, Turns
from prunecheck.subjects.faces.catalog import FACES, TAKE_TURNS
from prunecheck.subjects.load import load
from prunecheck.subjects.program_subject import is_program, program_subject
from prunecheck.subjects.subject import Subject, subject_of
from prunecheck.trees.search import AnySearch


def find_subject(
    text: str,
    *,
    declared: dict[str, Any] | None = None,
    seconds: float = SECONDS,
    spare_plies: int = 0,
    watch: Watch | None = None,
    begin: Callable[[str], None] | None = None,
) -> Subject:
    """The search that `text` names.

    That is `path/file.py:name` or `module:name` in Python, `pipe:COMMAND` for a program, or the name of a search of a
    library, such as `easyAI:Negamax`. `declared`, `spare_plies` and `watch` are for Python, as `subject_of` has it, and
    `begin`, as `load` has it; whose `turns` it may be can be declared of any search, and of all but programs the
    `domain`.

    Raises: PreconditionError or UnknownNameError where there is no such search, or no way to call it; PreconditionError
    where something is declared that its kind of name says already, or that it takes trees that it cannot be given.
    """
    said = dict(declared or {})
    turns = said.get("turns")
    if is_program(text):
        _check_declared(text, said, {"turns"})
        return program_subject(text, seconds=seconds, turns=turns)
    if text in FACES:
        _check_declared(text, said, {"turns", "domain"})
        if turns is Turns.ANY and text not in TAKE_TURNS:
            raise PreconditionError(f"{text} is made for players who alternate; leave --turns any out")
        face = FACES[text](seconds=seconds)
        return replace(face, turns=turns or Turns.ALTERNATE, domain=said.get("domain", Domain.WHOLE))
    found = subject_of(load(text, begin), declared=declared, seconds=seconds, spare_plies=spare_plies, watch=watch)
    return replace(found, anew=partial(_anew, text, found.search))


def _anew(text: str, search: Any) -> AnySearch | None:
    """A search found before, called as it is, from its file read again; None where that cannot be done."""
    again = copy(search)
    module = text.rpartition(":")[0]
    before = sys.modules.pop(module, None)  # one that is imported is found, and not read again
    try:
        again.make = load(text).make
    except PrunecheckError:
        return None
    finally:
        if before is not None:
            sys.modules[module] = before
    return as_search(again)


def _check_declared(text: str, said: Collection[str], able: set[str]) -> None:
    others = [each for each in said if each not in able]
    if others:
        raise PreconditionError(f"{text}: it is known how this is called; leave {others[0]!r} out, which is for Python")
