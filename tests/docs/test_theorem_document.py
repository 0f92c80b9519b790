"""The page on theorems shows every lemma that is tested, and the command prints the names of theorems and beliefs."""

import msgspec
import pytest
from benchmarks.theorem_tables import LATTICES, LINEAR_ORDERS
from docs.measured import measured_tables

from documents import HOME, names, tables
from prunecheck import cli
from prunecheck.theorems import BELIEFS, THEOREMS


@pytest.mark.parametrize(
    ("name", "files", "last"),
    [
        ("lemmas", LINEAR_ORDERS, "snd_abtr01_prime_abtr01"),
        ("lattice-lemmas", LATTICES, "ab_sup_ab_negsup"),
    ],
)
def test_each_lemma_is_on_the_page_as_its_test_states_it(name: str, files: tuple[str, ...], last: str) -> None:
    """A test may be about several lemmas; tests of statements that are not theorems come later in their file."""
    (rows,) = tables(measured_tables()[name])
    assert names(rows[-1]["lemma"])[-1] == last
    tests = "".join((HOME / "tests" / "variants" / file).read_text(encoding="utf-8") for file in files)
    for row in rows:
        assert f"def test_{'_and_'.join(names(row['lemma']))}(" in tests
        assert row["what its test checks"].endswith(".")


@pytest.mark.parametrize(("kind", "statements"), [("theorems", THEOREMS), ("beliefs", BELIEFS)])
def test_the_command_lists_every_statement(
    kind: str, statements: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    """The text has each name on a line, and JSON has them as well."""
    assert cli.run(["list", kind]) == 0
    assert [line for line in capsys.readouterr().out.splitlines() if line and line[0] != " "] == list(statements)
    assert cli.run(["list", kind, "--json"]) == 0
    assert [next(iter(row.values())) for row in msgspec.json.decode(capsys.readouterr().out)] == list(statements)
