"""Write a page for each form and driver, with the smallest tree on which it differs from alpha-beta, drawn."""

import ast
import heapq
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from doctest import DocTestParser
from functools import cache
from io import StringIO
from itertools import chain, takewhile
from os.path import relpath
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from prunecheck import FULL, INF, ExplicitTree, Number, Window, from_nested, variants
from prunecheck.catalog import VARIANTS, Need, Variant
from prunecheck.catalog.records import Form, Lossy
from prunecheck.contracts.evidence import run
from prunecheck.contracts.order import CONTRACTS
from prunecheck.contracts.value import VALUE_CONTRACTS
from prunecheck.report.draw import picture
from prunecheck.trees.json import shortest_json
from prunecheck.trees.small import filled, shapes, weak_orders
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.values import show
from prunecheck.verify.explain.trace import trace_search

HERE: Final = Path(__file__).parent
PLAIN: Final = "fail_soft"  # the form of alpha-beta that the others are compared with
CODE: Final = {  # the folder of the package, in a clone or elsewhere
    path.stem: path for path in sorted(Path(variants.__path__[0]).glob("*/[!_]*.py"))
}
MOST_LEAVES, MOST_SINGLE_CHILDREN = 3, 3  # limits for the trees that are searched for a difference
SAMPLE: Final = (
    (1, 0),
    (1, 1),
    (2, 0),
    (2, 1),
    (3, 0),
    (3, 1),
)  # (leaves, single children)
SHARED: Final = (  # trees with repeated positions, on which variants with a table differ
    ExplicitTree([(1, 1), ()], [None, 0], [True, False]),
    ExplicitTree([(1, 4), (2, 3), (), (), (2, 3)], [None, None, 3, 1, None], [True, False, True, True, False]),
    ExplicitTree(
        [(1, 8, 8), (2, 2, 5), (3,), (4,), (), (6, 6), (7, 4), (), (5, 5)],
        [None, None, None, None, 1, None, None, 2, None],
        [True, False, True, False, True, True, False, True, False],
    ),
)
SHOWN: Final = re.compile(r"^<!-- code: (.+) -->$", re.MULTILINE)  # a line that is replaced by the code of variants
OF_LOSSY: Final = {  # the description of a lossy variant on its page
    Lossy.REDUCED_TREE: "The value may be wrong for the whole tree; it is the minimax value of the part searched.",
    Lossy.MEASURED_ONLY: "The value may be wrong; its errors are measured. They depend on the window and on the order.",
}
TERMS: Final = ("Viewpoint", "Window", "Requires", "Cost", "Returns", "Raises")

Case: TypeAlias = tuple[ExplicitTree[Number], Window[Number]]


class Seen(NamedTuple):
    """What a call of a search returned, and the leaves it evaluated, in order."""

    found: Number | None
    leaves: tuple[int, ...]


class Difference(NamedTuple):
    """A tree and a window on which a variant differs from plain alpha-beta: in its `leaves` or its `value`."""

    what: str
    tree: ExplicitTree[Number]
    window: Window[Number]


def seen(name: str, tree: ExplicitTree[Number], window: Window[Number]) -> Seen:
    """Call a variant once."""
    done = run(VARIANTS[name].search, tree, window)
    return Seen(done.found, tuple(done.leaves))


@cache
def small(
    leaves: int, single_children: int, *, narrow: bool
) -> tuple[tuple[ExplicitTree[Number], Window[Number]], ...]:
    """All trees of that size with MAX to move, in all finite windows or in the full one.

    There is one tree for each order of values.
    """
    found = []
    for shape in shapes(leaves, single_children=single_children):
        for ranks in weak_orders(leaves + 2 * narrow):
            window: Window[Number] = FULL
            if narrow:
                if ranks[-2] >= ranks[-1]:
                    continue
                window = Window(ranks[-2], ranks[-1])
            found.append((from_nested(filled(shape, iter(ranks))), window))
    return tuple(found)


def by_size(*, narrow: bool) -> Iterator[Case]:
    """Small trees, each with a window, sorted by the number of leaves, then by the number of nodes."""
    for leaves in range(1, MOST_LEAVES + 1):
        sizes = (small(leaves, singles, narrow=narrow) for singles in range(MOST_SINGLE_CHILDREN + 1))
        yield from sorted(chain.from_iterable(sizes), key=size)


