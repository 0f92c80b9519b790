"""`prunecheck compare`: compare searches on the same trees, or two saved comparisons."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, get_args

import click
from msgspec.structs import replace

from prunecheck import __version__
from prunecheck.catalog import VARIANTS, variant
from prunecheck.cli.arguments import files_of, names_in, search_in
from prunecheck.cli.bar import shown_bar
from prunecheck.cli.compared_searches import find_compared
from prunecheck.cli.exit_status import HELD, INTERRUPTED, REFUTED
from prunecheck.cli.help import command
from prunecheck.cli.moved import tell_moved
from prunecheck.cli.option_values import Share, Whole, Word
from prunecheck.cli.options import click_options, file_option, said_in, searches_option, variants_option
from prunecheck.cli.output import say
from prunecheck.cli.printing import check_targets, print_out
from prunecheck.cli.workload_names import QUICK, read_depths, read_workloads, workloads_option
from prunecheck.measure.comparison import Comparison, Speed, as_json, check_resumable, read_comparison, write_text
from prunecheck.measure.native_calls import check_native
from prunecheck.measure.plan import MOST_VISITS, TREES, ComparisonPlan, NamedSearch, Shapes, named, outlined
from prunecheck.measure.session import NOTHING, ComparisonState, compare
from prunecheck.report.compare_csv import as_csv
from prunecheck.report.compare_tables import complaint
from prunecheck.report.compare_text import markdown, print_comparison
from prunecheck.shell import quoted
from prunecheck.trees.models.catalog import named_model
from prunecheck.verify.options import read_options
from prunecheck.workloads.catalog import WORKLOADS as CATALOGUE
from prunecheck.workloads.catalog import workload

BRANCHING, DEPTHS = 3, "1-7"
OF_A_RUN: Final = {
    "variants": "--variant",
    "searches": "--search",
    "workloads": "--workload",
    "growth": "--growth",
    "rounds": "--time",
    "speed": "--speed",
    "most_visits": "--most-visits",
    "as_table": "--csv",
    "html": "--html",
    "resume": "--resume",
}
GROWTH_ALONE: Final = "no workloads, because of --growth; to compare on workloads as well, add --workload NAME"
OF_A_SEARCH: Final = ("takes", "values", "answers", "returns", "give", "turns", "start")
SEARCH_OPTIONS: Final = {name: f"--{name}" for name in OF_A_SEARCH}
OF_GROWTH: Final = {"branching": "--branching", "depths": "--depths", "trees": "--trees"}


@command(
    "compare",
    examples=[
        (
            "prunecheck compare --variant fail_soft,minimax --search engine.py:search",
            "compare your search with two published searches",
        ),
        ("prunecheck compare old.json new.json --fail-on leaves", "fail if a count rose between two comparisons"),
    ],
    groups={
        "What to compare": ["--variant", "--search", "--workload", "--time", "--speed", "--most-visits"],
        "How the searches are called (detected by default)": [
            "--takes",
            "--values",
            "--answers",
            "--returns",
            "--give",
            "--turns",
            "--start",
        ],
        "Growth with depth": ["--growth", "--branching", "--depths", "--trees"],
        "Two comparisons": ["--fail-on", "--tolerance"],
        "Output": ["--json", "--csv", "--markdown", "--html", "--output", "--resume", "--quiet"],
    },
)
@click.argument("files", nargs=-1, metavar="[OLD NEW]")
@variants_option("Compare this search of the catalogue.")
@searches_option("Compare your search. Can be repeated.")
@click_options(OF_A_SEARCH)
@workloads_option("Use this workload, or this tree: JSON or a file. Can be repeated.", files=True)
@click.option(
    "--growth",
    multiple=True,
    metavar="MODEL",
    help="Instead of the default workloads, search random trees of this model, and count the evaluated leaves at each "
    "depth. Can be repeated.",
)
@click.option("--branching", type=Whole(1), metavar="B", help="Children of each node for --growth (3).")
@click.option("--depths", metavar="1-8", help="Depths for --growth (1-7).")
@click.option("--trees", type=Whole(1), metavar="N", help="Number of trees of each depth for --growth (10).")
@click.option("--time", "rounds", type=Whole(1), metavar="ROUNDS", help="Also measure times, in this many rounds.")
@click.option(
    "--speed",
    type=Word(get_args(Speed)),
    metavar="WORD",
    help="How timed calls run: plain (in Python) or native (compiled by Numba).",
)
@click.option("--most-visits", type=Whole(1), metavar="N", help="Stop a search after this many visits (10 million).")
@click.option("--json", "as_data", is_flag=True, help="Print the comparison as one line of JSON.")
@click.option("--csv", "as_table", is_flag=True, help="Print the comparison as comma-separated values.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print the tables of the comparison as Markdown.")
@file_option("--html", help_text="Also write a one-page report with plots to this file.")
@file_option("-o", "--output", help_text="Write to this file instead of standard output.")
@file_option("--resume", help_text="Save progress in this file, and continue from it.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.option("--fail-on", multiple=True, metavar="COUNT", help="Exit with 1 if this count rose from OLD to NEW.")
@click.option(
    "--tolerance",
    type=Share(),
    metavar="FRACTION",
    help="Allow a --fail-on count to rise by this fraction of its old value (default: 0).",
)
def compare_searches(
    *,
    files: Sequence[str],
    variants: Sequence[str],
    searches: Sequence[str],
    workloads: Sequence[str],
    growth: Sequence[str],
    branching: int | None,
    depths: str | None,
    trees: int | None,
    rounds: int | None,
    speed: Speed | None,
    most_visits: int | None,
    as_data: bool,
    as_table: bool,
    as_markdown: bool,
    html: str | None,
    output: str | None,
    resume: str | None,
    quiet: bool,
    fail_on: Sequence[str],
    tolerance: float | None,
    **options: Any,
) -> int:
    """Compare searches on the same trees: node counts, growth with depth, times.

    With OLD and NEW, two files written with --json, report which counts changed.
    """
    if as_data + as_table + as_markdown > 1:
        raise click.UsageError("--json, --csv and --markdown cannot be used together; choose one")
    read = (*files, *(name for name in workloads if name not in CATALOGUE), *(f for s in searches for f in files_of(s)))
    check_targets((output, html, resume), read)
    given = click.get_current_context().params
    if files:
        _refuse_names(files)
        _refuse(given, OF_A_RUN | SEARCH_OPTIONS | OF_GROWTH, "only applies to a new comparison, not to OLD and NEW")
        return tell_moved(files, fail_on, tolerance or 0, as_data=as_data, as_markdown=as_markdown, output=output)
    _refuse(given, {"fail_on": "--fail-on", "tolerance": "--tolerance"}, "needs two files: OLD NEW")
    if not growth:
        _refuse(given, OF_GROWTH, "needs --growth MODEL")
    if not searches:
        _refuse(given, SEARCH_OPTIONS, "needs --search SUBJECT")
    if not rounds:
        _refuse(given, {"speed": "--speed"}, "needs --time ROUNDS")
    if speed == "native":
        check_native()
    chosen = tuple({row.name: named(row) for row in map(variant, names_in(variants))}.values())
    own = find_compared([read_options({"search": search, **said_in(options)}) for search in searches])
    default = [] if growth or own.only_own_games else QUICK
    plan = ComparisonPlan(
        searches=(*chosen, *own.searches) or tuple(map(named, VARIANTS.values())),
        workloads=(*(read_workloads(workloads) or map(workload, default)), *own.own_trees),
        growth=_shapes(growth, branching or BRANCHING, DEPTHS if depths is None else depths, trees or TREES),
        rounds=rounds or 0,
        speed=speed or "plain",
        most_visits=most_visits or MOST_VISITS,
        strict=bool(variants and (workloads or growth)),
    )
    page = None if html is None else _page()
    done = _carried_out(plan, resume, quiet=quiet)
    alone = (GROWTH_ALONE,) if growth and not plan.workloads else ()
    done = replace(done, notes=(*done.notes, *own.notes, *alone))
    grouped = not (variants or searches)  # a search that the user named has a row of its own
    forms = ((as_json, as_data), (as_csv, as_table), (partial(markdown, grouped=grouped), as_markdown))
    text = next((form(done) for form, wished in forms if wished), None)
    # a table for each default workload would be too long with all variants
    brief = not (variants or searches or workloads)
    print_out(text, lambda shown: print_comparison(shown, done, brief=brief, grouped=grouped), output)
    if output is not None:
        exact = {search.name for search in plan.searches if search.exact}
        say(*(complaint(cost) for cost in done.costs if cost.error or (not cost.right and cost.search in exact)))
    if page is not None and html is not None:
        write_text(html, page(done, grouped=grouped))
        click.echo(f"wrote {html}", err=output is None)
    return _status(done, plan.searches)


def _refuse_names(files: Sequence[str]) -> None:
    """Refuse names of searches in place of files with saved comparisons.

    Raises: UsageError, whose message shows how to compare searches.
    """
    searches = [f"--search {quoted(search)}" for search in map(search_in, files) if search is not None]
    variants = [f"--variant {file}" for file in files if file in VARIANTS]
    if searches or variants:
        name = next(file for file in files if search_in(file) is not None or file in VARIANTS)
        shown = " ".join((*variants, *searches))
        raise click.UsageError(
            f"{name!r} is not a saved comparison; to compare searches, run prunecheck compare {shown}"
        )


def _refuse(given: dict[str, object], options: dict[str, str], why: str) -> None:
    """Refuse options that do not apply; `why` is the reason that the error message gives.

    Raises: UsageError, which names the first option that does not apply.
    """
    for name, option in options.items():
        if given[name] not in (None, False, ()):
            raise click.UsageError(f"{option} {why}")


def _shapes(models: Sequence[str], branching: int, depths: str, trees: int) -> tuple[Shapes, ...]:
    found = {row.name: row for row in map(named_model, names_in(models))}
    return tuple(
        Shapes(row, branching, read_depths(depths), trees if "seed" in row.defaults else 1) for row in found.values()
    )


def _page() -> Callable[..., str]:
    """Import the function that writes the HTML report. Raises: PreconditionError if the extra `plot` is missing."""
    from prunecheck.report.comparison_page import check_installed, comparison_page  # noqa: PLC0415  # only --html needs it

    check_installed()
    return comparison_page


def _carried_out(plan: ComparisonPlan, resume: str | None, *, quiet: bool) -> Comparison:
    """Run the comparison of searches with a progress display, and save intermediate results in the file `resume`."""
    begun = NOTHING
    if resume is not None and Path(resume).exists():
        begun = read_comparison(resume)
        check_resumable(resume, begun, __version__, outlined(plan).planned)
    with shown_bar("planning", None, quiet=quiet) as update:

        def on_step(step: ComparisonState) -> None:
            update(description=step.doing, completed=step.done, total=step.total)
            if resume is not None:
                write_text(resume, as_json(step.comparison) + "\n")

        return compare(plan, on_step, resumed=begun)


def _status(done: Comparison, searches: Sequence[NamedSearch]) -> int:
    """The command's exit status: 1 if a search that claims to be exact is wrong, or if a search ended with an error."""
    exact = {search.name for search in searches if search.exact}
    rows = [(row.search, row.error, not row.right) for row in done.costs]
    rows += [(row.search, row.error, row.wrong > 0) for row in done.growth]
    if any(error or (wrong and search in exact) for search, error, wrong in rows):
        return REFUTED
    return HELD if done.finished else INTERRUPTED
