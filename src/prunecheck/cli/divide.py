"""`prunecheck divide`: find a node at which a search is wrong, although it is right at all children of the node."""

from typing import Any

import click

from prunecheck.catalog import fitting, variant
from prunecheck.cli.arguments import read_tree_to_depth
from prunecheck.cli.completion import complete, complete_subject
from prunecheck.cli.exit_status import HELD, REFUTED
from prunecheck.cli.help import command
from prunecheck.cli.option_values import Whole
from prunecheck.cli.options import click_options, root_option, said_in, window_option
from prunecheck.cli.output import console, quiet
from prunecheck.report.divide_text import division_lines, ended_lines
from prunecheck.subjects.sandbox.call_log import EarlyEnd
from prunecheck.trees.examples import TREES
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import Window
from prunecheck.verify.explain.divide import Division, divide_tree
from prunecheck.verify.isolated import divide_search
from prunecheck.verify.options import ARGUMENTS, Options, Use, having, read_options


@command(
    "divide",
    examples=[
        (
            "prunecheck divide engine.py:search --tree '[[3, 5], [2, 9]]'",
            "find the node of a tree at which a search goes wrong",
        ),
        (
            "prunecheck divide engine.py:search --tree game.json --depth 4",
            "find this node in a tree from a file, with depth limit 4",
        ),
    ],
    groups={
        "The call": ["--tree", "--root", "--depth", "--window"],
        "How the search is called": [
            "--seconds",
            "--takes",
            "--values",
            "--answers",
            "--returns",
            "--give",
            "--turns",
            "--depth-rule",
        ],
        "Searches that only play their own game": ["--start", "--game"],
    },
)
@click.argument("subject", metavar="SUBJECT", shell_complete=complete_subject)
@click.option(
    "--tree",
    required=True,
    metavar="TREE",
    shell_complete=complete(lambda: TREES, files=True),
    help="The tree: JSON, a JSON file, '-', or a name from 'prunecheck list trees'.",
)
@root_option
@click.option("--depth", type=Whole(0), metavar="N", help="Search to this depth.")
@window_option("The window at the root (default: the first window in which the search is wrong).")
@click_options(having(Use.DIVIDE))
def divide(
    subject: str, *, tree: str, root: str | None, depth: int | None, window: Window[Number] | None, **options: Any
) -> int:
    """Find the node of a tree at which a search goes wrong.

    The node shown is the first on the way down from the root at which SUBJECT is wrong, although SUBJECT is right at
    all children of the node. SUBJECT is your search, path/file.py:name or module:name, or the name of a search in
    `prunecheck list variants`.
    """
    searched = read_tree_to_depth(tree, root, depth)
    windows = None if window is None else [window]
    wanted = read_options({"search": subject, **said_in(options)})
    with quiet():
        if ":" in subject:
            found = divide_search(wanted, searched, windows, depth=depth)
        else:
            found = _variant_divided(wanted, searched, windows, depth)
    shown = console()
    for line in ended_lines(subject, found) if isinstance(found, EarlyEnd) else division_lines(subject, found):
        shown.print(line, markup=False, highlight=False, soft_wrap=True)
    return HELD if isinstance(found, Division) and found.departure is None else REFUTED


def _variant_divided(
    wanted: Options, tree: ExplicitTree[Number], windows: list[Window[Number]] | None, depth: int | None
) -> Division:
    """Find the node of a tree at which a search of the catalogue goes wrong.

    Raises: UnknownNameError if the catalogue has no search with this name, PreconditionError if the search cannot
    search the tree.
    """
    (row,) = fitting((variant(wanted.search),), tree, named=True)
    if calling := [name for name in ARGUMENTS if name in wanted.said - {"seconds"}]:
        raise click.UsageError(f"--{calling[0]} only applies to your own search: prunecheck divide path/file.py:name")
    return divide_tree(row.search, tree, windows, depth=depth)
