"""Read `[tool.prunecheck]` in a project's `pyproject.toml`: which searches to verify, and with which options."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from prunecheck.contracts.order import ALIASES, CONTRACTS
from prunecheck.errors import UnknownNameError
from prunecheck.verify.options import (
    MOST_SECONDS,
    OPTIONS,
    Option,
    OptionError,
    Options,
    Use,
    WholeFrom,
    having,
    read_contracts,
    read_list,
    read_options,
    read_seconds,
)

FILE: Final = "pyproject.toml"
TABLE: Final = f"{FILE}: tool.prunecheck"
FOR_ALL: Final = having(Use.LIST)  # options that may also be given above the list, as defaults for all its searches
SEARCH_HELP: Final = "The search: path/file.py:name, module:name, or an external program, pipe:COMMAND."


def read_config(folder: Path) -> tuple[Options, ...]:
    """The searches that `pyproject.toml` in `folder` lists.

    Returns an empty tuple if the file is missing, or lists no searches.
    Raises: OptionError, or UnknownNameError (which suggests the nearest known name), if the contents are invalid.
    """
    path = folder / FILE
    if not path.is_file():
        return ()
    try:
        whole = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise OptionError(f"{FILE}: {getattr(error, 'strerror', None) or error}") from None
    tool = whole.get("tool", {})
    tables = tool if isinstance(tool, dict) else {}
    if "prunecheck" not in tables:
        _check_spelling(whole, tables)
    return options_in(tables.get("prunecheck", {}))


def _check_spelling(whole: Mapping[str, Any], tables: Mapping[str, Any]) -> None:
    """Check that the table `[tool.prunecheck]` in `pyproject.toml` is not misspelt.

    The searches in a misspelt table would not be checked.

    Raises: OptionError or UnknownNameError.
    """
    if "prunecheck" in whole:
        raise OptionError(f"{FILE}: the table is named [prunecheck]; name it [tool.prunecheck]")
    for name in tables:
        mistake = UnknownNameError(f"table of {FILE}: tool", name, ("prunecheck",))
        if mistake.nearest:
            raise mistake


def none_listed(folder: Path) -> str:
    """Say that `pyproject.toml` in `folder` lists no searches, and how to check the user's searches.

    If a folder above `folder` lists searches, the message says to run prunecheck in that folder above.
    """
    above = (path for path in folder.resolve().parents if _is_listing(path))
    place = next(above, None)
    remedy = f"run prunecheck in {place}" if place else "run prunecheck verify path/file.py:name"
    return f"{FILE} lists no searches here, so this run checks prunecheck's own catalogue; for your searches, {remedy}"


def _is_listing(folder: Path) -> bool:
    """True if `pyproject.toml` in `folder` can be read, and lists searches."""
    try:
        return bool(read_config(folder))
    except (OptionError, UnknownNameError):
        return False


def options_in(table: Any) -> tuple[Options, ...]:
    """The searches that the TOML table `[tool.prunecheck]` lists.

    Options in the table itself, outside the list, are defaults for all searches in the list.

    Each entry of the list is the name of a search, or a TOML table with the name and options for this search.

    >>> options_in({"effort": "quick", "subjects": [{"search": "engine.py:search", "claims": ["fishburn"]}]})[0].effort
    'quick'

    Raises: OptionError, or UnknownNameError (which suggests the nearest known name), if the contents are invalid.
    """
    entries = dict(_table(table, TABLE))
    if entries and not entries.get("subjects") and entries.keys() <= {*FOR_ALL, "subjects"}:
        raise OptionError(f'{TABLE} lists no searches; add subjects = ["path/file.py:name"], or remove the table')
    listed = entries.pop("subjects", [])
    common = read_options(entries, TABLE, names=(*FOR_ALL, "subjects"))
    if not isinstance(listed, list):
        raise OptionError(f'{TABLE}.subjects is {listed!r}, not a list; write ["path/file.py:name"]')
    found: list[Options] = []
    for here, item in zip(places(len(listed)), listed, strict=True):
        entry = {"search": item} if isinstance(item, str) else item
        if not isinstance(entry, dict):
            raise OptionError(f"{here} is {entry!r}, neither the name of a search nor a table")
        try:
            said = read_options(entry, here, start=common)
        except UnknownNameError as error:
            if "search" in entry or error.nearest == "search":
                raise
            said = common
        if not said.search:
            raise OptionError(f'{here} names no search; add search = "path/file.py:name"')
        found.append(said)
    return tuple(found)


def config_schema(tool: str = "prunecheck") -> dict[str, Any]:
    """The JSON Schema of the TOML table `[tool.prunecheck]`. The tool `validate-pyproject` calls this function."""
    shapes = {name: _shape(option) for name, option in OPTIONS.items()}
    subject = {"type": "object", "properties": shapes, "required": ["search"], "additionalProperties": False}
    entry = {"anyOf": [{"type": "string", "description": SEARCH_HELP}, subject]}
    subjects = {"type": "array", "items": entry, "description": "The searches to check: names, or tables with options."}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": f"urn:{tool}:config",
        "title": "Settings of prunecheck",
        "type": "object",
        "properties": {**{name: shapes[name] for name in FOR_ALL}, "subjects": subjects},
        "additionalProperties": False,
        "anyOf": [{"maxProperties": 0}, {"required": ["subjects"], "properties": {"subjects": {"minItems": 1}}}],
    }


def pyproject_schema() -> dict[str, Any]:
    """The JSON Schema of a `pyproject.toml`, for editors.

    The schema describes the TOML table `[tool.prunecheck]`, and allows any other content.
    """
    table = config_schema()
    draft = table.pop("$schema")
    tool = {"type": "object", "properties": {"prunecheck": table}}
    return {"$schema": draft, "title": FILE, "type": "object", "properties": {"tool": tool}}


def _shape(option: Option) -> dict[str, Any]:
    """The JSON Schema of the values that an option takes."""
    described = {"description": option.help.replace("SUBJECT", "the search") or SEARCH_HELP}
    text = {"type": "string", "enum": list(option.words)} if option.words else {"type": "string"}
    if option.read is read_list:
        return {"anyOf": [{"type": "array", "items": text}, {"type": "string"}], **described}
    if option.read is read_contracts:
        return {"type": "array", "items": {"enum": [*CONTRACTS, *ALIASES]}, **described}
    if option.read is read_seconds:
        return {"type": "number", "exclusiveMinimum": 0, "maximum": MOST_SECONDS, **described}
    if isinstance(option.read, WholeFrom):
        return {"type": "integer", "minimum": option.read.least, **described}
    return {**text, **described}


def places(number: int) -> list[str]:
    """How error messages refer to each entry in a list of `number` searches, such as `subjects[0]`."""
    return [f"{TABLE}.subjects[{nth}]" for nth in range(number)]


def _table(given: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(given, dict):
        raise OptionError(f"{place} is {given!r}, not a table")
    return given
