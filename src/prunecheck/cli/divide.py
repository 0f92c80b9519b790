"""`prunecheck divide`: the first node of a tree at which a search departs from the truth."""

import click

from prunecheck.catalog import variant
from prunecheck.cli.arguments import fitting, read_tree, read_window
from prunecheck.cli.output import HELD, REFUTED, console
from prunecheck.cli.seconds import Seconds
from prunecheck.cli.verify_subject import quiet
from prunecheck.report.divide_text import division_lines
from prunecheck.subjects.found import find_subject
from prunecheck.subjects.wanted import Wanted
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.search import AnySearch
from prunecheck.verify.divide import divided


@click.command("divide")
@click.argument("subject", metavar="SUBJECT")
@click.option("--tree", required=True, metavar="TREE", help="JSON, a file of it, '-', or a listed name.")
@click.option("--root", type=click.Choice(["MAX", "MIN"], case_sensitive=False), help="Who moves first in nested JSON.")
@click.option("--depth", type=click.IntRange(min=0), metavar="N", help="Search to this depth.")
@click.option("--window", nargs=2, metavar="ALPHA BETA", help="The root's window; left out: the first that is wrong.")
@click.option("--takes", metavar="ROLES", help="What SUBJECT takes, in order: node,depth,alpha,beta,maximising.")
@click.option("--values", metavar="EYES", help="In whose eyes positions have values: max or mover.")
@click.option("--answers", metavar="EYES", help="In whose eyes window and answer are: max or mover.")
@click.option("--returns", metavar="WHAT", help="What SUBJECT gives back: value, value-move, move-value or move.")
@click.option("--seconds", type=Seconds(), default=2.0, metavar="S", help="Time for one answer (2).")
def divide(
    subject: str,
    *,
    tree: str,
    root: str | None,
    depth: int | None,
    window: tuple[str, str] | None,
    takes: str | None,
    values: str | None,
    answers: str | None,
    returns: str | None,
    seconds: float,
) -> int:
    """Walk down TREE to the first node where SUBJECT is wrong and all its children are right.

    SUBJECT is a search of your own, path/file.py:name or module:name, or a variant of the catalogue.
    """
    searched = read_tree(tree, root)
    windows = None if window is None else [read_window(*window)]
    wanted = Wanted(subject, takes=takes, values=values, answers=answers, returns=returns, seconds=seconds)
    with quiet():
        search, takes_window = _search(wanted, searched)
        if windows and not takes_window:
            raise click.UsageError(f"{subject} takes no window, so --window has no meaning; leave it out")
        found = divided(search, searched, windows, depth=depth, takes_window=takes_window)
    shown = console()
    for line in division_lines(subject, found):
        shown.print(line, markup=False, highlight=False, soft_wrap=True)
    return HELD if found.departure is None else REFUTED


def _search(wanted: Wanted, tree: ExplicitTree[Number]) -> tuple[AnySearch, bool]:
    """The search that is meant, and whether it takes a window.

    Raises: PreconditionError or UnknownNameError where there is none, or no way to call it.
    """
    if ":" not in wanted.search:
        (found,) = fitting((variant(wanted.search),), tree, named=True)
        return found.search, found.takes_window
    subject = find_subject(wanted.search, declared=wanted.declared(), seconds=wanted.seconds)
    return subject.search, subject.window
