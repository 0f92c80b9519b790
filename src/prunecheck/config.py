"""Read `[tool.prunecheck]` in a project's `pyproject.toml`: which searches to verify, and with which options."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from prunecheck.verify.options import OptionError, Options, Use, having, read_options

FILE: Final = "pyproject.toml"
TABLE: Final = f"{FILE}: tool.prunecheck"
FOR_ALL: Final = having(Use.LIST)  # the options that may stand above the list and apply to all its searches


def read_config(folder: Path) -> tuple[Options, ...]:
    """The searches listed by `pyproject.toml` in `folder`; empty without such a file or list.

    Raises: OptionError, or UnknownNameError with the nearest name, for invalid contents.
    """
    path = folder / FILE
    if not path.is_file():
        return ()
    try:
        whole = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise OptionError(f"{FILE}: {error}") from None
    tool = whole.get("tool", {})
    table = tool.get("prunecheck", {}) if isinstance(tool, dict) else {}
    return options_in(table)


def options_in(table: Any) -> tuple[Options, ...]:
    """The searches listed by a table `[tool.prunecheck]`; options above the list are defaults for each search.

    >>> options_in({"effort": "quick", "subjects": [{"search": "engine.py:search", "claims": ["fishburn"]}]})[0].effort
    'quick'

    Raises: OptionError, or UnknownNameError with the nearest name, for invalid contents.
    """
    entries = dict(_table(table, TABLE))
    if entries and not entries.get("subjects") and entries.keys() <= {*FOR_ALL, "subjects"}:
        raise OptionError(
            f'{TABLE} lists no search; add subjects = [{{ search = "path/file.py:name" }}], or take it out'
        )
    listed = entries.pop("subjects", [])
    common = read_options(entries, TABLE, names=(*FOR_ALL, "subjects"))
    if not isinstance(listed, list):
        raise OptionError(f"{TABLE}.subjects is {listed!r}, not a list of tables")
    found: list[Options] = []
    for here, each in zip(places(len(listed)), listed, strict=True):
        said = read_options(_table(each, here), here, start=common)
        if not said.search:
            raise OptionError(f'{here} names no search; add search = "path/file.py:name"')
        found.append(said)
    return tuple(found)


def places(number: int) -> list[str]:
    """The place of each of `number` listed searches, for messages."""
    return [f"{TABLE}.subjects[{nth}]" for nth in range(number)]


def _table(given: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(given, dict):
        raise OptionError(f"{place} is {given!r}, not a table")
    return given
