"""The tables of theorems, beliefs and lemmas on the web page, from the package and from the tests of the lemmas."""

import ast
import re
from collections.abc import Iterator, Sequence
from typing import Final

from benchmarks import generate
from prunecheck.theorems import BELIEFS, THEOREMS

THEOREM: Final = ("theorem", "statement", "conditions", "searches", "source")
BELIEF: Final = ("name", "belief", "smallest counterexample", "what happens there", "what is true")

LEMMA: Final = ("lemma", "what its test checks")
LINEAR_ORDERS: Final = ("test_linear_order_theorems.py", "test_linear_order_variations.py")
LATTICES: Final = ("test_lattice_theorems.py",)
NO_LEMMAS: Final = (
    "test_loops_that_start_at_the_bottom_are_fail_soft",
    "test_search_from_the_right_is_search_from_the_left_on_the_mirrored_tree",
)


def theorems() -> str:
    """The table of theorems."""
    return generate.markdown([THEOREM, ["---"] * len(THEOREM), *_theorem_rows()])


def beliefs() -> str:
    """The table of false beliefs."""
    return generate.markdown([BELIEF, ["---"] * len(BELIEF), *_belief_rows()])


def lemmas(files: Sequence[str]) -> str:
    """The table of the lemmas that these test files check; `_and_` separates several lemmas in the name of a test."""
    rows = []
    for file in files:
        text = (generate.HOME / "tests" / "variants" / file).read_text(encoding="utf-8").partition("# Not theorems")[0]
        for function in ast.parse(text).body:
            if (
                isinstance(function, ast.FunctionDef)
                and function.name.startswith("test_")
                and function.name not in NO_LEMMAS
            ):
                names = function.name.removeprefix("test_").split("_and_")
                rows.append((", ".join(names), (ast.get_docstring(function) or "").replace("*", r"\*")))
    return generate.markdown([LEMMA, ("---",) * len(LEMMA), *rows])


def _theorem_rows() -> Iterator[list[str]]:
    for theorem in THEOREMS.values():
        searches = ", ".join(f"`{name}`" for name in theorem.searches)
        yield [f"`{theorem.name}`", prose(theorem.says), prose(theorem.condition), searches, prose(theorem.source)]


def _belief_rows() -> Iterator[list[str]]:
    for belief in BELIEFS.values():
        happens = belief.statement.objection(belief.tree, belief.window) or ""
        says, where, instead = map(prose, (belief.statement.says, belief.where, belief.instead))
        yield [f"`{belief.name}`", says, where, prose(happens), instead]


def prose(text: str) -> str:
    r"""Text for a table cell: trees as code, and asterisks escaped.

    >>> prose("SSS* on [[0, 1], 2]")
    'SSS\\* on `[[0, 1], 2]`'
    """
    marked = re.sub(r"\[[\[\]\d][\[\]\d, ]*\]", lambda found: f"`{found[0]}`", text)
    return marked.replace("*", r"\*")
