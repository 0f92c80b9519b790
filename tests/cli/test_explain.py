"""`prunecheck explain`: every topic has a page with text from the documentation."""

import re

import pytest

from documents import DOCUMENTS
from prunecheck import cli
from prunecheck.catalog import VARIANTS
from prunecheck.cli.explain import PAGES, TERMS, topics

Output = pytest.CaptureFixture[str]

ALL = [(kind, name) for kind, names in topics().items() for name in names]


def told(arguments: list[str], capsys: Output) -> str:
    """The output on an ordinary terminal."""
    assert cli.run(["explain", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(("kind", "name"), ALL, ids=[name for _, name in ALL])
def test_every_topic_is_explained(kind: str, name: str, capsys: Output) -> None:
    """The output is the text of its page, without markup for the web."""
    page = told([name], capsys)
    assert name in page
    assert len(page.split()) > (4 if kind == TERMS else 15)
    assert "](" not in page
    assert ")=\n" not in page
    if kind in PAGES:
        fewest, begin = (4, 24) if kind == TERMS else (6, 40)  # definitions are short
        lines = page.replace("`", "").splitlines()
        words = [line for line in lines if len(line.split()) > fewest and line[0].isalpha()]
        text = " ".join(DOCUMENTS[f"docs/{PAGES[kind]}"].split())
        plain = text.replace("`", "").replace("*", "")
        assert any(" ".join(line.split())[:begin] in plain for line in words)


def test_no_line_of_a_table_ends_in_spaces(capsys: Output) -> None:
    """Rich fills up each line of a table to its width."""
    lines = told(["evidence"], capsys).splitlines()
    assert any("depth limit" in line for line in lines)
    assert not any(line.endswith(" ") for line in lines)


def test_a_contract_is_shown_with_the_smallest_tree_that_violates_it(capsys: Output) -> None:
    """The tree is a known break of the catalogue, with an explanation of each leaf."""
    page = told(["visits"], capsys)
    assert "Example: minimax violates visits" in page
    assert "tree    [0, 0]" in page
    assert "unnecessary" in page


def test_an_alias_is_explained_as_its_contract(capsys: Output) -> None:
    """`fail-soft` is an alias of `fishburn`."""
    assert told(["fail-soft"], capsys).startswith("contract: fishburn\n")


@pytest.mark.parametrize(("name", "there"), [("fishburn", True), ("exact", True), ("visits", False)])
def test_the_symbols_of_a_formula_are_explained(name: str, there: bool, capsys: Output) -> None:
    """The page of a contract on the value starts with a formula."""
    assert ("r is the returned value and v the minimax value" in told([name], capsys)) is there


@pytest.mark.parametrize(("name", "page"), [("PASS", "verdict: pass"), ("LOSSY", "verdict: lossy"), ("F2", "form: f2")])
def test_capital_letters_do_not_matter(name: str, page: str, capsys: Output) -> None:
    """The words of a verdict are printed in capitals."""
    assert told([name], capsys).startswith(f"{page}\n")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("visit", "did you mean 'visits'?"),
        ("alphabeta", "it can mean fail_soft, f2 or clamped"),
        ("gobbledygook", "`prunecheck explain` lists all topics"),
    ],
)
def test_an_unknown_topic_is_a_usage_error(name: str, says: str, capsys: Output) -> None:
    """The message has the nearest name, or how to list all names."""
    assert cli.run(["explain", name]) == 2
    assert capsys.readouterr().err.strip() == f"prunecheck: error: unknown topic {name!r}; {says}"


def test_a_form_is_shown_with_its_code(capsys: Output) -> None:
    """The code is the source that is executed; the preconditions are those of the catalogue."""
    page = told(["f2"], capsys)
    assert "def f2(" in page
    assert "violates clamped" in page
    assert all(need.value in " ".join(page.split()) for need in VARIANTS["f2"].needs)


@pytest.mark.parametrize(
    ("name", "functions"),
    [
        ("negascout", ["negascout", "ask"]),
        ("scout", ["scout", "passes_test"]),
        ("mt_sss", ["mt_sss", "mtd_f", "mt", "passes"]),  # `mt_sss` calls `mtd_f`, which calls the others
    ],
)
def test_a_search_is_shown_with_the_functions_that_it_calls(name: str, functions: list[str], capsys: Output) -> None:
    """Each function occurs once, after the function that calls it."""
    assert re.findall(r"^def (\w+)\(", told([name], capsys), re.MULTILINE) == functions


def test_a_search_that_does_not_clamp_is_not_simply_called_fail_hard(capsys: Output) -> None:
    """`fail-hard` is an alias of the contract `clamped`, which principal variation search violates."""
    page = told(["pvs"], capsys)
    assert "returns alpha if it fails low, and the child's value if it fails high\n" in page
    assert "violates clamped" in page


