"""The tables of theorems and beliefs on the web page, from the package."""

import re
from collections.abc import Iterator
from typing import Final

from benchmarks import generate
from prunecheck.theorems import BELIEFS, THEOREMS

THEOREM: Final = ("theorem", "statement", "conditions", "searches", "source")
BELIEF: Final = ("name", "belief", "smallest counterexample", "what happens there", "what is true")


def theorems() -> str:
    """The table of theorems."""
    return generate.markdown([THEOREM, ["---"] * len(THEOREM), *_theorem_rows()])


def beliefs() -> str:
    """The table of false beliefs."""
    return generate.markdown([BELIEF, ["---"] * len(BELIEF), *_belief_rows()])


def _theorem_rows() -> Iterator[list[str]]:
    for each in THEOREMS.values():
        searches = ", ".join(f"`{name}`" for name in each.searches)
        yield [f"`{each.name}`", prose(each.says), prose(each.condition), searches, prose(each.source)]


def _belief_rows() -> Iterator[list[str]]:
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
