"""The page on theorems lists the lemmas that are tested, and the command prints its names."""

import ast

import msgspec
import pytest

from documents import HOME, names, table
from prunecheck import cli
from prunecheck.theorems import BELIEFS, THEOREMS

FILES = {
    "lemma": ("test_linear_order_theorems.py", "test_linear_order_variations.py"),
    "lemma for lattices": ("test_lattice_theorems.py",),
}
NO_LEMMAS = (
    "test_loops_that_start_at_the_bottom_are_fail_soft",
    "test_search_from_the_right_is_search_from_the_left_on_the_mirrored_tree",
)


def lemmas_of_tests(kind: str) -> set[str]:
    """The lemmas in the names of tests; in these files, later tests are about statements that are not theorems."""
    found: set[str] = set()
    for file in FILES[kind]:
        text = (HOME / "tests" / "variants" / file).read_text(encoding="utf-8").partition("# Not theorems")[0]
        functions = (each.name for each in ast.parse(text).body if isinstance(each, ast.FunctionDef))
        for name in functions:
            if name.startswith("test_") and name not in NO_LEMMAS:
                found |= set(name.removeprefix("test_").split("_and_"))
    return found


@pytest.mark.parametrize("kind", FILES)
def test_each_lemma_is_a_test_and_each_test_is_on_the_page(kind: str) -> None:
    """A test may be about several lemmas."""
    rows = table("docs/theorems.md", kind, "condition")
    assert {name for row in rows for name in names(row[kind])} == lemmas_of_tests(kind)


@pytest.mark.parametrize(("kind", "statements"), [("theorems", THEOREMS), ("beliefs", BELIEFS)])
def test_the_command_lists_every_statement(
    kind: str, statements: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    """The text has each name on a line, and JSON has them as well."""
    assert cli.run(["list", kind]) == 0
    assert [line for line in capsys.readouterr().out.splitlines() if line and line[0] != " "] == list(statements)
    assert cli.run(["list", kind, "--json"]) == 0
    assert [next(iter(row.values())) for row in msgspec.json.decode(capsys.readouterr().out)] == list(statements)
