"""`prunecheck verify`: claims and known breaks on trial, progress and report."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from prunecheck.catalog import VARIANTS, Variant, variant
from prunecheck.cli.arguments import files_of, fitting, names_in, read_tree, read_window
from prunecheck.cli.output import console
from prunecheck.cli.reports import Reports
from prunecheck.cli.seconds import Seconds
from prunecheck.cli.verify_subject import STATUS, check_alone, verify_subjects
from prunecheck.config import places, read_config
from prunecheck.contracts.order import CONTRACTS, contract
from prunecheck.report.data import as_json, status
from prunecheck.report.sheet import sheet_of
from prunecheck.report.text import print_report
from prunecheck.subjects.wanted import EFFORTS, Wanted
from prunecheck.verify.session import EXAMPLES, QUICK_EXAMPLES, Plan, verify
from prunecheck.verify.session import Progress as At


@click.command("verify")
@click.argument("subject", required=False)
@click.option(
    "--variant", "variants", multiple=True, metavar="NAME", help="Only this variant. Repeat it, or use commas."
)
@click.option("--contract", "contracts", multiple=True, metavar="NAME", help="Only claims and breaks of this contract.")
@click.option("--claims", multiple=True, metavar="NAME", help="Try this contract, whether a variant claims it or not.")
@click.option("--examples", type=click.IntRange(min=1), metavar="N", help="Trees to draw (1000; with --quick 100).")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Seed of the drawn trees (0).")
@click.option("--quick", is_flag=True, help="Fewer trees and smaller games.")
@click.option("--tree", metavar="TREE", help="Judge this tree: JSON, a file of it, '-', or a listed name.")
@click.option("--root", type=click.Choice(["MAX", "MIN"], case_sensitive=False), help="Who moves first in nested JSON.")
@click.option("--depth", type=click.IntRange(min=0), metavar="N", help="Cut --tree at this depth.")
@click.option("--window", nargs=2, metavar="ALPHA BETA", help="Judge --tree in this window alone.")
@click.option("--effort", type=click.Choice(list(EFFORTS)), help="How long SUBJECT is tried.")
@click.option("--takes", metavar="ROLES", help="What SUBJECT takes, in order: node,depth,alpha,beta,maximising.")
@click.option("--values", metavar="EYES", help="In whose eyes positions have values: max or mover.")
@click.option("--answers", metavar="EYES", help="In whose eyes window and answer are: max or mover.")
@click.option("--returns", metavar="WHAT", help="What SUBJECT gives back: value, value-move, move-value or move.")
@click.option("--domain", metavar="WORD", help="The values SUBJECT takes: small, whole (-30000 to 30000) or any.")
@click.option("--turns", metavar="WORD", help="Who moves after whom in SUBJECT's trees: alternate or any.")
@click.option("--reading", metavar="WORD", help="How SUBJECT's values to a depth are read: strict or witness.")
@click.option("--seconds", type=Seconds(), metavar="S", help="Time for one answer of SUBJECT (2).")
@click.option("--catalogue", is_flag=True, help="The catalogue, though pyproject.toml lists searches.")
@click.option("--json", "as_data", is_flag=True, help="Print the report as one line of JSON.")
@click.option("--junit", metavar="FILE", help="Write the report as JUnit XML, too.")
@click.option("--markdown", metavar="FILE", help="Write it as Markdown, too.")
@click.option("--svg", metavar="FILE", help="Draw the first witness, too.")
@click.option("--github", is_flag=True, help="Print annotations for GitHub, too; not with --json.")
def verify_catalogue(
    *,
    subject: str | None,
    variants: Sequence[str],
    contracts: Sequence[str],
    claims: Sequence[str],
    examples: int | None,
    seed: int | None,
    quick: bool,
    tree: str | None,
    root: str | None,
    depth: int | None,
    window: tuple[str, str] | None,
    effort: str | None,
    takes: str | None,
    values: str | None,
    answers: str | None,
    returns: str | None,
    domain: str | None,
    turns: str | None,
    reading: str | None,
    seconds: float | None,
    catalogue: bool,
    as_data: bool,
    junit: str | None,
    markdown: str | None,
    svg: str | None,
    github: bool,
) -> int:
    """Verify SUBJECT, a search of your own: path/file.py:name or module:name. What it keeps is found out.

    Without SUBJECT, verify the searches that [tool.prunecheck] of pyproject.toml lists; where it lists none, every
    variant of the catalogue: its claims on drawn trees and on games, and its known breaks.
    """
    reports = Reports(junit, markdown, svg, github)
    reports.check(as_data=as_data, inputs=files_of(subject or "", tree or ""))
    for option, names in (("variant", variants), ("contract", contracts), ("claims", claims)):
        if names and not names_in(names):
            raise click.UsageError(f"--{option} is {','.join(names)!r}, which names none; name one, or leave it out")
    if quick and effort not in {None, "quick"}:
        raise click.UsageError(f"--quick and --effort {effort} exclude each other; leave one of them out")
    chosen = tuple({row.name: row for row in map(variant, names_in(variants))}.values()) or tuple(VARIANTS.values())
    one_tree = None if tree is None else read_tree(tree, root)
    if one_tree is None and (window or root or depth is not None):
        option = "window" if window else "root" if root else "depth"
        raise click.UsageError(f"--{option} goes with --tree: drawn trees bring their own")
    if one_tree is not None and subject is None:
        chosen = fitting(chosen, one_tree, named=bool(variants))
    plan = Plan(
        variants=chosen,
        contracts=_contracts(contracts) or tuple(CONTRACTS),
        claims=_contracts(claims),
        examples=examples or (QUICK_EXAMPLES if quick else EXAMPLES),
        seed=seed or 0,
        quick=quick,
        tree=one_tree,
        depth=depth,
        windows=(read_window(*window),) if window else (),
    )
    said: dict[str, Any] = {
        "claims": plan.claims or None,
        "effort": effort or ("quick" if quick else None),
        "examples": examples,
        "seed": seed,
        "seconds": seconds,
        "takes": takes,
        "values": values,
        "answers": answers,
        "returns": returns,
        "domain": domain,
        "turns": turns,
        "reading": reading,
    }
    said = {key: value for key, value in said.items() if value is not None}
    if subject is not None:
        check_alone(tuple(variants), tuple(contracts), catalogue=catalogue)
        return verify_subjects([Wanted(subject, **said)], plan, reports, as_data=as_data)
    if not (catalogue or variants or contracts or tree):
        listed = [replace(each, **said) for each in read_config(Path())]
        if listed:
            reports.check(as_data=as_data, inputs=[name for each in listed for name in files_of(each.search)])
            return verify_subjects(listed, plan, reports, as_data=as_data, places=places(len(listed)))
    alone = sorted(said.keys() - {"claims", "examples", "seed"} - ({"effort"} if quick and not effort else set()))
    if alone:
        raise click.UsageError(f"--{alone[0]} goes with a search of your own: prunecheck verify path/file.py:name")
    _check_something_to_do(plan.variants, plan.contracts, plan.claims)
    errors = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        task = progress.add_task("drawing trees", total=plan.examples)

        def show_progress(at: At) -> None:
            rate = f"{at.doing}, {at.calls:,} calls"
            progress.update(task, description=rate, completed=at.done, total=at.total)

        report = verify(plan, show_progress)
    if as_data:
        click.echo(as_json(report))
    else:
        print_report(console(), report)
    reports.write(sheet_of(report))
    return STATUS[status(report)]


def _contracts(given: Sequence[str]) -> tuple[str, ...]:
    """The contracts of these names, each once."""
    return tuple(dict.fromkeys(contract(name).name for name in names_in(given)))


def _check_something_to_do(variants: tuple[Variant, ...], contracts: tuple[str, ...], claims: tuple[str, ...]) -> None:
    if not claims and not any(each.contracts.intersection(contracts) for each in variants):
        names = " and ".join(each.name for each in variants)
        raise click.UsageError(
            f"{names} neither claims nor is known to break {' or '.join(contracts)}; put it on trial with --claims"
        )
