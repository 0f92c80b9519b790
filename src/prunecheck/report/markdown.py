"""A report as Markdown, for a workflow summary or a comment: a table, then each witness."""

import re
from typing import Final

from prunecheck.errors import printable
from prunecheck.report.sheet import ReportRow, Sheet, Standing
from prunecheck.report.subject_text import LOSSY, VERDICTS
from prunecheck.verify.outcomes import Status

SPECIAL = set("\\`*_{}[]<>()#+!|~&@:.$\"'")
OUTCOMES: Final = {
    Standing.HELD: "PASS",
    Standing.REFUTED: "**FAIL**",
    Standing.FOLLOWS: "FAIL, for the same reason",
    Standing.UNDECIDED: "INCONCLUSIVE",
}
APART = set("@#")  # GitHub would turn these and the text after them into links
JOINER = "&#8288;"  # an invisible character that is neither a letter nor a digit


def as_markdown(sheet: Sheet) -> str:
    """The report with a heading. Text that comes from a search is shown literally, never as Markdown or HTML."""
    lossy = all(row.verdict.lossy is not None for row in sheet.rows)
    word = LOSSY if sheet.status is Status.HELD and sheet.rows and lossy else VERDICTS[sheet.status]
    parts = [f"## prunecheck: {word}", "\n".join(f"{escape(line)}  " for line in sheet.closing)]
    if sheet.cases:
        parts.append("\n".join(["| search | contract | verdict |", "| --- | --- | --- |", *map(_line, sheet.cases)]))
    for row in sheet.refuted:
        if row.lines:
            parts += [f"### {escape(f'{row.search} {row.words}')}", fence_code("\n".join(map(printable, row.lines)))]
    if sheet.notes:
        parts.append("\n".join(f"- {escape(note)}" for note in sheet.notes))
    return "\n\n".join(parts) + "\n"


def _line(row: ReportRow) -> str:
    holds_if_lossy = row.standing is Standing.HELD and row.verdict.lossy is not None  # not a full pass
    verdict = "holds" if holds_if_lossy else OUTCOMES[row.standing]
    if row.standing is Standing.REFUTED:
        verdict += f" {escape(row.words)}"
    return f"| {escape(row.search)} | {escape(row.contract)} | {verdict} |"


def escape(text: str) -> str:
    """`text` on one line, with character codes for special characters of Markdown, of HTML and of GitHub links.

    >>> escape("<b>|*")
    '&#60;b&#62;&#124;&#42;'
    """
    return "".join(_number(character) if character in SPECIAL else character for character in printable(text))


def _number(character: str) -> str:
    return f"&#{ord(character)};{JOINER if character in APART else ''}"


def fence_code(text: str) -> str:
    """`text` as a code block, with a fence that is longer than any row of backticks in the text."""
    longest = max((len(quotes) for quotes in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"
