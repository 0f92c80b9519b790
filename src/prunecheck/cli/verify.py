"""`prunecheck verify`: check the user's searches, or the published searches in prunecheck's catalogue."""

from collections.abc import Collection, Sequence
from dataclasses import fields, replace
from math import ceil
from pathlib import Path
from typing import Any, TypeVar

import click

from prunecheck import catalog
from prunecheck.cli.arguments import files_of
from prunecheck.cli.call_options import CallOptions
from prunecheck.cli.completion import complete, complete_file, complete_subject
from prunecheck.cli.help import command
from prunecheck.cli.option_values import Whole
from prunecheck.cli.options import (
    click_options,
    file_option,
    names_given,
    root_option,
    said_in,
    variants_option,
    window_option,
)
from prunecheck.cli.output import console, say
from prunecheck.cli.reports import Reports
from prunecheck.cli.verify_subject import STATUS, Detail, Manner, refuse_catalogue_options, verify_subjects
from prunecheck.cli.verify_variants import verify_variants
from prunecheck.config import none_listed, places, read_config
from prunecheck.contracts.order import CONTRACTS, contract
from prunecheck.report.catalogue_text import print_report
from prunecheck.report.data import as_json
from prunecheck.report.sheet import sheet_of
from prunecheck.trees.examples import TREES
from prunecheck.verify.budgets import EXAMPLES, QUICK_EXAMPLES, SHARING
from prunecheck.verify.options import ARGUMENTS, Options, Use, having, read_options
from prunecheck.verify.phases.small_trees import check_claims, decidable
from prunecheck.verify.plan import Plan

T = TypeVar("T", Detail, Reports, Manner, CallOptions)
FOR_BOTH = having(Use.CATALOGUE)
FOR_SUBJECT = tuple(name for name in ARGUMENTS if name not in FOR_BOTH)  # options that only apply to a user's search


