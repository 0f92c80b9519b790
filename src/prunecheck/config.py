"""`[tool.prunecheck]` of a project's `pyproject.toml`: which searches to verify, for what, and for how long."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from prunecheck.contracts.order import contract
from prunecheck.errors import PreconditionError, UnknownNameError
from prunecheck.subjects.wanted import Wanted

FILE: Final = "pyproject.toml"
TABLE: Final = f"{FILE}: tool.prunecheck"
MOST_SECONDS: Final = 86_400  # for one answer: a day


class ConfigError(PreconditionError):
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
    if entries and not entries.get("subjects") and entries.keys() <= {*FOR_ALL, "subjects"}:
        raise ConfigError(
            f'{TABLE} lists no search; add subjects = [{{ search = "path/file.py:name" }}], or take it out'
        )
    listed = entries.pop("subjects", [])
    common = wanted_of(entries, TABLE, fields=FOR_ALL)
    if not isinstance(listed, list):
        raise ConfigError(f"{TABLE}.subjects is {listed!r}, not a list of tables")
    found: list[Wanted] = []
    for here, each in zip(places(len(listed)), listed, strict=True):
        said = wanted_of(_table(each, here), here, start=common)
        if not said.search:
            raise ConfigError(f'{here} names no search; add search = "path/file.py:name"')
        found.append(said)
    return tuple(found)


def places(number: int) -> list[str]:
    """Where each of so many listed searches stands."""
    return [f"{TABLE}.subjects[{nth}]" for nth in range(number)]


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
    start = start or Wanted()
    said = replace(start, **read, said=start.said | read.keys())
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


def texts(value: Any, place: str) -> list[str]:
    """The strings of a list, which stands in `place`. Raises: ConfigError for what is none."""
    if not isinstance(value, list | tuple):
        raise ConfigError(f"{place} is {value!r}, not a list of strings")
    return [_text(each, f"{place}[{nth}]") for nth, each in enumerate(value)]


def _claims(value: Any, place: str) -> tuple[str, ...]:
    try:
        return tuple(dict.fromkeys(contract(name).name for name in texts(value, place)))
    except UnknownNameError as error:
        raise ConfigError(f"{place}: {error}") from None


def _takes(value: Any, place: str) -> str:
    return ",".join(texts(value, place)) if isinstance(value, list) else _text(value, place)


def _whole(least: int) -> Reader:
    def read(value: Any, place: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ConfigError(f"{place} is {value!r}, not a whole number from {least} on")
        return value

    return read


def seconds_of(value: Any, place: str, *, least: float = 0.0) -> float:
    """The seconds for one answer that `value`, which stands in `place`, says.

    Raises: ConfigError for what is no finite number above 0, from `least` on, and at most a day.
    """
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or value <= 0 or not least <= value <= MOST_SECONDS:  # NaN is not, either
        raise ConfigError(
            f"{place} is {value!r}, not a number of seconds {f'from {least:g} on' if least else 'above 0'}, "
            f"and at most {MOST_SECONDS} (a day)"
        )
    return float(value)


FIELDS: Final[dict[str, Reader]] = {
    "search": _text,
    "claims": _claims,
    "effort": _text,
    "examples": _whole(1),
    "seed": _whole(0),
    "seconds": seconds_of,
    "takes": _takes,
    "values": _text,
    "answers": _text,
    "returns": _text,
    "domain": _text,
    "turns": _text,
    "reading": _text,
}
FOR_ALL: Final = ("claims", "effort", "examples", "seed", "seconds")  # may stand above the list, for all of it
