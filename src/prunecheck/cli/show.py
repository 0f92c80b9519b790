"""`prunecheck show`: one search of one tree as a picture in SVG."""

from pathlib import Path

import click

from prunecheck.catalog import VARIANTS, Variant, fitting, variant
from prunecheck.cli.arguments import read_tree, read_window
from prunecheck.cli.completion import complete
from prunecheck.cli.help import command
from prunecheck.cli.options import root_option
from prunecheck.report.draw import picture
from prunecheck.trees.examples import TREES
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import FULL
from prunecheck.verify.explain.trace import trace_search

PLAIN, ANY_PLAYERS = "fail_soft", "explicit_stack"  # one search twice; the second has no need that players alternate
SVG = b"<svg"  # how our pictures begin


@command(
    "show",
    examples=[
        ("prunecheck show '[[3, 5], [2, 9]]' -o tree.svg", "draw fail-soft alpha-beta on a tree"),
        ("prunecheck show two-moves --variant f2 --window 0 4", "draw a listed tree as another form searches it"),
    ],
)
@click.argument("tree", metavar="TREE", shell_complete=complete(lambda: TREES, files=True))
@root_option
@click.option(
    "--variant", "name", metavar="NAME", shell_complete=complete(lambda: VARIANTS), help="The form to draw (fail_soft)."
)
@click.option("--window", nargs=2, metavar="ALPHA BETA", help="The window of the search (-inf inf).")
@click.option("-o", "--output", metavar="FILE", help="Write to this file; only another SVG is overwritten.")
def show(*, tree: str, root: str | None, name: str | None, window: tuple[str, str] | None, output: str | None) -> int:
    """Draw what a search does on a tree: which leaves it reads, what it cuts off, and why.

    TREE is JSON, a JSON file, '-' for standard input, or a name that `prunecheck list trees` prints, with at most 400
    nodes. The picture is SVG, on standard output unless -o names a file.
    """
    searched = read_tree(tree, root)
    chosen = _searching(searched, name)
    inside = read_window(*window) if window else FULL
    svg = picture(trace_search(chosen.search, searched, inside, name=chosen.name)).svg
    if output is None or output == "-":
        click.echo(svg, nl=False)
    else:
        _write(svg, output)
    return 0


def _searching(tree: ExplicitTree[Number], name: str | None) -> Variant:
    if name is None:
        return variant(PLAIN if tree.alternates else ANY_PLAYERS)
    return fitting((variant(name),), tree, named=True)[0]


def _write(svg: str, output: str) -> None:
    """Write the file, unless there is one that is no picture, such as the tree's own.

    Raises: UsageError, with the reason, where it cannot be written.
    """
    path = Path(output)
    try:
        if path.is_file():
            with path.open("rb") as there:
                start = there.read(len(SVG))
            if start not in {b"", SVG}:
                raise click.UsageError(f"{output!r} is there already and is no SVG; name another file with -o")
        path.write_text(svg, encoding="ascii")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise click.UsageError(f"cannot write {output!r}: {reason}; name another file with -o") from None
