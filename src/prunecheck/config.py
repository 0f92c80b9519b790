"""`[tool.prunecheck]` of a project's `pyproject.toml`: which searches to verify, for what, and for how long."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any, Final

from prunecheck.contracts.order import contract
from prunecheck.errors import PrunecheckError, UnknownNameError
from prunecheck.subjects.wanted import Wanted

FILE: Final = "pyproject.toml"
TABLE: Final = f"{FILE}: tool.prunecheck"


class ConfigError(PrunecheckError):
    """A configuration that cannot be used; the message names the file and the place."""


def read_config(folder: Path) -> tuple[Wanted, ...]:
    """The searches that `pyproject.toml` in `folder` lists; none where it does not, or where there is no such file.

    Raises: ConfigError, or UnknownNameError with the nearest name, for what it cannot mean.
    """
    path = folder / FILE
    if not path.is_file():
        return ()
    try:
        whole = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"{FILE}: {error}") from None
    tool = whole.get("tool", {})
    table = tool.get("prunecheck", {}) if isinstance(tool, dict) else {}
    return wanted_in(table)


def wanted_in(table: Any) -> tuple[Wanted, ...]:
    """The searches that a table `[tool.prunecheck]` lists; what it says for all of them, each may say otherwise.

    >>> wanted_in({"effort": "quick", "subjects": [{"search": "engine.py:search", "claims": ["fishburn"]}]})[0].effort
    'quick'

    Raises: ConfigError, or UnknownNameError with the nearest name, for what it cannot mean.
    """
    entries = dict(_table(table, TABLE))
    listed = entries.pop("subjects", [])
    common = wanted_of(entries, TABLE, fields=FOR_ALL)
    if not isinstance(listed, list):
        raise ConfigError(f"{TABLE}.subjects is {listed!r}, not a list of tables")
    found: list[Wanted] = []
    for nth, each in enumerate(listed):
        here = f"{TABLE}.subjects[{nth}]"
        said = wanted_of(_table(each, here), here, start=common)
        if not said.search:
            raise ConfigError(f'{here} names no search; add search = "path/file.py:name"')
        found.append(said)
    return tuple(found)


def wanted_of(
    entries: Mapping[str, Any], place: str, *, start: Wanted | None = None, fields: Iterable[str] = ()
) -> Wanted:
    """What these entries, which stand in `place`, say of a trial, and for the rest `start`. `fields` may be said.

    Raises: ConfigError, or UnknownNameError with the nearest name, for what it cannot mean.
    """
    allowed = tuple(fields) or tuple(FIELDS)
    read: dict[str, Any] = {}
    for key, value in entries.items():
        if key not in allowed:
            raise UnknownNameError(f"key of {place}", key, [*allowed, *(["subjects"] if place == TABLE else [])])
        read[key] = FIELDS[key](value, f"{place}.{key}")
    said = replace(start or Wanted(), **read)
    try:
        said.declared()
        _ = said.budget, said.depth_reading
    except UnknownNameError as error:
        raise ConfigError(f"{place}: {error}") from None
    return said


def _table(given: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(given, dict):
        raise ConfigError(f"{place} is {given!r}, not a table")
    return given


Reader = Callable[[Any, str], Any]


def _text(value: Any, place: str) -> str:
    if not isinstance(value, str):
        raise ConfigError(f"{place} is {value!r}, not a string")
    return value


def _texts(value: Any, place: str) -> list[str]:
    if not isinstance(value, list | tuple):
        raise ConfigError(f"{place} is {value!r}, not a list of strings")
    return [_text(each, f"{place}[{nth}]") for nth, each in enumerate(value)]


def _claims(value: Any, place: str) -> tuple[str, ...]:
    try:
        return tuple(dict.fromkeys(contract(name).name for name in _texts(value, place)))
    except UnknownNameError as error:
        raise ConfigError(f"{place}: {error}") from None


def _takes(value: Any, place: str) -> str:
    return ",".join(_texts(value, place)) if isinstance(value, list) else _text(value, place)


def _whole(least: int) -> Reader:
    def read(value: Any, place: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ConfigError(f"{place} is {value!r}, not a whole number from {least} on")
        return value

    return read


def _seconds(value: Any, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value) or value <= 0:
        raise ConfigError(f"{place} is {value!r}, not a number of seconds above 0")
    return float(value)


FIELDS: Final[dict[str, Reader]] = {
    "search": _text,
    "claims": _claims,
    "effort": _text,
    "examples": _whole(1),
    "seed": _whole(0),
    "seconds": _seconds,
    "takes": _takes,
    "values": _text,
    "answers": _text,
    "returns": _text,
    "domain": _text,
    "turns": _text,
    "reading": _text,
}
FOR_ALL: Final = ("claims", "effort", "examples", "seed", "seconds")  # may stand above the list, for all of it
