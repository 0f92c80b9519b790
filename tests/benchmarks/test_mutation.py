"""The list of equivalent mutants matches this code, and the document has the list and the figures."""

from collections import Counter
from functools import cache
from importlib.util import find_spec

import pytest
from benchmarks.mutation.chosen import files
from benchmarks.mutation.equivalents import Mutation, enclosing, equivalents, stands
from benchmarks.mutation.figures import committed

from documents import HOME

PACKAGE = HOME / "src" / "prunecheck"
LISTED = equivalents()
EACH = pytest.mark.parametrize("mutation", LISTED, ids=[f"{mutation.file}: {mutation.after}" for mutation in LISTED])
NEEDS_COSMIC_RAY = pytest.mark.skipif(
    find_spec("cosmic_ray") is None, reason="cosmic-ray, which makes the mutants, is not installed"
)


@cache
def source_of(file: str) -> str:
    return (PACKAGE / file).read_text(encoding="utf-8")


@cache
def made_of(file: str) -> frozenset[Mutation]:
    """The mutations that all mutants of a file make; needs cosmic-ray."""
    from benchmarks.mutation.mutants import mutants  # noqa: PLC0415

    return frozenset(mutant.mutation for mutant in mutants(file, source_of(file))[0])


@EACH
def test_a_listed_line_is_in_its_function(mutation: Mutation) -> None:
    """If the code changes, the entry must be removed, and the mutants of the new line judged."""
    assert stands(mutation, source_of(mutation.file))
    assert mutation.before != mutation.after


@NEEDS_COSMIC_RAY
@EACH
def test_a_listed_mutant_is_generated(mutation: Mutation) -> None:
    """The operators produce the text of each listed mutant. An entry with any other text would be useless."""
    assert mutation in made_of(mutation.file)


@NEEDS_COSMIC_RAY
def test_a_mutation_is_made_at_each_place_and_none_in_an_annotation() -> None:
    """The mutations are cosmic-ray's comparisons, and our changes of names and statements.

    Each mutated file compiles.
    """
    from benchmarks.mutation.mutants import mutants  # noqa: PLC0415

    source = (
        "def f(alpha: int | None, beta: int, /) -> int:\n    if alpha >= beta:\n        return beta\n    return alpha\n"
    )
    found, left_out = mutants("f.py", source)
    mutations = {(mutant.mutation.before, mutant.mutation.after) for mutant in found}
    assert {
        ("if alpha >= beta:", "if alpha > beta:"),
        ("if alpha >= beta:", "if not alpha >= beta:"),
        ("if alpha >= beta:", "if beta >= beta:"),
        ("return beta", "return alpha"),
        ("return alpha", "pass"),
    } <= mutations
    assert all(before != "def f(alpha: int | None, beta: int, /) -> int:" for before, _ in mutations)
    assert left_out > 0


def test_every_reason_is_a_sentence() -> None:
    """A reason begins and ends like a sentence, and has several words."""
    for reason in LISTED.values():
        assert reason.endswith(".")
        assert len(reason.split()) > 5


def test_the_figures_are_for_the_mutated_files_and_the_listed_survivors() -> None:
    """A new form needs figures, and every survivor in a file needs a reason."""
    rows = committed()
    assert {row.file for row in rows} <= set(files(PACKAGE))
    assert {row.file: row.survived for row in rows if row.survived} == Counter(mutation.file for mutation in LISTED)


def test_a_line_is_found_by_its_function_not_by_its_number() -> None:
    """A line that moves within the function is still found.

    A changed line, or a line in another function, is not found.
    """
    source = "def f(x):\n    if x > 0:\n        return x\n    return 0\n"
    mutation = Mutation("f.py", "f", "if x > 0:", "if x >= 0:")
    assert stands(mutation, source)
    assert stands(mutation, f"# above\n\n{source}")
    assert not stands(mutation, source.replace("def f", "def g"))
    assert not stands(mutation, source.replace("> 0", "> 1"))
    assert not stands(mutation._replace(nth=2), source)


def test_the_function_of_a_line_has_its_qualified_name() -> None:
    """The name of a method begins with its class, and the name of an inner function with the outer function.

    A line outside of all functions has no name.
    """
    source = "x = 1\nclass C:\n    def m(self):\n        def inner():\n            pass\n        return inner\n"
    assert [enclosing(source, line)[0] for line in (1, 2, 3, 5, 6)] == ["", "C", "C.m", "C.m.inner", "C.m"]