def needs_static_values(name: str) -> bool:
    """True if a variant only searches trees with static values."""
    return Need.STATIC_VALUES in VARIANTS[name].needs


@cache
def one_function_with(name: str) -> tuple[str, ...]:
    """The other variants with the same values and the same leaves on every tree of the sample.

    These variants also have the same values and leaves on all witnesses of known breaks, which may be larger.
    """
    if needs_static_values(name):
        return ()  # the trees of the sample have no static values
    others = [other for other in VARIANTS if other != name and not needs_static_values(other)]
    return tuple(other for other in others if signature(other) == signature(name) and not _apart(other, name))


def _apart(name: str, other: str) -> bool:
    """True if a witness of a known break of either variant shows a difference."""
    known = (*VARIANTS[name].breaks, *VARIANTS[other].breaks)
    return any(
        seen(name, known_break.tree, known_break.window) != seen(other, known_break.tree, known_break.window)
        for known_break in known
    )


@cache
def signature(name: str) -> tuple[Seen, ...]:
    """Every value and every evaluated leaf of a variant on the sample."""
    cases = chain.from_iterable(small(*size, narrow=narrow) for size in SAMPLE for narrow in (True, False))
    cases = chain(cases, ((unfolded(tree), FULL) for tree in SHARED))
    return tuple(seen(name, *case) for case in cases)


@cache
def differences(name: str) -> tuple[Difference, ...]:
    """The smallest tree on which the leaves differ from those of plain alpha-beta, and the same for the value.

    MAX is to move and leaves are finite. Leaves are compared in the full window. Values are compared in narrow windows,
    since values outside a window can differ. Drivers may guess a value, and then depend on more than the order of
    values. So the witnesses of known breaks, with their own values, are also tried.
    """
    if name == PLAIN or PLAIN in one_function_with(name):
        return ()
    known = [
        (known_break.tree, known_break.window)
        for known_break in VARIANTS[name].breaks
        if known_break.tree.is_max(known_break.tree.root) and not {INF, -INF} & set(known_break.tree.leaf_values)
    ]
    found = []
    for what, field, narrow in (("leaves", 1, False), ("value", 0, True)):
        if what == "value" and _same_values(name):
            continue
        differing = (
            case for case in _tried(name, known, narrow=narrow) if seen(name, *case)[field] != seen(PLAIN, *case)[field]
        )
        case = _clearest(name, differing)
        if case:
            found.append(Difference(what, *case))
    return tuple(found)


def _same_values(name: str) -> bool:
    """True if a variant returns what plain alpha-beta returns on the whole sample, so that it has no witness."""
    if needs_static_values(name):
        return False
    return all(mine.found == plain.found for mine, plain in zip(signature(name), signature(PLAIN), strict=True))


def _clearest(name: str, differing: Iterator[Case]) -> Case | None:
    """The first case, or one of the same size on which the difference shows in the values that a page lists."""
    first = next(differing, None)
    if first is None:
        return None
    alike = chain([first], takewhile(lambda case: size(case) == size(first), differing))
    return next((case for case in alike if shown(name, *case) != shown(PLAIN, *case)), first)


def shown(name: str, tree: ExplicitTree[Number], window: Window[Number]) -> tuple[Number | None, ...]:
    """What a page lists of a call: the value, and the values of the evaluated leaves, in order."""
    found, leaves = seen(name, tree, window)
    return found, *map(tree.evaluate, leaves)


def _tried(name: str, known: list[Case], *, narrow: bool) -> Iterator[Case]:
    """The candidates for a difference, smallest first; with static values, only known witnesses."""
    if needs_static_values(name):
        yield from sorted((case for case in known if case[0].has_static_values), key=size)
    else:
        apt = sorted((case for case in known if (case[1] == FULL) != narrow), key=size)
        yield from heapq.merge(apt, by_size(narrow=narrow), key=size)


def size(case: Case) -> tuple[int, int]:
    """The size of a case, by which cases are sorted: the number of leaves, then the number of nodes."""
    return len(case[0].leaf_values), len(case[0])


def paragraphs(docstring: str) -> list[str]:
    """The paragraphs of a docstring, each on one line, without its examples."""
    text = docstring.split(">>>", maxsplit=1)[0]
    return [" ".join(paragraph.split()) for paragraph in text.split("\n\n") if paragraph.strip()]