def test_an_example_in_python_is_shown_as_code(capsys: Output) -> None:
    """The code follows the sentence that introduces it."""
    assert "this leaf:\n\n    >>> from prunecheck import FULL, from_nested\n" in re.sub(
        " +\n", "\n", told(["visits"], capsys)
    )


def test_a_name_of_two_kinds_has_a_heading_for_each(capsys: Output) -> None:
    """There is a contract and a form called clamped."""
    headings = [line for line in told(["clamped"], capsys).splitlines() if line.endswith(": clamped")]
    assert headings == ["contract: clamped", "form: clamped"]


def test_without_a_name_all_topics_are_listed(capsys: Output) -> None:
    """Each topic is listed once."""
    page = " ".join(told([], capsys).split())  # a line may end between the words of a name
    assert page == " ".join(f"{kind}: {', '.join(names)}" for kind, names in topics().items())


@pytest.mark.parametrize("words", [["timeout"], ["crash"], ["extra", "leaves"], ["no pruning"], ["repeated", "work"]])
def test_the_first_words_of_a_failure_are_explained(words: list[str], capsys: Output) -> None:
    """Words are joined, so that no quotes are needed."""
    assert told(words, capsys).startswith(f"verdict: {' '.join(words)}\n\n")


@pytest.mark.parametrize(
    ("words", "start"),
    [
        (
            ["transposition", "table"],
            "term: transposition table\n\nA table in which a search stores what it knows",
        ),
        (["Null window"], "term: null window\n\nA window that contains no value, such as (3, 4)"),
        (["counterexample"], "term: counterexample\n\nThe smallest known tree on which a search fails"),
        (["beta"], "term: beta\n\nThe two ends of the window"),
        (["window"], "term: window\n\nThe open interval (alpha, beta)"),
        (["scout"], "term: SCOUT\n\nA search without a window."),
        (["fail", "soft"], "contract: fishburn\n"),
        (["verdict"], "term: verdict\n\nThe result of checking a search: PASS, FAIL"),
        (["full window"], "term: full window\n\nThe open interval (alpha, beta)"),
        (["MIN", "to", "move"], "term: MIN to move\n\nThe player whose turn it is"),
        (["max to move"], "term: MAX to move\n\nThe player whose turn it is"),
        (["seed"], "term: seed\n\nThe number that decides"),
        (["cause"], "term: cause\n\nThe probable reason for a failure"),
        (["claims"], "term: claim\n\nA contract that a search must satisfy"),
        (["likely", "causes"], "term: likely cause\n\nThe probable reason"),
    ],
)
def test_a_word_of_the_field_is_explained_as_in_the_glossary(words: list[str], start: str, capsys: Output) -> None:
    """The definition comes before a form, contract or likely cause of that name.

    A space may stand for a hyphen, and the plural for the singular.
    """
    assert told(words, capsys).startswith(start)


@pytest.mark.parametrize(
    ("name", "heading"),
    [("window", "likely cause: window"), ("leaf", "verdict: leaf"), ("scout", "null windows: scout")],
)
def test_the_other_pages_follow_the_definition(name: str, heading: str, capsys: Output) -> None:
    """A word of the glossary may also be a likely cause, a word of the verdict or a form."""
    assert f"\n\n{heading}\n\n" in told([name], capsys)


def test_a_search_is_explained_by_its_name_in_the_literature(capsys: Output) -> None:
    """The same names are accepted as for `--variant`."""
    assert told(["Principal", "variation", "search"], capsys) == told(["pvs"], capsys)


def test_an_unknown_topic_suggests_the_nearest(capsys: Output) -> None:
    """The error suggests the nearest topic, as for every other kind of name."""
    for typed, meant in (("vists", "visits"), ("sead", "seed")):
        assert cli.run(["explain", typed]) == 2
        assert f"unknown topic {typed!r}; did you mean {meant!r}?" in capsys.readouterr().err


def test_an_alias_with_a_section_of_its_own_is_explained_too(capsys: Output) -> None:
    """`fail-hard` is a word of the glossary and the contract `clamped`, and has other meanings in print."""
    page = " ".join(told(["fail-hard"], capsys).split())
    assert page.startswith("term: fail-hard")
    assert " contract: clamped " in page
    assert "three kinds of search are called fail-hard" in page


@pytest.mark.parametrize(
    ("name", "shown", "left_out"),
    [
        ("side", "`hash`", "see the names"),
        ("clamped", "`two_functions`", "See also"),
        ("transposition table", "the best move", "See searches"),
        ("null window", "on which side", "see null windows"),
    ],
)
def test_code_keeps_its_backticks_and_references_to_web_pages_are_left_out(
    name: str, shown: str, left_out: str, capsys: Output
) -> None:
    """In a terminal, such a reference names a page that the reader cannot open."""
    page = " ".join(told([name], capsys).split())
    assert shown in page
    assert not left_out or left_out not in page
