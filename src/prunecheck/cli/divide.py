"""`prunecheck divide`: the first node of a tree at which a search departs from the truth."""

import click

from prunecheck.catalog import variant
from prunecheck.cli.arguments import fitting, read_tree, read_window
from prunecheck.cli.output import HELD, REFUTED, console
from prunecheck.cli.seconds import Seconds
from prunecheck.cli.verify_subject import quiet
from prunecheck.report.divide_text import division_lines, ended_lines
from prunecheck.subjects.alone import Ended
from prunecheck.subjects.domain import DepthReading
from prunecheck.subjects.wanted import Wanted
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import Window
from prunecheck.verify.divide import Division, Terms, divided
from prunecheck.verify.divide_alone import divided_alone


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
@click.option("--turns", metavar="WORD", help="Who moves after whom in SUBJECT's trees: alternate or any.")
@click.option("--reading", metavar="WORD", help="How SUBJECT's values to a depth are read: strict or witness.")
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
    turns: str | None,
    reading: str | None,
    seconds: float,
) -> int:
    """Walk down TREE to the first node where SUBJECT is wrong and all its children are right.

    SUBJECT is a search of your own, path/file.py:name or module:name, or a variant of the catalogue.
    """
    searched = read_tree(tree, root)
    windows = None if window is None else [read_window(*window)]
    wanted = Wanted(
        subject,
        takes=takes,
        values=values,
        answers=answers,
        returns=returns,
        turns=turns,
        reading=reading,
        seconds=seconds,
    )
    with quiet():
        if ":" in subject:
            found = divided_alone(wanted, searched, windows, depth=depth)
        else:
            found = _variant_divided(wanted, searched, windows, depth)
    shown = console()
    for line in ended_lines(subject, found) if isinstance(found, Ended) else division_lines(subject, found):
        shown.print(line, markup=False, highlight=False, soft_wrap=True)
    return HELD if isinstance(found, Division) and found.departure is None else REFUTED


def _variant_divided(
    wanted: Wanted, tree: ExplicitTree[Number], windows: list[Window[Number]] | None, depth: int | None
) -> Division:
    """The walk of a variant of the catalogue. Raises: UnknownNameError or PreconditionError where there is none."""
    (row,) = fitting((variant(wanted.search),), tree, named=True)
    said = {**dict(wanted.calling), "turns": wanted.turns, "reading": wanted.reading}
    for option in ("takes", "values", "answers", "returns", "turns", "reading"):
        if said.get(option) is not None:
            raise click.UsageError(f"--{option} goes with a search of your own: prunecheck divide path/file.py:name")
    if windows and not row.takes_window:
        raise click.UsageError(f"{wanted.search} takes no window, so --window has no meaning; leave it out")
    terms = Terms(window=row.takes_window, reading=row.depth_reading or DepthReading.STRICT)
    return divided(row.search, tree, windows, depth=depth, terms=terms)
