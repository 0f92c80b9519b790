"""`prunecheck show`: draw what searches do on a tree, as text or as a picture."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import click

from prunecheck.catalog import Variant, fitting, variant
from prunecheck.cli.arguments import files_of, names_in, read_tree_to_depth, search_in
from prunecheck.cli.completion import complete
from prunecheck.cli.exit_status import HELD
from prunecheck.cli.help import command
from prunecheck.cli.option_values import Whole, Word
from prunecheck.cli.options import (
    click_options,
    file_option,
    root_option,
    said_in,
    searches_option,
    variants_option,
    window_option,
)
from prunecheck.cli.output import quiet
from prunecheck.cli.pictures import EXTENSIONS, format_for, write_picture
from prunecheck.cli.printing import check_targets
from prunecheck.measure.comparison import ALPHA_BETA, ANY_PLAYERS
from prunecheck.shell import quoted
from prunecheck.trees.examples import TREES
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.unfold import depth_within
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.budgets import MOST_DRAWN_OF_LARGE, MOST_FOLLOWED
from prunecheck.verify.explain.trace import Trace, trace_search
from prunecheck.verify.isolated import follow_search
from prunecheck.verify.options import Use, having, read_options

CALLING: Final = (*having(Use.CONVENTION), "start", "seconds")


@command(
    "show",
    examples=[
        ("prunecheck show '[[3, 5], [2, 9]]' --search engine.py:search", "show the leaves that your search evaluates"),
        ("prunecheck show deep-cutoff --variant fail_soft,f1 -o tree.svg", "draw two published searches side by side"),
    ],
    groups={
        "What to show": ["--search", "--variant", "--window", "--depth", "--root"],
        "Output": ["--output", "--format", "--dark"],
        "How --search is called": [f"--{name}" for name in CALLING],
    },
)
@click.argument("tree", metavar="TREE", shell_complete=complete(lambda: TREES, files=True))
@searches_option("Your search: path/file.py:name, module:name or pipe:COMMAND. Can be repeated.")
@variants_option("Show this published search (default: fail_soft).")
@window_option("The window at the root (default: -inf inf).")
@click.option("--depth", type=Whole(0), metavar="N", help="Search to this depth.")
@root_option
@file_option("-o", "--output", help_text="Write to this file: .svg, .png or .txt.")
@click.option(
    "--format", "form", type=Word(EXTENSIONS), help="Format of the output (default: by extension, otherwise text)."
)
@click.option("--dark", is_flag=True, help="Draw on a dark background.")
@click_options(CALLING)
def show(
    *,
    tree: str,
    searches: Sequence[str],
    variants: Sequence[str],
    window: Window[Number] | None,
    depth: int | None,
    root: str | None,
    output: str | None,
    form: str | None,
    dark: bool,
    **options: Any,
) -> int:
    """Show what searches do on a tree: which leaves they evaluate, what they cut off, and why.

    TREE is JSON, a JSON file, '-' for standard input, or a name that `prunecheck list trees` prints. Several searches
    are shown side by side, or below each other if they are too wide. Only the top of a tree with more than 400 nodes is
    shown.
    """
    if (search := search_in(tree)) is not None:
        raise click.UsageError(
            f"{tree!r} names a search, not a tree; to show the search on a tree, run prunecheck show '[[3, 5], [2, "
            f"9]]' --search {quoted(search)}"
        )
    target = None if output == "-" else output
    form = format_for(form, target)
    if dark and form == "text":
        raise click.UsageError("--dark only applies to pictures; write one with -o FILE.svg, or drop --dark")
    check_targets([target], [name for search in searches or [""] for name in files_of(search, tree)])
    searched = read_tree_to_depth(tree, root, depth)
    inside = FULL if window is None else window
    called = said_in(options)
    if called and not searches:
        raise click.UsageError(f"--{next(iter(called))} needs your search; name it with --search")
    if depth is None:
        depth = _default_depth(searched)
    traces = [*_forms(names_in(variants), searched, inside, depth, alone=not searches)]
    for search in searches:
        with quiet():
            traces.append(follow_search(read_options({"search": search, **called}), searched, inside, depth=depth))
    write_picture(traces, form, target, dark=dark)
    return HELD


def _default_depth(tree: ExplicitTree[Number]) -> int | None:
    """Choose a depth limit for a large tree, so that the drawing stays legible.

    Returns None if the whole tree can be searched and drawn.
    """
    if depth_within(tree, MOST_FOLLOWED) is None or not tree.has_static_values:
        return None
    depth = depth_within(tree, MOST_DRAWN_OF_LARGE)
    click.echo(
        f"The tree has more than {MOST_FOLLOWED:,} nodes, so it is only searched to depth {depth}; see --depth.",
        err=True,
    )
    return depth


def _forms(
    names: Sequence[str], tree: ExplicitTree[Number], window: Window[Number], depth: int | None, *, alone: bool
) -> Iterator[Trace]:
    """Trace searches of the catalogue on a tree.

    If `names` is empty and the picture shows no other search (`alone`), trace plain alpha-beta.

    Raises: UnknownNameError if a name is unknown, PreconditionError if a search of the catalogue cannot search this
    tree.
    """
    chosen: tuple[Variant, ...] = tuple(map(variant, names))
    if not names and alone:
        chosen = (variant(ALPHA_BETA if tree.alternates else ANY_PLAYERS),)
    for row in fitting(chosen, tree, named=True):
        yield trace_search(row.search, tree, window, depth=depth, name=row.name)
