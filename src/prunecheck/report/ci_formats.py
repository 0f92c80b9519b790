"""Reports for CI services: JUnit XML, GitHub annotations, GitLab Code Quality, SARIF 2.1.0, and Markdown.

GitHub code scanning and editors read SARIF. Markdown is for a workflow summary or a comment. All formats except
Markdown have an entry for each violated contract. The entry for a violated contract refers to the source line of the
likely bug. If the line of the bug is unknown, the entry refers to the line that defines the search.
"""

import ast
import hashlib
import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote
from xml.etree.ElementTree import Element, SubElement, tostring

from prunecheck import __version__
from prunecheck.contracts.order import CONTRACTS
from prunecheck.errors import printable
from prunecheck.report.sheet import READS, ReportRow, Sheet, Standing
from prunecheck.report.subject_text import LOSSY, VERDICTS
from prunecheck.subjects.importing.places import is_file
from prunecheck.subjects.source.project import Module, modules_nearby, origin_of
from prunecheck.subjects.source.syntax import defined_in
from prunecheck.verify.outcomes import Status
from prunecheck.verify.records import Origin, VariantVerdict

UNJUDGED = {Standing.FOLLOWS, Standing.UNDECIDED}
PROBLEMS = {Standing.REFUTED, Standing.ERROR}


def as_junit(sheet: Sheet) -> str:
    """Write the report as JUnit XML in plain ASCII. Notes become output of the test suite, not test cases."""
    cases = sheet.cases
    counts = {
        "tests": str(len(cases)),
        "failures": str(len(sheet.refuted)),
        "errors": str(len(sheet.errors)),
        "skipped": str(sum(row.standing in UNJUDGED for row in cases)),
        "time": f"{sheet.seconds:.3f}",
    }
    root = Element("testsuites", {"name": "prunecheck", **counts})
    suite = SubElement(root, "testsuite", {"name": "prunecheck", **counts})
    for row in cases:
        _add_case(suite, row)
    SubElement(suite, "system-out").text = "\n".join(printable(line) for line in [*sheet.notes, *sheet.closing])
    written: bytes = tostring(root, encoding="us-ascii", xml_declaration=True)
    return written.decode("ascii") + "\n"


def _add_case(suite: Element, row: ReportRow) -> None:
    about = {"classname": printable(row.search), "name": printable(row.contract)}
    if row.standing in PROBLEMS and (place := place_of(row)) is not None:
        about |= {"file": printable(place.file), "line": str(place.line)}
    case = SubElement(suite, "testcase", about)
    if row.depth_rule:
        properties = SubElement(case, "properties")
        SubElement(properties, "property", {"name": "depth rule", "value": row.depth_rule})
    if row.standing is Standing.ERROR:
        SubElement(case, "error", {"message": printable(row.words), "type": "error"})
    elif row.standing is Standing.REFUTED:
        failure = SubElement(case, "failure", {"message": printable(row.words), "type": "fail"})
        failure.text = "\n".join(map(printable, row.lines))
    elif row.standing in UNJUDGED:
        SubElement(case, "skipped", {"message": printable(row.words)})


DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def as_annotations(sheet: Sheet) -> str:
    """The report as GitHub commands: an error for each violated contract, and for each search that was not checked.

    If the check ended without a verdict, the report contains a warning.
    """
    lines = [_annotation(row) for row in (*sheet.refuted, *sheet.errors)]
    if not lines and sheet.status != Status.HELD:
        message = "\n".join(map(printable, sheet.closing))
        lines.append(f"::warning title=prunecheck::{message.translate(DATA)}")
    return "".join(f"{line}\n" for line in lines)


def _annotation(row: ReportRow) -> str:
    about = {"title": f"{row.search} {row.contract}"}
    if (place := place_of(row)) is not None:
        about = {"file": place.file, "line": str(place.line), **about}
    told = ",".join(f"{name}={printable(value).translate(PROPERTY)}" for name, value in about.items())
    return f"::error {told}::{text_of(row).translate(DATA)}"


GITLAB_HEAD: Final = '[{"check_name": "prunecheck '
GITLAB_EMPTY: Final = "[]\n"