def terms(docstring: str) -> list[tuple[str, str]]:
    """The terms in a function's docstring, each with its name."""
    text = " ".join(paragraphs(docstring)[1:])
    parts = re.split(rf"\b({'|'.join(TERMS)}): ", text)
    return list(zip(parts[1::2], map(str.strip, parts[2::2]), strict=True))


def page(row: Variant) -> str:
    """The page of one variant, in Markdown."""
    return "\n".join([*_head(row), *_code(row), *_contracts(row), *_differs(row), *_by_hand(row)])


def _head(row: Variant) -> Iterator[str]:
    module = ast.parse(CODE[row.name].read_text(encoding="utf-8"))
    idea = paragraphs(ast.get_docstring(module) or "")
    number = f"[{row.source_id}](../sources.md) " if row.source_id else ""
    yield f"# {row.name}\n\n{_sentence(row.title)}\n"
    if row.lossy is not None:
        yield f"**Lossy, {row.lossy.words()}.** {OF_LOSSY[row.lossy]} See [selective searches](../selective.md).\n"
    yield "## Idea\n"
    for paragraph in idea:
        if not paragraph.startswith("Source: "):
            yield f"{paragraph}\n"
    if row.calls:
        other = "form" if isinstance(VARIANTS[row.calls], Form) else "search with a table"
        yield f"It calls a {other}, here [`{row.calls}`]({row.calls}.md). Any other {other} would do.\n"
    for paragraph in idea:
        if paragraph.startswith("Source: "):
            yield f"Source: {number}{paragraph.removeprefix('Source: ').removeprefix(f'{row.source_id}, ')}\n"
    room = CODE[row.name].parent.name.replace("_", "-")
    if room not in ("forms", "drivers"):
        yield f"It is compared with others of its kind, and what they share is shown, on [this page](../{room}.md).\n"


def _code(row: Variant) -> Iterator[str]:
    module = ast.parse(CODE[row.name].read_text(encoding="utf-8"))
    functions = [statement for statement in module.body if isinstance(statement, ast.FunctionDef)]
    yield "## Terms\n"
    for function in functions:
        docstring = ast.get_docstring(function) or ""
        yield f"`{function.name}`: {paragraphs(docstring)[0]}\n"
        for term, text in terms(docstring):
            yield f"- *{term}*: {text}"
        yield ""
    needs = ", ".join(f"*{required.value}*" for required in sorted(row.needs, key=lambda need: need.value))
    yield f"Preconditions: {needs or 'none'}.\n"
    yield "## Code\n"
    place = Path(relpath(CODE[row.name], HERE / "_generated")).as_posix()
    yield from _classes(module, place)
    for function in functions:
        body = function.body[1].lineno - function.lineno + 1  # after the docstring
        yield f"```{{literalinclude}} {place}\n:language: python\n:pyobject: {function.name}\n:lines: 1,{body}-\n```\n"


def _classes(module: ast.Module, place: str) -> Iterator[str]:
    for statement in module.body:
        if isinstance(statement, ast.ClassDef) and not statement.name.startswith("_"):
            yield f"```{{literalinclude}} {place}\n:language: python\n:pyobject: {statement.name}\n```\n"


def code_blocks(name: str) -> Iterator[str]:
    """Blocks for a page in this folder that include each class of a variant, and each function without docstring."""
    module = ast.parse(CODE[name].read_text(encoding="utf-8"))
    yield from _classes(module, Path(relpath(CODE[name], HERE)).as_posix())
    for function in module.body:
        if isinstance(function, ast.FunctionDef):
            body = (function.body[0].end_lineno or 0) - function.lineno + 2  # after the docstring
            yield (
                f"```{{literalinclude}} {Path(relpath(CODE[name], HERE)).as_posix()}\n"
                f":language: python\n:pyobject: {function.name}\n:lines: 1,{body}-\n```\n"
            )


def with_code(text: str) -> str:
    """A page with the code of the variants in place of each comment that names them, a tab for each."""
    return SHOWN.sub(lambda found: _tabs(found[1].split(", ")), text)


def _tabs(names: list[str]) -> str:
    tabs = "".join(f":::{{tab-item}} {name}\n\n{''.join(code_blocks(name))}\n:::\n" for name in names)
    return f"::::{{tab-set}}\n{tabs}::::"


