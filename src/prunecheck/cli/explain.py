"""`prunecheck explain`: explain a contract, a likely cause, a published search, a theorem or a word."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from inspect import getclosurevars, getsource
from pkgutil import walk_packages
from textwrap import dedent, indent
from types import FunctionType
from typing import Final

import click
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from prunecheck import variants
from prunecheck.catalog import FAMILIES, VARIANTS, Variant, family
from prunecheck.catalog.families import meanings_of
from prunecheck.cli.completion import complete
from prunecheck.cli.exit_status import HELD
from prunecheck.cli.help import command
from prunecheck.cli.listing import WIDEST, belief_rows, print_statements, theorem_rows
from prunecheck.cli.output import console
from prunecheck.cli.pages import FENCE, glossary, section
from prunecheck.contracts.order import ALIASES, CONTRACTS, contract
from prunecheck.contracts.value import VALUE_CONTRACTS
from prunecheck.contracts.visits import LAWS
from prunecheck.errors import PrunecheckError, UnknownNameError, plain_name
from prunecheck.report.witness_text import witness_lines
from prunecheck.trees.search import AnySearch
from prunecheck.verify.catalogue import replay
from prunecheck.verify.explain.likely_causes import LIKELY_CAUSES

WORDS: Final = (
    "pass",
    "fail",
    "inconclusive",
    "interrupted",
    "lossy",
    "error",
    "wrong",
    "pruning",
    "note",
    "fact",
    "timeout",
    "crash",
    "extra leaves",
    "no pruning",
    "repeated work",
    "proved",
    "checked",
    "wrong value",
    "wrong move",
    "tree",
    "leaf",
    "unnecessary",
    "missed",
    "rerun",
    "evidence",
    "values",
    "move",
    "sequences",
    "depth limit",
)
CODE: Final = re.compile(r"(?<!`)`([^`]+)`(?!`)")  # code inside a sentence
FEWEST: Final = 3  # nodes of an example tree
STATEMENTS: Final = {"theorems": theorem_rows, "false beliefs": belief_rows}
ONE_OF: Final = {"forms": "form", "drivers": "driver"}
SYMBOLS: Final = "r is the returned value and v the minimax value, both for MAX; (alpha, beta) is the window"
TERMS: Final = "terms"
PAGES: Final = {
    "contracts": "contracts.md",
    "likely causes": "causes.md",
    "verdicts": "verification.md",
    TERMS: "glossary.md",
}


def topics() -> dict[str, tuple[str, ...]]:
    """All names that `prunecheck explain` can explain, grouped by kind.

    A glossary term that is also, for example, the name of a contract is listed only once, as a contract.
    """
    found = {
        "likely causes": tuple(LIKELY_CAUSES),
        "contracts": tuple(CONTRACTS),
        "verdicts": WORDS,
        **{kind: tuple(row.name for row in rows) for kind, rows in FAMILIES.items()},
        **{kind: tuple(next(iter(row.values())) for row in rows()) for kind, rows in STATEMENTS.items()},
    }
    known = {plain_name(name) for names in (*found.values(), ALIASES) for name in names}
    return found | {TERMS: tuple(term for term in glossary() if plain_name(term) not in known)}


@command(
    "explain",
    examples=[
        ("prunecheck explain", "list what can be explained"),
        ("prunecheck explain visits", "explain a contract, and show a search that violates it"),
        ("prunecheck explain table", "explain what to look for in a transposition table"),
    ],
)
@click.argument(
    "words",
    metavar="[NAME]",
    nargs=-1,
    shell_complete=complete(lambda: [n for names in topics().values() for n in names]),
)
def explain(words: Sequence[str]) -> int:
    """Explain a word that a report uses: a contract, a likely cause, a search, a theorem, a glossary term."""
    shown = console()
    name = " ".join(words)
    if not words:
        for kind, names in topics().items():
            shown.print(Text(f"{kind}: ", "bold").append(", ".join(names), "not bold"))
        return HELD
    found = next(filter(None, map(_pages, _spellings(name))), [])
    if not found:
        known, meanings = [topic for names in topics().values() for topic in names], meanings_of(name)
        error = UnknownNameError("topic", name, known, meanings=meanings)
        raise (
            error
            if error.nearest or meanings
            else PrunecheckError(f"unknown topic {name!r}; `prunecheck explain` lists all topics")
        )
    for nth, page in enumerate(found):
        if nth:
            shown.print()
        page(shown)
    return HELD


def _spellings(name: str) -> Iterator[str]:
    """Yield a name as typed, in the spelling of a topic, and with hyphens; then yield its singular in the same ways.

    At last, yield the name of the published search that has this name in the literature, if any.
    """
    known = {plain_name(topic): topic for names in topics().values() for topic in names}
    for one in (name, name.removesuffix("s")):
        yield one
        yield known.get(plain_name(one), one)
        yield plain_name(one).replace(" ", "-")
    if len(meanings := meanings_of(name)) == 1:
        yield meanings[0]


def _pages(name: str) -> list[Callable[[Console], None]]:
    """Find the functions that print the pages about a name, in the order of printing.

    The glossary definition comes first. If the name is an alias of a contract, the page on the contract comes last.
    """
    known = topics()
    by_kind = sorted(known.items(), key=lambda topic: name not in topic[1])
    pages = [page for kind, names in by_kind if (page := _page(kind, name, names)) is not None]
    terms = (term for term in glossary() if plain_name(term) == plain_name(name) and term not in known[TERMS])
    return [*(partial(_term, name=term) for term in terms), *pages]


def _page(kind: str, name: str, names: tuple[str, ...]) -> Callable[[Console], None] | None:
    if kind == "contracts":
        try:
            name = contract(name).name
        except UnknownNameError:
            return None
        return lambda shown: _contract(shown, name)
    if name not in names:
        return None
    if kind in FAMILIES:
        return lambda shown: _variant(shown, VARIANTS[name])
    if kind == TERMS:
        return lambda shown: _term(shown, name)
    if kind in STATEMENTS:
        rows = [row for row in STATEMENTS[kind]() if name in row.values()]
        return lambda shown: print_statements(shown, rows)
    return lambda shown: _topic(shown, kind, name)


def _topic(shown: Console, kind: str, name: str) -> None:
    _heading(shown, kind, name)
    _section(shown, kind, name)


def _term(shown: Console, name: str) -> None:
    _heading(shown, TERMS, name)
    _prose(shown, glossary()[name])


def _heading(shown: Console, kind: str, name: str) -> None:
    shown.print(Text(f"{kind.removesuffix('s')}: {name}", "bold"))
    shown.print()


def _section(shown: Console, kind: str, name: str) -> None:
    """Print the section of a documentation page that is about a topic."""
    _, _, text = section(PAGES[kind], name).partition("\n")
    at = 0
    for code in FENCE.finditer(text):
        _prose(shown, text[at : code.start()])
        _code(shown, indent(dedent("\n".join(code[0].splitlines()[1:-1])).rstrip(), "    "))
        shown.print()
        at = code.end()
    _prose(shown, text[at:])


def _prose(shown: Console, text: str) -> None:
    """Print a text from the documentation. Backticks around code are kept.

    If the output is not a terminal, remove the spaces that pad the lines of tables.
    """
    text = CODE.sub(r"`` `\1` ``", text)
    if text.strip():
        with shown.capture() as taken:
            shown.print(Markdown(text.strip(), hyperlinks=False), width=min(shown.width, WIDEST))
        shown.out("\n".join(line.rstrip() for line in taken.get().splitlines()), highlight=False)
        shown.print()


def _code(shown: Console, code: str) -> None:
    """Print source code without colours, since no colour theme suits both light and dark terminals."""
    shown.print(Text(code), soft_wrap=True)


def _contract(shown: Console, name: str) -> None:
    """Print the section about a contract, and the smallest tree on which a search of the catalogue violates it."""
    found = contract(name)
    _heading(shown, "contracts", name)
    shown.print(Text(f"{name}: {found.says}"))
    if found in VALUE_CONTRACTS:
        shown.print(Text(SYMBOLS))
    shown.print(Text(f"Source: {found.source}"))
    shown.print()
    for called in (name, *found.aliases):
        _section(shown, "contracts", called)
    for line in _example(name):
        shown.print(Text(line))


def _example(name: str) -> Iterator[str]:
    known = [
        (known_break, row) for row in VARIANTS.values() for known_break in row.breaks if known_break.contract == name
    ]
    if known:
        broken, row = min(known, key=lambda pair: (len(pair[0].tree) < FEWEST, len(pair[0].tree)))
        yield f"Example: {row.name} violates {name}: {broken.why}"
        yield from (f"  {line}" for line in witness_lines(replay(row.search, broken).witness, leaves=name in LAWS))


def _variant(shown: Console, row: Variant) -> None:
    """Print the source, claims and code of a catalogue search, and small trees on which it violates other contracts."""
    kind = "lossy search" if row.lossy else ONE_OF.get(family(row.name), family(row.name))
    shown.print(Text(f"{kind}: {row.name}", "bold"))
    shown.print()
    shown.print(Text(row.title))
    shown.print(Text(f"Source: {row.source}" + (f" (source {row.source_id})" if row.source_id else "")))
    if row.lossy is not None:
        shown.print(Text(f"lossy: the value may be wrong; {row.lossy.words()}"))
    values = {contract.name for contract in VALUE_CONTRACTS} if row.reduced else set()
    for words, there in (("satisfies, on the tree without skipped moves", True), ("satisfies", False)):
        claims = [
            claim.contract + (f" (if {claim.condition})" if claim.condition else "")
            for claim in row.claims
            if (claim.contract in values) == there
        ]
        if claims:
            shown.print(Text(f"{words}: {', '.join(claims)}"))
    if row.needs:
        shown.print(Text(f"needs: {', '.join(sorted(need.value for need in row.needs))}"))
    shown.print()
    if (algorithm := _named(row.name, row.search)) is not None:
        _code(shown, "\n\n".join(map(getsource, _with_helpers(algorithm))))
    else:
        _code(shown, _source_of(row.name))
    for known_break in row.breaks:
        shown.print(
            Text(f"violates {known_break.contract} on {known_break.tree} in {known_break.window}: {known_break.why}")
        )


def _with_helpers(algorithm: FunctionType) -> list[FunctionType]:
    """List a function of a published search, followed by all functions that it calls, directly or indirectly."""
    found = [algorithm]
    for function in found:  # the list grows
        called = getclosurevars(function).globals.values()
        ours = (one for one in called if isinstance(one, FunctionType) and one.__module__.startswith(variants.__name__))
        found += [one for one in dict.fromkeys(ours) if one not in found]
    return found


def _source_of(name: str) -> str:
    """The source code of a catalogue search with several functions: the whole file that has the search's name.

    Returns an empty text if no file has the search's name.
    """
    for package in walk_packages(variants.__path__, f"{variants.__name__}."):
        if package.name.rpartition(".")[2] == name:
            return getsource(import_module(package.name)).rstrip()
    return ""


def _named(name: str, search: AnySearch) -> FunctionType | None:
    """Find the function with the name `name` inside a search, under wrappers that convert values or check the depth.

    Returns None if there is no function with the name `name` inside the search.
    """
    if isinstance(search, partial):
        return _named(name, search.func)
    if not isinstance(search, FunctionType) or search.__name__ == name:
        return search if isinstance(search, FunctionType) else None
    around = getclosurevars(search)
    inner = [*around.nonlocals.values(), *(value for key, value in around.globals.items() if key == name)]
    return next((found for value in inner if (found := _named(name, value)) is not None), None)