@command(
    "verify",
    examples=[
        ("prunecheck verify engine.py:search", "check your search"),
        ("prunecheck verify 'pipe:node engine.js' --effort thorough", "check an external program, for two minutes"),
        ("prunecheck verify --variant fail_soft,f2", "check two of the published searches"),
    ],
    groups={
        "How much to check": ["--effort", "--quick", "--examples", "--seed", "--seconds", "--claims", "--fail-on"],
        "One call instead of random trees": ["--tree", "--root", "--depth", "--window", "--calls"],
        "All small trees instead of random trees": ["--exhaustive", "--chains"],
        "How SUBJECT is called (detected by default)": [
            "--takes",
            "--values",
            "--answers",
            "--returns",
            "--give",
            "--domain",
            "--turns",
            "--depth-rule",
        ],
        "Searches that only play their own game": ["--start", "--game"],
        "The catalogue": ["--variant", "--contract", "--catalogue"],
        "Several searches, and earlier runs": ["--failed", "--cache", "--database", "--fail-fast"],
        "Where it runs": ["--jobs", "--scheduler", "--resume"],
        "What is printed": ["--verbose", "--quiet", "--json"],
        "Files": ["--save-test", "--junit", "--sarif", "--gitlab", "--markdown", "--svg", "--github"],
    },
)
@click.argument("subject", required=False, shell_complete=complete_subject)
@variants_option("Check this search of the catalogue.")
@click.option(
    "--contract",
    "contracts",
    multiple=True,
    metavar="NAME",
    shell_complete=complete(lambda: CONTRACTS),
    help="Check only searches that claim this contract, or are known to violate it.",
)
@click_options(FOR_BOTH)
@click.option(
    "--quick", is_flag=True, help="The same as --effort quick; prunecheck's own searches also play smaller games."
)
@click.option(
    "--tree",
    metavar="TREE",
    shell_complete=complete(lambda: TREES, files=True),
    help="Check this tree: JSON, a JSON file, '-', or a name from 'prunecheck list trees'.",
)
@root_option
@click.option("--depth", type=Whole(0), metavar="N", help="Treat nodes of --tree at this depth as leaves.")
@window_option("Check --tree in this window only.")
@click.option(
    "--calls",
    metavar="CALLS",
    shell_complete=complete_file,
    help="Make these calls, in order, on one instance of SUBJECT: JSON, a JSON file, or '-'.",
)
@click.option(
    "--exhaustive", type=Whole(1), metavar="N", help="Check all trees with up to N leaves, in all orders of values."
)
@click.option(
    "--chains",
    type=Whole(1),
    metavar="H",
    help="Also check all trees of at most H plies in which at least one node has a single child.",
)
@click_options(FOR_SUBJECT)
@click.option("-v", "--verbose", is_flag=True, help="Print all details, and a regression test for each failure.")
@click.option("-q", "--quiet", is_flag=True, help="Print one line for each search.")
@file_option("--save-test", help_text="Append a regression test for each failure to this Python file.")
@click.option("--catalogue", is_flag=True, help="Check prunecheck's own searches, even if pyproject.toml lists others.")
@click.option("--failed", is_flag=True, help="Only check searches that failed in their last run.")
@click.option(
    "--cache/--no-cache",
    default=True,
    envvar="PRUNECHECK_CACHE",
    help="Save counterexamples in .prunecheck/, and check them first in the next run (default: on).",
)
@click.option("-x", "--fail-fast", is_flag=True, help="Stop at the first search that fails.")
@click.option(
    "--database",
    default="",
    envvar="PRUNECHECK_DATABASE",
    metavar="WHERE",
    help="Save counterexamples in this folder, or in Redis: redis://HOST:PORT.",
)
@click.option(
    "-j",
    "--jobs",
    type=Whole(1),
    default=1,
    metavar="N",
    help="Run N processes, for several searches or for parts of --exhaustive (1).",
)
@click.option("--scheduler", default="", metavar="ADDRESS", help="Check on the Dask cluster at tcp://HOST:PORT.")
@click.option("--resume", is_flag=True, help="Continue an interrupted run, without checking finished parts again.")
@click.option("--json", "as_data", is_flag=True, help="Print the report as one line of JSON.")
@file_option("--junit", help_text="Also write the report as JUnit XML.")
@file_option("--sarif", help_text="Also write the report as SARIF, for GitHub code scanning and editors.")
@file_option("--gitlab", help_text="Also write the report as a GitLab Code Quality report.")
@file_option("--markdown", help_text="Also write the report as Markdown.")
@file_option("--svg", help_text="Also draw the first counterexample in this SVG file.")
@click.option(
    "--github/--no-github",
    default=None,
    help="Also print annotations for GitHub; not with --json. GitHub workflows get them automatically.",
)
def verify(
    *,
    subject: str | None,
    variants: Sequence[str],
    contracts: Sequence[str],
    quick: bool,
    catalogue: bool,
    as_data: bool,
    **options: Any,
) -> int:
    """Check a search on thousands of small trees, and show the smallest one that fails.

    SUBJECT is your search: path/file.py:name, module:name, or an external program, 'pipe:COMMAND'.

    Without SUBJECT, check the searches that [tool.prunecheck] in pyproject.toml lists. If pyproject.toml lists no
    searches, check the published searches in prunecheck's catalogue, and report which contracts each search satisfies
    or violates.
    """
    if subject is not None and not subject.strip():
        raise click.UsageError("SUBJECT is empty; write path/file.py:name, or leave out SUBJECT")
    detail, reports, manner = _taken(Detail, options), _taken(Reports, options), _taken(Manner, options)
    calls = _taken(CallOptions, options)
    _check_outputs(detail, reports, files_of(subject or "", calls.tree or "", calls.calls or ""), as_data=as_data)
    chosen = tuple({name: catalog.variant(name) for name in names_given("variant", variants)}.values())
    only = tuple(dict.fromkeys(contract(name).name for name in names_given("contract", contracts)))
    said = said_in(options)
    if quick and said.get("effort", "quick") != "quick":
        raise click.UsageError(f"--quick and --effort {said['effort']} cannot be used together; drop one of them")
    for_subjects = {**said, "effort": "quick"} if quick else said
    asked = read_options(for_subjects)
    plan = calls.plan(
        Plan(
            variants=chosen,
            contracts=only or tuple(CONTRACTS),
            claims=asked.claims,
            examples=asked.examples or (QUICK_EXAMPLES if quick else EXAMPLES),
            seed=asked.seed,
            quick=quick,
            resume=manner.resume,
            keep=manner.cache,
        ),
        subject,
    )
    manner.check(one_call=calls.one_call)
    wanted: list[Options] = []
    at: Sequence[str] = ()
    if subject is not None:
        refuse_catalogue_options(tuple(variants), tuple(contracts), catalogue=catalogue)
        listed = {defaults.search: defaults for defaults in read_config(Path())}
        wanted = [read_options(for_subjects, start=listed.get(subject, Options(subject)))]
    elif not (catalogue or variants or contracts or calls.tree):
        wanted = [read_options(for_subjects, start=defaults) for defaults in read_config(Path())]
        _check_outputs(detail, reports, [name for each in wanted for name in files_of(each.search)], as_data=as_data)
        at = places(len(wanted))
    if wanted:
        return verify_subjects(wanted, plan, reports, detail, as_data=as_data, places=at, manner=manner)
    _refuse_subject_options(said, detail, manner)
    check_claims(only if plan.exhaustive else ())
    if not (catalogue or variants or contracts or calls.tree):
        say(none_listed(Path()))
    return _verify_catalogue(_of_catalogue(plan, named=bool(variants)), reports, detail, manner, as_data=as_data)


