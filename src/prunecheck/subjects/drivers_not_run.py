"""Write a note on methods of a class that call the method that is checked, but that are not run themselves."""

import inspect
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from prunecheck.errors import PreconditionError, as_code
from prunecheck.subjects.find import PythonSubject
from prunecheck.subjects.source.calls import drivers_in_class
from prunecheck.subjects.source.parameters import parameters
from prunecheck.subjects.subject import Subject


def with_driver_note(found: Subject, name: str) -> Subject:
    """Add a note to a subject if `name` is a class whose other methods call the method that prunecheck has chosen.

    Only methods that can be checked on random trees, too, are named.
    """
    search = found.make() if isinstance(found, PythonSubject) else None
    if found.definition is None or not inspect.ismethod(search):
        return found
    kind = type(search.__self__).__qualname__
    if kind != name.rpartition(":")[2]:
        return found
    drivers: list[str] = []
    with suppress(OSError, SyntaxError, UnicodeDecodeError):
        source = Path(found.definition.file).read_text(encoding="utf-8")
        drivers = drivers_in_class(source, kind, search.__name__)
    able = [driver for driver in drivers if _takes_position(getattr(search.__self__, driver))]
    if not able:
        return found
    calls = "calls" if len(able) == 1 else "call"
    note = (
        f"{' and '.join(map(as_code, able))} {calls} `{search.__name__}`, but only `{search.__name__}` was checked; "
        f"check {name}.{able[0]} too"
    )
    return replace(found, assumptions=(*found.assumptions, note))


def _takes_position(method: object) -> bool:
    with suppress(PreconditionError):
        return callable(method) and bool(parameters(method))
    return False