def as_gitlab(sheet: Sheet) -> str:
    """Write the report for GitLab Code Quality, as a JSON list on one line.

    If it is unknown which file defines a search, the search's name is used as the location.
    """
    issues = []
    for row in (*sheet.refuted, *sheet.errors):
        place = place_of(row) or Place(row.search)
        issues.append(
            {
                "check_name": f"prunecheck {rule_id(row)}",
                "description": text_of(row),
                "fingerprint": fingerprint(row),
                "severity": "minor" if row.contract == READS else "major",
                "location": {"path": place.file, "lines": {"begin": place.line}},
            }
        )
    return json.dumps(issues) + "\n"


SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
SARIF_HEAD: Final = (
    f'{{"$schema": "{SCHEMA}", "version": "2.1.0", "runs": [{{"tool": {{"driver": {{"name": "prunecheck"'
)
NO_PRUNING: Final = "the search evaluates no more leaves than alpha-beta needs"


def as_sarif(sheet: Sheet) -> str:
    """Write the report as SARIF, on one line.

    If a search violates several contracts, a contract that implies another violated contract is not listed.
    """
    rows = sheet.refuted
    rules = list(dict.fromkeys(rule_id(row) for row in rows))
    driver = {"name": "prunecheck", "version": __version__, "rules": list(map(_rule, rules))}
    invocation = {
        "executionSuccessful": sheet.status not in {Status.INTERRUPTED, Status.ERROR},
        "toolExecutionNotifications": [
            *({"level": "error", "message": _message(f"{row.search}: {row.words}")} for row in sheet.errors),
            *({"level": "none", "message": _message(line)} for line in sheet.closing),
        ],
    }
    results = [_result(row, rules) for row in rows]
    run = {"tool": {"driver": driver}, "invocations": [invocation], "results": results}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}) + "\n"


def rule_id(row: ReportRow) -> str:
    """The SARIF rule id for the contract in a row of the report, such as `exact` or `known-break-of-clamped`."""
    return re.sub("[^0-9A-Za-z]+", "-", row.contract).strip("-")


def fingerprint(row: ReportRow) -> str:
    """An id for a search and a contract. The id stays the same if code, source line or counterexample change."""
    return hashlib.sha256(f"{row.search}\n{row.contract}".encode("utf-8", "backslashreplace")).hexdigest()[:32]


def text_of(row: ReportRow) -> str:
    """Say what is wrong with a search, and add the counterexample."""
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


def _result(row: ReportRow, rules: list[str]) -> dict[str, Any]:
    name = rule_id(row)
    location: dict[str, Any] = {"logicalLocations": [{"fullyQualifiedName": printable(row.search)}]}
    if (place := place_of(row)) is not None:
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
    """Make a SARIF message, with brackets escaped, since SARIF takes `[words](address)` for a link."""
    return {"text": "\n".join(map(printable, text.replace("](", "] (").split("\n")))}


SPECIAL = set("\\`*_{}[]<>()#+!|~&@:.$\"'")
OUTCOMES: Final = {
    Standing.HELD: "PASS",
    Standing.REFUTED: "**FAIL**",
    Standing.FOLLOWS: "FAIL, for the same reason",
    Standing.UNDECIDED: "INCONCLUSIVE",
    Standing.ERROR: "**ERROR**",
}
APART = set("@#")  # GitHub would turn these and the text after them into links
JOINER = "&#8288;"  # an invisible character that is neither a letter nor a digit


def as_markdown(sheet: Sheet) -> str:
    """Write the report as Markdown with a heading.

    Text from a user's search is escaped, so that it is never interpreted as Markdown or HTML.
    """
    lossy = all(row.verdict.lossy is not None for row in sheet.rows)
    word = LOSSY if sheet.status is Status.HELD and sheet.rows and lossy else VERDICTS[sheet.status]
    parts = [f"## prunecheck: {word}", "\n".join(f"{escape(line)}  " for line in sheet.closing)]
    if sheet.cases:
        parts.append(
            "\n".join(["| search | contract | verdict |", "| --- | --- | --- |", *map(_markdown_row, sheet.cases)])
        )
    for row in sheet.refuted:
        if row.lines:
            parts += [f"### {escape(f'{row.search} {row.words}')}", fence_code("\n".join(map(printable, row.lines)))]
    if sheet.notes:
        parts.append("\n".join(f"- {escape(note)}" for note in sheet.notes))
    return "\n\n".join(parts) + "\n"


def _markdown_row(row: ReportRow) -> str:
    holds_if_lossy = row.standing is Standing.HELD and row.verdict.lossy is not None  # not a full pass
    verdict = "holds" if holds_if_lossy else OUTCOMES[row.standing]
    if row.standing in PROBLEMS:
        verdict += f" {escape(row.words)}"
    return f"| {escape(row.search)} | {escape(row.contract)} | {verdict} |"