def _verify_catalogue(plan: Plan, reports: Reports, detail: Detail, manner: Manner, *, as_data: bool) -> int:
    """Check searches of the catalogue, print the report, and return the exit status."""
    _check_something_to_do(plan)
    fleet = manner.fleet(len(plan.variants), plan)
    report = verify_variants(plan, fleet, fail_fast=manner.fail_fast, quiet=detail.quiet)
    if as_data:
        click.echo(as_json(report))
    else:
        print_report(console(), report, verbose=detail.verbose, quiet=detail.quiet)
    reports.write(sheet_of(report), as_data=as_data)
    return STATUS[report.status]


def _refuse_subject_options(said: Collection[str], detail: Detail, manner: Manner) -> None:
    """Check that no option was given that only applies to a user's search. Raises: UsageError."""
    if alone := sorted(set(said).intersection(FOR_SUBJECT)):
        option = alone[0].replace("_", "-")
        raise click.UsageError(f"--{option} only applies to your own search: prunecheck verify path/file.py:name")
    if manner.failed:
        raise click.UsageError("--failed only applies to your own search; name it, or list it in pyproject.toml")
    if detail.save_test is not None:
        raise click.UsageError("--save-test only applies to your own search: prunecheck verify path/file.py:name")


def _check_outputs(detail: Detail, reports: Reports, inputs: Sequence[str], *, as_data: bool) -> None:
    """Before any work is done, check that output options and output files can be used. Raises: UsageError."""
    detail.check(inputs)
    reports.check(as_data=as_data, inputs=inputs)


def _of_catalogue(plan: Plan, *, named: bool) -> Plan:
    """Make the plan for checking some searches of the catalogue, or the whole catalogue.

    If the plan has a tree, only searches that can search this tree are in the result. If there are many searches, each
    is checked in fewer windows.

    Raises: PreconditionError if `--exhaustive` cannot decide a claimed contract, or can judge none of the searches.
    PreconditionError is also raised if `named` is True (the user chose the searches by name) and one of the searches
    cannot search the plan's tree.
    """
    rows = plan.variants or tuple(catalog.VARIANTS.values())
    if plan.tree is not None:
        rows = catalog.fitting(rows, plan.tree, named=named)
    plan = decidable(replace(plan, variants=rows))
    if plan.examples < EXAMPLES or plan.tree is not None:
        return plan
    return replace(plan, window_step=ceil(len(plan.variants) / SHARING))


def _taken(kind: type[T], options: dict[str, Any]) -> T:
    """Make an instance of `kind` from the options that are named like its fields, and remove them from `options`."""
    return kind(**{field.name: options.pop(field.name) for field in fields(kind)})


def _check_something_to_do(plan: Plan) -> None:
    if not plan.claims and not any(variant.contracts.intersection(plan.contracts) for variant in plan.variants):
        names = " and ".join(variant.name for variant in plan.variants)
        raise click.UsageError(
            f"the catalogue does not say whether {' or '.join(plan.contracts)} holds for {names}; use --claims to "
            "check it"
        )
