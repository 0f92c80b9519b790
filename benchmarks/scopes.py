"""Find the smallest trees that reveal each mutant of `tests/mutants/form_mutants.py`; `scopes.json` has a row for each.

    python -m benchmarks.scopes --write

The program needs Numba, and takes a few minutes.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeAlias

import click
import msgspec

from benchmarks.generate import markdown
from prunecheck.catalog.records import Claim
from prunecheck.exhaustive.plain_judge import judge_plainly
from prunecheck.exhaustive.results import Exposed, ShardResult
from prunecheck.exhaustive.scope import Scope, Shard, shards
from prunecheck.trees.search import AnySearch

FILE: Final = Path(__file__).with_name("scopes.json")
MUTANTS: Final = FILE.parents[1] / "tests" / "mutants"
VALUES: Final = tuple(map(Claim, ("exact", "knuth", "fishburn")))  # the weakest contract first
VISITS: Final = (Claim("visits"),)
MOST: Final = {True: (5, 4), False: (4, 3)}  # whether compiled -> most leaves in plain and in signed orders
ADDING: Final = frozenset({"null_window_without_second_search", "null_window_of_one", "cutoff_inflated"})
CHAINS: Final = (1, 2, 3)  # plies of only children, for a mutant that is only revealed by trees with only children
COLUMNS: Final = ("mutant", "bug", "plain orders", "signed orders", "smallest case", "leaves evaluated")


Judge: TypeAlias = Callable[[AnySearch, Shard, Sequence[Claim]], ShardResult]


class Case(msgspec.Struct, frozen=True):
    """The first case that violates a contract: `leaves` and `chains` are the scope, the rest is text."""

    leaves: int
    chains: int
    contract: str
    tree: str
    player: str
    window: str


class Row(msgspec.Struct, frozen=True):
    """A mutant, its bug, and the first cases that show a wrong value (in plain and in signed orders) and wrong leaves.

    `most` contains the number of leaves of the largest scope that was judged, in plain and in signed orders.
    """

    mutant: str
    bug: str
    most: tuple[int, int]
    plain: Case | None
    signed: Case | None
    visits: Case | None


def rows() -> Iterator[Row]:
    """A row for each mutant."""
    sys.path.insert(0, str(MUTANTS))
    forms, registry = import_module("form_mutants"), import_module("mutant_registry")
    for name, mutant in registry.MUTANTS.items():
        if hasattr(forms, name):
            yield row(name, getattr(forms, name).__doc__.partition("\n")[0], mutant.search)


def row(name: str, bug: str, search: AnySearch) -> Row:
    """The row of one mutant."""
    from prunecheck.exhaustive.compiled import can_compile, judge_compiled  # noqa: PLC0415  # an extra

    called: Any = search
    # inf + 1 is inf, so adding must be judged in plain Python
    judge = judge_compiled if name not in ADDING and can_compile(called) else judge_plainly
    most = MOST[judge is judge_compiled]
    plain, signed = (
        smallest(judge, search, VALUES, leaves, signed=is_signed)
        for leaves, is_signed in zip(most, (False, True), strict=True)
    )
    return Row(name, bug, most, plain, signed, smallest(judge, search, VISITS, most[0], signed=False))


def smallest(judge: Judge, search: AnySearch, claims: tuple[Claim, ...], most: int, *, signed: bool) -> Case | None:
    """The first case that violates a claim, in the smallest scope; with chains only if no case exists without them."""
    scopes = [Scope(leaves, signed) for leaves in range(1, most + 1)]
    scopes += [Scope(leaves, signed, chains) for leaves in (1, 2) for chains in CHAINS]
    for scope in scopes:
        for shard in shards(scope):
            if shard.leaves == scope.leaves and (found := _first(judge(search, shard, claims).exposed, claims)):
                player = "MIN" if shard.min_at_root else "MAX"
                tree, window = str(found.tree), str(found.window)
                return Case(scope.leaves, scope.chains, found.contract, tree, player, window)
    return None


def _first(found: Sequence[Exposed], claims: tuple[Claim, ...]) -> Exposed | None:
    """The first violation of the weakest contract that is violated."""
    weakest = next(
        (claim.contract for claim in claims if any(violation.contract == claim.contract for violation in found)), ""
    )
    return min((violation for violation in found if violation.contract == weakest), default=None)


def committed() -> list[Row]:
    """The committed rows."""
    return msgspec.json.decode(FILE.read_bytes(), type=list[Row])


def text(found: Iterable[Row]) -> str:
    """The rows as text, a line each."""
    return "[\n" + ",\n".join(msgspec.json.encode(record).decode() for record in found) + "\n]\n"


def table(found: Iterable[Row]) -> str:
    """The table of the web page."""
    lines = [COLUMNS, ("---",) * len(COLUMNS), *map(_cells, found)]
    return markdown(lines)


def _cells(found: Row) -> tuple[str, ...]:
    case = min(
        (candidate for candidate in (found.plain, found.signed) if candidate is not None),
        key=lambda candidate: candidate.leaves,
        default=None,
    )
    case = case or found.visits
    shown = "" if case is None else f"`{case.tree}`, {case.player} to move, {case.window}: {case.contract}"
    return (
        f"`{found.mutant}`",
        found.bug,
        _scope(found.plain, found.most[0]),
        _scope(found.signed, found.most[1]),
        shown,
        _scope(found.visits, found.most[0]),
    )


def _scope(case: Case | None, most: int) -> str:
    if case is None:
        return f"not to {most}"
    return f"{case.leaves}" + (f", chains to {case.chains}" if case.chains else "")


@click.command()
@click.option("--write", is_flag=True, help="Judge all mutants, and rewrite the file.")
def main(*, write: bool) -> None:
    """Print the committed table; with --write, measure it again."""
    if write:
        FILE.write_text(text(rows()), encoding="utf-8", newline="\n")
    click.echo(table(committed()), nl=False)


if __name__ == "__main__":
    main()