def escape(text: str) -> str:
    """Return `text` on one line, with character codes for the special characters of Markdown, HTML and GitHub links.

    >>> escape("<b>|*")
    '&#60;b&#62;&#124;&#42;'
    """
    return "".join(_number(character) if character in SPECIAL else character for character in printable(text))


def _number(character: str) -> str:
    return f"&#{ord(character)};{JOINER if character in APART else ''}"


def fence_code(text: str) -> str:
    """Make a Markdown code block of `text`. The fence has more backticks than any run of backticks in the text."""
    longest = max((len(quotes) for quotes in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"


@dataclass(frozen=True, slots=True)
class Place:
    """A place in source code: a file, and a line number counted from 1.

    A file below the current folder has a relative path, with `/` between folders.
    """

    file: str
    line: int = 1


def place_of(row: ReportRow) -> Place | None:
    """The source line of the likely bug or of the crash, if it is known and in a file below the current folder.

    If the line of the bug is unknown or outside the current folder, returns the source line that defines the search.
    """
    if row.at is not None:
        file, line = Path(row.at[0]), row.at[1]
        shown = Path(_shown(file))
        if is_file(file) and not shown.is_absolute() and ".." not in shown.parts:
            return Place(shown.as_posix(), line)
    return definition_of(row.verdict)


def definition_of(verdict: VariantVerdict) -> Place | None:
    """The file and line at which a search is defined.

    Returns None for a search of the catalogue, or if the file is not known.

    For an external program, the place is line 1 of a file that the program's command line names, if this file is in the
    current folder. If the command line names several files, the first text file, such as a script, is chosen.
    """
    if verdict.origin is not Origin.NAMED:
        return None
    owner, _, name = verdict.name.rpartition(":")
    for file in filter(is_file, _candidates(verdict.name, owner)):
        if file.suffix != ".py":
            return Place(_shown(file))
        defining, own = imported_from(file, name)
        return Place(_shown(defining), line_of(defining, own))
    return None


def imported_from(file: Path, name: str) -> tuple[Path, str]:
    """Follow imports of `name` from a Python file.

    Return the project file that defines the object called `name`, and the object's name in this file.

    Nothing is imported. Returns `file` and `name` unchanged if the file itself defines
    the name, or if the imports lead out of the project.
    """
    first, *rest = name.split(".")
    try:
        module = Module("", ast.parse(file.read_bytes()), file.resolve())
        if all(full != first for full, _, _ in defined_in(module.tree)):
            origin, own = origin_of(first, module, list(modules_nearby(file)))
            return (origin, ".".join(filter(None, (own, *rest)))) if origin != module.path else (file, name)
    except (OSError, ValueError, SyntaxError):
        pass
    return file, name


def line_of(file: Path, name: str) -> int:
    """The number of the source line on which a Python file defines `name` or, if not found, the class of `name`.

    Returns 1 if no definition is found.
    """
    try:
        defined = defined_in(ast.parse(file.read_text(encoding="utf-8")))
        lines = {full: node.lineno for full, node, _ in defined}
    except (OSError, ValueError, SyntaxError):
        return 1
    return lines.get(name) or lines.get(name.rpartition(".")[0], 1)


def _candidates(name: str, owner: str) -> Iterator[Path]:
    """Yield files that may define a search: files that `name` mentions, and modules in the current folder or `src`."""
    kind, _, command = name.partition(":")
    if kind == "pipe":
        try:
            words = [Path(word) for word in shlex.split(command)]
        except ValueError:
            return
        below = [path for path in words if is_file(path) and Path.cwd() in path.absolute().parents]
        yield from sorted(below, key=_is_binary)
    elif owner.endswith(".py"):
        yield Path(owner)
    else:
        inner = Path(*owner.split("."))
        for root in (Path(), Path("src")):
            yield from (root / inner.with_suffix(".py"), root / inner / "__init__.py")


def _is_binary(path: Path) -> bool:
    with path.open("rb") as file:
        return b"\0" in file.read(1024)


def _shown(file: Path) -> str:
    here = Path.cwd()
    whole = file if file.is_absolute() else here / file
    return (file if ".." in whole.parts or not whole.is_relative_to(here) else whole.relative_to(here)).as_posix()