def _contracts(row: Variant) -> Iterator[str]:
    yield "## Contracts\n\n| contract | formula | condition |\n| --- | --- | --- |"
    for claim in row.claims:
        says = CONTRACTS[claim.contract].says
        reduced = row.reduced is not None and CONTRACTS[claim.contract] in VALUE_CONTRACTS
        about = "v is the value of the tree without skipped moves" if reduced else claim.condition or "always"
        yield f"| {claim.contract} | {says} | {about} |"
    yield "\nThe formulas are those of the [contracts](../contracts.md).\n\n## Known breaks\n"
    if not row.breaks:
        yield "None.\n"
        return
    yield "| contract | tree | window | reason |\n| --- | --- | --- | --- |"
    for known_break in row.breaks:
        yield f"| {known_break.contract} | `{known_break.tree}` | {known_break.window} | {known_break.why} |"
    yield "\nEach is the smallest witness, with MAX to move unless the reason says MIN.\n"


def _differs(row: Variant) -> Iterator[str]:
    yield "## Differences from alpha-beta\n"
    twins = one_function_with(row.name)
    if row.name == PLAIN:
        yield "The other pages compare their variant with this one.\n"
    if twins:
        named = ", ".join(f"[`{twin}`]({twin}.md)" for twin in twins)
        yield (
            f"The same function as {named}: as a test shows, they return the same value and evaluate the same leaves, "
            "in order, on every tree of up to three leaves and at most one single child, in every window.\n"
        )
    for difference in differences(row.name):
        full = difference.window == FULL
        inside = "the full window" if full else f"the window {difference.window}"
        yield (
            f"### Other {'leaves' if difference.what == 'leaves' else 'value'}\n\n"
            f"`{difference.tree}` in {inside} is the smallest tree, with MAX to move and finite leaves, on which "
            f"the {'evaluated leaves' if difference.what == 'leaves' else 'values'} differ from those of `{PLAIN}`:\n"
        )
        yield "| search | value | evaluated leaves, in order |\n| --- | --- | --- |"
        for name in (row.name, PLAIN):
            did = seen(name, difference.tree, difference.window)
            leaves = " ".join(show(difference.tree.evaluate(leaf)) for leaf in did.leaves)
            yield f"| [`{name}`]({name}.md) | {'' if did.found is None else show(did.found)} | {leaves} |"
        yield f"\n![{row.name} on {difference.tree} in {difference.window}]({row.name}-{difference.what}.svg)\n"


def _by_hand(row: Variant) -> Iterator[str]:
    known = differences(row.name)
    tree, window = (known[0].tree, known[0].window) if known else (from_nested([[3, 5], [2, 9]]), FULL)
    inside = "" if window == FULL else f" --window {show(window.alpha)} {show(window.beta)}"
    drawn = f"prunecheck show '{shortest_json(tree)}' --variant {row.name}{inside} -o {row.name}.svg"
    yield f"## Try it\n\n```sh\nprunecheck verify --variant {row.name}\n{drawn}\n```"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def tutorial_picture() -> str:
    """The picture that the examples of the tutorial draw."""
    names: dict[str, Any] = {}
    for example in DocTestParser().get_examples((HERE / "tutorial.md").read_text(encoding="utf-8")):
        with redirect_stdout(StringIO()):
            exec(example.source, names)  # noqa: S102  # our own page, which the tests run, too
        if "drawn" in names:
            break
    svg: str = names["drawn"].svg
    return svg


def write_pages(folder: Path) -> None:
    """Write all pages and their pictures into `folder`."""
    files = {"tutorial.svg": tutorial_picture()}
    for row in VARIANTS.values():
        files[f"{row.name}.md"] = page(row) + "\n"
        for difference in differences(row.name):
            drawn = picture(trace_search(row.search, difference.tree, difference.window, name=row.name))
            files[f"{row.name}-{difference.what}.svg"] = drawn.svg
    write_files(folder, files)


def pages_listed() -> str:
    """The table of contents of the pages of variants, in the order of the catalogue."""
    return "\n".join(f"_generated/{name}" for name in VARIANTS)


def write_files(folder: Path, files: dict[str, str]) -> None:
    """Make `folder` contain exactly these files. A file with the right text is not written again."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        if path.name not in files:
            path.unlink()
    for name, text in files.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
