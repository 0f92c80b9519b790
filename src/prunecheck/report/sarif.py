"""A report as SARIF 2.1.0, which GitHub code scanning and editors read: a result for each violated contract."""

import hashlib
import json
import re
from typing import Any, Final
from urllib.parse import quote

from prunecheck import __version__
from prunecheck.contracts.order import CONTRACTS
from prunecheck.errors import printable
from prunecheck.report.place import place_of
from prunecheck.report.sheet import READS, Row, Sheet

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
HEAD: Final = f'{{"$schema": "{SCHEMA}", "version": "2.1.0", "runs": [{{"tool": {{"driver": {{"name": "prunecheck"'
NO_PRUNING: Final = "the search evaluates no more leaves than alpha-beta needs"


def as_sarif(sheet: Sheet) -> str:
    """The sheet as one line of SARIF.

    A contract that is violated only because a weaker one is violated has no result.
    """
    rows = sheet.refuted
    rules = list(dict.fromkeys(rule_id(row) for row in rows))
    driver = {"name": "prunecheck", "version": __version__, "rules": list(map(_rule, rules))}
    invocation = {
        "executionSuccessful": sheet.status != "interrupted",
        "toolExecutionNotifications": [{"level": "none", "message": _message(line)} for line in sheet.closing],
    }
    results = [_result(row, rules) for row in rows]
    run = {"tool": {"driver": driver}, "invocations": [invocation], "results": results}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}) + "\n"


def rule_id(row: Row) -> str:
    """The contract as the name of a rule, such as `exact`, `pruning` or `known-break-of-clamped`."""
    return re.sub("[^0-9A-Za-z]+", "-", row.contract).strip("-")


def fingerprint(row: Row) -> str:
    """An id for a contract and a search, which stays the same if the code, the line or the witness changes."""
    return hashlib.sha256(f"{row.search}\n{row.contract}".encode("utf-8", "backslashreplace")).hexdigest()[:32]


def text_of(row: Row) -> str:
    """A text that says what is wrong, with the witness below."""
    return "\n".join(map(printable, (row.words, *row.lines)))


def _rule(name: str) -> dict[str, Any]:
    known = CONTRACTS.get(name)
    says = known.says if known else NO_PRUNING if name == READS else name.replace("-", " ")
    more = f" Source: {known.source}." if known else ""
    read_on = f" For more: prunecheck explain {name}" if known else ""
    return {
        "id": name,
        "shortDescription": {"text": f"{name}: {says}"},
        "help": {"text": f"{name}: {says}.{more}{read_on}" if known else f"{name}: {says}."},
        "defaultConfiguration": {"level": _level(name)},
        "properties": {"tags": ["correctness" if name != READS else "performance"], "precision": "very-high"},
    }


def _level(name: str) -> str:
    return "warning" if name == READS else "error"


def _result(row: Row, rules: list[str]) -> dict[str, Any]:
    name = rule_id(row)
    location: dict[str, Any] = {"logicalLocations": [{"fullyQualifiedName": printable(row.search)}]}
    if (place := place_of(row.verdict)) is not None:
        region = {"startLine": place.line}
        location["physicalLocation"] = {"artifactLocation": {"uri": quote(place.file)}, "region": region}
    return {
        "ruleId": name,
        "ruleIndex": rules.index(name),
        "level": _level(name),
        "message": _message(text_of(row)),
        "locations": [location],
        # the key by which GitHub recognises an alert when the code around it has changed
        "partialFingerprints": {"primaryLocationLineHash": f"{fingerprint(row)}:1"},
    }


def _message(text: str) -> dict[str, str]:
    """A message without links: SARIF takes `[words](address)` for a link."""
    return {"text": "\n".join(map(printable, text.replace("](", "] (").split("\n")))}
