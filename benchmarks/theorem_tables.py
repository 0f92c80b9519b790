"""The tables of docs/theorems.md, generated from the theorems and beliefs in the package."""

import re
from collections.abc import Iterator
from typing import Final

from prunecheck.theorems import BELIEFS, THEOREMS

PAGE: Final = "docs/theorems.md"
THEOREM: Final = ("theorem", "statement", "conditions", "searches", "source")
BELIEF: Final = ("name", "belief", "smallest counterexample", "what happens there", "what is true")


def theorem_rows() -> Iterator[list[str]]:
    """A row for each theorem."""
    for each in THEOREMS.values():
        searches = ", ".join(f"`{name}`" for name in each.searches)
        yield [f"`{each.name}`", prose(each.says), prose(each.condition), searches, prose(each.source)]


def belief_rows() -> Iterator[list[str]]:
    """A row for each belief."""
    for each in BELIEFS.values():
        happens = each.statement.objection(each.tree, each.window) or ""
        says, where, instead = map(prose, (each.statement.says, each.where, each.instead))
        yield [f"`{each.name}`", says, where, prose(happens), instead]


def prose(text: str) -> str:
    r"""Text for a table cell: trees as code, and asterisks escaped.

    >>> prose("SSS* on [[0, 1], 2]")
    'SSS\\* on `[[0, 1], 2]`'
    """
    marked = re.sub(r"\[[\[\]\d][\[\]\d, ]*\]", lambda found: f"`{found[0]}`", text)
    return marked.replace("*", r"\*")
