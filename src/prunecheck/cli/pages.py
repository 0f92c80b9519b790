"""Find documentation files that are installed with prunecheck, the sections of a page, and glossary terms."""

import re
from pathlib import Path
from typing import Final

from prunecheck.errors import PreconditionError

PACKAGE: Final = Path(__file__).parent.parent
DOCS: Final = PACKAGE.parents[1] / "docs"  # the folder `docs` in a clone
HEADING: Final = re.compile(r"^#+ (.+)$", re.MULTILINE)
LABEL: Final = re.compile(r"^(?:\([\w-]+\)=\n|<!-- .* -->\n\n?)", re.MULTILINE)
LINK: Final = r"\[[^\]]+\]\([^)\s]+\)"
REFERENCE: Final = re.compile(
    rf"(?:(?<=\.)\s+|^)See\s+(?:also\s+)?{LINK}(?:, and {LINK})?\.|[:;]\s+see\s+{LINK}(?=\.)", re.MULTILINE
)
FENCE: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def file_of_docs(name: str) -> Path:
    """Find the file with the given name in the folder `docs`, such as `examples/alpha_beta.py`.

    Raises: PreconditionError if the file is missing.
    """
    for place in (PACKAGE / "docs" / name, DOCS / name):
        if place.is_file():
            return place
    raise PreconditionError(
        f"docs/{name} is not installed; reinstall prunecheck, or read the file in a clone of the repository"
    )


def section(page: str, name: str) -> str:
    """Find the section with the heading `name` on a page. The heading can also be a list of names with `name` in it.

    Returns an empty text if the page has no section for `name`.

    A section ends at the next heading of any level. Markup that only web pages need is removed.
    """
    text = file_of_docs(page).read_text(encoding="utf-8")
    code = [match.span() for match in FENCE.finditer(text)]
    headings = [heading for heading in HEADING.finditer(text) if not any(a <= heading.start() < b for a, b in code)]
    for nth, heading in enumerate(headings):
        title, _, listed = heading[1].partition(": ")
        if name in (title, *re.split(r", | and ", listed), *re.split(r", | and ", title)):
            end = headings[nth + 1].start() if nth + 1 < len(headings) else len(text)
            return _plain(text[heading.start() : end])
    return ""


def glossary() -> dict[str, str]:
    """All terms of the glossary, each with the definition."""
    _, _, listed = file_of_docs("glossary.md").read_text(encoding="utf-8").partition("{glossary}\n")
    entries = (entry.partition("\n") for entry in listed.partition("\n```")[0].split("\n\n"))
    return {term: " ".join(_plain(text).split()) for terms, _, text in entries for term in terms.split(", ")}


def _plain(text: str) -> str:
    """Remove labels, comments and references to other pages from Markdown, and replace other links by their text."""
    text = LABEL.sub("", text)
    text = REFERENCE.sub("", text)
    return re.sub(r"\[([^\]]+)\]\([^)\s]+\)", r"\1", text).strip()
