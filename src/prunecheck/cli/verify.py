"""`prunecheck verify`: claims and known breaks on trial, progress and report."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from prunecheck import catalog
from prunecheck.catalog import Variant
from prunecheck.cli.arguments import files_of, read_calls, read_tree, read_window
from prunecheck.cli.options import click_options, names_given, said_in
from prunecheck.cli.output import console
from prunecheck.cli.progress import shown_progress
from prunecheck.cli.reports import Reports
from prunecheck.cli.verify_subject import STATUS, check_alone, verify_subjects
from prunecheck.config import places, read_config
from prunecheck.contracts.order import CONTRACTS, contract
from prunecheck.report.data import as_json
from prunecheck.report.sheet import sheet_of
from prunecheck.report.text import print_report
from prunecheck.verify.budgets import EXAMPLES, QUICK_EXAMPLES
from prunecheck.verify.catalogue import verify
from prunecheck.verify.options import ARGUMENTS, Use, having, read_options
from prunecheck.verify.plan import Plan

FOR_BOTH = having(Use.CATALOGUE)
ALONE = tuple(name for name in ARGUMENTS if name not in FOR_BOTH)  # go with a search of the user's own


@click.command("verify")
@click.argument("subject", required=False)
@click.option(
    "--variant", "variants", multiple=True, metavar="NAME", help="Only this variant. Repeat it, or use commas."
)
@click.option("--contract", "contracts", multiple=True, metavar="NAME", help="Only claims and breaks of this contract.")
@click_options(FOR_BOTH)
@click.option("--quick", is_flag=True, help="Fewer trees and smaller games.")
@click.option("--tree", metavar="TREE", help="Judge this tree: JSON, a file of it, '-', or a listed name.")
@click.option("--root", type=click.Choice(["MAX", "MIN"], case_sensitive=False), help="Who moves first in nested JSON.")
@click.option("--depth", type=click.IntRange(min=0), metavar="N", help="Cut --tree at this depth.")
@click.option("--window", nargs=2, metavar="ALPHA BETA", help="Judge --tree in this window alone.")
@click.option(
    "--calls", metavar="CALLS", help="Judge these calls on one instance of SUBJECT: JSON, a file of it, or '-'."
)
@click_options(ALONE)
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
    quick: bool,
    tree: str | None,
    root: str | None,
    depth: int | None,
    window: tuple[str, str] | None,
    calls: str | None,
    catalogue: bool,
    as_data: bool,
    junit: str | None,
    markdown: str | None,
    svg: str | None,
    github: bool,
    **options: Any,
) -> int:
    """Verify SUBJECT, a search of your own: path/file.py:name or module:name. What it keeps is found out.

    Without SUBJECT, verify the searches that [tool.prunecheck] of pyproject.toml lists; where it lists none, every
    variant of the catalogue: its claims on drawn trees and on games, and its known breaks.
    """
    reports = Reports(junit, markdown, svg, github)
    reports.check(as_data=as_data, inputs=files_of(subject or "", tree or "", calls or ""))
    rows = [catalog.variant(name) for name in names_given("variant", variants)]
    chosen = tuple({row.name: row for row in rows}.values())
    only = tuple(dict.fromkeys(contract(name).name for name in names_given("contract", contracts)))
    said = said_in(options)
    alone = sorted(said.keys() & set(ALONE))
    if quick and said.setdefault("effort", "quick") != "quick":
        raise click.UsageError(f"--quick and --effort {said['effort']} exclude each other; leave one of them out")
    asked = read_options(said)
    one_tree = None if tree is None else read_tree(tree, root)
    if one_tree is None and (window or root or depth is not None):
        option = "window" if window else "root" if root else "depth"
        raise click.UsageError(f"--{option} goes with --tree: drawn trees bring their own")
    if calls is not None and (subject is None or one_tree is not None):
        if subject is None:
            raise click.UsageError("--calls needs SUBJECT: prunecheck verify path/file.py:name")
        raise click.UsageError("--calls and --tree exclude each other: calls bring their own trees")
    if one_tree is not None and subject is None:
        chosen = catalog.fitting(chosen or tuple(catalog.VARIANTS.values()), one_tree, named=bool(variants))
    plan = Plan(
        variants=chosen,
        contracts=only or tuple(CONTRACTS),
        claims=asked.claims,
        examples=asked.examples or (QUICK_EXAMPLES if quick else EXAMPLES),
        seed=asked.seed,
        quick=quick,
        tree=one_tree,
        depth=depth,
        windows=(read_window(*window),) if window else (),
        calls=() if calls is None else read_calls(calls),
    )
    if subject is not None:
        check_alone(tuple(variants), tuple(contracts), catalogue=catalogue)
        return verify_subjects([replace(asked, search=subject)], plan, reports, as_data=as_data)
    if not (catalogue or variants or contracts or tree):
        listed = [read_options(said, start=each) for each in read_config(Path())]
        if listed:
            reports.check(as_data=as_data, inputs=[name for each in listed for name in files_of(each.search)])
            return verify_subjects(listed, plan, reports, as_data=as_data, places=places(len(listed)))
    if alone:
        raise click.UsageError(f"--{alone[0]} goes with a search of your own: prunecheck verify path/file.py:name")
    plan = replace(plan, variants=plan.variants or tuple(catalog.VARIANTS.values()))
    _check_something_to_do(plan.variants, plan.contracts, plan.claims)
    with shown_progress() as on_progress:
        report = verify(plan, on_progress)
    if as_data:
        click.echo(as_json(report))
    else:
        print_report(console(), report)
    reports.write(sheet_of(report))
    return STATUS[report.status]


def _check_something_to_do(variants: tuple[Variant, ...], contracts: tuple[str, ...], claims: tuple[str, ...]) -> None:
    if not claims and not any(each.contracts.intersection(contracts) for each in variants):
        names = " and ".join(each.name for each in variants)
        raise click.UsageError(
            f"{names} neither claims nor is known to break {' or '.join(contracts)}; put it on trial with --claims"
        )
